import { lengths } from '@samtur/contract/basics'
import type { RatingBody } from '@samtur/contract/ratings'

/** Counted as the server counts: code points, after NFC and trimming. */
export const commentTooLong = (comment: string) => [...comment.normalize('NFC').trim()].length > lengths.comment

/** A blank comment is none. */
export const ratingBody = (rating: number, comment: string): RatingBody => ({ rating, comment: comment.trim() || null })
