import { ridePath } from '@samtur/contract/paths'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Icon } from '#ui/icon'
import { ArrowLink } from '#ui/link'
import { RouteRow } from '#ui/route-row'
import { countPassengers } from './model.ts'
import { RequestList, type RequestListProps } from './request-list.tsx'
import { RideFacts } from './ride-facts.tsx'

/** A ride that is over: one line, which opens to all there is to know about it. */
export function PastRide(props: RequestListProps) {
  const t = useT()
  const format = useFormat()
  const { ride } = props
  return (
    <details className="group">
      <summary className="relative flex min-h-14 list-none flex-wrap items-baseline gap-x-4 gap-y-0.5 rounded-card py-3.5 ps-4.5 pe-12 hover:bg-sunk/60 sm:ps-5.5">
        <h3 className="min-w-0 font-sans text-base font-semibold tracking-normal wrap-anywhere">
          <RouteRow from={ride.start_location} to={ride.end_location} toLabel={t('core.to')} />
        </h3>
        <span className="text-sm text-soft">
          <time dateTime={ride.departure_time}>{format.date(ride.departure_time)}</time>
          {' · '}
          {t('reservations.passengers', { count: countPassengers(ride) })}
        </span>
        <Icon name="chevron-down" className="absolute inset-y-0 end-4 my-auto text-soft group-open:rotate-180" />
      </summary>
      <div className="grid gap-x-8 gap-y-4 px-4.5 pt-3 pb-5 sm:px-5.5 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div>
          <RideFacts ride={ride} over />
          <ArrowLink to={ridePath(ride.id)} className="mt-1">
            {t('reservations.show_ride')}
          </ArrowLink>
        </div>
        <div className="border-t border-line pt-4 md:border-s md:border-t-0 md:ps-8 md:pt-0">
          {ride.reservations.length > 0 ? (
            <RequestList {...props} />
          ) : (
            <p className="text-soft">{t('reservations.no_requests_past')}</p>
          )}
        </div>
      </div>
    </details>
  )
}
