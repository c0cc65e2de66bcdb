import { paths } from '@samtur/contract/paths'
import type { OwnReservation } from '@samtur/contract/reservations'
import { useT } from '#lib/i18n'
import { ButtonLink } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Landscape } from '#ui/landscape'
import { Section } from '#ui/page'
import { Entries, MoreEntries } from './endless-list.tsx'
import { ListSkeleton, LoadFailure, Remembered } from './list-states.tsx'
import { hasEnded, splitReservations } from './model.ts'
import { OwnReservationCard } from './own-reservation-card.tsx'
import { useReservationsAsOf, type useMyReservations } from './queries.ts'
import { useWaitingEntries } from './waiting-queries.ts'
import { Offers, WaitingLists } from './waiting-section.tsx'

interface ReservationsTabProps {
  query: ReturnType<typeof useMyReservations>
  now: number
}

export function ReservationsTab({ query, now }: ReservationsTabProps) {
  const t = useT()
  const items = query.data
  const asOf = useReservationsAsOf()
  const waiting = useWaitingEntries()
  if (!items && !query.isError) return <ListSkeleton label={t('reservations.loading')} />
  const { upcoming, past } = splitReservations(items ?? [], now)
  return (
    <>
      <Remembered asOf={asOf} query={query} />
      <LoadFailure query={query} what={t('reservations.load_failed')} />
      <Offers query={waiting} now={now} />
      {items?.length === 0 && !waiting.data?.length && <NoReservations />}
      {upcoming.length > 0 && (
        <Section title={t('reservations.upcoming')}>
          <Cards items={upcoming} now={now} />
        </Section>
      )}
      <WaitingLists query={waiting} quiet={query.isError || asOf !== undefined} />
      {past.length > 0 && <PastReservations items={past} now={now} />}
      <MoreEntries query={query} failed={t('reservations.load_failed')} />
    </>
  )
}

/** Past trips, one row each. */
export function PastReservations({ items, now }: Omit<CardsProps, 'quiet'>) {
  const t = useT()
  return (
    <Section title={t('reservations.past')}>
      <Cards items={items} now={now} quiet />
    </Section>
  )
}

interface CardsProps {
  items: readonly OwnReservation[]
  now: number
  quiet?: boolean
}

function Cards({ items, now, quiet }: CardsProps) {
  return (
    <Entries items={items} className="grid items-start gap-4 sm:gap-4.5 md:grid-cols-2">
      {(reservation) => (
        <OwnReservationCard reservation={reservation} now={now} quiet={quiet || hasEnded(reservation)} />
      )}
    </Entries>
  )
}

export function NoReservations() {
  const t = useT()
  return (
    <EmptyState
      drawing={<Landscape scene="reservations" />}
      title={t('reservations.empty_title')}
      text={t('reservations.empty_text')}
      action={
        <ButtonLink icon="search" to={paths.search}>
          {t('reservations.find_rides')}
        </ButtonLink>
      }
    />
  )
}
