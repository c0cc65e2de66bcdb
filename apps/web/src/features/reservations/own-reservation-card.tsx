import { useId } from 'react'
import { chatWithPath, ridePath } from '@samtur/contract/paths'
import type { OwnReservation } from '@samtur/contract/reservations'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { StatusBadge } from '#ui/badge'
import { ButtonLink } from '#ui/button'
import { Card, CardLink } from '#ui/card'
import { RouteRow } from '#ui/route-line'
import { RateButton } from '../ratings/public.tsx'
import { ContactBlock } from './contact-block.tsx'
import { PersonLine } from './person-line.tsx'
import { Price } from './price.tsx'
import { ReservationStatus } from './reservation-status.tsx'
import { SectionRoute } from './ride-summary.tsx'

interface OwnReservationCardProps {
  reservation: OwnReservation
  /** Over: the route in one row, nothing that asks for attention. */
  quiet?: boolean
}

/** A reservation of one's own: what was asked for, what came of it, and what to do next. The whole card opens the ride. */
export function OwnReservationCard({ reservation, quiet = false }: OwnReservationCardProps) {
  const t = useT()
  const { ride, contact, message, status } = reservation
  const headingId = useId()
  return (
    <Card as="article" interactive aria-labelledby={headingId} className="flex flex-col gap-4">
      <Head reservation={reservation} headingId={headingId} quiet={quiet} />
      {quiet ? <RouteInOneRow reservation={reservation} /> : <SectionRoute ride={ride} />}
      {!quiet && message && <OwnMessage text={message} />}
      {contact && <ContactBlock contact={contact} ride={ride} quiet={quiet} />}
      {/* Each part stands above the card's own link. */}
      <div className="flex flex-wrap items-center justify-end gap-x-2.5 gap-y-3 border-t border-line pt-4">
        <div className="me-auto min-w-0 max-sm:basis-full">
          <PersonLine person={ride.driver} />
        </div>
        {status === 'accepted' && (
          <>
            {ride.driver.full_name && (
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
        )}
      </div>
    </Card>
  )
}

function Head({ reservation, headingId, quiet }: OwnReservationCardProps & { headingId: string }) {
  const t = useT()
  const format = useFormat()
  const { ride, status, seats_requested: count, price } = reservation
  const { section } = ride
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="flex min-w-0 flex-col gap-2.5">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <ReservationStatus status={status} />
          {ride.status === 'cancelled' && (
            <StatusBadge status="cancelled">{t('reservations.ride_cancelled')}</StatusBadge>
          )}
          <span>{t('reservations.seats', { count })}</span>
        </div>
        <h3 id={headingId} className="font-sans text-base tracking-normal">
          <CardLink to={ridePath(ride.id, section.whole ? undefined : section)}>
            <time dateTime={section.departure_time}>{format.date(section.departure_time)}</time>
            <span className="sr-only">
              {' '}
              {t('reservations.section', { from: section.start_location, to: section.end_location })}
            </span>
          </CardLink>
          <span className="font-normal text-soft">
            {' '}
            · {format.duration(section.departure_time, section.arrival_time)}
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
