/** Publishing several rides at once, and changing and cancelling the rides of a series. */
import { randomUUID } from 'node:crypto'
import { seriesMaxRides } from '@samtur/contract/constants'
import type { NewRide } from '@samtur/contract/rides'
import type {
  CheckedSeriesChanges,
  NewSeries,
  Published,
  SeriesCancellation,
  SeriesOutcome,
} from '@samtur/contract/series'
import { holdOpen } from '#features/accounts/port'
import { listRates } from '#features/costs/port'
import { noteNamedPrice } from '#features/moderation/port'
import { markDriver, refuseSameGender } from '#features/profiles/port'
import {
  compareWithCosts,
  publishLimit,
  refuseOverlap,
  refusePoints,
  type RideToStore,
  rideToStore,
  roadsOfRide,
  spanOf,
  storeRides,
} from '#features/rides/port'
import { afterCommit } from '#platform/db/database'
import type { ApiContext, Caller } from '#platform/http/context'
import { AppError, assertThat, invalidField } from '#platform/http/errors'
import { findStoredResponse, idempotent } from '#platform/http/idempotency'
import { presentPublished, presentRefused } from './present.ts'
import { planProblem, planRides, type PlannedRide, type Problem, scheduleProblem, timesByClock } from './rules.ts'
import { cancelRide, changeRide, type Deps, editsPerDay, roadsOfChange } from './service.ts'
import { insertSeries } from './store.ts'
import { listAhead, type SeriesPart } from './views.ts'

/** Publishes a weekly series, a ride with its return, or both, all or nothing. Errors: `validation` by field, `rate_limited`. */
export async function publishSeries(
  context: ApiContext,
  deps: Deps,
  caller: Caller,
  body: NewSeries,
): Promise<Published> {
  const { db, limiter, bus, clock } = context
  const request = { db, userId: caller.id, route: 'rideSeries.publish', key: context.idempotencyKey, body }
  const before = await findStoredResponse<Published>(request)
  if (before) return before
  const now = clock.now()
  refuseProblem(scheduleProblem(body, now))
  const plan = planRides(body, now)
  refuseProblem(planProblem(plan, body))
  if (body.same_gender) await refuseSameGender(db.read, deps, caller.id)
  const rides = await ridesToStore(context, deps, caller.id, body, plan.rides)
  // All rides have the same stops, one way or the other.
  if (rides[0]) await refusePoints(db.read, rides[0].stops)
  if (body.warn_overlap) await refuseOverlap(db.read, caller.id, rides.map(spanOf))
  await limiter.use(publishLimit, caller.id)
  const published = await idempotent(request, async (tx) => {
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
    await context.reactions.run(tx, 'rideFindable', { ride_ids: rides.map(({ id }) => id) })
    await markDriver(tx, caller.id)
    afterCommit(() => bus.emit('changed', { user_ids: [caller.id], what: 'rides' }))
    return presentPublished(seriesId, rides, plan.skipped)
  })
  await noteNamedPrice(context, caller.id, body.notes)
  return published
}

function refuseProblem(problem: Problem | undefined) {
  if (!problem) return
  const { field, code } = problem
  throw invalidField(field, code, code === 'too_many' ? { max: seriesMaxRides } : undefined)
}

type NewRideOfMany = RideToStore & { id: string; direction: PlannedRide['direction'] }

async function ridesToStore(
  context: ApiContext,
  deps: Deps,
  driverId: string,
  body: NewSeries,
  planned: PlannedRide[],
): Promise<NewRideOfMany[]> {
  const rides: NewRideOfMany[] = []
  const { db, clock } = context
  const rates = await listRates(db.read)
  const back = {
    ...body,
    start_location: body.end_location,
    stops: body.stops.toReversed(),
    end_location: body.start_location,
  }
  const [out, home] = await Promise.all([roadsOfRide(context, body), body.return_trip && roadsOfRide(context, back)])
  for (const { direction, departure, arrival } of planned) {
    const ride = rideToStore(driverId, rideOf(body, direction, departure, arrival), clock.now(), {
      roadOf: direction === 'back' && home ? home : out,
    })
    const compared = await compareWithCosts(db.read, deps, ride, rates).catch((error: unknown) => {
      throw direction === 'back' && body.return_trip?.price !== undefined ? ofReturnTrip(error) : error
    })
    rides.push({ ...compared, id: randomUUID(), direction })
  }
  return rides
}

/** Returns an error about the price of a ride as one about the price of the return trip. */
function ofReturnTrip(error: unknown) {
  const { fields, params } = error instanceof AppError ? (error.data ?? {}) : {}
  return fields?.['price'] ? invalidField('return_trip.price', fields['price'], params) : error
}

/** Returns the body that would publish this ride alone. */
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
  const outcome = await oneByOne(rides, async ({ id }) => {
    const own = { rideId: id, driverId: caller.id, roadOf: await roadsOfChange(context, id, changes) }
    await context.db.tx((tx) =>
      changeRide(tx, deps, own, (ride) => {
        const times = timesByClock(ride, { departure_clock, arrival_clock })
        if ('code' in times) throw invalidField(times.field, times.code)
        return { ...changes, ...times }
      }),
    )
  })
  await noteNamedPrice(context, caller.id, changes.notes)
  return outcome
}

/** Returns when a ride with new clock times departs and arrives; nothing when its times stay or are refused. */
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

/** Changes each ride in its own transaction; a refused ride stays as it is, and the others change all the same. */
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
