/** The only writer of `rating`; the mean follows by a trigger in the same statement. */
import { sql } from 'kysely'
import { type Executor, isUniqueViolation } from '#platform/db/database'
import { AppError } from '#platform/http/errors'

interface NewRating {
  rater_id: string
  rating: number
  comment: string | null
}

/** Stores the rating of an accepted, departed reservation; the condition is part of the statement. Answers the id or undefined. */
export async function insertRating(
  executor: Executor,
  reservationId: string,
  rating: NewRating,
): Promise<string | undefined> {
  try {
    const { rows } = await sql<{ id: string }>`
      insert into rating (ride_id, rater_id, rated_id, rating, comment, created_at)
      select ride.id, reservation.passenger_id, ride.driver_id, ${rating.rating}, ${rating.comment}, app_now()
      from reservation join ride on ride.id = reservation.ride_id
      where reservation.id = ${reservationId} and reservation.passenger_id = ${rating.rater_id}
        and reservation.status = 'accepted' and ride.departure_time <= app_now()
      returning id`.execute(executor)
    return rows[0]?.id
  } catch (error) {
    if (isUniqueViolation(error, 'rating_rater_id_ride_id_key')) throw new AppError('already_rated')
    throw error
  }
}
