/** Who may rate, reply and report. */
import { blindRatingDays } from '@samtur/contract/constants'
import type { ErrorCode } from '@samtur/contract/errors'
import type { Caller } from '#platform/http/context'

export interface Occasion {
  status: 'pending' | 'accepted' | 'rejected' | 'cancelled'
  departure: Date
  now: Date
  rated: boolean
  /** The rater has said on the day of travel that there was no meeting. */
  notMet: boolean
  /** The rater has rated the other side for a trip at the same time. */
  sameTime: boolean
  /** Until when an earlier rating of the other side stands in the way. */
  pausedUntil: Date | null
}

/**
 * Returns why one side of a reservation may not rate the other; undefined when it may: once, from departure on, and seven days after the rating
 * for another trip.
 */
export function refusal(occasion: Occasion): ErrorCode | undefined {
  const { status, departure, now, rated, notMet, sameTime, pausedUntil } = occasion
  if (status !== 'accepted') return 'not_accepted'
  if (departure > now) return 'not_departed'
  if (rated) return 'already_rated'
  if (notMet) return 'not_met'
  if (sameTime) return 'rated_same_time'
  return pausedUntil && pausedUntil > now ? 'rated_recently' : undefined
}

/** Returns whether a rating is shown at once. A blind one is when the other side has rated too, or two weeks after arrival. */
export function isShown(occasion: { blind: boolean; answered: boolean; arrival: Date; now: Date }): boolean {
  const { blind, answered, arrival, now } = occasion
  return !blind || answered || now.getTime() >= arrival.getTime() + blindRatingDays * 86_400_000
}

interface Judged {
  rater_id: string
  rated_id: string
  comment: string | null
  /** An administrator has hidden the comment. */
  comment_hidden: boolean
  reply: string | null
}

type Viewer = Pick<Caller, 'id' | 'verified' | 'role' | 'purgeAt'> | null

/** Returns whether the viewer may reply: the rated person, once. */
export const mayReply = (rating: Judged, viewer: Viewer): boolean =>
  isActive(viewer) && rating.rated_id === viewer.id && rating.reply === null

/** Returns whether the viewer may report the comment: every active member except its author. */
export const mayReport = (rating: Judged, viewer: Viewer): boolean =>
  isActive(viewer) &&
  viewer.role !== 'admin' &&
  rating.comment !== null &&
  !rating.comment_hidden &&
  rating.rater_id !== viewer.id

interface Reader {
  id: string
  administrator: boolean
}

/** Returns whether the viewer sees which trip was rated and by whom: the rater and administrators. */
export const seesTrip = (rating: Pick<Judged, 'rater_id'>, viewer: Reader | null): boolean =>
  viewer !== null && (viewer.id === rating.rater_id || viewer.administrator)

/** Returns whether the viewer sees the comment; a hidden one is shown only to its author and to administrators. */
export const seesComment = (rating: Judged, viewer: Reader | null): boolean =>
  !rating.comment_hidden || seesTrip(rating, viewer)

const isActive = (viewer: Viewer): viewer is NonNullable<Viewer> =>
  viewer !== null && viewer.verified && !viewer.purgeAt
