/** Changing and cancelling published rides, alone and in series, and publishing several at once. */
import { randomUUID } from 'node:crypto'
import { seriesMaxRides } from '@samtur/contract/constants'
import type { CheckedRideChanges, NewRide } from '@samtur/contract/rides'
import type {
  CheckedSeriesChanges,
  NewSeries,
  Published,
  SeriesCancellation,
  SeriesOutcome,
} from '@samtur/contract/series'
import { holdOpen } from '#features/accounts/port'
import { listRates } from '#features/costs/port'
import { markDriver } from '#features/profiles/port'
import {
  cancelRideOf,
  countActiveReservations,
  followRideChange,
  type Deps as ReservationsDeps,
} from '#features/reservations/port'
import {
  compareWithCosts,
  findRide,
  lockOwnRide,
  publishLimit,
  refuseOverlap,
  type RideRow,
  type RideToStore,
  rideToStore,
  rewriteRide,
  spanOf,
  storeRides,
} from '#features/rides/port'
import { afterCommit, type Tx } from '#platform/db/database'
import type { ApiContext, Caller } from '#platform/http/context'
import { AppError, assertThat, invalidField } from '#platform/http/errors'
import { answeredBefore, idempotent } from '#platform/http/idempotency'
import {
  type Change,
  changeOf,
  changesNothing,
  planProblem,
  planRides,
  type PlannedRide,
  type Problem,
  refusal,
  scheduleProblem,
  timesByClock,
  touchesCosts,
  touchesRoute,
  withChanges,
} from './rules.ts'
import { presentPublished, presentRefused } from './present.ts'
import { insertSeries } from './store.ts'
import { listAhead, type SeriesPart } from './views.ts'

/** What changing rides needs to know of this house. */
export type Deps = ReservationsDeps & Parameters<typeof compareWithCosts>[1]

/** Everybody on board is told of each change: nobody should be told a hundred times a day. */
const editsPerDay = { name: 'edit-ride', max: 100, per: 86_400 }

/** Changes an own ride; what is as it was changes nothing. Errors: those of the endpoint, and `validation` by field. */
export async function editRide(
  context: ApiContext,
  deps: Deps,
  caller: Caller,
  rideId: string,
  changes: CheckedRideChanges,
): Promise<void> {
  const route = `rides.edit:${rideId}`
  const request = { db: context.db, userId: caller.id, route, key: context.idempotencyKey, body: changes }
  if (await answeredBefore(request)) return
  await context.limiter.use(editsPerDay, caller.id)
  await idempotent(request, async (tx) => {
    await changeRide(tx, deps, { rideId, driverId: caller.id }, () => changes)
    return {}
  })
}

interface OwnRide {
  rideId: string
  driverId: string
}

/** Part of a transaction. `wish` is asked for the changes once the ride cannot change any more. */
async function changeRide(
  tx: Tx,
  deps: Deps,
  { rideId, driverId }: OwnRide,
  wish: (ride: RideRow) => CheckedRideChanges,
): Promise<void> {
  // The account before the ride, as everywhere: whoever shuts it waits for this change or has come before it.
  assertThat(await holdOpen(tx, driverId), 'unauthenticated')
  const now = await lockOwnRide(tx, rideId, driverId)
  const before = now && (await findRide(tx, rideId))
  assertThat(before, 'not_found')
  const changes = wish(before)
  const code = refusal(before, now, changes.version)
  if (code) throw new AppError(code)
  const wanted = wantedRide(before, changes, now)
  const change = changeOf(before, wanted)
  if (changesNothing(change)) return
  if (changes.warn_overlap && change.times) await refuseOverlap(tx, driverId, [spanOf(wanted)], [rideId])
  await keepAgreements(tx, before, wanted, change)
  const after = touchesCosts(change, before, wanted)
    ? await compareWithCosts(tx, deps, wanted)
    : { ...wanted, cost_share: before.cost_share }
  await rewriteRide(tx, before, after)
  const changed = await findRide(tx, rideId)
  assertThat(changed, 'internal')
  await followRideChange(tx, deps, { before, after: changed, routeChanged: change.route === 'new', now })
  afterCommit(() => deps.bus.emit('changed', { user_ids: [driverId], what: 'rides' }))
}

/**
 * The ride with its changes. The driver's kilometres are of the way as it was: they stay with other words for the same places, and go with
 * another way unless they are typed anew.
 */
function wantedRide(before: RideRow, changes: CheckedRideChanges, now: Date): RideToStore {
  const body = withChanges(before, changes)
  const wanted = rideToStore(before.driver.id, body, now, { routeStays: !touchesRoute(changes) })
  const keepsDistance = changes.distance_km === undefined && changeOf(before, wanted).route !== 'new'
  const { typed_distance_km: km } = before
  return keepsDistance && km !== null ? { ...wanted, distance_km: km, typed_distance_km: km } : wanted
}

/** What others have been promised stands. Errors: `route_locked`, `validation`, `seats_taken`. */
async function keepAgreements(tx: Tx, before: RideRow, after: RideToStore, { route, price, seats }: Change) {
  if (route !== 'new' && !price && !seats) return
  const { pending, accepted } = await countActiveReservations(tx, before.id)
  assertThat(route !== 'new' || accepted === 0, 'route_locked')
  if (pending + accepted > 0 && after.price > before.price) throw invalidField('price', 'only_down')
  const needed = Math.max(...before.taken)
  assertThat(after.total_seats >= needed, 'seats_taken', { params: { needed } })
}

/** Cancels an own ride; again changes nothing. Errors: `not_found`, `ride_departed`. */
export async function cancelRide(
  { db }: ApiContext,
  deps: Deps,
  caller: Caller,
  rideId: string,
  reason: string | null,
): Promise<void> {
  await db.tx(async (tx) => {
    assertThat(await holdOpen(tx, caller.id), 'unauthenticated')
    await cancelRideOf(tx, deps, { rideId, driverId: caller.id, reason })
  })
}

/** Publishes a weekly series, a ride with its return, or both, all or nothing. Errors: `validation` by field, `rate_limited`. */
export async function publishSeries(
  context: ApiContext,
  deps: Deps,
  caller: Caller,
  body: NewSeries,
): Promise<Published> {
  const { db, limiter, bus, clock } = context
  const request = { db, userId: caller.id, route: 'rideSeries.publish', key: context.idempotencyKey, body }
  const before = await answeredBefore<Published>(request)
  if (before) return before
  const now = clock.now()
  refuseProblem(scheduleProblem(body, now))
  const plan = planRides(body, now)
  refuseProblem(planProblem(plan, body))
  const rides = await ridesToStore(context, deps, caller.id, body, plan.rides)
  if (body.warn_overlap) await refuseOverlap(db.read, caller.id, rides.map(spanOf))
  await limiter.use(publishLimit, caller.id)
  return idempotent(request, async (tx) => {
    assertThat(await holdOpen(tx, caller.id), 'unauthenticated')
    const seriesId = body.repeat ? await insertSeries(tx, caller.id, body.repeat) : null
    await storeRides(
      tx,
      rides.map(({ direction, ...ride }) => ({
        ...ride,
        series_id: seriesId,
        series_direction: seriesId === null ? null : direction,
      })),
    )
    await markDriver(tx, caller.id)
    afterCommit(() => bus.emit('changed', { user_ids: [caller.id], what: 'rides' }))
    return presentPublished(seriesId, rides, plan.skipped)
  })
}

function refuseProblem(problem: Problem | undefined) {
  if (!problem) return
  const { field, code } = problem
  throw invalidField(field, code, code === 'too_many' ? { max: seriesMaxRides } : undefined)
}

type NewRideOfMany = RideToStore & { id: string; direction: PlannedRide['direction'] }

async function ridesToStore(
  { db, clock }: ApiContext,
  deps: Deps,
  driverId: string,
  body: NewSeries,
  planned: PlannedRide[],
): Promise<NewRideOfMany[]> {
  const rides: NewRideOfMany[] = []
  const rates = await listRates(db.read)
  for (const { direction, departure, arrival } of planned) {
    const ride = rideToStore(driverId, rideOf(body, direction, departure, arrival), clock.now())
    const compared = await compareWithCosts(db.read, deps, ride, rates).catch((error: unknown) => {
      throw direction === 'back' && body.return_trip?.price !== undefined ? ofReturnTrip(error) : error
    })
    rides.push({ ...compared, id: randomUUID(), direction })
  }
  return rides
}

/** A return trip with a price of its own has a field of its own. */
function ofReturnTrip(error: unknown) {
  const { fields, params } = error instanceof AppError ? (error.data ?? {}) : {}
  return fields?.['price'] ? invalidField('return_trip.price', fields['price'], params) : error
}

/** What the form would have sent for this one ride. */
function rideOf(body: NewSeries, direction: PlannedRide['direction'], departure: Date, arrival: Date): NewRide {
  const { date: _, departure_clock: _1, arrival_clock: _2, repeat: _3, return_trip, ...ride } = body
  const times = { departure_time: departure.toISOString(), arrival_time: arrival.toISOString() }
  if (direction === 'out') return { ...ride, ...times }
  return {
    ...ride,
    ...times,
    start_location: ride.end_location,
    stops: ride.stops.toReversed(),
    end_location: ride.start_location,
    price: return_trip?.price ?? ride.price,
  }
}

/** Changes the rides of an own series in one direction from a day on. Errors: `not_found`, `validation`, `rate_limited`. */
export async function editSeries(
  context: ApiContext,
  deps: Deps,
  caller: Caller,
  seriesId: string,
  { from, direction, departure_clock, arrival_clock, warn_overlap, ...changes }: CheckedSeriesChanges,
): Promise<SeriesOutcome> {
  if (departure_clock !== undefined && departure_clock === arrival_clock)
    throw invalidField('arrival_clock', 'before_departure')
  const rides = await listAhead(context.db.read, { seriesId, driverId: caller.id, from, direction })
  assertThat(rides, 'not_found')
  if (warn_overlap) {
    const spans = rides.flatMap((ride) => movedSpan(ride, { departure_clock, arrival_clock }))
    const own = rides.map(({ id }) => id)
    await refuseOverlap(context.db.read, caller.id, spans, own)
  }
  await context.limiter.use(editsPerDay, caller.id)
  return oneByOne(rides, ({ id }) =>
    context.db.tx((tx) =>
      changeRide(tx, deps, { rideId: id, driverId: caller.id }, (ride) => {
        const times = timesByClock(ride, { departure_clock, arrival_clock })
        if ('code' in times) throw invalidField(times.field, times.code)
        return { ...changes, ...times }
      }),
    ),
  )
}

/** When a ride of the series would be on its way; nothing where its time stays, or cannot be that. */
function movedSpan(ride: SeriesPart, clocks: Parameters<typeof timesByClock>[1]) {
  const times = timesByClock(ride, clocks)
  if ('code' in times || !times.departure_time || !times.arrival_time) return []
  return [{ departs: new Date(times.departure_time), arrives: new Date(times.arrival_time) }]
}

/** Cancels the rides of an own series from a day on. Error: `not_found`. */
export async function cancelSeries(
  context: ApiContext,
  deps: Deps,
  caller: Caller,
  seriesId: string,
  { from, direction, reason }: SeriesCancellation,
): Promise<SeriesOutcome> {
  const rides = await listAhead(context.db.read, { seriesId, driverId: caller.id, from, direction })
  assertThat(rides, 'not_found')
  return oneByOne(rides, ({ id }) => cancelRide(context, deps, caller, id, reason ?? null))
}

/** Each in a transaction of its own: one that is refused stays as it is, and keeps no other from being changed. */
async function oneByOne(rides: SeriesPart[], work: (ride: SeriesPart) => Promise<void>): Promise<SeriesOutcome> {
  const outcome: SeriesOutcome = { changed: [], refused: [] }
  for (const ride of rides) {
    try {
      await work(ride)
      outcome.changed.push(ride.id)
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      outcome.refused.push(presentRefused(ride, error))
    }
  }
  return outcome
}
