import { type CostMode, currencyOf, detourPlacesMax, lengths } from '@samtur/contract/constants'
import type { z } from 'zod'
import type { CostEstimate, estimateBody } from '@samtur/contract/costs'
import {
  detoursAlong,
  distanceKm,
  findDemand,
  measuredRoads,
  otherRoad,
  type Place,
  placeOfStop,
  presentRoad,
  type Road,
  roadAlong,
  suggestStops,
  townsOn,
} from '#features/places/port'
import type { Executor } from '#platform/db/database'
import { dayOf } from '#platform/clock'
import { type ApiContext, os, signedIn, verified } from '#platform/http/context'
import { refuseDistance } from './policy.ts'
import { presentRate } from './present.ts'
import { figuresOf, tripKm } from './rules.ts'
import { addRate, removeRate } from './service.ts'
import { listRates, shareOfCosts } from './views.ts'

const perMinute = { name: 'estimate', max: 60, per: 60 }

/** Binds the endpoints of costs; `deps` has the rule for prices above the share. */
export const createCostRoutes = (deps: { costSharing: CostMode }) => ({
  estimate: os.costs.estimate.handler(async ({ input, context }) => {
    context.limiter.useLocally(perMinute, signedIn(context).id)
    return estimate(context, deps.costSharing, input.body)
  }),
  rates: os.costs.rates.handler(async ({ context }) => {
    return { items: (await listRates(context.db.read)).map(presentRate) }
  }),
  addRate: os.costs.addRate.handler(async ({ input, context }) => {
    return presentRate(await addRate(context, verified(context), input.body))
  }),
  removeRate: os.costs.removeRate.handler(async ({ input, context }) => {
    await removeRate(context, verified(context), input.params.id)
    return { removed: true }
  }),
})

type Body = z.output<typeof estimateBody>

/** Returns the way and the share of a trip's costs; the share is null where prices are not compared with it. */
async function estimate({ db, clock, roadEngine }: ApiContext, mode: CostMode, body: Body) {
  const stops = [body.start_location, ...body.stops, body.end_location].map(placeOfStop)
  const start = stops[0]
  const typed = body.distance_km ?? null
  refuseDistance(typed, tripKm(stops, distanceKm))
  const legs = roadAlong(stops)
  const road = legs && presentWay(stops, legs, roadAlong(stops, await measuredRoads(roadEngine, stops)))
  const trip = {
    start,
    typedKm: typed,
    own: road?.certain ? figuresOf(road, road.other, typed) : null,
    day: body.date ?? dayOf(clock.now()),
    extraCosts: body.extra_costs,
    totalSeats: body.total_seats,
  }
  return {
    mode,
    currency: currencyOf(start?.country),
    share: mode === 'off' ? null : await shareOfCosts(db.read, trip),
    road,
    suggestions: legs ? await suggestionsOn(db.read, stops, legs, dayOf(clock.now())) : [],
    detours: detoursOf(stops, body.detour_minutes),
  }
}

/** Returns stops to add, as long as every typed stop has a place that says where on the way it is. */
async function suggestionsOn(
  executor: Executor,
  stops: readonly (Place | undefined)[],
  legs: readonly Road[],
  today: string,
) {
  const [start, end] = [stops[0], stops.at(-1)]
  const candidates = townsOn(legs)
  if (!start || !end || stops.includes(undefined) || stops.length - 2 >= lengths.stops || candidates.length === 0)
    return []
  const ids = candidates.map(({ place }) => place.id)
  const demand = new Map(
    (await findDemand(executor, { from: start.id, to: end.id }, ids, today)).map((row) => [row.place_id, row]),
  )
  return suggestStops(candidates, (id) => demand.get(id))
}

/** Nearer than this to a stop, km, a place is the same town to the driver. */
const SAME_TOWN_KM = 10

/** Returns the places from which the trip would be found by a detour, without the suburbs of its stops. */
const detoursOf = (stops: readonly (Place | undefined)[], minutes: number): CostEstimate['detours'] =>
  detoursAlong(stops, minutes)
    .filter(({ place }) => stops.every((stop) => !stop || distanceKm(stop, place) >= SAME_TOWN_KM))
    .slice(0, detourPlacesMax)
    .map(({ place }) => ({ place_id: place.id, name: place.name }))

/** `measured` has the figures of the routing engine. The other way is not measured, so that the two are compared by figures of one source. */
function presentWay(
  stops: readonly (Place | undefined)[],
  legs: readonly Road[],
  measured: readonly Road[] | null,
): CostEstimate['road'] {
  const other = otherRoad(legs)
  const road = presentRoad(measured ?? legs, !stops.includes(undefined))
  return { ...road, other: other && presentRoad([other], true) }
}
