/** Reads of the ratings slice. */
import { sql } from 'kysely'
import type { ReservationStatus } from '@samtur/contract/constants'
import type { Executor } from '#platform/db/database'

export interface OccasionRow {
  ride_id: string
  driver_id: string
  status: ReservationStatus
  departure_time: Date
  now: Date
  rated: boolean
}

/** The passenger's own reservation as an occasion to rate; undefined for anybody else's. */
export async function findOccasion(
  executor: Executor,
  reservationId: string,
  passengerId: string,
): Promise<OccasionRow | undefined> {
  const { rows } = await sql<OccasionRow>`
    select ride.id as ride_id, ride.driver_id, reservation.status, ride.departure_time, app_now() as now,
      exists (select from rating where rating.ride_id = ride.id and rating.rater_id = reservation.passenger_id) as rated
    from reservation join ride on ride.id = reservation.ride_id
    where reservation.id = ${reservationId} and reservation.passenger_id = ${passengerId}`.execute(executor)
  return rows[0]
}

export interface RatingRow {
  id: string
  rating: number
  comment: string | null
  created_at: Date
  rater_name: string
  rater_picture: string | null
}

const PAGE = 20

const columns = sql`rating.id, rating.rating, rating.comment, rating.created_at, rater.full_name as rater_name, rater.picture_key as rater_picture`

/** One page, newest first; `after` is the id of the last rating already shown. */
export async function listRatings(executor: Executor, ratedId: string, after: string | undefined) {
  const { rows } = await sql<RatingRow>`
    select ${columns} from rating join profile rater on rater.id = rating.rater_id
      join profile rated on rated.id = rating.rated_id and rated.closed_at is null
    where rating.rated_id = ${ratedId}
      ${after ? sql`and (rating.created_at, rating.id) < (select created_at, id from rating where id = ${after}::uuid)` : sql``}
    order by rating.created_at desc, rating.id desc limit ${PAGE + 1}`.execute(executor)
  return { rows: rows.slice(0, PAGE), next: rows.length > PAGE ? (rows[PAGE - 1]?.id ?? null) : null }
}

export async function findRating(executor: Executor, id: string): Promise<RatingRow | undefined> {
  const { rows } = await sql<RatingRow>`
    select ${columns} from rating join profile rater on rater.id = rating.rater_id where rating.id = ${id}`.execute(
    executor,
  )
  return rows[0]
}

/** People who have left have no page. */
export async function profileExists(executor: Executor, id: string): Promise<boolean> {
  const person = executor.selectFrom('profile').select('id').where('id', '=', id).where('closed_at', 'is', null)
  return Boolean(await person.executeTakeFirst())
}
