/** Reads of the ratings slice. */
import { sql } from 'kysely'
import type { Executor } from '#platform/db/database'
import { boolean, instant, integer, nullable, oneOf, type RowOf, rowsOf, text, uuid } from '#platform/db/rows'

const ratingRow = {
  id: uuid,
  ride_id: uuid,
  rating: integer,
  comment: nullable(text),
  comment_hidden: boolean,
  created_at: instant,
  rater_id: uuid,
  rated_id: uuid,
  rater_name: text,
  rater_picture: nullable(text),
  rated_as: oneOf(['driver', 'passenger']),
  shown: boolean,
  reply: nullable(text),
  replied_at: nullable(instant),
}
export type RatingRow = RowOf<typeof ratingRow>

const PAGE = 20

const ratings = sql`
  select rating.id, rating.ride_id, rating.rating, rating.comment, rating.comment_hidden_at is not null as comment_hidden, rating.created_at, rating.rater_id, rating.rated_id, rater.full_name as rater_name,
    rater.picture_key as rater_picture, case when ride.driver_id = rating.rated_id then 'driver' else 'passenger' end as rated_as,
    rating.shown, rating.reply, rating.replied_at
  from rating join profile rater on rater.id = rating.rater_id join ride on ride.id = rating.ride_id
    join profile rated on rated.id = rating.rated_id`

/** Returns one page of the ratings that are shown, newest first; `after` is the id of the last rating of the page before. */
export async function listRatings(executor: Executor, ratedId: string, after: string | undefined) {
  const { rows } = await rowsOf(ratingRow)`${ratings}
    where rating.rated_id = ${ratedId} and rating.shown and rated.closed_at is null
      ${after ? sql`and (rating.created_at, rating.id) < (select created_at, id from rating where id = ${after}::uuid)` : sql``}
    order by rating.created_at desc, rating.id desc limit ${PAGE + 1}`.execute(executor)
  return { rows: rows.slice(0, PAGE), next: rows.length > PAGE ? (rows[PAGE - 1]?.id ?? null) : null }
}

export async function findRating(executor: Executor, id: string): Promise<RatingRow | undefined> {
  const { rows } = await rowsOf(ratingRow)`${ratings} where rating.id = ${id}`.execute(executor)
  return rows[0]
}

/** Returns a rating that everybody can read: not a blind one, and not one of a person who has left. */
export async function findShownRating(executor: Executor, id: string): Promise<RatingRow | undefined> {
  const { rows } = await rowsOf(ratingRow)`${ratings}
    where rating.id = ${id} and rating.shown and rated.closed_at is null`.execute(executor)
  return rows[0]
}

/** Returns false also for a person who has left, and for an account that nobody has confirmed. */
export async function profileExists(executor: Executor, id: string): Promise<boolean> {
  const person = executor
    .selectFrom('profile')
    .select('id')
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .where((eb) => eb.not(eb.fn<boolean>('awaits_confirmation', ['id'])))
  return Boolean(await person.executeTakeFirst())
}
