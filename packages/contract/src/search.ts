/** Finding rides: what is asked, what is offered where nothing is found. */
import { z } from './zod.ts'
import { lengths, price, searchPage, seats } from './constants.ts'
import { cursor, day, endpoint, page } from './endpoint.ts'
import { digits } from './numbers.ts'
import { ride } from './rides.ts'

const searchText = z
  .string({ error: 'invalid' })
  .max(lengths.place, { error: 'too_long' })
  .refine((text) => text.isWellFormed() && !/[\u0000-\u001f\u007f]/.test(text), { error: 'invalid_characters' })
  .transform((text) => text.normalize('NFC').trim())

/** Departure and price and duration rise; the best rated driver comes first. */
export const searchSorts = ['departure', 'price', 'duration', 'rating'] as const

const searchFields = z.object({
  from: searchText.optional(),
  to: searchText.optional(),
  date: z.union([z.literal('').transform(() => undefined), day], { error: 'invalid' }).optional(),
  seats: digits(1, seats.max).optional(),
  /** Whole kr for one person on the section. */
  max_price: digits(price.min, price.max).optional(),
  pets: z.enum(['true'], { error: 'invalid' }).optional(),
  /** The section's departure by the clock in Oslo, whole hours: from 6 until 12 is 06:00 to 11:59. */
  from_hour: digits(0, 23).optional(),
  until_hour: digits(1, 24).optional(),
  sort: z.enum(searchSorts, { error: 'invalid' }).default('departure'),
  limit: digits(1, searchPage.max).optional(),
  cursor: cursor.optional(),
})

/** The hours of one day: a night is asked for by its evening or by its morning. */
function checkHours(
  { from_hour: from = 0, until_hour: until = 24 }: { from_hour?: number | undefined; until_hour?: number | undefined },
  context: z.RefinementCtx,
) {
  // Hours that do not exist are told at their own field.
  if (from < 24 && until <= from) context.addIssue({ code: 'custom', message: 'out_of_range', path: ['until_hour'] })
}

/**
 * `date` is a day in Oslo. Without any of from, to and date all upcoming rides are listed. `until_hour` is later than `from_hour`. Sorted by
 * anything but departure, the 2,000 nearest departures that match are put in order; whole kr are compared whatever their currency.
 */
export const searchQuery = searchFields.superRefine(checkHours)
export type SearchQuery = z.input<typeof searchQuery>

/** The same question; answered when there was nothing. */
export const alternativesQuery = searchFields.omit({ cursor: true, limit: true, sort: true }).superRefine(checkHours)

/** What is offered instead: never part of the result itself. At most 20 in each group, by departure. */
export const alternativeRides = z.object({
  /** The same way up to three days earlier or later. */
  other_days: z.array(ride),
  /** The same day, between places within 25 km of those that were asked for; km as the crow flies. */
  nearby: z.array(ride.extend({ from_km: z.number(), to_km: z.number() })),
})
export type AlternativeRides = z.infer<typeof alternativeRides>

/** Endpoints of the rides, as the API groups them. */
export const search = {
  search: endpoint({
    access: 'open',
    method: 'GET',
    path: '/rides',
    tag: 'rides',
    summary: 'Upcoming rides with free seats, by departure; from and to match any stop in travel order',
    query: searchQuery,
    output: page(ride),
  }),
  alternatives: endpoint({
    access: 'open',
    method: 'GET',
    path: '/rides/alternatives',
    tag: 'rides',
    summary: 'Rides on other days or from and to places nearby, for a search that found nothing',
    query: alternativesQuery,
    output: alternativeRides,
  }),
}
