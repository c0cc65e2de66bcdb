/** Finding rides: the query, and what is offered where a search finds nothing. */
import { z } from './zod.ts'
import { currencies, lengths, popularWaysMax, searchPage } from './constants.ts'
import { cursor, day, endpoint, page } from './endpoint.ts'
import {
  areHoursInOrder,
  type Filter,
  type FilterName,
  filterNames,
  filterOf,
  filters,
  type FilterTexts,
  type FilterValues,
  searchSorts,
} from './filters.ts'
import { digits } from './numbers.ts'
import { ride } from './rides.ts'

const searchText = z
  .string({ error: 'invalid' })
  .max(lengths.place, { error: 'too_long' })
  .refine((text) => text.isWellFormed() && !/[\u0000-\u001f\u007f]/.test(text), { error: 'invalid_characters' })
  .transform((text) => text.normalize('NFC').trim())

type FilterSchemas = {
  [Name in FilterName]: z.ZodOptional<
    z.ZodType<Exclude<FilterValues[Name], undefined>, Exclude<FilterTexts[Name], undefined>>
  >
}

const schemaOf = (filter: Filter) =>
  'values' in filter ? z.enum(filter.values, { error: 'invalid' }) : digits(filter.min, filter.max)
const filterSchemas = Object.fromEntries(
  filterNames.map((name) => [name, schemaOf(filterOf(name)).optional()]),
) as unknown as FilterSchemas

const searchFields = z.object({
  from: searchText.optional(),
  to: searchText.optional(),
  date: z.union([z.literal('').transform(() => undefined), day], { error: 'invalid' }).optional(),
  ...filterSchemas,
  sort: z.enum(searchSorts, { error: 'invalid' }).default('departure'),
  limit: digits(1, searchPage.max).optional(),
  cursor: cursor.optional(),
})

function checkHours(query: FilterValues, context: z.RefinementCtx) {
  // An hour that does not exist has its own problem, at its own field.
  if ((query.from_hour ?? 0) <= filters.from_hour.max && !areHoursInOrder(query))
    context.addIssue({ code: 'custom', message: 'out_of_range', path: ['until_hour'] })
}

/**
 * `date` is a day in Oslo. Without any of from, to and date all upcoming rides are listed. `until_hour` is later than `from_hour`. Sorted by
 * anything but departure, the 2,000 nearest departures that match are put in order; whole kr are compared whatever their currency. Rides
 * whose driver would have to make a detour come after all others, and each has its `detour`.
 */
export const searchQuery = searchFields.superRefine(checkHours)
export type SearchQuery = z.input<typeof searchQuery>

/** The query of a search without its pages and its order. */
export const alternativesQuery = searchFields.omit({ cursor: true, limit: true, sort: true }).superRefine(checkHours)

/** Offers in place of a result: never part of the result itself. At most 20 in each group, by departure. */
export const alternativeRides = z.object({
  /** The same places up to three days earlier or later. */
  other_days: z.array(ride),
  /** The same day, between places within 25 km of those of the query; km as the crow flies. */
  nearby: z.array(ride.extend({ from_km: z.number(), to_km: z.number() })),
})
export type AlternativeRides = z.infer<typeof alternativeRides>

/** Seven days in Oslo around that of the query, none of them past; without one the next seven. */
export const rideDays = z.object({
  days: z.array(
    z.object({
      date: z.iso.date(),
      /** Of the rides that stop at the places, as the search lists them for the day. 100 stands for more than 99. */
      count: z.int(),
      /** In whole kr, whatever the currency; null without a ride, and where there are more rides than are counted. */
      lowest_price: z.int().nullable(),
    }),
  ),
})
export type RideDays = z.infer<typeof rideDays>

/** A way between two places, with its coming rides. */
const way = z.object({
  from: z.string(),
  to: z.string(),
  rides: z.int(),
  /** The lowest price of a seat on the whole way, in whole units of the currency. */
  price: z.int(),
  currency: z.enum(currencies),
})
export type Way = z.infer<typeof way>

/** Endpoints of the rides, as the API groups them. */
export const search = {
  search: endpoint({
    access: 'open',
    mayLag: 'everybody',
    method: 'GET',
    path: '/rides',
    tag: 'rides',
    summary: 'Upcoming rides with free seats, by departure; from and to match any stop in travel order',
    query: searchQuery,
    output: page(ride),
  }),
  alternatives: endpoint({
    access: 'open',
    mayLag: 'everybody',
    method: 'GET',
    path: '/rides/alternatives',
    tag: 'rides',
    summary: 'Rides on other days or from and to places nearby, for a search that found nothing',
    query: alternativesQuery,
    output: alternativeRides,
  }),
  days: endpoint({
    access: 'open',
    mayLag: 'everybody',
    method: 'GET',
    path: '/rides/days',
    tag: 'rides',
    summary: 'How many rides a search finds on each of seven days, and the lowest price',
    query: alternativesQuery,
    output: rideDays,
  }),
  ways: endpoint({
    access: 'open',
    mayLag: 'everybody',
    method: 'GET',
    path: '/rides/ways',
    tag: 'rides',
    summary:
      'The ways with the most coming rides; of equally many the one whose places are searched for more often comes first',
    output: z.object({ items: z.array(way).max(popularWaysMax) }),
  }),
}
