/** Rating rows → responses. Of the rater, others than the rater and administrators get first name and picture alone. */
import { firstName } from '@samtur/contract/names'
import type { Rating } from '@samtur/contract/ratings'
import { pictureUrl } from '#features/profiles/port'
import { type Caller, isAdministrator } from '#platform/http/context'
import { mayReply, mayReport, seesComment, seesTrip } from './policy.ts'
import type { RatingRow } from './views.ts'

export function presentRating(
  row: RatingRow,
  viewer: Caller | null,
  { adminNeedsTwoFactor }: { adminNeedsTwoFactor: boolean },
): Rating {
  const { reply: text, replied_at: repliedAt } = row
  const reader = viewer && { id: viewer.id, administrator: isAdministrator(viewer, adminNeedsTwoFactor) }
  const seen = seesComment(row, reader)
  return {
    id: row.id,
    rating: row.rating,
    comment: seen ? row.comment : null,
    ...(row.comment_hidden && seen && { comment_hidden: true }),
    created_at: row.created_at.toISOString(),
    ...(seesTrip(row, reader) && { ride_id: row.ride_id, rater_id: row.rater_id }),
    rater: { first_name: firstName(row.rater_name), profile_picture: pictureUrl(row.rater_picture) },
    rated_as: row.rated_as,
    reply: text !== null && repliedAt ? { text, created_at: repliedAt.toISOString() } : null,
    can_reply: mayReply(row, viewer),
    can_report: mayReport(row, viewer),
  }
}
