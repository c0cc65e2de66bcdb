/** Ratings: a passenger rates the driver once per ride, after departure. */
import { z } from './zod.ts'
import { lengths, rating as range } from './constants.ts'
import { cursor, endpoint, id, instant, page } from './endpoint.ts'
import { wholeNumber } from './numbers.ts'
import { optionalMultiLine } from './text.ts'

export const rating = z.object({
  id,
  /** Whole number, 1 to 10. */
  rating: z.int(),
  comment: z.string().nullable(),
  created_at: instant,
  rater: z.object({ first_name: z.string(), profile_picture: z.string().nullable() }),
})
export type Rating = z.infer<typeof rating>

export const ratingBody = z.strictObject({
  rating: wholeNumber(range.min, range.max),
  comment: optionalMultiLine(lengths.comment),
  ride_id: id.optional(),
  rater_id: id.optional(),
  rated_id: id.optional(),
})
export type RatingBody = z.input<typeof ratingBody>

export const ratings = {
  create: endpoint({
    access: 'confirmed',
    method: 'POST',
    path: '/reservations/{id}/rating',
    tag: 'ratings',
    summary: 'Rate the driver of an accepted reservation',
    body: ratingBody,
    output: rating,
    status: 201,
    errors: ['not_found', 'not_accepted', 'not_departed', 'already_rated'],
  }),
  list: endpoint({
    access: 'open',
    method: 'GET',
    path: '/profiles/{id}/ratings',
    tag: 'ratings',
    summary: 'Ratings of a person, newest first',
    query: z.object({ cursor: cursor.optional() }),
    output: page(rating),
    errors: ['not_found'],
  }),
}
