/** What is stored of a ride: made of what the driver has entered, and written with its stops, legs, sections and detours. */
import { currencyOf } from '@samtur/contract/constants'
import { type NewRide, termsOf } from '@samtur/contract/rides'
import { figuresOf, refuseDistance, tripKm } from '#features/costs/port'
import {
  distanceKm,
  foldPlace,
  lowerCase,
  type Place,
  placeOfStop,
  measuredRoads,
  otherRoad,
  presentRoad,
  roadAlong,
  roadBetween,
  type RoadOf,
} from '#features/places/port'
import type { ApiContext } from '#platform/http/context'
import type { Executor } from '#platform/db/database'
import { invalidField } from '#platform/http/errors'
import { passingTime, sharesOfWay, timeProblem } from './rules.ts'
import { insertDetours } from './store-detours.ts'
import { refreshSections } from './store-sections.ts'
import { ensureStopTexts } from './store-texts.ts'
import { insertRide, insertRides, replaceStops, type RideOfMany, type RideToStore, updateRide } from './store.ts'
import type { RideRow } from './views.ts'

interface TypedStop {
  text: string
  place_id: number | null
  meeting_point_id?: string | null | undefined
}

/** Returns the ways between the stops of a ride, measured where an engine is run. Call it before the transaction that stores them. */
export const roadsOfRide = (
  { roadEngine }: Pick<ApiContext, 'roadEngine'>,
  { start_location, stops, end_location }: Pick<NewRide, 'start_location' | 'stops' | 'end_location'>,
): Promise<RoadOf> => measuredRoads(roadEngine, [start_location, ...stops, end_location].map(placeOfStop))

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
    ...termsOf(body),
    price: body.price,
    extra_costs: body.extra_costs,
    total_seats: body.total_seats,
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
