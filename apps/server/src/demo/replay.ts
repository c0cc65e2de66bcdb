/**
 * Runs the plan: the product's own functions write each event, with the clock set to the time of the event. So seats, averages and read
 * marks are as if it had happened.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { addChat, moveReadMark } from '#features/chat/store'
import { addTextMessage } from '#features/chat/store-messages'
import { listRates } from '#features/costs/views'
import { resolvePlace } from '#features/places/port'
import { markDriver } from '#features/profiles/store'
import { insertRating } from '#features/ratings/store'
import { changeReservation } from '#features/reservations/service-decisions'
import { endRide } from '#features/reservations/service-rides'
import { answerBy } from '#features/reservations/rules-answers'
import { insertReservation } from '#features/reservations/store'
import { sectionByDetour } from '#features/rides/present-detours'
import { sectionPrice } from '#features/rides/rules-sections'
import { compareWithCosts, type CostDeps } from '#features/rides/service-checks'
import { rewriteRide, rideToStore, storeRides } from '#features/rides/service-storing'
import { findRide } from '#features/rides/views'
import type { RideToStore } from '#features/rides/store'
import { insertSeries } from '#features/trips/store'
import type { Tx } from '#platform/db/database'
import { minutesAfter } from './calendar.ts'
import type { Event, IdOf, Person, Plan, PlannedChat, PlannedRequest, PlannedRide, PlannedSeries } from './planned.ts'
import { replayPosts } from './post-replay.ts'
import { reportEvents } from './report-replay.ts'
import { supportEvents } from './support-replay.ts'

/** Runs all events; the people are stored already. */
export async function replay(tx: Tx, deps: CostDeps, plan: Plan, idOf: IdOf): Promise<void> {
  const events: Event[] = []
  const rideIds = new Map<PlannedRide, string>()
  for (const { ride, stored, id } of await publishAll(tx, deps, plan.rides, idOf)) {
    rideIds.set(ride, id)
    const shares = stored.stops.map((stop) => stop.share)
    for (const request of ride.requests) events.push(...requestEvents({ ride, request, id, shares, idOf }))
    if (ride.fate) events.push(fateEvent({ deps, ride, fate: ride.fate, id, idOf }))
  }
  for (const chat of plan.chats) events.push(...chatEvents(chat, rideIds, idOf))
  for (const supportRequest of plan.support) events.push(...supportEvents(supportRequest, plan, idOf))
  for (const report of plan.reports) events.push(...reportEvents(report, plan, idOf))
  const { rows } = await sql<{ now: Date }>`select now()`.execute(tx)
  const turnTo = (at: Date) => turnClock(tx, at.getTime() - (rows[0]?.now.getTime() ?? 0))
  for (const { at, happen } of events.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    await turnTo(at)
    await happen(tx)
  }
  await replayPosts(tx, plan.posts, { now: plan.now, turnTo }, idOf)
}

/** Sets the product's clock (app_now) that far from the transaction's start for the rest of the transaction. */
async function turnClock(tx: Tx, milliseconds: number) {
  await sql`set local samtur.clock_shift = ${sql.lit(`${milliseconds} milliseconds`)}`.execute(tx)
}

/** Publishes all rides, as the service publishes those of a series, because each statement takes the embedded database a millisecond. */
async function publishAll(tx: Tx, deps: CostDeps, rides: PlannedRide[], idOf: IdOf) {
  const rates = await listRates(tx)
  const seriesIds = new Map<PlannedSeries, string>()
  const published = []
  const toPublish = []
  for (const ride of rides) {
    const stored = toStore(ride, idOf)
    const id = randomUUIDv7()
    const series_id = ride.series ? await seriesIdOf(ride.series, stored.driver_id) : null
    const series_direction = ride.series ? ('out' as const) : null
    toPublish.push({ ...(await compareWithCosts(tx, deps, stored, rates)), id, series_id, series_direction })
    published.push({ ride, stored, id })
  }
  await storeRides(tx, toPublish)
  for (const driver of new Set(rides.map((ride) => ride.driver))) await markDriver(tx, idOf(driver))
  return published

  async function seriesIdOf(series: PlannedSeries, driverId: string) {
    const id = seriesIds.get(series) ?? (await insertSeries(tx, driverId, series))
    seriesIds.set(series, id)
    return id
  }
}

function toStore(ride: PlannedRide, idOf: IdOf): RideToStore {
  const [start, ...rest] = ride.stops
  const end = rest.pop()
  if (!start || !end) throw new Error('a ride without start and end')
  const body = {
    start_location: start,
    stops: rest,
    end_location: end,
    departure_time: ride.departure.toISOString(),
    arrival_time: ride.arrival.toISOString(),
    price: ride.price,
    extra_costs: 0,
    distance_km: null,
    total_seats: ride.seats,
    pets_allowed: ride.pets,
    detour_minutes: ride.detour,
    instant_booking: ride.instant,
    same_gender: false,
    notes: ride.note,
    ...ride.car,
  }
  return { ...rideToStore(idOf(ride.driver), body, ride.publishedAt), created_at: ride.publishedAt }
}

interface Requested {
  ride: PlannedRide
  request: PlannedRequest
  /** The ride's id. */
  id: string
  shares: number[]
  idOf: IdOf
}

function requestEvents({ ride, request, id: rideId, shares, idOf }: Requested): Event[] {
  const { passenger, from, to, detour, seats, message, at, answer, rating } = request
  let reservation = ''
  const events: Event[] = [{ at, happen: ask }]
  if (answer) events.push({ at: answer.at, happen: (tx) => decide(tx, answer.status) })
  if (rating) events.push({ at: rating.at, happen: (tx) => rate(tx, rating) })
  return events

  async function ask(tx: Tx) {
    const answer_by = answerBy(at, 48, ride.departure)
    const asked = { ride_id: rideId, passenger_id: idOf(passenger), seats_requested: seats, message, answer_by }
    const section = detour ? await sectionToPlace(tx, detour) : sectionBetweenStops()
    reservation = await insertReservation(tx, { ...asked, ...section })
  }
  function sectionBetweenStops() {
    const price = sectionPrice(ride.price, shares[from] ?? 0, shares[to] ?? 1)
    return { from_position: from, to_position: to, price }
  }
  async function sectionToPlace(tx: Tx, { place, end }: NonNullable<PlannedRequest['detour']>) {
    const stored = await findRide(tx, rideId)
    expectDone(stored)
    const by = sectionByDetour(stored, { from, to }, { place_id: resolvePlace(place)?.id ?? 0, end })
    expectDone(by)
    const { found, section, detour } = by
    return {
      from_position: found.from,
      to_position: found.to,
      price: section.price,
      detour: { ...detour, trip: section },
    }
  }
  async function decide(tx: Tx, status: 'accepted' | 'rejected' | 'cancelled') {
    const action = ({ accepted: 'accept', rejected: 'reject', cancelled: 'withdraw' } as const)[status]
    const personId = idOf(action === 'withdraw' ? passenger : ride.driver)
    expectDone(await changeReservation(tx, { id: reservation, personId, action }))
  }
  async function rate(tx: Tx, { value, comment }: { value: number; comment: string | null }) {
    expected(
      typeof (await insertRating(tx, reservation, { rater_id: idOf(passenger), rating: value, comment })),
      'string',
    )
  }
}

interface Fated {
  deps: CostDeps
  ride: PlannedRide
  fate: NonNullable<PlannedRide['fate']>
  id: string
  idOf: IdOf
}

/** Returns the event of a driver's change to a ride; it sends no mails. */
function fateEvent({ deps, ride, fate, id, idOf }: Fated): Event {
  return {
    at: fate.at,
    async happen(tx) {
      if ('reason' in fate) {
        return expectDone(await endRide(tx, { rideId: id, driverId: idOf(ride.driver), reason: fate.reason }))
      }
      const [departure, arrival] = [ride.departure, ride.arrival].map((at) => minutesAfter(at, fate.minutesLater))
      if (!departure || !arrival) return
      const moved = await compareWithCosts(tx, deps, toStore({ ...ride, departure, arrival }, idOf))
      const before = await findRide(tx, id)
      expectDone(before)
      await rewriteRide(tx, before, moved)
    },
  }
}

function chatEvents(
  { passenger, ride, messages, unread }: PlannedChat,
  rideIds: Map<PlannedRide, string>,
  idOf: IdOf,
): Event[] {
  const [first] = messages
  const last = messages.at(-1)
  if (!first || !last) return []
  const other = (person: Person) => (person === passenger ? ride.driver : passenger)
  let chatId = ''
  const open = async (tx: Tx) => {
    chatId = await addChat(tx, idOf(first.sender), idOf(other(first.sender)), rideIds.get(ride) ?? null)
  }
  const written = messages.map(({ sender, text: content, at }) => ({
    at,
    happen: async (tx: Tx) => {
      const sent = await addTextMessage(tx, { chatId, senderId: idOf(sender), content, clientId: undefined })
      expected(sent?.refused, false)
    },
  }))
  const read = (tx: Tx) => moveReadMark(tx, chatId, idOf(other(last.sender)), messages.length - unread)
  return [{ at: first.at, happen: open }, ...written, { at: last.at, happen: read }]
}

/** Throws unless something was changed or found. */
function expectDone<T>(result: T | undefined): asserts result is T {
  expected(result !== undefined, true)
}

/** Throws unless the outcome is the expected one, because a plan has only possible events. */
function expected<T>(outcome: T, wanted: T) {
  if (outcome !== wanted)
    throw new Error(`the demo's plan does not work out: ${String(outcome)} instead of ${String(wanted)}`)
}
