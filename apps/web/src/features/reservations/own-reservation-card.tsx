import { useId, useState } from 'react'
import { chatWithPath, tripCalendarPath } from '@samtur/contract/paths'
import { firstName } from '@samtur/contract/names'
import type { OwnReservation } from '@samtur/contract/reservations'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { ButtonLink } from '#ui/button'
import { Icon } from '#ui/icon'
import { ArrowLink } from '#ui/link'
import { RouteRow } from '#ui/route-row'
import { StatusBadge } from '#ui/status-badge'
import { CalendarLink } from '../calendar/calendar-link.tsx'
import { RateButton } from '../ratings/rate-button.tsx'
import { DetourNotice } from '../rides/detour-notice.tsx'
import { partPath } from '../rides/detours.ts'
import { RideTags } from '../rides/ride-head.tsx'
import { AnotherRide, LostRide } from './another-ride.tsx'
import { AnswerTime } from './answer-time.tsx'
import { ChangeBlock } from './change-block.tsx'
import { ContactBlock } from './contact-block.tsx'
import { asksSomething, isOver, isWithdrawable } from './model.ts'
import { PersonLine } from './person-line.tsx'
import { AgreedPoints, AskedPoints } from './points.tsx'
import { Price } from './price.tsx'
import { ReservationEnding } from './reservation-ending.tsx'
import { ReservationStatus } from './reservation-status.tsx'
import { SectionRoute } from './ride-summary.tsx'
import { Unfold } from './unfold.tsx'
import { WithdrawButton } from './withdraw-button.tsx'

interface CardProps {
  reservation: OwnReservation
  now: number
}

/** An own reservation: a row that opens to all there is to know. It is open from the start where it is the next trip, and whenever it asks something. */
export function OwnReservationCard({ reservation, now, next = false }: CardProps & { next?: boolean }) {
  const id = useId()
  const asks = asksSomething(reservation, now)
  const [asked, setAsked] = useState(asks)
  const [open, setOpen] = useState(next || asks)
  if (asks !== asked) {
    setAsked(asks)
    if (asks) setOpen(true)
  }
  const over = isOver(reservation.ride, now)
  const rates = isRatedInRow(reservation, over)
  return (
    // The day too, because the same way may be travelled often.
    <article aria-labelledby={`${id}-way ${id}-day`} className="relative">
      <details className="group" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary
          className={`flex min-h-22 list-none items-center gap-3 rounded-card py-2 ps-3 hover:bg-sunk/60 sm:ps-5 ${rates ? 'pe-3 min-[20rem]:pe-28 sm:pe-40' : 'pe-3 sm:pe-5'}`}
        >
          <Glance reservation={reservation} id={id} over={over} />
          <Icon name="chevron-down" size={18} className="text-soft group-open:rotate-180" />
        </summary>
        <Details reservation={reservation} now={now} over={over} />
      </details>
      {rates && (
        // In the row where there is room beside its text, and below it with large text.
        <div className="flex justify-end px-3 pb-3 min-[20rem]:absolute min-[20rem]:end-2 min-[20rem]:top-0 min-[20rem]:h-22 min-[20rem]:max-w-26 min-[20rem]:items-center min-[20rem]:p-0 sm:end-4 sm:max-w-36">
          <RateButton reservation={reservation} className="max-sm:[&>svg]:hidden" />
        </div>
      )}
    </article>
  )
}

/** A past trip is rated without opening it. Where it has to wait, because of another rating of the same driver, the foot says until when. */
const isRatedInRow = ({ status, can_rate, own_rating }: OwnReservation, over: boolean) =>
  over && status === 'accepted' && (can_rate || own_rating !== null)

/** Where to and when, the status, the driver and the price. */
function Glance({ reservation, id, over }: Pick<CardProps, 'reservation'> & { id: string; over: boolean }) {
  const t = useT()
  const format = useFormat()
  const { ride, status, ended_by, seats_requested: count, price } = reservation
  const { start_location: from, end_location: to, departure_time: departure, arrival_time: arrival } = ride.section
  const estimated = ride.detour ? `${t('rides.circa')} ` : ''
  return (
    <>
      <span className="min-w-0 flex-1">
        <h3 id={`${id}-way`} className="font-sans text-base/6 font-semibold tracking-normal wrap-anywhere">
          {over ? t('reservations.section', { from, to }) : <RouteRow from={from} to={to} toLabel={t('core.to')} />}
        </h3>
        <span className="block text-sm text-soft">
          <time id={`${id}-day`} dateTime={departure}>
            {over ? format.date(departure) : `${format.date(departure)} ${estimated}${format.zonedTime(departure)}`}
          </time>
          {!over && ` · ${estimated}${format.duration(departure, arrival)}`}
          {' · '}
          <span>{t('reservations.seats', { count })}</span>
        </span>
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm text-soft [&>:not(bdi)]:min-h-6">
          <ReservationStatus status={status} endedBy={ended_by} />
          {ride.status === 'cancelled' && ended_by !== 'ride_cancelled' && (
            <StatusBadge status="cancelled">{t('reservations.ride_cancelled')}</StatusBadge>
          )}
          <bdi>{firstName(ride.driver.full_name) || t('core.deleted_user')}</bdi>
        </span>
      </span>
      {!over && <Price kroner={price} seats={count} currency={ride.currency} />}
    </>
  )
}

function Details({ reservation, now, over }: CardProps & { over: boolean }) {
  const { ride, contact, change, ended_by, end_reason, status } = reservation
  const openChange = change && isWithdrawable(reservation, now) ? change : undefined
  return (
    <div className="flex flex-col gap-3 px-3 pt-1 pb-4 sm:gap-4 sm:px-5">
      {openChange && <ChangeBlock reservation={reservation} change={openChange} />}
      <ReservationEnding endedBy={ended_by} reason={end_reason} reader="passenger" />
      <AnotherRide reservation={reservation} now={now} />
      <AnswerTime reservation={reservation} now={now} reader="passenger" />
      {status === 'pending' && <DetourNotice ride={ride} />}
      {contact && <ContactBlock contact={contact} ride={ride} quiet={over} />}
      <AskedPoints reservation={reservation} section={ride.section} reader="passenger" />
      <Folded reservation={reservation} over={over} />
      <LostRide reservation={reservation} now={now} />
      <Foot reservation={reservation} over={over} />
      <ReservationTools reservation={reservation} now={now} />
    </div>
  )
}

/** The link to the ride, and what of it a phone shows on request: the way, where to meet, and what both have written. */
function Folded({ reservation, over }: { reservation: OwnReservation; over: boolean }) {
  const t = useT()
  const { ride, status, message, meeting_points: points, proposed_points: asked } = reservation
  const { start_location: from, end_location: to } = ride.section
  const meets = !over && (status === 'accepted' || status === 'pending')
  return (
    <Unfold
      onlyOnPhone
      // Who asks for another point compares the two.
      opened={Boolean(asked.start ?? asked.end)}
      label={t(meets && (points.start ?? points.end) ? 'points.title' : 'reservations.details')}
      line={
        <ArrowLink to={partPath(ride)}>
          {t('reservations.show_ride')} <span className="sr-only">{t('reservations.section', { from, to })}</span>
        </ArrowLink>
      }
    >
      <div className="flex flex-col gap-4">
        {meets && <AgreedPoints reservation={reservation} section={ride.section} route={ride.route} />}
        <SectionRoute ride={ride} />
        <RideTags ride={ride} />
        {ride.notes && (
          <p dir="auto" className="text-sm whitespace-pre-line text-soft wrap-anywhere">
            {ride.notes}
          </p>
        )}
        {message && <OwnMessage text={message} />}
      </div>
    </Unfold>
  )
}

/** The driver, and what belongs to an agreement with them. */
function Foot({ reservation, over }: { reservation: OwnReservation; over: boolean }) {
  const t = useT()
  const format = useFormat()
  const { ride, status, seats_requested: count, price, created_at, driver_unavailable } = reservation
  const accepted = status === 'accepted'
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-2.5 gap-y-2 border-t border-line pt-3 sm:pt-4">
      <div className="min-w-0 grow basis-40">
        <PersonLine person={ride.driver} confirmed={reservation.name_confirmed} />
      </div>
      {over && <Price kroner={price} seats={count} currency={ride.currency} quiet />}
      {accepted && ride.driver.full_name && !driver_unavailable && (
        <ButtonLink variant="quiet" size="sm" icon="chat" to={chatWithPath(ride.driver.id, ride.id)}>
          <span className="max-sm:sr-only">{t('reservations.chat')}</span>
        </ButtonLink>
      )}
      <div className="flex basis-full flex-wrap items-center justify-between gap-x-2.5 gap-y-1 text-sm text-soft">
        <time dateTime={created_at}>{t('reservations.sent_on', { date: format.date(created_at) })}</time>
        {accepted && !isRatedInRow(reservation, over) && <RateButton reservation={reservation} />}
      </div>
    </div>
  )
}

/** What is wanted now and then: the calendar, and the way out. Nothing of it once the ride has left. */
function ReservationTools({ reservation, now }: CardProps) {
  const t = useT()
  if (!isWithdrawable(reservation, now)) return null
  // A change has its own way out beside it.
  const withdraws = !reservation.change
  if (reservation.status !== 'accepted' && !withdraws) return null
  return (
    <div className="-mx-2 -mt-1 -mb-2 flex flex-wrap justify-between gap-x-2">
      {reservation.status === 'accepted' && (
        <CalendarLink path={tripCalendarPath(reservation.id)}>{t('reservations.add_to_calendar')}</CalendarLink>
      )}
      {withdraws && <WithdrawButton reservation={reservation} className="ms-auto" />}
    </div>
  )
}

/** What the passenger wrote; as typed, with its line breaks. */
function OwnMessage({ text }: { text: string }) {
  const t = useT()
  return (
    <div className="rounded-field bg-sunk px-4 py-2.5">
      <p className="text-sm text-soft">{t('reservations.your_message')}</p>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {text}
      </p>
    </div>
  )
}
