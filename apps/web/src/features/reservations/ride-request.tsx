import { useId, useState } from 'react'
import { chatWithPath } from '@samtur/contract/paths'
import type { OwnRide, RideReservation } from '@samtur/contract/reservations'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { usePersonName } from '#lib/person-name'
import { Tag } from '#ui/badge'
import { Button, ButtonLink } from '#ui/button'
import { ConfirmDialog } from '#ui/dialog'
import { RouteRow } from '#ui/route-row'
import { RateButton } from '../ratings/rate-button.tsx'
import { AnswerTime } from './answer-time.tsx'
import { PhoneLink } from './contact-block.tsx'
import { isAnswerable, isChangeable, lacksSeats } from './model.ts'
import { PersonLine } from './person-line.tsx'
import { AgreedPoints, AskedPoints } from './points.tsx'
import type { Answer, Said } from './queries.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { RemoveButton } from './remove-button.tsx'
import { ReservationEnding } from './reservation-ending.tsx'
import { RequestedDetour } from './requested-detour.tsx'
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

/** A request or passenger, with the buttons for the driver's decision. */
export function RideRequest(props: RideRequestProps) {
  const t = useT()
  const nameOf = usePersonName()
  const { ride, request, now } = props
  const nameId = useId()
  const { passenger, message, status, ended_by, end_reason } = request
  const answerable = isAnswerable(ride, request, now)
  const lacking = answerable && lacksSeats(request, request.section)
  const { start, end } = request.proposed_points
  const asksPoints = Boolean(start ?? end)
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
      {answerable && <RequestedDetour ride={ride} request={request} />}
      {!request.section.whole && <AgreedPoints reservation={request} section={request.section} route={ride.route} />}
      {answerable && <AskedPoints reservation={request} section={request.section} reader="driver" />}
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
      {answerable && request.holds_seats && (
        <p>
          <Tag tone="brand" icon="seat">
            {t('requests.from_list')}
          </Tag>
        </p>
      )}
      {lacking && (
        <p>
          <Tag tone="warning" icon="people">
            {t('reservations.seats_gone_driver', { count: request.seats_requested })}
          </Tag>
        </p>
      )}
      <AnswerTime reservation={request} now={now} reader="driver" />
      {answerable && (
        <AnswerButtons
          {...props}
          lacking={lacking}
          asksPoints={asksPoints}
          minutesOver={request.detour?.minutes_over_limit ?? 0}
          name={nameOf(passenger.full_name)}
        />
      )}
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

interface AnswerButtonsProps extends Pick<RideRequestProps, 'answering' | 'onAnswer'> {
  name: string
  /** There are not enough seats, so that it can only be rejected. */
  lacking: boolean
  /** The passenger asks for other meeting points, which the driver can leave out. */
  asksPoints: boolean
  /** By how many minutes the detour goes beyond the driver's own limit, to which the driver agrees first. */
  minutesOver: number
}

/** The buttons' accessible names contain the person's name, because every request has the same two. A rejection is final, so it is confirmed. */
function AnswerButtons({ answering, onAnswer, name, lacking, asksPoints, minutesOver }: AnswerButtonsProps) {
  const t = useT()
  const [overLimit, setOverLimit] = useState<Answer>()
  const accept = (answer: Answer) => (minutesOver > 0 ? setOverLimit(answer) : onAnswer(answer))
  const [opening, setOpening] = useState(0)
  const [open, setOpen] = useState(false)
  const ask = () => {
    setOpening((count) => count + 1)
    setOpen(true)
  }
  return (
    <div className="flex flex-wrap gap-2.5 max-sm:*:[button]:flex-1">
      {!lacking && (
        <Button size="sm" icon="check" busy={answering === 'accept'} onClick={() => accept('accept')}>
          <span>
            {t('reservations.accept')} <span className="sr-only">{name}</span>
          </span>
        </Button>
      )}
      {!lacking && asksPoints && (
        <Button size="sm" variant="quiet" busy={answering === 'accept_only'} onClick={() => accept('accept_only')}>
          <span>
            {t('points.keep')} <span className="sr-only">{name}</span>
          </span>
        </Button>
      )}
      <Button size="sm" variant="quiet" icon="close" busy={answering === 'reject'} onClick={ask}>
        <span>
          {t('reservations.reject')} <span className="sr-only">{name}</span>
        </span>
      </Button>
      {overLimit && (
        <ConfirmDialog
          open
          onClose={() => setOverLimit(undefined)}
          onConfirm={() => {
            setOverLimit(undefined)
            onAnswer(overLimit, { minutesOverLimit: minutesOver })
          }}
          title={t('reservations.detour_over_title')}
          confirmLabel={t('reservations.accept_anyway')}
          cancelLabel={t('core.cancel')}
          closeLabel={t('core.close')}
        >
          <p>{t('reservations.detour_over', { minutes: minutesOver })}</p>
        </ConfirmDialog>
      )}
      {opening > 0 && (
        <ReasonDialog
          key={opening}
          open={open}
          onClose={() => setOpen(false)}
          onConfirm={(reason) => {
            setOpen(false)
            onAnswer('reject', { reason })
          }}
          title={t('reservations.reject_title', { name })}
          hint={t('reservations.reason_for', { name })}
          confirmLabel={t('reservations.reject')}
          keepLabel={t('core.cancel')}
        >
          <p>{t('reservations.reject_text')}</p>
        </ReasonDialog>
      )}
    </div>
  )
}
