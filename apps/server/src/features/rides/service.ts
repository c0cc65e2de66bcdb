/** Publishing a ride. */
import type { NewRide } from '@samtur/contract/rides'
import { holdOpen } from '#features/accounts/port'
import { foldPlace, lowerCase, placeById, resolvePlace, roadKm, type Place } from '#features/places/port'
import { markDriver } from '#features/profiles/port'
import type { ApiContext, Caller } from '#platform/http/context'
import { afterCommit, type Executor } from '#platform/db/database'
import { answeredBefore, once } from '#platform/http/idempotency'
import { assertThat, invalidField } from '#platform/http/errors'
import { currencyOf, passingTime, sectionsOf, sharesOfWay, timeProblem } from './rules.ts'
import { ensureSpots, insertRide, type RideToStore } from './store.ts'

const perDay = { name: 'publish', max: 20, per: 86_400 }

interface TypedStop {
  text: string
  place_id: number | null
}

/** Publishes the caller's ride; answers its id. Errors: `validation` by field, `rate_limited`. */
export async function publishRide(context: ApiContext, caller: Caller, body: NewRide): Promise<{ id: string }> {
  if (body.driver_id !== undefined && body.driver_id !== caller.id) throw invalidField('driver_id', 'invalid')
  const request = { db: context.db, userId: caller.id, route: 'rides.publish', key: context.idempotencyKey, body }
  const before = await answeredBefore<{ id: string }>(request)
  if (before) return before
  const ride = rideToStore(caller.id, body, context.clock.now())
  await context.limiter.use(perDay, caller.id)
  return once(request, async (tx) => {
    // Whoever shuts the account meanwhile waits and finds this ride, or has come before it.
    assertThat(await holdOpen(tx, caller.id), 'unauthenticated')
    const id = await storeRide(tx, ride)
    await markDriver(tx, caller.id)
    afterCommit(() => context.bus.emit('changed', { user_ids: [caller.id], what: 'rides' }))
    return { id }
  })
}

/** Writes a checked ride with its stops, legs and sections. */
export async function storeRide(executor: Executor, ride: RideToStore): Promise<string> {
  const spots = await ensureSpots(executor, ride.stops)
  return insertRide(executor, ride, spots, sectionsOf(spots))
}

/** Checks the times and the route and works out what is stored. Errors: `validation`. */
export function rideToStore(driverId: string, body: NewRide, now: Date): RideToStore {
  const departure = new Date(body.departure_time)
  const arrival = new Date(body.arrival_time)
  const problem = timeProblem(now, departure, arrival)
  if (problem) throw invalidField(problem.field, problem.code)
  const typed = [body.start_location, ...body.stops, body.end_location]
  if (body.stops.length === 0 && isSamePlace(body.start_location, body.end_location))
    throw invalidField('end_location', 'same_place')
  return {
    ...carAndTerms(body),
    driver_id: driverId,
    departure_time: departure,
    arrival_time: arrival,
    ...routeOf(typed, departure, arrival),
  }
}

/** Alta and Älta are not, nor are two namesakes that were chosen from the list. */
function isSamePlace(a: TypedStop, b: TypedStop) {
  if (a.place_id !== null && b.place_id !== null) return a.place_id === b.place_id
  if (lowerCase(a.text) === lowerCase(b.text)) return true
  const folded = foldPlace(a.text)
  return folded !== '' && folded === foldPlace(b.text) && placeOf(a)?.id === placeOf(b)?.id
}

function carAndTerms(body: NewRide) {
  const { price, total_seats, pets_allowed, notes, license_plate, car_make, car_model, car_color } = body
  return { price, total_seats, pets_allowed, notes: notes ?? null, license_plate, car_make, car_model, car_color }
}

function routeOf(typed: TypedStop[], departure: Date, arrival: Date) {
  const located = typed.map((stop) => ({ ...stop, place: placeOf(stop) }))
  const waypoints = located.map(({ place }) => ({ lat: place?.lat ?? null, lon: place?.lon ?? null }))
  const shares = sharesOfWay(waypoints, roadKm)
  const stops = located.map(({ text, place }, index) => {
    const share = shares[index] ?? 0
    return {
      text,
      folded: foldPlace(text),
      place_id: place?.id ?? null,
      lat: place?.lat ?? null,
      lon: place?.lon ?? null,
      share,
      passes_at: passingTime(departure, arrival, share),
    }
  })
  return { stops, currency: currencyOf(located[0]?.place?.country) }
}

/** The chosen place, or the one the text names; a chosen id that does not exist is treated as not chosen. */
function placeOf(stop: TypedStop): Place | undefined {
  return (stop.place_id === null ? undefined : placeById(stop.place_id)) ?? resolvePlace(stop.text)
}
