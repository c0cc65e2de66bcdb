/** Sharing costs: the public rates, and the cost of a trip. Prices are a share of the costs, never a fare. */
import { z } from './zod.ts'
import { costModes, countries, currencies, extraCosts, lengths, seats } from './constants.ts'
import { detourInput } from './detours.ts'
import { day, endpoint, id, instant } from './endpoint.ts'
import { wholeNumber } from './numbers.ts'
import { road, stopSuggestion } from './places.ts'
import { distanceInput, rideStopInput } from './rides.ts'
import { oneLine } from './text.ts'

/** The public rate of a country, from a day until the next entry. */
export const costRate = z.object({
  id,
  country: z.enum(countries),
  valid_from: day,
  /** Hundredths of a krone per kilometre: 350 is 3.50 kr. */
  ore_per_km: z.int(),
  /** Source of the rate. */
  source: z.string(),
  created_at: instant,
})
export type CostRate = z.infer<typeof costRate>

/** A plausible day for a ride; other years are typing errors. */
const sensibleDay = day.refine((text) => /^2[01]\d\d-/.test(text), { error: 'out_of_range' })

export const costRateBody = z.strictObject({
  country: z.enum(countries, { error: 'invalid' }),
  valid_from: sensibleDay,
  ore_per_km: wholeNumber(1, 10_000),
  source: oneLine(lengths.subject),
})
export type CostRateBody = z.input<typeof costRateBody>

export const estimateBody = z.strictObject({
  start_location: rideStopInput,
  end_location: rideStopInput,
  stops: z.array(rideStopInput, { error: 'invalid' }).max(lengths.stops, { error: 'too_many' }).default([]),
  total_seats: wholeNumber(seats.min, seats.max).default(seats.default),
  extra_costs: wholeNumber(extraCosts.min, extraCosts.max).default(0),
  distance_km: distanceInput,
  detour_minutes: detourInput.default(0),
  /** Day of departure, whose rate applies. Today by default. */
  date: sensibleDay.optional(),
})
export type EstimateBody = z.input<typeof estimateBody>

/** The calculation of a suggested price: (km × rate + tolls and ferry) ÷ people in the car, rounded down to whole kr. */
export const costEstimate = z.object({
  mode: z.enum(costModes),
  currency: z.enum(currencies),
  /** Null while start or end is an unknown place, and where the way is uncertain and no distance was typed. */
  share: z
    .object({
      /** What counts: typed kilometres up to 1.25 times those of a certain way. */
      distance_km: z.int(),
      /** The driver typed the kilometres; otherwise they are estimated. */
      typed_distance: z.boolean(),
      ore_per_km: z.int(),
      /** What counts: less than was typed where that is far above what the way can cost. */
      extra_costs: z.int(),
      /** Everybody in the car, including the driver. */
      people: z.int(),
      /** Whole kr per person. */
      price: z.int(),
      country: z.enum(countries),
      valid_from: day,
      source: z.string(),
    })
    .nullable(),
  /** The way by road along the stops; null while start or end is an unknown place. */
  road: road.nullable(),
  /** Places on the way that the driver may want to stop at, in its order. */
  suggestions: z.array(stopSuggestion),
  /** Places beside the way from which the trip would be found by a detour of at most `detour_minutes`, the largest first. */
  detours: z.array(z.object({ place_id: z.int(), name: z.string() })),
})
export type CostEstimate = z.infer<typeof costEstimate>

export const costs = {
  estimate: endpoint({
    access: 'signed-in',
    method: 'POST',
    path: '/rides/estimate',
    tag: 'costs',
    summary: 'The way of a trip by road, and one person’s share of its costs; stores nothing',
    body: estimateBody,
    output: costEstimate,
    errors: ['rate_limited'],
  }),
  rates: endpoint({
    access: 'open',
    method: 'GET',
    path: '/cost-rates',
    tag: 'costs',
    summary: 'All rates, by country and newest first',
    output: z.object({ items: z.array(costRate) }),
  }),
  addRate: endpoint({
    access: 'admin',
    method: 'POST',
    path: '/admin/cost-rates',
    tag: 'costs',
    summary: 'Add a rate, or correct the one of the same country and day',
    body: costRateBody,
    output: costRate,
    status: 201,
    errors: ['forbidden', 'two_factor_required'],
  }),
  removeRate: endpoint({
    access: 'admin',
    method: 'DELETE',
    path: '/admin/cost-rates/{id}',
    tag: 'costs',
    summary: 'Remove a rate whose day has not come',
    output: z.object({ removed: z.boolean() }),
    errors: ['forbidden', 'two_factor_required', 'not_found', 'rate_in_use'],
  }),
}
