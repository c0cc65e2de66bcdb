import { useId } from 'react'
import { ridePath } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { Card } from '#ui/card'
import { TextLink } from '#ui/link'
import { RouteRow } from '#ui/route-row'
import { OnWayLink } from '../wanted/on-way-link.tsx'
import { isChangeable } from './model.ts'
import { OwnRideTools } from './own-ride-tools.tsx'
import { DrivenPoints } from './points.tsx'
import { RequestList, type RequestListProps } from './request-list.tsx'
import { RideFacts } from './ride-facts.tsx'

/** An own ride with its requests and passengers beside it (below it on a phone). */
export function OwnRideCard(props: RequestListProps) {
  const t = useT()
  const headingId = useId()
  const { ride, now } = props
  return (
    <Card
      as="article"
      aria-labelledby={headingId}
      className="grid gap-x-8 gap-y-4 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
    >
      <div className="flex flex-col gap-3">
        <h3 id={headingId} className="text-xl">
          <TextLink to={ridePath(ride.id)} className="text-text no-underline wrap-anywhere hover:underline">
            <RouteRow
              from={ride.start_location}
              to={ride.end_location}
              toLabel={t('core.to')}
              stops={ride.stops.length}
            />
          </TextLink>
        </h3>
        <RideFacts ride={ride} />
        <DrivenPoints route={ride.route} />
        {isChangeable(ride, now) && (
          <OnWayLink
            rideId={ride.id}
            name={t('reservations.section', { from: ride.start_location, to: ride.end_location })}
          />
        )}
        <OwnRideTools ride={ride} now={now} />
      </div>
      <div className="border-t border-line pt-4 md:border-s md:border-t-0 md:ps-8 md:pt-0">
        {ride.reservations.length > 0 ? (
          <RequestList {...props} />
        ) : (
          <p className="text-soft">
            {t(ride.status === 'cancelled' ? 'reservations.no_requests_past' : 'reservations.no_requests')}
          </p>
        )}
      </div>
    </Card>
  )
}
