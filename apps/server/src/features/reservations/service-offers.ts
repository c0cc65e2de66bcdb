/** Offers seats that come free to the people on the waiting list of a ride. */
import { firstName } from '@samtur/contract/names'
import { paths, ridePath } from '@samtur/contract/paths'
import { notify, type NotificationInput } from '#features/notifications/port'
import { presentSection, type RideRow } from '#features/rides/port'
import type { Tx } from '#platform/db/database'
import { type Deps, refreshPages } from './events.ts'
import { moveOf, nextOffers, offerOf } from './rules-waiting.ts'
import { endEntries, isOpen, listActiveEntries, markNotified, releaseRequests, writeOffers } from './store-waiting.ts'
import type { EntryRow } from './store-waiting.ts'

/**
 * Brings the waiting list of a locked ride up to date: offers that have lapsed end, free seats are offered in the order of the list, and
 * people are notified. `ride` is the current state; returns it with its seats as they are afterwards. Call it in each transaction that frees
 * seats or changes the ride, so that no other request takes them first. What is left, others may find.
 */
export async function offerSeats(tx: Tx, deps: Deps, ride: RideRow, now: Date): Promise<RideRow> {
  await deps.reactions.run(tx, 'rideFindable', { ride_ids: [ride.id] })
  const entries = await listActiveEntries(tx, ride.id)
  if (entries.length === 0) return ride
  if (ride.status !== 'active' || ride.departure_time <= now)
    return endList(tx, deps, ride, { notifies: ride.departure_time > now })
  const lapsed = entries.filter(({ offer_until }) => offer_until !== null && offer_until <= now)
  let after = { ...ride, taken: await endEntries(tx, ride, lapsed, 'lapsed') }
  const offer = offerOf(now, ride.departure_time)
  const waiting = entries.filter(({ state, reachable }) => state === 'waiting' && reachable)
  const offered = (await isOpen(tx, ride.id)) ? nextOffers(after, waiting) : []
  after = { ...after, taken: await writeOffers(tx, after, offered, offer) }
  const waitingForMorning = entries.filter(
    (entry) => entry.state === 'offered' && !lapsed.includes(entry) && !entry.notified_at && hasBegun(entry, now),
  )
  await markNotified(
    tx,
    waitingForMorning.map(({ id }) => id),
  )
  // At night the page has an offer at once, and its mail and push message wait until it begins.
  const stage = offer.from > now ? { stage: 'list' as const } : {}
  const fresh = offered.map((entry) => ({ ...entry, offer_from: offer.from, offer_until: offer.until }))
  await notify(tx, deps, [
    ...lapsed.map((entry) => notificationOf('seat_lapsed', entry, after)),
    ...fresh.map((entry) => ({ ...notificationOf('seat_offered', entry, after), ...stage })),
    ...waitingForMorning.map((entry) => ({
      ...notificationOf('seat_offered', entry, after),
      stage: 'messages' as const,
    })),
  ])
  if (lapsed.length + offered.length > 0) refreshList(deps, ride, entries)
  return after
}

/** Makes the open pages of everybody on the list read it again: places in line may have changed. */
const refreshList = ({ bus }: Deps, { driver }: RideRow, entries: readonly EntryRow[]) =>
  refreshPages(
    bus,
    driver.id,
    entries.map(({ passenger_id }) => passenger_id),
  )

const hasBegun = ({ offer_from }: EntryRow, now: Date) => offer_from !== null && offer_from <= now

type Kind = 'seat_offered' | 'seat_lapsed' | 'waiting_ended'

function notificationOf(kind: Kind, entry: EntryRow, ride: RideRow): NotificationInput {
  const { start_location: from, end_location: to, departure_time } = presentSection(ride, moveOf(entry))
  const until = kind === 'seat_offered' && entry.offer_until ? { until: entry.offer_until.toISOString() } : {}
  return {
    to: entry.passenger_id,
    about: ride.driver.id,
    kind,
    params: {
      name: firstName(ride.driver.full_name),
      from,
      to,
      departure_time,
      seats: entry.seats_requested,
      ...until,
      ...(kind === 'waiting_ended' && { waiting_id: entry.id }),
    },
    path: kind === 'seat_offered' ? paths.reservations : ridePath(ride.id),
    dedupeKey: `${kind}:${entry.id}`,
  }
}

/** Takes a person off the waiting list of a locked ride, and offers what was held to the next. */
export async function endPlace(tx: Tx, deps: Deps, ride: RideRow, { entry, now }: { entry: EntryRow; now: Date }) {
  const entries = await listActiveEntries(tx, ride.id)
  const taken = await endEntries(tx, ride, [entry], 'left')
  await offerSeats(tx, deps, { ...ride, taken }, now)
  refreshList(deps, ride, entries)
}

/** Ends the waiting list of a locked ride, and notifies the people on it. Returns the ride without the seats that offers held. */
export async function endList(
  tx: Tx,
  deps: Deps,
  ride: RideRow,
  { notifies }: { notifies: boolean },
): Promise<RideRow> {
  const entries = await listActiveEntries(tx, ride.id)
  if (entries.length === 0) return ride
  const after = { ...ride, taken: await endEntries(tx, ride, entries, 'ended') }
  const news = entries.map((entry) => notificationOf('waiting_ended', entry, ride))
  if (notifies) await notify(tx, deps, news)
  refreshList(deps, ride, entries)
  return after
}

/** Ends the waiting list, and lets requests from it hold no seats any more, because the ride gets other stops. Returns the ride with its seats. */
export async function releaseHeldSeats(tx: Tx, deps: Deps, ride: RideRow): Promise<RideRow> {
  const after = await endList(tx, deps, ride, { notifies: true })
  return { ...after, taken: await releaseRequests(tx, after) }
}
