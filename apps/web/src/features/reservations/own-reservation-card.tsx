import { useId } from 'react'
import { chatWithPath, tripCalendarPath } from '@samtur/contract/paths'
import type { OwnReservation } from '@samtur/contract/reservations'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { StatusBadge } from '#ui/status-badge'
import { ButtonLink } from '#ui/button'
import { Card, CardLink } from '#ui/card'
import { RouteRow } from '#ui/route-row'
import { CalendarLink } from '../calendar/calendar-link.tsx'
import { RateButton } from '../ratings/rate-button.tsx'
import { DetourNotice } from '../rides/detour-notice.tsx'
import { partPath } from '../rides/detours.ts'
import { AnotherRide, LostRide } from './another-ride.tsx'
import { AnswerTime } from './answer-time.tsx'
import { ChangeBlock } from './change-block.tsx'
import { ContactBlock } from './contact-block.tsx'
import { isWithdrawable } from './model.ts'
import { PersonLine } from './person-line.tsx'
import { AgreedPoints, AskedPoints } from './points.tsx'
import { Price } from './price.tsx'
import { ReservationEnding } from './reservation-ending.tsx'
import { ReservationStatus } from './reservation-status.tsx'
import { SectionRoute } from './ride-summary.tsx'
import { WithdrawButton } from './withdraw-button.tsx'

interface OwnReservationCardProps {
  reservation: OwnReservation
  now: number
  /** For a past trip: shows the route in one row, without actions. */
  quiet?: boolean
}

/** An own reservation with its status and the next actions. The whole card opens the ride. */
export function OwnReservationCard({ reservation, now, quiet = false }: OwnReservationCardProps) {
  const { ride, contact, message, change, ended_by, end_reason } = reservation
  const headingId = useId()
  const openChange = change && isWithdrawable(reservation, now) ? change : undefined
  return (
    <Card as="article" interactive aria-labelledby={headingId} className="flex flex-col gap-4">
      <Head reservation={reservation} headingId={headingId} quiet={quiet} />
      {openChange && <ChangeBlock reservation={reservation} change={openChange} />}
      <ReservationEnding endedBy={ended_by} reason={end_reason} reader="passenger" />
      <AnotherRide reservation={reservation} now={now} />
      <AnswerTime reservation={reservation} now={now} reader="passenger" />
      {reservation.status === 'pending' && <DetourNotice ride={ride} />}
      {quiet ? <RouteInOneRow reservation={reservation} /> : <SectionRoute ride={ride} />}
      {!quiet && <AgreedPoints reservation={reservation} section={ride.section} route={ride.route} drawn />}
      <AskedPoints reservation={reservation} section={ride.section} reader="passenger" />
      {!quiet && message && <OwnMessage text={message} />}
      <LostRide reservation={reservation} now={now} />
      {contact && <ContactBlock contact={contact} ride={ride} quiet={quiet} />}
      <Foot reservation={reservation} />
      <ReservationTools reservation={reservation} now={now} />
    </Card>
  )
}

/** The driver, and what belongs to an agreement with them. Each part stands above the card's own link. */
function Foot({ reservation }: { reservation: OwnReservation }) {
  const { ride } = reservation
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-2.5 gap-y-3 border-t border-line pt-4">
      <div className="me-auto min-w-0 max-sm:basis-full">
        <PersonLine person={ride.driver} confirmed={reservation.name_confirmed} />
      </div>
      <AgreedActions reservation={reservation} />
    </div>
  )
}

/** What an accepted passenger may do with the driver: write, and rate after departure. */
export function AgreedActions({ reservation }: { reservation: OwnReservation }) {
  const t = useT()
  const { ride, status, driver_unavailable } = reservation
  if (status !== 'accepted') return null
  return (
    <>
      {ride.driver.full_name && !driver_unavailable && (
        <ButtonLink
          variant="quiet"
          size="sm"
          icon="chat"
          className="z-1 max-sm:flex-1"
          to={chatWithPath(ride.driver.id, ride.id)}
        >
          {t('reservations.chat')}
        </ButtonLink>
      )}
      <RateButton reservation={reservation} className="z-1 max-sm:flex-1" />
    </>
  )
}

/** What is wanted now and then: the calendar, and the way out. Nothing of it once the ride has left. */
export function ReservationTools({ reservation, now }: Pick<OwnReservationCardProps, 'reservation' | 'now'>) {
  const t = useT()
  if (!isWithdrawable(reservation, now)) return null
  // A change has its own way out beside it.
  const withdraws = !reservation.change
  if (reservation.status !== 'accepted' && !withdraws) return null
  return (
    <div className="relative z-1 -mx-2 -mt-1 -mb-2 flex flex-wrap justify-between gap-x-2">
      {reservation.status === 'accepted' && (
        <CalendarLink path={tripCalendarPath(reservation.id)}>{t('reservations.add_to_calendar')}</CalendarLink>
      )}
      {withdraws && <WithdrawButton reservation={reservation} className="ms-auto" />}
    </div>
  )
}

function Head({ reservation, headingId, quiet }: Omit<OwnReservationCardProps, 'now'> & { headingId: string }) {
  const t = useT()
  const format = useFormat()
  const { ride, status, ended_by, seats_requested: count, price } = reservation
  const { section } = ride
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="flex min-w-0 flex-col gap-2.5">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <ReservationStatus status={status} endedBy={ended_by} />
          {ride.status === 'cancelled' && ended_by !== 'ride_cancelled' && (
            <StatusBadge status="cancelled">{t('reservations.ride_cancelled')}</StatusBadge>
          )}
          <span>{t('reservations.seats', { count })}</span>
        </div>
        <h3 id={headingId} className="font-sans text-base tracking-normal">
          <CardLink to={partPath(ride)}>
            <time dateTime={section.departure_time}>{format.date(section.departure_time)}</time>
            <span className="sr-only">
              {' '}
              {t('reservations.section', { from: section.start_location, to: section.end_location })}
            </span>
          </CardLink>
          <span className="font-normal text-soft">
            {' '}
            · {ride.detour && `${t('rides.circa')} `}
            {format.duration(section.departure_time, section.arrival_time)}{' '}
            {!quiet && format.zone(section.departure_time)}
          </span>
        </h3>
      </div>
      <Price kroner={price} seats={count} currency={ride.currency} quiet={quiet} />
    </div>
  )
}

function RouteInOneRow({ reservation: { ride } }: { reservation: OwnReservation }) {
  const t = useT()
  const { start_location: from, end_location: to } = ride.section
  return (
    <p>
      <RouteRow from={from} to={to} toLabel={t('core.to')} />
    </p>
  )
}

/** What the passenger wrote; as typed, with its line breaks. */
export function OwnMessage({ text }: { text: string }) {
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
