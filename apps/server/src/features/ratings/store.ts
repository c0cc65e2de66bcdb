/**
 * The only writer of `rating`, `driver_record` and `driver_record_due`. A trigger updates the averages in the statement that writes a rating;
 * triggers note the records that are due in the transaction of the change.
 */
import { blindRatingDays, lateCancellationHours, recordMinimum, reservationStatuses } from '@samtur/contract/constants'
import { sql } from 'kysely'
import { type Executor, isUniqueViolation, type Tx } from '#platform/db/database'
import { boolean, instant, integer, nullable, oneOf, type RowOf, rowsOf, uuid } from '#platform/db/rows'
import { AppError } from '#platform/http/errors'

interface NewRating {
  rater_id: string
  rating: number
  comment: string | null
  /** False while it is blind. */
  shown?: boolean
}

const occasionRow = {
  ride_id: uuid,
  /** The other side, who is rated. */
  rated_id: uuid,
  status: oneOf(reservationStatuses),
  departure_time: instant,
  arrival_time: instant,
  now: instant,
}
/**
 * `answered`: the other side has rated the caller for the same trip; `not_met`: the caller has said that there was no meeting; `same_time` and
 * `paused_until`: what the caller's earlier ratings of the other side leave.
 */
const ratedRow = {
  rated: boolean,
  answered: boolean,
  not_met: boolean,
  same_time: boolean,
  paused_until: nullable(instant),
}

export type OccasionRow = RowOf<typeof occasionRow & typeof ratedRow>

/**
 * Returns a reservation as an occasion for one of its two sides to rate; undefined for other people. Locks the reservation, and what the person
 * rates the other for: of two ratings at the same moment the second sees the first one.
 */
export async function lockOccasion(tx: Tx, reservationId: string, raterId: string): Promise<OccasionRow | undefined> {
  const { rows } = await rowsOf(occasionRow)`
    select ride.id as ride_id, other.id as rated_id, r.status, ride.departure_time, ride.arrival_time, app_now() as now
    from reservation r join ride on ride.id = r.ride_id
      join profile other on other.id = case when ride.driver_id = ${raterId} then r.passenger_id else ride.driver_id end
    where r.id = ${reservationId} and ${raterId} in (r.passenger_id, ride.driver_id)
    for no key update of r`.execute(tx)
  const [occasion] = rows
  if (!occasion) return undefined
  const pair = sql`${raterId}::uuid, ${occasion.rated_id}::uuid, ${occasion.ride_id}::uuid`
  await sql`select pg_advisory_xact_lock(hashtextextended('ratings of ' || ${occasion.rated_id}::text || ' by ' || ${raterId}::text, 0))`.execute(
    tx,
  )
  // A separate statement: it sees what was stored while the ones before waited.
  const { rows: found } = await rowsOf(ratedRow)`select
    exists (select from rating where ride_id = ${occasion.ride_id} and rater_id = ${raterId} and rated_id = ${occasion.rated_id}) as rated,
    exists (select from rating where ride_id = ${occasion.ride_id} and rater_id = ${occasion.rated_id} and rated_id = ${raterId}) as answered,
    exists (select from check_in where reservation_id = ${reservationId} and person_id = ${raterId} and kind = 'not_met') as not_met,
    coalesce(next_rating(${pair}) = 'infinity', false) as same_time, nullif(next_rating(${pair}), 'infinity') as paused_until`.execute(
    tx,
  )
  const [state] = found
  if (!state) throw new Error('a select without a table returns a row')
  return { ...occasion, ...state }
}

/**
 * Stores what one side of an accepted, departed reservation says of the other; the condition is part of the statement. Returns the id or
 * undefined. Errors: `already_rated`, `rated_recently`.
 */
export async function insertRating(
  executor: Executor,
  reservationId: string,
  { rater_id: rater, rating, comment, shown = true }: NewRating,
): Promise<string | undefined> {
  try {
    const { rows } = await rowsOf({ id: uuid })`
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
    if (isUniqueViolation(error, 'rating_pause')) throw new AppError('rated_recently')
    throw error
  }
}

/** Locks both profiles, whose averages change when blind ratings are shown. In one order, so that two pairs do not wait for each other. */
export async function lockAverages(tx: Tx, a: string, b: string): Promise<void> {
  await sql`select from profile where id in (${a}, ${b}) order by id for no key update`.execute(tx)
}

/** Shows the blind rating of a trip's other side; returns its id, undefined where there was none. */
export async function showAnswer(
  tx: Tx,
  { rideId, raterId, ratedId }: { rideId: string; raterId: string; ratedId: string },
): Promise<string | undefined> {
  const { rows } = await rowsOf({ id: uuid })`
    update rating set shown = true where ride_id = ${rideId} and rater_id = ${raterId} and rated_id = ${ratedId} and not shown
    returning id`.execute(tx)
  return rows[0]?.id
}

const BATCH = 100

/** Shows a batch of blind ratings: all, or those whose other side has had its time. Returns their ids. */
export async function showHidden(tx: Tx, which: 'all' | 'due'): Promise<string[]> {
  const { rows } = await rowsOf({ id: uuid })`
    update rating set shown = true where id in (
      select rating.id from rating join ride on ride.id = rating.ride_id
      where not shown ${which === 'due' ? sql`and arrival_time <= app_now() - make_interval(days => ${blindRatingDays})` : sql``}
      order by rating.rated_id, rating.id limit ${BATCH} for no key update of rating skip locked)
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns false when the rated person has replied before; the condition is part of the statement. */
export async function insertReply(tx: Tx, id: string, ratedId: string, text: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update rating set reply = ${text}, replied_at = app_now()
    where id = ${id} and rated_id = ${ratedId} and shown and reply is null`.execute(tx)
  return numAffectedRows === 1n
}

/** `changed` is false when the comment was hidden, or shown, before. */
const hiddenComment = { rater_id: uuid, rated_id: uuid, changed: boolean }
export type HiddenComment = RowOf<typeof hiddenComment>

/** Hides a comment, or shows it again where no time is given. Returns undefined where there is no such comment. */
export async function hideComment(tx: Tx, id: string, at: Date | null): Promise<HiddenComment | undefined> {
  const { rows } = await rowsOf(hiddenComment)`
    with changed as (
      update rating set comment_hidden_at = ${at}::timestamptz
      where id = ${id} and comment is not null and (comment_hidden_at is null) <> (${at}::timestamptz is null) returning id)
    select rater_id, rated_id, exists (select from changed) as changed from rating where id = ${id} and comment is not null`.execute(
    tx,
  )
  return rows[0]
}

/** Deletes the replies of a person who has left. */
export async function forgetReplies(executor: Executor, ratedId: string): Promise<void> {
  await sql`update rating set reply = null, replied_at = null where rated_id = ${ratedId} and reply is not null`.execute(
    executor,
  )
}

/** The number of last decisions from which a driver's usual time to decide is computed. */
const LAST_ANSWERS = 20
const DRIVERS = 200

/**
 * Computes the records of a batch of drivers whose record is due; returns how many rides were due. A trip counts from arrival on, unless
 * one side says of every passenger that there was no meeting, and no code shows the opposite. A ride
 * counts as cancelled late, once, when the driver cancelled it with an accepted passenger, or removed one, within the last day before
 * departure.
 */
export async function refreshRecords(executor: Executor): Promise<number> {
  const { rows } = await rowsOf({ due: integer })`
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
            select from reservation r where r.ride_id = ride.id and r.status = 'accepted' and not exists (
              select from check_in said where said.reservation_id = r.id and said.kind = 'not_met' and not exists (
                select from check_in met where met.reservation_id = r.id and met.kind = 'met')))) as completed,
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
            where ride.driver_id = driver.id and not r.instant
              and (r.accepted_at is not null or (r.status = 'rejected' and r.ended_by = 'driver'))) answer
          where answered_at is not null
          order by answered_at desc limit ${LAST_ANSWERS}) newest) answers
      order by driver.id
      on conflict (driver_id) do update set completed_trips = excluded.completed_trips, cancelled_late = excluded.cancelled_late,
        answer_minutes = excluded.answer_minutes)
    select count(*)::integer as due from due`.execute(executor)
  return rows[0]?.due ?? 0
}
