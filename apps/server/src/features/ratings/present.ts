/** Rating rows → responses: of the rater only first name and picture leave. */
import type { Rating } from '@samtur/contract/ratings'
import { pictureUrl } from '#features/profiles/port'
import type { RatingRow } from './views.ts'

export function presentRating(row: RatingRow): Rating {
  return {
    id: row.id,
    rating: row.rating,
    comment: row.comment,
    created_at: row.created_at.toISOString(),
    rater: { first_name: row.rater_name.split(/\s+/)[0] ?? '', profile_picture: pictureUrl(row.rater_picture) },
  }
}
