/** Rating the other side of a trip, replying to a rating, and reporting a comment. */
import { firstName } from '@samtur/contract/names'
import { paths, profilePath } from '@samtur/contract/paths'
import type { ratingBody } from '@samtur/contract/ratings'
import type { z } from 'zod'
import { fileReport } from '#features/moderation/port'
import { notify, type NotificationInput } from '#features/notifications/port'
import { afterCommit, type Tx } from '#platform/db/database'
import type { ApiContext, Caller, Parts } from '#platform/http/context'
import { AppError, assertThat, invalidField } from '#platform/http/errors'
import { idempotent } from '#platform/http/idempotency'
import { isShown, mayReport, refusal } from './policy.ts'
import {
  insertRating,
  insertReply,
  lockAverages,
  lockOccasion,
  type OccasionRow,
  showAnswer,
  showHidden,
} from './store.ts'
import { findRating, findShownRating, type RatingRow } from './views.ts'

type Body = z.output<typeof ratingBody>

/** What ratings depend on. */
export interface Deps {
  bus: Parts['bus']
  origin: () => string
  /** A rating is shown once both sides have rated, or after two weeks. */
  blindRatings: boolean
}

/**
 * Stores what one side of an accepted reservation says of the other; returns the rating's id. Errors: `not_found`, `not_accepted`,
 * `not_departed`, `already_rated`, `rated_recently`, `rated_same_time`, `not_met`.
 */
export async function rate(
  context: ApiContext,
  deps: Deps,
  { caller, reservationId, body }: { caller: Caller; reservationId: string; body: Body },
): Promise<string> {
  const key = context.idempotencyKey
  const request = { db: context.db, userId: caller.id, route: 'ratings.create', key, body: { reservationId, ...body } }
  const { id } = await idempotent(request, async (tx) => {
    const occasion = await lockOccasion(tx, reservationId, caller.id)
    assertThat(occasion, 'not_found')
    checkForced(body, caller, occasion)
    const { status, departure_time: departure, now, rated, not_met: notMet } = occasion
    const { same_time: sameTime, paused_until: pausedUntil } = occasion
    const code = refusal({ status, departure, now, rated, notMet, sameTime, pausedUntil })
    if (code === 'rated_recently' && pausedUntil)
      throw new AppError(code, { params: { next_at: pausedUntil.toISOString() } })
    if (code) throw new AppError(code)
    return store(tx, deps, { caller, reservationId, occasion, body })
  })
  return id
}

interface Rated {
  caller: Caller
  reservationId: string
  occasion: OccasionRow
  body: Body
}

async function store(tx: Tx, deps: Deps, { caller, reservationId, occasion, body }: Rated) {
  const { ride_id: rideId, rated_id: ratedId, answered, arrival_time: arrival, now } = occasion
  if (deps.blindRatings) await lockAverages(tx, caller.id, ratedId)
  const shown = isShown({ blind: deps.blindRatings, answered, arrival, now })
  const { rating, comment } = body
  const id = await insertRating(tx, reservationId, { rater_id: caller.id, rating, comment, shown })
  assertThat(id, 'not_accepted')
  const answer = await showAnswer(tx, { rideId, raterId: ratedId, ratedId: caller.id })
  await notifyRated(tx, deps, [...(shown ? [id] : []), ...(answer ? [answer] : [])])
  // The other side's pages do not refresh for a blind rating, which would disclose it.
  const concerned = shown ? [ratedId, caller.id] : [caller.id]
  afterCommit(() => deps.bus.emit('changed', { user_ids: concerned, what: 'reservations' }))
  return { id }
}

/** Accepts fields that only the server sets when they have the value that the server would set. */
function checkForced(body: Body, caller: Caller, occasion: OccasionRow) {
  const forced = { rater_id: caller.id, ride_id: occasion.ride_id, rated_id: occasion.rated_id } as const
  for (const [field, value] of Object.entries(forced)) {
    const sent = body[field as keyof typeof forced]
    if (sent !== undefined && sent !== value) throw invalidField(field, 'invalid')
  }
}

/** Notifies the rated people when a rating is shown, not when it is given: a blind rating stays unknown until then. */
async function notifyRated(tx: Tx, deps: Deps, ids: string[]) {
  const notifications: NotificationInput[] = []
  for (const id of ids) {
    const row = await findRating(tx, id)
    if (!row) continue
    const params = { ...nameIn(row.rater_name), rating: row.rating }
    const fact = {
      kind: 'rating_received' as const,
      params,
      path: paths.ownProfile,
      dedupeKey: `rating_received:${id}`,
    }
    notifications.push({ ...fact, to: row.rated_id, about: row.rater_id })
  }
  await notify(tx, deps, notifications)
}

const nameIn = (fullName: string) => (fullName ? { name: firstName(fullName) } : {})

/** Shows a batch of due blind ratings, or of all hidden ones when ratings are not blind; returns whether there may be more. */
export async function showRatings({ db, ...deps }: Deps & Pick<Parts, 'db'>): Promise<boolean> {
  return db.tx(async (tx) => {
    const shown = await showHidden(tx, deps.blindRatings ? 'due' : 'all')
    await notifyRated(tx, deps, shown)
    return shown.length > 0
  })
}

interface Remark {
  caller: Caller
  ratingId: string
  text: string
}

/** Stores the rated person's only reply. Errors: `not_found`, `already_replied`. */
export async function reply(context: ApiContext, deps: Deps, { caller, ratingId, text }: Remark): Promise<void> {
  const key = context.idempotencyKey
  const request = { db: context.db, userId: caller.id, route: 'ratings.reply', key, body: { ratingId, text } }
  await idempotent(request, async (tx) => {
    const row = await findShownRating(tx, ratingId)
    assertThat(row && row.rated_id === caller.id, 'not_found')
    assertThat(await insertReply(tx, ratingId, caller.id, text), 'already_replied')
    await notify(tx, deps, [notificationOfReply(row, await nameOf(tx, caller.id))])
    return {}
  })
}

function notificationOfReply({ id, rater_id: to, rated_id: about }: RatingRow, fullName: string): NotificationInput {
  return {
    to,
    about,
    kind: 'rating_replied',
    params: nameIn(fullName),
    path: profilePath(about),
    dedupeKey: `rating_replied:${id}`,
  }
}

async function nameOf(tx: Tx, id: string) {
  const person = await tx.selectFrom('profile').select('full_name').where('id', '=', id).executeTakeFirst()
  return person?.full_name ?? ''
}

/** Reports a comment to the administrators; repeating it is the same report. Errors: `not_found`, `rate_limited`. */
export async function reportComment(context: ApiContext, { caller, ratingId, text }: Remark): Promise<void> {
  const row = await findShownRating(context.db.read, ratingId)
  assertThat(row && mayReport(row, caller), 'not_found')
  await fileReport(context, { reporterId: caller.id, reportedId: row.rater_id, ratingId, reason: text })
}
