/** Who may rate, answer and report. */
import { blindRatingDays } from '@samtur/contract/constants'
import type { ErrorCode } from '@samtur/contract/errors'
import type { Caller } from '#platform/http/context'

export interface Occasion {
  status: 'pending' | 'accepted' | 'rejected' | 'cancelled'
  departure: Date
  now: Date
  rated: boolean
}

/** Why one side of a reservation may not rate the other: both may, once, after departure, whatever has happened since. */
export function refusal({ status, departure, now, rated }: Occasion): ErrorCode | undefined {
  if (status !== 'accepted') return 'not_accepted'
  if (departure > now) return 'not_departed'
  if (rated) return 'already_rated'
  return undefined
}

/** While ratings are blind, one is shown when both sides have rated, or when the other has had two weeks to. */
export function isShown(occasion: { blind: boolean; answered: boolean; arrival: Date; now: Date }): boolean {
  const { blind, answered, arrival, now } = occasion
  return !blind || answered || now.getTime() >= arrival.getTime() + blindRatingDays * 86_400_000
}

interface Judged {
  rater_id: string
  rated_id: string
  comment: string | null
  /** By the administrator. */
  comment_hidden: boolean
  reply: string | null
}

type Viewer = Pick<Caller, 'id' | 'verified' | 'role' | 'purgeAt'> | null

/** The rated person, once. */
export const mayReply = (rating: Judged, viewer: Viewer): boolean =>
  isActive(viewer) && rating.rated_id === viewer.id && rating.reply === null

/** Everybody who takes part, but not whoever wrote the comment. */
export const mayReport = (rating: Judged, viewer: Viewer): boolean =>
  isActive(viewer) &&
  viewer.role !== 'admin' &&
  rating.comment !== null &&
  !rating.comment_hidden &&
  rating.rater_id !== viewer.id

/** A hidden comment is read by its author and the administrator. */
export const seesComment = (rating: Judged, viewer: { id: string; administrator: boolean } | null): boolean =>
  !rating.comment_hidden || (viewer !== null && (viewer.id === rating.rater_id || viewer.administrator))

const isActive = (viewer: Viewer): viewer is NonNullable<Viewer> =>
  viewer !== null && viewer.verified && !viewer.purgeAt
