/** Places: the gazetteer behind the place fields, and the roads between its places. */
import { z } from './zod.ts'
import { currencies, lengths } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { digits } from './numbers.ts'

export const place = z.object({
  id: z.int(),
  name: z.string(),
  country: z.enum(['NO', 'DK', 'SE', 'FI', 'IS']),
  /** County or region, to distinguish places of the same name; may be empty. */
  region: z.string(),
  kind: z.enum(['town', 'airport', 'ski', 'ferry', 'area']),
  lat: z.number(),
  lon: z.number(),
})
export type PlaceSuggestion = z.infer<typeof place>

/** A ferry connection on the way. `minutes` is the crossing alone. */
const ferry = z.object({ name: z.string(), km: z.number(), minutes: z.int(), wait_minutes: z.int() })

/** A bridge or tunnel on the way that has a name. */
const bridge = z.object({ name: z.string(), kind: z.enum(['bridge', 'tunnel']) })

/** The list price of a passage for a car with its driver: a suggestion, which the driver corrects. */
const toll = z.object({
  name: z.string(),
  /** Whole units of the currency; `electric` is null where it is the same or unknown. */
  petrol: z.int().nullable(),
  electric: z.int().nullable(),
  currency: z.enum(currencies),
  /** Year of the list price. */
  year: z.int(),
})

/** A point of a line on the map; `ferry` where the line leads to it over water. */
export const linePoint = z.object({ lat: z.number(), lon: z.number(), ferry: z.boolean() })
export type LinePoint = z.infer<typeof linePoint>

/** A way by road along the stops of a trip. */
export const roadWay = z.object({
  /** Whole km, ferries included. */
  km: z.int(),
  /** Of driving, crossing and waiting for ferries, without breaks. */
  minutes: z.int(),
  ferries: z.array(ferry),
  bridges: z.array(bridge),
  tolls: z.array(toll),
  /** Places passed between the stops, in order. */
  via: z.array(z.object({ place_id: z.int(), name: z.string() })),
  /** False where a stop is unknown, far from the roads that are known or outside the three countries: then nothing is compared. */
  certain: z.boolean(),
  /** The figures may be more than 5 % off. */
  about: z.boolean(),
  /** Mountain passes in winter: often closed or in convoy, or shut until spring; null on a way without one. */
  winter: z.enum(['pass', 'closed']).nullable(),
  line: z.array(linePoint),
})
export type RoadWay = z.infer<typeof roadWay>

/** `other` is a way over other ferries or bridges that takes about as long. */
export const road = roadWay.extend({ other: roadWay.nullable() })
export type Road = z.infer<typeof road>

/** A place on the way of a trip, offered as a stop. */
export const stopSuggestion = z.object({
  place_id: z.int(),
  name: z.string(),
  lat: z.number(),
  lon: z.number(),
  /** The number of the trip's stops that come before it. */
  position: z.int(),
  /** Coming rides from the trip's start to its end that stop there; 0 where they are fewer than `suggestions.minimum`. */
  drivers: z.int(),
  /** Searches of the last 30 days from or to the place; 0 where they are fewer than `suggestions.minimum`. */
  searches: z.int(),
})
export type StopSuggestion = z.infer<typeof stopSuggestion>

export const places = {
  search: endpoint({
    access: 'open',
    method: 'GET',
    path: '/places',
    tag: 'places',
    summary: 'Places whose name or alias matches, best first; blind to case and accents',
    query: z.object({
      q: z.string({ error: 'required' }).max(lengths.place, { error: 'too_long' }),
      limit: digits(1, 20).optional(),
    }),
    output: z.object({ items: z.array(place) }),
    errors: ['rate_limited'],
  }),
}
