/** Publishing a ride. */
import { type CostMode, currencyOf } from '@samtur/contract/constants'
import { type NewRide, termsOf } from '@samtur/contract/rides'
import { holdOpen } from '#features/accounts/port'
import { figuresOf, type RateRow, refuseAboveShare, refuseDistance, shareOfCosts, tripKm } from '#features/costs/port'
import { refuseUnknownPoints } from '#features/meeting-points/port'
import { noteNamedPrice } from '#features/moderation/port'
import {
  distanceKm,
  foldPlace,
  lowerCase,
  type Place,
  placeById,
  placeOfStop,
  measuredRoads,
  otherRoad,
  presentRoad,
  roadAlong,
  roadBetween,
  type RoadOf,
} from '#features/places/port'
import { markDriver, refuseSameGender } from '#features/profiles/port'
import { dayOf } from '#platform/clock'
import type { ApiContext, Caller } from '#platform/http/context'
import { afterCommit, type Executor } from '#platform/db/database'
import { findStoredResponse, idempotent } from '#platform/http/idempotency'
import { AppError, assertThat, invalidField } from '#platform/http/errors'
import { passingTime, sharesOfWay, timeProblem } from './rules.ts'
import { insertDetours } from './store-detours.ts'
import { refreshSections } from './store-sections.ts'
import { ensureStopTexts, type StopTexts } from './store-texts.ts'
import {
  insertRide,
  insertRides,
  replaceStops,
  type RideOfMany,
  type RideToStore,
  type StopToStore,
  updateRide,
} from './store.ts'
import { findTripMeanwhile, type RideRow, type Span } from './views.ts'

/** Publishing a series counts once. */
export const publishLimit = { name: 'publish', max: 20, per: 86_400 }

interface TypedStop {
  text: string
  place_id: number | null
  meeting_point_id?: string | null | undefined
}

/** Decides how prices are compared with the costs. */
export interface CostDeps {
  costSharing: CostMode
}

/** What the operator has decided about rides. */
export interface RideRules extends CostDeps {
  sameGenderRides: boolean
}

export interface Deps extends RideRules {
  stopTexts: StopTexts
}

/** Publishes the caller's ride; returns its id. Errors: `validation` by field, `rate_limited`. */
export async function publishRide(
  context: ApiContext,
  deps: Deps,
  caller: Caller,
  body: NewRide,
): Promise<{ id: string }> {
  if (body.driver_id !== undefined && body.driver_id !== caller.id) throw invalidField('driver_id', 'invalid')
  const request = { db: context.db, userId: caller.id, route: 'rides.publish', key: context.idempotencyKey, body }
  const before = await findStoredResponse<{ id: string }>(request)
  if (before) return before
  if (body.same_gender) await refuseSameGender(context.db.read, deps, caller.id)
  const roadOf = await roadsOfRide(context, body)
  const checked = rideToStore(caller.id, body, context.clock.now(), { roadOf })
  await refusePoints(context.db.read, checked.stops)
  const ride = await compareWithCosts(context.db.read, deps, checked)
  if (body.warn_overlap) await refuseOverlap(context.db.read, caller.id, [spanOf(ride)])
  await context.limiter.use(publishLimit, caller.id)
  const published = await idempotent(request, async (tx) => {
    // A suspension of the account waits for this transaction and then finds the ride, or came first.
    assertThat(await holdOpen(tx, caller.id), 'unauthenticated')
    const id = await storeRide(tx, ride, deps.stopTexts.ensure)
    await context.reactions.run(tx, 'rideFindable', { ride_ids: [id] })
    await markDriver(tx, caller.id)
    afterCommit(() => context.bus.emit('changed', { user_ids: [caller.id], what: 'rides' }))
    return { id }
  })
  await noteNamedPrice(context, caller.id, body.notes)
  return published
}

/** Returns the ways between the stops of a ride, measured where an engine is run. Call it before the transaction that stores them. */
export const roadsOfRide = (
  { roadEngine }: Pick<ApiContext, 'roadEngine'>,
  { start_location, stops, end_location }: Pick<NewRide, 'start_location' | 'stops' | 'end_location'>,
): Promise<RoadOf> => measuredRoads(roadEngine, [start_location, ...stops, end_location].map(placeOfStop))

/** Throws `validation` at the field of a stop with a meeting point that cannot be chosen there. `before` has the stops of a ride that is changed. */
export async function refusePoints(
  executor: Executor,
  stops: readonly Pick<StopToStore, 'place_id' | 'meeting_point_id'>[],
  before: readonly Pick<StopToStore, 'meeting_point_id'>[] = [],
): Promise<void> {
  const fieldOf = (index: number) =>
    index === 0 ? 'start_location' : index === stops.length - 1 ? 'end_location' : 'stops'
  const chosen = stops.map(({ place_id, meeting_point_id }, index) => ({
    place_id,
    meeting_point_id,
    field: fieldOf(index),
  }))
  await refuseUnknownPoints(executor, chosen, new Set(before.flatMap((stop) => stop.meeting_point_id ?? [])))
}

export const spanOf = ({
  departure_time,
  arrival_time,
}: Pick<RideToStore, 'departure_time' | 'arrival_time'>): Span => ({
  departs: departure_time,
  arrives: arrival_time,
})

/** Throws `overlapping_ride` where the driver is on another trip during one of the spans. Rides in `except` do not count. */
export async function refuseOverlap(
  executor: Executor,
  driverId: string,
  spans: Span[],
  except: string[] = [],
): Promise<void> {
  const other = await findTripMeanwhile(executor, driverId, spans, except)
  if (!other) return
  const { from, to, departs_at } = other
  throw new AppError('overlapping_ride', { params: { from, to, departure_time: departs_at.toISOString() } })
}

/** Writes a checked ride with its stops, legs, sections and detours; returns its id. */
export async function storeRide(executor: Executor, ride: RideToStore, ensure = ensureStopTexts): Promise<string> {
  const stopTextIds = await ensure(executor, ride.stops)
  const id = await insertRide(executor, ride, stopTextIds)
  await insertDetours(executor, [{ ...ride, id, minutes_left: ride.detour_minutes }])
  return id
}

/** Writes checked rides that are published together, in few statements. */
export async function storeRides(executor: Executor, rides: Omit<RideOfMany, 'stopTextIds'>[]): Promise<void> {
  const keyOf = ({ text, place_id }: RideToStore['stops'][number]) => `${place_id} ${text}`
  const stops = [...new Map(rides.flatMap((ride) => ride.stops.map((stop) => [keyOf(stop), stop]))).entries()]
  const ids = await ensureStopTexts(
    executor,
    stops.map(([, stop]) => stop),
  )
  const idOf = new Map(stops.map(([key], index) => [key, ids[index] ?? 0]))
  await insertRides(
    executor,
    rides.map((ride) => ({ ...ride, stopTextIds: ride.stops.map((stop) => idOf.get(keyOf(stop)) ?? 0) })),
  )
  await refreshSections(
    executor,
    rides.map(({ id }) => id),
  )
}

/** Writes a changed ride with its stops, legs, sections and detours. The caller has locked and checked it. */
export async function rewriteRide(
  executor: Executor,
  before: Pick<RideRow, 'id' | 'taken'>,
  ride: RideToStore,
): Promise<void> {
  await updateRide(executor, before, ride)
  await replaceStops(executor, before.id, ride, await ensureStopTexts(executor, ride.stops))
  await refreshSections(executor, [before.id])
}

/** Returns the ride with one person's share of its costs, null where prices are not compared. Throws `validation` where the share is enforced. */
export async function compareWithCosts(
  executor: Executor,
  { costSharing }: CostDeps,
  ride: RideToStore,
  rates?: RateRow[],
): Promise<RideToStore> {
  if (costSharing === 'off') return { ...ride, cost_share: null, road_km: null, road_costs: null }
  const { road_km: km, road_costs: costs } = ride
  const isKnown = ride.stops.every(({ place_id }) => place_id !== null)
  const trip = {
    start: placeById(ride.stops[0]?.place_id ?? 0),
    typedKm: ride.typed_distance_km,
    own: isKnown && km !== null && costs !== null ? { km, costs } : null,
    day: dayOf(ride.departure_time),
    extraCosts: ride.extra_costs,
    totalSeats: ride.total_seats,
  }
  const share = await shareOfCosts(executor, trip, rates)
  refuseAboveShare(costSharing, share?.price ?? null, ride.price)
  return { ...ride, cost_share: share?.price ?? null }
}

interface StoringOptions {
  /** A route that stays may repeat a stop, because earlier versions allowed that. */
  routeStays?: boolean
  /** A figure that was checked before is not compared with the straight line, which a stop by a detour makes longer. */
  distanceStays?: boolean
  roadOf?: RoadOf
}

/** Checks the times and the route; returns what is stored, without the share of the costs. Errors: `validation`. */
export function rideToStore(
  driverId: string,
  body: NewRide,
  now: Date,
  { routeStays = false, distanceStays = false, roadOf = roadBetween }: StoringOptions = {},
): RideToStore {
  const departure = new Date(body.departure_time)
  const arrival = new Date(body.arrival_time)
  const problem = timeProblem(now, departure, arrival)
  if (problem) throw invalidField(problem.field, problem.code)
  const typed = [body.start_location, ...body.stops, body.end_location]
  if (body.stops.length === 0 && isSamePlace(body.start_location, body.end_location))
    throw invalidField('end_location', 'same_place')
  if (!routeStays && repeatsStop(typed)) throw invalidField('stops', 'repeated_stop')
  return {
    ...carAndTerms(body),
    driver_id: driverId,
    departure_time: departure,
    arrival_time: arrival,
    ...routeOf(typed, { departure, arrival, roadOf, km: body.distance_km ?? null, kmStays: distanceStays }),
    cost_share: null,
    detour_minutes_used: 0,
  }
}

/** Returns whether a stop repeats an earlier one. A round trip may end where it began. */
function repeatsStop(typed: TypedStop[]): boolean {
  const isRoundTrip = (a: number, b: number) => a === 0 && b === typed.length - 1
  return typed.some((stop, index) =>
    typed.some(
      (other, later) =>
        later > index && !isRoundTrip(index, later) && (isSamePlace(stop, other) || leadToOnePlace(stop, other)),
    ),
  )
}

/** Returns whether both resolve to one place, such as Voss and Voss stasjon, between which the distance and so the price is 0. */
function leadToOnePlace(a: TypedStop, b: TypedStop) {
  const place = placeOfStop(a)?.id
  return place !== undefined && place === placeOfStop(b)?.id
}

/**
 * Returns whether both stops name one place, also by different names (København and Copenhagen). Alta and Älta are two places, and so are two
 * namesakes that were chosen from the list. Two meeting points in one town are not compared here.
 */
function isSamePlace(a: TypedStop, b: TypedStop) {
  if (a.place_id !== null && b.place_id !== null) return a.place_id === b.place_id
  if (lowerCase(a.text) === lowerCase(b.text)) return true
  const texts = [foldPlace(a.text), foldPlace(b.text)]
  const place = placeOfStop(a)
  if (texts.includes('') || place?.id !== placeOfStop(b)?.id) return false
  const names = place ? [place.name, ...place.aliases].map(foldPlace) : []
  return texts[0] === texts[1] || texts.every((text) => names.includes(text))
}

function carAndTerms(body: NewRide) {
  const { price, extra_costs, total_seats } = body
  return { ...termsOf(body), price, extra_costs, total_seats }
}

interface Way {
  departure: Date
  arrival: Date
  roadOf: RoadOf
  /** The distance that the driver typed. */
  km: number | null
  kmStays: boolean
}

/** Throws `validation` for an impossible distance. */
function routeOf(typed: TypedStop[], { departure, arrival, roadOf, km, kmStays }: Way) {
  const located = typed.map((stop) => ({ ...stop, place: placeOfStop(stop) }))
  const places = located.map(({ place }) => place)
  const shares = sharesOfWay(places, (from, to) => roadOf(from, to).km)
  const times = sharesOfWay(places, (from, to) => roadOf(from, to).minutes)
  const stops = located.map(({ text, place, meeting_point_id = null }, index) => ({
    text,
    folded: foldPlace(text),
    place_id: place?.id ?? null,
    lat: place?.lat ?? null,
    lon: place?.lon ?? null,
    share: shares[index] ?? 0,
    passes_at: passingTime(departure, arrival, times[index] ?? 0),
    meeting_point_id,
  }))
  if (!kmStays) refuseDistance(km, tripKm(places, distanceKm))
  return { stops, currency: currencyOf(places[0]?.country), typed_distance_km: km, ...distanceOf(places, roadOf, km) }
}

/** Returns the distance to store, and our own figures. A stop at an unknown place can only make the way longer than they are. */
function distanceOf(places: readonly (Place | undefined)[], roadOf: RoadOf, typed: number | null) {
  const legs = roadAlong(places, roadOf)
  const way = legs && presentRoad(legs, true)
  const distance_km = typed ?? way?.km ?? null
  if (!way?.certain) return { distance_km, road_km: null, road_costs: null }
  // The other way is looked for only where its kilometres may have been typed.
  const other = typed !== null && typed > way.km ? otherRoad(roadAlong(places) ?? []) : null
  const own = figuresOf(way, other && presentRoad([other], true), typed)
  return { distance_km, road_km: own.km, road_costs: own.costs }
}
