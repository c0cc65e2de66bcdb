/**
 * Ratings: a passenger rates the driver and the driver the passenger, each once per trip, after departure. One person rates another at most once
 * in seven days, and once for trips at the same time.
 */
import { z } from './zod.ts'
import { lengths, rating as range } from './constants.ts'
import { cursor, endpoint, id, instant, page } from './endpoint.ts'
import { wholeNumber } from './numbers.ts'
import { multiLine, optionalMultiLine } from './text.ts'

export const rating = z.object({
  id,
  /** Whole number, 1 to 10. */
  rating: z.int(),
  comment: z.string().nullable(),
  /** An administrator has hidden the comment; true for its author and administrators only, and all others get no comment. */
  comment_hidden: z.literal(true).optional(),
  created_at: instant,
  /** The trip and the person who rated; present for that person and for administrators only. */
  ride_id: id.optional(),
  rater_id: id.optional(),
  rater: z.object({ first_name: z.string(), profile_picture: z.string().nullable() }),
  /** What the rated person was on that trip. */
  rated_as: z.enum(['driver', 'passenger']),
  /** The rated person's reply. */
  reply: z.object({ text: z.string(), created_at: instant }).nullable(),
  /** The caller is the rated person and has not replied. */
  can_reply: z.boolean(),
  /** Whether the caller may report the comment, which excludes the own one. */
  can_report: z.boolean(),
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

export const replyBody = z.strictObject({ text: multiLine(lengths.reply) })
export const ratingReportBody = z.strictObject({ reason: multiLine(lengths.report) })

export const ratings = {
  create: endpoint({
    access: 'confirmed',
    method: 'POST',
    path: '/reservations/{id}/rating',
    tag: 'ratings',
    summary: 'Rate the other side of an accepted reservation: the passenger rates the driver, the driver the passenger',
    body: ratingBody,
    /** `shown` is false while ratings are blind and the other side has not rated. */
    output: rating.extend({ shown: z.boolean() }),
    status: 201,
    errors: [
      'not_found',
      'not_accepted',
      'not_departed',
      'already_rated',
      'rated_recently',
      'rated_same_time',
      'not_met',
      'idempotency_key_reused',
    ],
  }),
  reply: endpoint({
    access: 'confirmed',
    method: 'POST',
    path: '/ratings/{id}/reply',
    tag: 'ratings',
    summary: 'Reply to a rating, once, as the rated person',
    body: replyBody,
    output: rating,
    status: 201,
    errors: ['not_found', 'already_replied', 'idempotency_key_reused'],
  }),
  report: endpoint({
    access: 'participant',
    method: 'POST',
    path: '/ratings/{id}/report',
    tag: 'ratings',
    summary: 'Report a rating’s comment to the administrator; the same again changes nothing',
    body: ratingReportBody,
    output: z.object({ reported: z.boolean() }),
    errors: ['not_found', 'rate_limited'],
  }),
  list: endpoint({
    access: 'open',
    mayLag: 'visitors',
    method: 'GET',
    path: '/profiles/{id}/ratings',
    tag: 'ratings',
    summary: 'Ratings of a person, newest first',
    query: z.object({ cursor: cursor.optional() }),
    output: page(rating),
    errors: ['not_found'],
  }),
}
