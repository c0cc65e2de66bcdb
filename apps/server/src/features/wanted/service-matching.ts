/** Compares new and changed rides with wanted rides, and the other way round, and notifies the people on both sides. */
import { firstName } from '@samtur/contract/names'
import { paths, ridePath, rideWantedPath } from '@samtur/contract/paths'
import { sql } from 'kysely'
import { notify, type NotificationInput } from '#features/notifications/port'
import { placeById } from '#features/places/port'
import type { Tx } from '#platform/db/database'
import type { Parts } from '#platform/http/context'
import { departuresOf, messageDay, nextDigest, SINGLES_A_DAY, today } from './rules.ts'
import {
  digestMatches,
  dropIdleTasks,
  endTask,
  holdPeople,
  insertMatches,
  lockMatching,
  nextTask,
  noteDriversNotified,
  noteProgress,
  postponeMatches,
  type Task,
} from './store-matches.ts'
import { findActive, type WantedRow } from './views.ts'
import {
  findServed,
  listCandidates,
  listServing,
  narrowed,
  type ServingRide,
  surroundingsOf,
  type WantedSection,
} from './views-matching.ts'
import {
  countSingles,
  digestKey,
  findNames,
  listDigests,
  listNotified,
  listRidesTold,
  listStops,
  onYourWayKey,
} from './views-notices.ts'

export type Deps = Pick<Parts, 'db' | 'bus' | 'clock'>

/** Wanted rides that are compared in one transaction. */
const BATCH = 500

/** Does a part of the oldest task, its matches and notifications in one transaction. Returns whether there was one. */
export async function matchNext(deps: Deps): Promise<boolean> {
  return deps.db.tx(async (tx) => {
    await lockMatching(tx)
    await dropIdleTasks(tx)
    const task = await nextTask(tx)
    if (!task) return false
    if (task.ride_id !== null) await matchRide(tx, deps, { ...task, ride_id: task.ride_id })
    else await matchWanted(tx, deps, task)
    return true
  })
}

/** Compares the ride with the next wanted rides that name places around its own. */
async function matchRide(tx: Tx, deps: Deps, task: Task & { ride_id: string }): Promise<void> {
  const around = await surroundingsOf(tx, task.ride_id)
  const found = around ? await listCandidates(tx, around, { after: task.compared_id, limit: BATCH }) : []
  const last = found.at(-1)
  if (around && last) {
    const which = sql`w.id = any(${found.map(({ id }) => id)}::uuid[])`
    await report(tx, deps, await findServed(tx, narrowed(around, found), { which }))
  }
  if (last && found.length === BATCH) await noteProgress(tx, task.id, last.id)
  else await endTask(tx, task.id)
}

/** Compares the wanted ride with the rides that are there: those that the person has not been shown, and for a public one the drivers. */
async function matchWanted(tx: Tx, deps: Deps, task: Task): Promise<void> {
  await endTask(tx, task.id)
  const wanted = task.wanted_id === null ? undefined : await findActive(tx, task.wanted_id)
  if (!wanted) return
  const span = departuresOf(wanted, deps.clock.now())
  const serving = await listServing(tx, wanted, { userId: wanted.user_id, span })
  await report(
    tx,
    deps,
    serving.map((section) => ({ ...section, wanted_id: wanted.id })),
  )
  if (wanted.public) await notifyDrivers(tx, deps, wanted, serving)
}

/** Stores the matches that are new, and notifies their people: of the first ones of a day one by one, of the others in the digest. */
async function report(tx: Tx, deps: Deps, sections: readonly WantedSection[]): Promise<void> {
  const people = await holdPeople(
    tx,
    sections.map(({ wanted_id }) => wanted_id),
  )
  const added = await insertMatches(tx, sections, 'single')
  if (added.length === 0) return
  const userIds = [...new Set(added.flatMap(({ wanted_id }) => people.get(wanted_id) ?? []))]
  const counts = await countSingles(tx, userIds, today(deps.clock.now()).start)
  const perPerson = Map.groupBy(added, ({ wanted_id }) => people.get(wanted_id) ?? '')
  const single = new Set<string>()
  const departures = new Map(sections.map((section) => [keyOf(section), section.departs_at]))
  // A digest would come too late for such a ride.
  const digest = nextDigest(deps.clock.now())
  for (const [userId, matches] of perPerson) {
    // The count includes what has just been stored.
    const left = SINGLES_A_DAY - ((counts.get(userId) ?? 0) - matches.length)
    for (const [nth, match] of matches.entries())
      if (nth < left || (departures.get(keyOf(match)) ?? digest) < digest) single.add(keyOf(match))
  }
  await postponeMatches(
    tx,
    added.filter((match) => !single.has(keyOf(match))),
  )
  const reported = sections.filter((section) => single.has(keyOf(section)))
  await notify(tx, deps, await matchedNotifications(tx, reported, people))
}

const keyOf = ({ wanted_id, ride_id }: { wanted_id: string; ride_id: string }) => `${wanted_id}:${ride_id}`

async function matchedNotifications(
  tx: Tx,
  sections: readonly WantedSection[],
  people: ReadonlyMap<string, string>,
): Promise<NotificationInput[]> {
  if (sections.length === 0) return []
  const rides = await listStops(tx, [...new Set(sections.map(({ ride_id }) => ride_id))])
  return sections.flatMap((section): NotificationInput[] => {
    const ride = rides.get(section.ride_id)
    const to = people.get(section.wanted_id)
    if (!ride || to === undefined) return []
    return [
      {
        to,
        about: ride.driver_id,
        kind: 'ride_matched',
        params: {
          name: firstName(ride.full_name),
          ...endsOf(section, ride.stops),
          departure_time: section.departs_at.toISOString(),
        },
        path: pathOf(section),
        dedupeKey: `ride_matched:${keyOf(section)}`,
      },
    ]
  })
}

/** The place of a detour stands in for the stop beside it. */
function endsOf({ from_position, to_position, place_id, at_start }: WantedSection, stops: readonly string[]) {
  const place = place_id === null ? undefined : placeById(place_id)?.name
  return {
    from: (at_start === true ? place : undefined) ?? stops[from_position] ?? '',
    to: (at_start === false ? place : undefined) ?? stops[to_position] ?? '',
  }
}

/** Returns the path of the ride's page with the section, also one by a detour. */
export function pathOf({ ride_id, place_id, at_start, ...section }: Omit<WantedSection, 'wanted_id'>): string {
  const detour = place_id === null ? '' : `&detour_place_id=${place_id}&detour_end=${at_start ? 'start' : 'end'}`
  return ridePath(ride_id, section) + detour
}

/** Notifies the drivers of rides that serve a public wanted ride: each of one ride, and at most once a day. */
async function notifyDrivers(tx: Tx, deps: Deps, wanted: WantedRow, serving: readonly ServingRide[]): Promise<void> {
  const day = messageDay(deps.clock.now())
  const told = await listRidesTold(tx, wanted.id)
  const open = serving.filter(({ ride_id }) => !told.has(ride_id))
  const notified = await listNotified(
    tx,
    open.map(({ driver_id }) => driver_id),
    onYourWayKey(day),
  )
  const perDriver = Map.groupBy(
    open.filter(({ driver_id }) => !notified.has(driver_id)),
    ({ driver_id }) => driver_id,
  )
  // They are in the order of departure.
  const rides = [...perDriver.values()].flatMap(([next]) => next ?? [])
  const name = firstName((await findNames(tx, [wanted.user_id])).get(wanted.user_id) ?? '')
  await notify(
    tx,
    deps,
    rides.map((section) => ({
      to: section.driver_id,
      about: wanted.user_id,
      kind: 'wanted_on_your_way',
      params: {
        name,
        from: placeById(wanted.from_place_id)?.name ?? '',
        to: placeById(wanted.to_place_id)?.name ?? '',
        departure_time: section.departs_at.toISOString(),
        seats: wanted.filters.seats,
      },
      path: rideWantedPath(section.ride_id),
      dedupeKey: onYourWayKey(day),
    })),
  )
  await noteDriversNotified(
    tx,
    wanted.id,
    rides.map(({ ride_id }) => ride_id),
  )
}

/** Sends a batch of the digests that are due today. Returns whether there may be more. */
export async function sendDigests(deps: Deps): Promise<boolean> {
  const { day, isDigestTime } = today(deps.clock.now())
  if (!isDigestTime || (await listDigests(deps.db.read, day, 1)).length === 0) return false
  return deps.db.tx(async (tx) => {
    await lockMatching(tx)
    const digests = await listDigests(tx, day, BATCH)
    await digestMatches(
      tx,
      digests.map(({ user_id }) => user_id),
    )
    const upcoming = digests.filter(({ rides }) => rides > 0)
    await notify(
      tx,
      deps,
      upcoming.map(({ user_id, rides }) => ({
        to: user_id,
        kind: 'wanted_digest',
        params: { rides },
        path: paths.wanted,
        dedupeKey: digestKey(day),
      })),
    )
    return digests.length === BATCH
  })
}
