/** Places: the gazetteer behind the place fields. */
import { z } from './zod.ts'
import { lengths } from './constants.ts'
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
