/**
 * The only writer of `rating`, `driver_record` and `driver_record_due`. Means follow ratings by a trigger in the same statement; what is due
 * is noted by triggers in the transaction of what has changed.
 */
import { blindRatingDays, lateCancellationHours, recordMinimum } from '@samtur/contract/constants'
import { sql } from 'kysely'
import { type Executor, isUniqueViolation, type Tx } from '#platform/db/database'
import { AppError } from '#platform/http/errors'

interface NewRating {
  rater_id: string
  rating: number
  comment: string | null
  /** False while it is blind. */
  shown?: boolean
}

/**
 * Stores what one side of an accepted, departed reservation says of the other; the condition is part of the statement. Answers the id or
 * undefined. Error: `already_rated`.
 */
export async function insertRating(
  executor: Executor,
  reservationId: string,
  { rater_id: rater, rating, comment, shown = true }: NewRating,
): Promise<string | undefined> {
  try {
    const { rows } = await sql<{ id: string }>`
      insert into rating (ride_id, rater_id, rated_id, rating, comment, shown, created_at)
      select ride.id, ${rater}, case when ride.driver_id = ${rater} then passenger_id else ride.driver_id end, ${rating}, ${comment}, ${shown},
        app_now()
      from reservation join ride on ride.id = reservation.ride_id
      where reservation.id = ${reservationId} and ${rater} in (passenger_id, ride.driver_id)
        and reservation.status = 'accepted' and ride.departure_time <= app_now()
      returning id`.execute(executor)
    return rows[0]?.id
  } catch (error) {
    if (isUniqueViolation(error, 'rating_rater_id_ride_id_rated_id_key')) throw new AppError('already_rated')
    throw error
  }
}

/** Means of both sides change when blind ratings are shown: always in the same order, or two pairs could wait for each other. */
export async function lockAverages(tx: Tx, a: string, b: string): Promise<void> {
  await sql`select from profile where id in (${a}, ${b}) order by id for no key update`.execute(tx)
}

/** Shows what the other side of a trip had said while it was blind; answers the id where there was something. */
export async function showAnswer(
  tx: Tx,
  { rideId, raterId, ratedId }: { rideId: string; raterId: string; ratedId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update rating set shown = true where ride_id = ${rideId} and rater_id = ${raterId} and rated_id = ${ratedId} and not shown
    returning id`.execute(tx)
  return rows[0]?.id
}

const BATCH = 100

/** Shows blind ratings, some at a time: all, or those whose other side has had its time. Answers their ids. */
export async function showHidden(tx: Tx, which: 'all' | 'due'): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update rating set shown = true where id in (
      select rating.id from rating join ride on ride.id = rating.ride_id
      where not shown ${which === 'due' ? sql`and arrival_time <= app_now() - make_interval(days => ${blindRatingDays})` : sql``}
      order by rating.rated_id, rating.id limit ${BATCH} for no key update of rating skip locked)
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Answers false when the rated person has answered before; the condition is part of the statement. */
export async function insertReply(tx: Tx, id: string, ratedId: string, text: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update rating set reply = ${text}, replied_at = app_now()
    where id = ${id} and rated_id = ${ratedId} and shown and reply is null`.execute(tx)
  return numAffectedRows === 1n
}

export interface HiddenComment {
  rater_id: string
  rated_id: string
  /** False when it was so before. */
  changed: boolean
}

/** Takes a comment from everybody's sight, or gives it back where no time is given. Undefined where there is no such comment. */
export async function hideComment(tx: Tx, id: string, at: Date | null): Promise<HiddenComment | undefined> {
  const { rows } = await sql<HiddenComment>`
    with changed as (
      update rating set comment_hidden_at = ${at}::timestamptz
      where id = ${id} and comment is not null and (comment_hidden_at is null) <> (${at}::timestamptz is null) returning id)
    select rater_id, rated_id, exists (select from changed) as changed from rating where id = ${id} and comment is not null`.execute(
    tx,
  )
  return rows[0]
}

/** What a person who has left answered to ratings: nobody can read it any more. */
export async function forgetReplies(executor: Executor, ratedId: string): Promise<void> {
  await sql`update rating set reply = null, replied_at = null where rated_id = ${ratedId} and reply is not null`.execute(
    executor,
  )
}

/** How many of the last answers say what is usual. */
const LAST_ANSWERS = 20
const DRIVERS = 200

/**
 * Works out the records of drivers for whom something has happened, some rides at a time; answers how many. A trip counts from arrival on;
 * a cancellation within the last day counts when somebody was accepted at that moment. Taking a passenger off within the last day before
 * the departure they had agreed to counts the same; a ride counts once, however many passengers it was.
 */
export async function refreshRecords(executor: Executor): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    with due as (
      delete from driver_record_due where (ride_id, due_at) in (
        select ride_id, due_at from driver_record_due where due_at <= app_now() order by due_at limit ${DRIVERS} for update skip locked)
      returning ride_id),
    driver as (
      select distinct ride.driver_id as id from due join ride on ride.id = due.ride_id),
    stored as (
      insert into driver_record (driver_id, completed_trips, cancelled_late, answer_minutes)
      select driver.id, trips.completed, trips.cancelled_late, answers.minutes from driver
      cross join lateral (
        select
          count(*) filter (where status = 'active' and arrival_time <= app_now() and exists (
            select from reservation r where r.ride_id = ride.id and r.status = 'accepted')) as completed,
          count(*) filter (where (status = 'cancelled'
            and cancelled_at > departure_time - make_interval(hours => ${lateCancellationHours}) and exists (
            select from reservation r where r.ride_id = ride.id and r.ended_by = 'ride_cancelled' and r.accepted_at is not null))
            or exists (select from reservation r where r.ride_id = ride.id and r.ended_by = 'removed'
              and r.decided_at > r.agreed_departs_at - make_interval(hours => ${lateCancellationHours})))
            as cancelled_late
        from ride where driver_id = driver.id) trips
      cross join lateral (
        select case when count(*) >= ${recordMinimum.answers} then
          greatest(0, round(percentile_cont(0.5) within group (order by seconds) / 60))::integer end as minutes
        from (
          select extract(epoch from answered_at - created_at) as seconds from (
            select r.created_at, coalesce(r.accepted_at, r.decided_at) as answered_at from reservation r join ride on ride.id = r.ride_id
            where ride.driver_id = driver.id
              and (r.accepted_at is not null or (r.status = 'rejected' and r.ended_by = 'driver'))) answer
          where answered_at is not null
          order by answered_at desc limit ${LAST_ANSWERS}) newest) answers
      order by driver.id
      on conflict (driver_id) do update set completed_trips = excluded.completed_trips, cancelled_late = excluded.cancelled_late,
        answer_minutes = excluded.answer_minutes)
    select count(*)::integer as due from due`.execute(executor)
  return rows[0]?.due ?? 0
}
