import { useId } from 'react'
import { chatWithPath } from '@samtur/contract/paths'
import type { OwnRide, RideReservation } from '@samtur/contract/reservations'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { usePersonName } from '#lib/person-name'
import { Tag } from '#ui/badge'
import { ButtonLink } from '#ui/button'
import { RouteRow } from '#ui/route-row'
import { RateButton } from '../ratings/rate-button.tsx'
import { AnswerTime } from './answer-time.tsx'
import { PhoneLink } from './contact-block.tsx'
import { isChangeable } from './model.ts'
import { PersonLine } from './person-line.tsx'
import { AgreedPoints } from './points.tsx'
import type { Answer, Said } from './queries.ts'
import { RemoveButton } from './remove-button.tsx'
import { ReservationEnding } from './reservation-ending.tsx'
import { ReservationStatus } from './reservation-status.tsx'

export const requestElementId = (id: string) => `reservation-${id}`

interface RideRequestProps {
  ride: OwnRide
  request: RideReservation
  now: number
  /** The decision that is being sent for this request. */
  answering?: Answer
  onAnswer: (answer: Answer, said?: Said) => void
}

/** A passenger, or a request that has been answered. */
export function RideRequest(props: RideRequestProps) {
  const t = useT()
  const nameOf = usePersonName()
  const { ride, request, now } = props
  const nameId = useId()
  const { passenger, message, status, ended_by, end_reason } = request
  return (
    <li
      id={requestElementId(request.id)}
      tabIndex={-1}
      aria-labelledby={nameId}
      className="flex flex-col gap-2.5 border-t border-line py-4 first:border-t-0 first:pt-0 last:pb-0"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        {/* On a phone the name has the line for itself. */}
        <div className="min-w-0 flex-1 max-sm:basis-full">
          <PersonLine person={passenger} nameId={nameId} confirmed={passenger.name_confirmed} />
        </div>
        <ReservationStatus status={status} endedBy={ended_by} />
      </div>
      <RequestFacts ride={ride} request={request} />
      {!request.section.whole && <AgreedPoints reservation={request} section={request.section} route={ride.route} />}
      {message && (
        <p dir="auto" className="max-w-text rounded-field bg-sunk px-4 py-2.5 whitespace-pre-line wrap-anywhere">
          {message}
        </p>
      )}
      <ReservationEnding endedBy={ended_by} reason={end_reason} reader="driver" />
      {request.awaits_confirmation && isChangeable(ride, now) && (
        <p>
          <Tag tone="warning" icon="clock-pending">
            {t('reservations.awaits_confirmation')}
          </Tag>
        </p>
      )}
      {status === 'accepted' && request.instant && (
        <p>
          <Tag tone="outline" icon="bolt">
            {t('requests.got_seat')}
          </Tag>
        </p>
      )}
      <AnswerTime reservation={request} now={now} reader="driver" />
      {status === 'accepted' && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {passenger.full_name && (
            <ButtonLink
              variant="quiet"
              size="sm"
              icon="chat"
              aria-describedby={nameId}
              to={chatWithPath(passenger.id, ride.id)}
            >
              {t('reservations.chat')}
            </ButtonLink>
          )}
          {passenger.phone && <PhoneLink phone={passenger.phone} />}
          <RateButton reservation={request} />
          {isChangeable(ride, now) && <RemoveButton {...props} name={nameOf(passenger.full_name)} />}
        </div>
      )}
    </li>
  )
}

function RequestFacts({ ride, request }: Pick<RideRequestProps, 'ride' | 'request'>) {
  const t = useT()
  const format = useFormat()
  const { seats_requested: count, price, created_at, section } = request
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">{t('reservations.seats', { count })}</span>
        <bdi className="tabular">{format.price(price * count, ride.currency).text}</bdi>
        <time dateTime={created_at} className="text-sm text-soft">
          {t('reservations.sent_on', { date: format.date(created_at) })}
        </time>
      </p>
      {!section.whole && (
        <p className="wrap-anywhere">
          <RouteRow from={section.start_location} to={section.end_location} toLabel={t('core.to')} />
        </p>
      )}
    </div>
  )
}
