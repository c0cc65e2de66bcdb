import { useId, useState, type ReactNode } from 'react'
import { ridePath } from '@samtur/contract/paths'
import type { OwnRide } from '@samtur/contract/reservations'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Icon } from '#ui/icon'
import { ArrowLink } from '#ui/link'
import { RouteRow } from '#ui/route-row'
import { OnWayLink } from '../wanted/on-way-link.tsx'
import { countPassengers, isAnswerable, isChangeable, isOver } from './model.ts'
import { DrivenPoints } from './points.tsx'
import { RequestList, type RequestListProps } from './request-list.tsx'
import { RideFacts } from './ride-facts.tsx'
import { RideMenu } from './ride-menu.tsx'

interface RideRowProps extends RequestListProps {
  /** Shows all there is to know from the start. */
  opened?: boolean
}

/** An own ride: a row that opens to all there is to know about it, with the menu of the ride at its end. */
export function RideRow({ opened = false, ...props }: RideRowProps) {
  const t = useT()
  const headingId = useId()
  const { ride, now } = props
  // Only from the start: what changes later neither opens nor closes it.
  const [first] = useState(opened)
  const over = isOver(ride, now)
  const changeable = isChangeable(ride, now)
  return (
    <article aria-labelledby={headingId} className="relative">
      <details className="group" open={first}>
        <summary
          // The second line has all the width, so that it is one line on a phone.
          className={`grid min-h-18 list-none grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-2 rounded-card py-2.5 ps-3 hover:bg-sunk/60 sm:ps-5 ${changeable ? 'pe-12 sm:pe-32' : 'pe-3 sm:pe-4'}`}
        >
          <h3 id={headingId} className="font-sans text-base/6 font-semibold tracking-normal wrap-anywhere">
            <RouteRow from={ride.start_location} to={ride.end_location} toLabel={t('core.to')} />
          </h3>
          <Icon name="chevron-down" size={18} className="text-soft group-open:rotate-180" />
          <span className="col-span-2 text-sm text-soft">
            <Glance ride={ride} now={now} />
          </span>
        </summary>
        <div className="grid gap-x-8 gap-y-4 px-3 pt-2 pb-5 sm:px-5 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <div className="flex flex-col gap-3">
            <RideFacts ride={ride} over={over} />
            {!over && <DrivenPoints route={ride.route} />}
            <ArrowLink to={ridePath(ride.id)}>{t('reservations.show_ride')}</ArrowLink>
            {changeable && (
              <OnWayLink
                rideId={ride.id}
                name={t('reservations.section', { from: ride.start_location, to: ride.end_location })}
              />
            )}
          </div>
          <Passengers {...props} />
        </div>
      </details>
      {changeable && <RideMenu ride={ride} className="absolute end-1 top-3.5 sm:end-3" />}
    </article>
  )
}

/** When, and how many come along or may. */
function Glance({ ride, now }: { ride: OwnRide; now: number }) {
  const t = useT()
  const format = useFormat()
  const passengers = countPassengers(ride)
  const waiting = ride.reservations.filter((request) => isAnswerable(ride, request, now)).length
  const over = isOver(ride, now)
  const rest = [
    ride.status === 'cancelled' && t('reservations.ride_cancelled'),
    (over || passengers > 0) && t('reservations.passengers', { count: passengers }),
    !over && ride.status === 'active' && passengers === 0 && t('reservations.seats', { count: ride.available_seats }),
    waiting > 0 && t('reservations.waiting', { count: waiting }),
  ].filter(Boolean)
  const time = over ? format.date(ride.departure_time) : format.dateTime(ride.departure_time)
  return (
    <>
      <time dateTime={ride.departure_time}>{time}</time>
      {rest.map((part) => ` · ${part}`)}
    </>
  )
}

/** Everybody who has asked and needs no answer. */
function Passengers(props: RequestListProps): ReactNode {
  const t = useT()
  const { ride, now } = props
  const answered = ride.reservations.filter((request) => !isAnswerable(ride, request, now))
  const nobody = ride.reservations.length === 0
  if (answered.length === 0 && !nobody) return null
  return (
    <div className="border-t border-line pt-4 md:border-s md:border-t-0 md:ps-8 md:pt-0">
      {nobody ? (
        <p className="text-soft">
          {t(isChangeable(ride, now) ? 'reservations.no_requests' : 'reservations.no_requests_past')}
        </p>
      ) : (
        <RequestList {...props} requests={answered} />
      )}
    </div>
  )
}
