import { Fragment, useState, type ReactNode } from 'react'
import { paths } from '@samtur/contract/paths'
import type { OwnReservation } from '@samtur/contract/reservations'
import { useT } from '#lib/i18n'
import { ButtonLink } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Landscape } from '#ui/landscape'
import { Entries, MoreEntries } from './endless-list.tsx'
import { ListSection } from './list-section.tsx'
import { ListSkeleton, LoadFailure, Remembered } from './list-states.tsx'
import { hasEnded, splitReservations } from './model.ts'
import { OwnReservationCard } from './own-reservation-card.tsx'
import { useReservationsAsOf, type useMyReservations } from './queries.ts'
import { useWaitingEntries } from './waiting-queries.ts'
import { Offers, WaitingLists } from './waiting-section.tsx'

interface ReservationListsProps {
  query: ReturnType<typeof useMyReservations>
  now: number
  /** After the next trip the others stand in the order of the server, the newest first, and not by their departure. */
  newestFirst?: boolean
}

/** Own reservations: the next trip, open, what can be rated, the others ahead, and the past. */
export function ReservationLists({ query, now, newestFirst = false }: ReservationListsProps) {
  const t = useT()
  const items = query.data
  const asOf = useReservationsAsOf()
  const waiting = useWaitingEntries()
  // An offer stands first and must not push down what is read by then. The waiting lists are not kept on the device.
  const awaited = waiting.isPending && asOf === undefined
  if ((!items && !query.isError) || awaited) return <ListSkeleton label={t('reservations.loading')} />
  return (
    <>
      <Remembered asOf={asOf} query={query} />
      <LoadFailure query={query} what={t('reservations.load_failed')} />
      <Offers query={waiting} now={now} />
      {items?.length === 0 && !waiting.data?.length && <NoReservations />}
      <Trips items={items ?? []} now={now} newestFirst={newestFirst}>
        <WaitingLists query={waiting} quiet={query.isError || asOf !== undefined} />
      </Trips>
      <MoreEntries query={query} failed={t('reservations.load_failed')} />
    </>
  )
}

interface TripsProps {
  items: readonly OwnReservation[]
  now: number
  newestFirst: boolean
  /** What stands before the past trips. */
  children: ReactNode
}

function Trips({ items, now, newestFirst, children }: TripsProps) {
  const t = useT()
  const { upcoming, past } = splitReservations(items, now)
  // It only grows: a trip stays where it was rated.
  const [ratable, setRatable] = useState<ReadonlySet<string>>(new Set())
  const found = past.filter(({ id, can_rate }) => can_rate && !ratable.has(id))
  if (found.length > 0) setRatable(new Set([...ratable, ...found.map(({ id }) => id)]))
  // A request is no trip yet.
  const next = upcoming.find(({ status }) => status === 'accepted') ?? upcoming.find((trip) => !hasEnded(trip))
  const ahead = newestFirst ? items.filter((trip) => upcoming.includes(trip)) : upcoming
  const lists = [
    { title: 'reservations.next', items: next ? [next] : [] },
    { title: 'ratings.dialog_title', items: past.filter(({ id }) => ratable.has(id)) },
    { title: 'reservations.upcoming', items: ahead.filter((trip) => trip !== next) },
    { title: 'reservations.past', items: past.filter(({ id }) => !ratable.has(id)) },
  ] as const
  return (
    <>
      {lists.map(({ title, items: shown }) => (
        <Fragment key={title}>
          {title === 'reservations.past' && children}
          {shown.length > 0 && (
            <ListSection title={t(title)}>
              <Entries items={shown} className="divide-y divide-line rounded-card border border-line bg-surface">
                {(trip) => <OwnReservationCard reservation={trip} now={now} next={trip === next} />}
              </Entries>
            </ListSection>
          )}
        </Fragment>
      ))}
    </>
  )
}

function NoReservations() {
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
