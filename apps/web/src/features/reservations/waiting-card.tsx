import { useId, type ReactNode } from 'react'
import { ridePath } from '@samtur/contract/paths'
import type { WaitingEntry } from '@samtur/contract/waiting'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { useMoment } from '#lib/moment'
import { useNow } from '#lib/use-now'
import { Alert } from '#ui/alert'
import { Tag } from '#ui/badge'
import { Card, CardLink } from '#ui/card'
import { ArrowLink } from '#ui/link'
import { RouteRow } from '#ui/route-row'
import { StatusBadge } from '#ui/status-badge'
import { TimeRange } from '#ui/time-range'
import { samePartPath } from '../rides/model.ts'
import { Rescue } from '../wanted/rescue.tsx'
import { LeaveButton } from './leave-button.tsx'
import { TakeButton } from './take-button.tsx'
import { TimeLimit } from './time-limit.tsx'
import { offerStart, type Offer } from './waiting.ts'

/** An offer of held seats: until when, and the way to take them. */
export function OfferCard({ entry, now }: { entry: Offer; now: number }) {
  const t = useT()
  const format = useFormat()
  const moment = useMoment()
  const { seats_requested: count, offer_until: until, instant, driver_unavailable } = entry
  const from = offerStart(entry)
  const begins = Date.parse(from) > now
  return (
    <EntryCard
      entry={entry}
      offer
      status={
        <Tag tone="brand" icon="bell">
          {t('requests.offer_tag', { count })}
        </Tag>
      }
    >
      <Overlap entry={entry} />
      <div className="border-t border-line pt-4">
        <TimeLimit
          from={from}
          until={until}
          now={now}
          tone="brand"
          large
          spoken={t('requests.offer_title', { count, time: format.time(until) })}
          title={t('requests.offer_title', { count, time: moment(until, now, false) })}
          start={
            begins
              ? t('requests.offer_begins', { time: moment(from, now, false) })
              : t('requests.offered_at', { time: moment(from, now, false) })
          }
        />
      </div>
      {driver_unavailable && (
        <Alert tone="warning" title={t('reservations.unavailable_title')}>
          {t('reservations.unavailable_text')}
        </Alert>
      )}
      {!instant && !driver_unavailable && <p className="text-sm text-soft">{t('requests.ask_text')}</p>}
      <div className="relative z-1 flex flex-col gap-1">
        {!driver_unavailable && <TakeButton entry={entry} />}
        <LeaveButton rideId={entry.ride_id} of={useName(entry)} offered wide />
      </div>
    </EntryCard>
  )
}

/** A place in line. */
export function WaitingCard({ entry }: { entry: WaitingEntry }) {
  const t = useT()
  const { place_in_line: place } = entry
  return (
    <EntryCard
      entry={entry}
      status={
        <Tag tone="info" icon="people">
          {t('requests.list')}
        </Tag>
      }
    >
      <Overlap entry={entry} />
      <div className="flex items-center gap-3.5 border-t border-line pt-4">
        {place !== null && <PlaceInLine place={place} />}
        <div className="min-w-0">
          {place !== null && (
            <p className="text-lg leading-snug font-semibold">{t('requests.place', { place: String(place) })}</p>
          )}
          <p className="text-sm text-soft">{t('requests.place_text')}</p>
        </div>
      </div>
      <div className="relative z-1 -mx-2 -mb-2 flex flex-wrap items-center justify-between gap-x-2">
        <ArrowLink to={samePartPath(entry.ride.section)} className="px-2">
          {t('reservations.find_another')}
        </ArrowLink>
        <LeaveButton rideId={entry.ride_id} of={useName(entry)} className="ms-auto" />
      </div>
    </EntryCard>
  )
}

/** What came to nothing, with other ways to travel. Who let an offer pass by finds the search alone. */
export function OverCard({ entry }: { entry: WaitingEntry }) {
  const t = useT()
  const now = useNow()
  const { section } = entry.ride
  const lapsed = entry.state === 'lapsed'
  const search = (
    <ArrowLink to={samePartPath(section)} className="relative z-1 self-start">
      {t('reservations.find_another')}
    </ArrowLink>
  )
  return (
    <EntryCard
      entry={entry}
      status={
        <StatusBadge status="cancelled" icon={lapsed ? 'clock' : 'block'}>
          {t(lapsed ? 'requests.lapsed' : 'requests.ended')}
        </StatusBadge>
      }
    >
      <p className="text-soft">{t(lapsed ? 'requests.lapsed_text' : 'requests.ended_text')}</p>
      {lapsed || Date.parse(section.departure_time) <= now ? (
        search
      ) : (
        <Rescue lost={{ waiting_id: entry.id }} trip={section} search={search} />
      )}
    </EntryCard>
  )
}

/** The number in a ring; the words beside it say it to screen readers. */
export function PlaceInLine({ place }: { place: number }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-13 shrink-0 place-items-center rounded-full border-3 border-brand font-heading text-[1.375rem] tabular"
    >
      {place}
    </span>
  )
}

interface EntryCardProps {
  entry: WaitingEntry
  status: ReactNode
  /** Has the frame that stands out. */
  offer?: boolean
  children: ReactNode
}

/** The frame of an entry: its state, the seats, and the ride with its times. The whole card opens the ride. */
function EntryCard({ entry, status, offer = false, children }: EntryCardProps) {
  const t = useT()
  const format = useFormat()
  const headingId = useId()
  const { ride, seats_requested: count } = entry
  const { section } = ride
  const price = format.price(section.price * count, ride.currency).text
  return (
    <Card
      as="article"
      interactive
      aria-labelledby={headingId}
      className={`flex flex-col gap-4 ${offer ? 'border-brand! shadow-[inset_0_0_0_1px_var(--color-brand)]' : ''}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        {status}
        <span className="text-sm text-soft">{t('reservations.seats', { count })}</span>
      </div>
      <div className="flex flex-col gap-0.5">
        <h3 id={headingId} className="text-lg! wrap-anywhere">
          <CardLink to={ridePath(ride.id, section.whole ? undefined : section)}>
            <RouteRow from={section.start_location} to={section.end_location} toLabel={t('core.to')} />
          </CardLink>
        </h3>
        <p className="text-soft tabular">
          <time dateTime={section.departure_time}>{format.date(section.departure_time)}</time>
          {' · '}
          <TimeRange>
            {format.time(section.departure_time)} – {format.time(section.arrival_time)}
          </TimeRange>{' '}
          {format.zone(section.departure_time)}
          {' · '}
          <bdi className="whitespace-nowrap">{price}</bdi>
        </p>
      </div>
      {children}
    </Card>
  )
}

function useName({ ride: { section } }: WaitingEntry) {
  return useT()('reservations.section', { from: section.start_location, to: section.end_location })
}

/** Warns of the person's other trip at that time. */
function Overlap({ entry: { overlap } }: { entry: WaitingEntry }) {
  const t = useT()
  const format = useFormat()
  if (!overlap) return null
  const { from, to, departure_time } = overlap
  // The card's head says whose clock it is.
  const time = `${format.date(departure_time)} ${format.time(departure_time)}`
  return (
    <Alert tone="warning" title={t('requests.overlap', { from, to, time })}>
      {t('requests.overlap_text')}
    </Alert>
  )
}
