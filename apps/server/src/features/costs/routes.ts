import { type CostMode, currencyOf } from '@samtur/contract/constants'
import type { z } from 'zod'
import type { estimateBody } from '@samtur/contract/costs'
import { distanceKm, placeOfStop, roadKm } from '#features/places/port'
import { dayOf } from '#platform/clock'
import { type ApiContext, os, signedIn, verified } from '#platform/http/context'
import { refuseDistance } from './policy.ts'
import { presentRate } from './present.ts'
import { tripKm } from './rules.ts'
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

/** Returns the share of a trip's costs; null where prices are not compared with it. */
async function estimate({ db, clock }: ApiContext, mode: CostMode, body: Body) {
  const stops = [body.start_location, ...body.stops, body.end_location].map(placeOfStop)
  const start = stops[0]
  const typed = body.distance_km ?? null
  refuseDistance(typed, tripKm(stops, distanceKm))
  const trip = {
    start,
    distanceKm: typed ?? tripKm(stops, roadKm),
    typedDistance: typed !== null,
    day: body.date ?? dayOf(clock.now()),
    extraCosts: body.extra_costs,
    totalSeats: body.total_seats,
  }
  return {
    mode,
    currency: currencyOf(start?.country),
    share: mode === 'off' ? null : await shareOfCosts(db.read, trip),
  }
}
