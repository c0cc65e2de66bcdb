/** Reads of the ratings slice. */
import { sql } from 'kysely'
import type { ReservationStatus } from '@samtur/contract/constants'
import type { Executor, Tx } from '#platform/db/database'

export interface OccasionRow {
  ride_id: string
  /** The other side, who is rated. */
  rated_id: string
  status: ReservationStatus
  departure_time: Date
  arrival_time: Date
  now: Date
  rated: boolean
  /** The other side has rated the caller for the same trip. */
  answered: boolean
}

/**
 * A reservation as an occasion for one of its two sides; undefined for anybody else. Holds the reservation: of two sides that rate at the
 * same moment the second sees the first one's rating.
 */
export async function lockOccasion(tx: Tx, reservationId: string, raterId: string): Promise<OccasionRow | undefined> {
  const { rows } = await sql<OccasionRow>`
    select ride.id as ride_id, other.id as rated_id, r.status, ride.departure_time, ride.arrival_time, app_now() as now
    from reservation r join ride on ride.id = r.ride_id
      join profile other on other.id = case when ride.driver_id = ${raterId} then r.passenger_id else ride.driver_id end
    where r.id = ${reservationId} and ${raterId} in (r.passenger_id, ride.driver_id)
    for no key update of r`.execute(tx)
  const occasion = rows[0]
  if (!occasion) return undefined
  // A statement of its own: it sees what was stored while the one before waited.
  const { rows: found } = await sql<Pick<OccasionRow, 'rated' | 'answered'>>`select
    exists (select from rating where ride_id = ${occasion.ride_id} and rater_id = ${raterId} and rated_id = ${occasion.rated_id}) as rated,
    exists (select from rating where ride_id = ${occasion.ride_id} and rater_id = ${occasion.rated_id} and rated_id = ${raterId}) as answered`.execute(
    tx,
  )
  return { ...occasion, rated: found[0]?.rated ?? false, answered: found[0]?.answered ?? false }
}

export interface RatingRow {
  id: string
  rating: number
  comment: string | null
  comment_hidden: boolean
  created_at: Date
  rater_id: string
  rated_id: string
  rater_name: string
  rater_picture: string | null
  rated_as: 'driver' | 'passenger'
  shown: boolean
  reply: string | null
  replied_at: Date | null
}

const PAGE = 20

const ratings = sql`
  select rating.id, rating.rating, rating.comment, rating.comment_hidden_at is not null as comment_hidden, rating.created_at, rating.rater_id, rating.rated_id, rater.full_name as rater_name,
    rater.picture_key as rater_picture, case when ride.driver_id = rating.rated_id then 'driver' else 'passenger' end as rated_as,
    rating.shown, rating.reply, rating.replied_at
  from rating join profile rater on rater.id = rating.rater_id join ride on ride.id = rating.ride_id
    join profile rated on rated.id = rating.rated_id`

/** One page of what is shown, newest first; `after` is the id of the last rating already shown. */
export async function listRatings(executor: Executor, ratedId: string, after: string | undefined) {
  const { rows } = await sql<RatingRow>`${ratings}
    where rating.rated_id = ${ratedId} and rating.shown and rated.closed_at is null
      ${after ? sql`and (rating.created_at, rating.id) < (select created_at, id from rating where id = ${after}::uuid)` : sql``}
    order by rating.created_at desc, rating.id desc limit ${PAGE + 1}`.execute(executor)
  return { rows: rows.slice(0, PAGE), next: rows.length > PAGE ? (rows[PAGE - 1]?.id ?? null) : null }
}

export async function findRating(executor: Executor, id: string): Promise<RatingRow | undefined> {
  const { rows } = await sql<RatingRow>`${ratings} where rating.id = ${id}`.execute(executor)
  return rows[0]
}

/** The same, where everybody can read it: not while it is blind, and not of somebody who has left. */
export async function findShownRating(executor: Executor, id: string): Promise<RatingRow | undefined> {
  const { rows } = await sql<RatingRow>`${ratings}
    where rating.id = ${id} and rating.shown and rated.closed_at is null`.execute(executor)
  return rows[0]
}

/** People who have left have no page. */
export async function profileExists(executor: Executor, id: string): Promise<boolean> {
  const person = executor.selectFrom('profile').select('id').where('id', '=', id).where('closed_at', 'is', null)
  return Boolean(await person.executeTakeFirst())
}
