/** Writes reservations, together with `store-decisions.ts`. */
import { sql } from 'kysely'
import { confirmChangeMinutes, type DetourEnd, rideStatuses } from '@samtur/contract/constants'
import { type Executor, isUniqueViolation, type Tx } from '#platform/db/database'
import { prepared } from '#platform/db/prepared'
import { boolean, instant, integer, nullable, oneOf, type RowOf, rowsOf, uuid } from '#platform/db/rows'
import { AppError } from '#platform/http/errors'
import type { EndPoints, Trip } from './rules.ts'
import { afterNight, nextReminder } from './rules-answers.ts'

interface NewReservation {
  ride_id: string
  passenger_id: string
  from_position: number
  to_position: number
  seats_requested: number
  message: string | null
  price: number
  answer_by: Date
  /** The offer of the waiting list that it comes from held the seats, which stay taken. */
  holds_seats?: boolean
  /** Of a request for a detour: the place, and the section as the passenger has seen it. */
  detour?: { place_id: number; end: DetourEnd; price: number; trip: Trip } | undefined
  /** Meeting points that the passenger asks for. */
  proposed?: EndPoints
}

/** What a request is decided by; `Request` of policy.ts explains the columns. */
const requestState = {
  driver_id: uuid,
  ride_status: oneOf(rideStatuses),
  departure: instant,
  now: instant,
  closing: boolean,
  unavailable: boolean,
  other_gender: boolean,
  trusted: boolean,
  instant_seats_left: nullable(integer),
  active: boolean,
  rejections: integer,
}
export type RequestState = RowOf<typeof requestState>

/** The number of a passenger's advisory lock; a different one from those of `lock_pair`. */
const passengerLock = (passengerId: string) => sql`hashtextextended(${`trips of ${passengerId}`}, 0)`

/**
 * Locks what a request for seats depends on until the transaction ends, and returns it; undefined for an unknown ride. A block between the
 * two, another request of the passenger, a deletion of the passenger's account, and a change or cancellation of the ride wait for this
 * transaction, or it sees them.
 */
export async function lockForRequest(tx: Tx, rideId: string, passengerId: string): Promise<RequestState | undefined> {
  await sql`${prepared} select lock_pair(driver_id, ${passengerId}), pg_advisory_xact_lock(${passengerLock(passengerId)})
    from ride join profile passenger on passenger.id = ${passengerId}
    where ride.id = ${rideId} for key share of passenger for update of ride`.execute(tx)
  // A separate statement: the one that waits for the locks sees everything else as it was before it waited.
  const { rows } = await rowsOf(requestState)`${prepared}
    select ride.driver_id, ride.status as ride_status, ride.departure_time as departure, app_now() as now,
      passenger.closed_at is not null as closing,
      blocked_between(ride.driver_id, passenger.id) or is_suspended(ride.driver_id) or ride.hidden_at is not null as unavailable,
      ride.same_gender and not shares_gender(ride.driver_id, passenger.id) as other_gender,
      is_trusted(passenger.id) as trusted, instant_seats_left(passenger.id) as instant_seats_left,
      exists (select from reservation where ride_id = ride.id and passenger_id = passenger.id
        and (status = 'accepted' or (status = 'pending' and answer_by > app_now()))) as active,
      (select count(*)::integer from reservation where ride_id = ride.id and passenger_id = passenger.id
        and (status = 'rejected' or ended_by = 'removed')) as rejections
    from ride join profile passenger on passenger.id = ${passengerId} where ride.id = ${rideId}`.execute(tx)
  return rows[0]
}

/** Stores a pending reservation that agrees to the section as it is now; returns its id. Error: `already_reserved`. */
export async function insertReservation(executor: Executor, reservation: NewReservation): Promise<string> {
  const {
    ride_id,
    passenger_id,
    from_position,
    to_position,
    seats_requested,
    message,
    price,
    answer_by,
    detour,
    proposed,
  } = reservation
  const { trip } = detour ?? {}
  try {
    const { rows } = await rowsOf({ id: uuid })`${prepared}
      insert into reservation (ride_id, passenger_id, from_position, to_position, seats_requested, message, price, created_at,
        agreed_departs_at, agreed_arrives_at, agreed_from, agreed_to, agreed_from_point, agreed_to_point, detour_place_id, detour_end, detour_price,
        answer_by, holds_seats, proposed_from_point, proposed_to_point)
      select a.ride_id, ${passenger_id}, a.position, b.position, ${seats_requested}, ${message}, ${price}, app_now(),
        coalesce(${trip?.departure_time}::timestamptz, a.passes_at), coalesce(${trip?.arrival_time}::timestamptz, b.passes_at),
        coalesce(${trip?.start_location}, a.text), coalesce(${trip?.end_location}, b.text),
        case when ${detour?.end ?? null}::text is distinct from 'start' then a.meeting_point_id end,
        case when ${detour?.end ?? null}::text is distinct from 'end' then b.meeting_point_id end,
        ${detour?.place_id ?? null}::integer, ${detour?.end ?? null}, ${detour?.price ?? 0}::integer,
        ${answer_by}, ${reservation.holds_seats ?? false}, ${proposed?.from ?? null}::uuid, ${proposed?.to ?? null}::uuid
      from ride_stop a join ride_stop b on b.ride_id = a.ride_id
      where a.ride_id = ${ride_id} and a.position = ${from_position} and b.position = ${to_position}
      returning id`.execute(executor)
    const [row] = rows
    if (!row) throw new Error(`ride ${ride_id} has no stops ${from_position} and ${to_position}`)
    return row.id
  } catch (error) {
    if (isUniqueViolation(error, 'reservation_active')) throw new AppError('already_reserved')
    throw error
  }
}

/** Stores that the passenger agrees to the section and its meeting points as they are now. The caller has locked the ride. */
export async function agree(executor: Executor, id: string, trip: Trip, points: EndPoints): Promise<void> {
  await sql`update reservation set agreed_departs_at = ${trip.departure_time}, agreed_arrives_at = ${trip.arrival_time},
      agreed_from = ${trip.start_location}, agreed_to = ${trip.end_location},
      agreed_from_point = ${points.from}, agreed_to_point = ${points.to} where id = ${id}`.execute(executor)
}

/** Stores the meeting points that both sides have agreed on with an acceptance. The caller has locked the ride. */
export async function agreeOnPoints(executor: Executor, id: string, points: EndPoints): Promise<void> {
  await sql`update reservation set agreed_from_point = ${points.from}, agreed_to_point = ${points.to} where id = ${id}`.execute(
    executor,
  )
}

/** A place that has become a stop of a ride. */
export interface NewStop {
  rideId: string
  placeId: number
  /** Its position; stops from there on have moved by one. */
  position: number
  /** The request that is being accepted, which pays for the detour. */
  acceptedId: string
}

/**
 * Gives the reservations on a ride the positions of their stops after a place has become a stop. Requests for a detour to that place lead
 * to the stop now, and only the accepted one still pays for the detour. The caller has locked the ride.
 */
export async function moveBehindNewStop(tx: Tx, { rideId, placeId, position, acceptedId }: NewStop): Promise<void> {
  await sql`update reservation set from_position = from_position + (from_position >= ${position}::integer)::integer,
      to_position = to_position + (to_position >= ${position}::integer)::integer
    where ride_id = ${rideId}`.execute(tx)
  await sql`update waiting_entry set from_position = from_position + (from_position >= ${position}::integer)::integer,
      to_position = to_position + (to_position >= ${position}::integer)::integer
    where ride_id = ${rideId}`.execute(tx)
  await sql`update reservation set detour_place_id = null, detour_end = null,
      detour_price = case id when ${acceptedId} then detour_price else 0 end,
      from_position = case detour_end when 'start' then ${position}::integer else from_position end,
      to_position = case detour_end when 'end' then ${position}::integer else to_position end
    where ride_id = ${rideId} and detour_place_id = ${placeId} and status = 'pending'
      and case detour_end when 'start' then to_position > ${position}::integer else from_position < ${position}::integer end`.execute(
    tx,
  )
}

/** Makes what has ended on a ride whose route has changed reservations of, and waiting for, the whole ride: their own stops may be gone. */
export async function moveEndedToWholeRide(executor: Executor, rideId: string, last: number): Promise<void> {
  await sql`update reservation set from_position = 0, to_position = ${last} where ride_id = ${rideId}`.execute(executor)
  await sql`update waiting_entry set from_position = 0, to_position = ${last} where ride_id = ${rideId}`.execute(
    executor,
  )
}

/** Sets the prices of reservations; the caller has checked that each is lower than before. */
export async function lowerPrices(
  executor: Executor,
  prices: { id: string; price: number; detour_price: number }[],
): Promise<void> {
  if (prices.length === 0) return
  await sql`update reservation set price = lower.price, detour_price = lower.detour_price
    from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as lower(id uuid, price integer, detour_price integer)
    where reservation.id = lower.id`.execute(executor)
}

const remindable = {
  id: uuid,
  created_at: instant,
  answer_by: instant,
  departure: instant,
  due: nullable(instant),
  now: instant,
}

/** Sets when the driver is reminded next of pending requests on a ride that is new or has new times. The caller has locked the ride. */
export async function scheduleReminders(tx: Tx, rideId: string): Promise<void> {
  const { rows } = await rowsOf(remindable)`${prepared}
    select reservation.id, reservation.created_at, answer_by, departure_time as departure, next_reminder_at as due, app_now() as now
    from reservation join ride on ride.id = ride_id where ride_id = ${rideId} and reservation.status = 'pending'`.execute(
    tx,
  )
  await writeReminders(tx, rows)
}

/** A request of which the driver is reminded. */
export interface DueReminder {
  id: string
  /** When it was due. */
  due: Date
}

/**
 * Takes up to `limit` requests of which the driver is to be reminded now, and sets when the next reminder is due. At night, when a reminder of
 * the evening comes late, it waits for the morning.
 */
export async function takeReminders(tx: Tx, limit: number): Promise<DueReminder[]> {
  const { rows } = await rowsOf(remindable)`
    select due.id, due.created_at, due.answer_by, departure_time as departure, due.next_reminder_at as due, app_now() as now
    from reservation due join ride on ride.id = due.ride_id
    where due.status = 'pending' and due.next_reminder_at <= app_now() and due.answer_by > app_now() and not is_suspended(ride.driver_id)
    order by due.next_reminder_at limit ${limit} for update of due skip locked`.execute(tx)
  const { sent = [], later = [] } = Object.groupBy(rows, ({ departure, now }) =>
    afterNight(now, departure) > now ? 'later' : 'sent',
  )
  await writeReminders(tx, sent)
  await writeReminders(tx, later, ({ departure, now }) => afterNight(now, departure))
  return sent.flatMap(({ id, due }) => (due ? [{ id, due }] : []))
}

type Remindable = RowOf<typeof remindable>

async function writeReminders(
  tx: Tx,
  rows: Remindable[],
  timeOf = (row: Remindable): Date | undefined => nextReminder(row, row.now),
): Promise<void> {
  if (rows.length === 0) return
  const next = rows.map((row) => ({ id: row.id, at: timeOf(row) ?? null }))
  await sql`${prepared} update reservation set next_reminder_at = next.at
    from jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as next(id uuid, at timestamptz) where reservation.id = next.id`.execute(
    tx,
  )
}

interface LatestAnswers {
  latest: Date
  /** Of requests that hold seats. */
  held: Date
}

/** Lets no pending request on a ride end later than these times. The caller has locked the ride. */
export async function boundAnswers(tx: Tx, rideId: string, { latest, held }: LatestAnswers): Promise<void> {
  await sql`update reservation set answer_by = least(answer_by, case when holds_seats then ${held}::timestamptz else ${latest}::timestamptz end)
    where ride_id = ${rideId} and status = 'pending'`.execute(tx)
}

/** Marks an accepted reservation as given without the driver's answer. */
export async function markInstant(tx: Tx, id: string): Promise<void> {
  await sql`update reservation set instant = true, answer_by = null where id = ${id}`.execute(tx)
}

/**
 * Marks up to `limit` accepted reservations on rides that depart within 24 hours, and of which both sides are now reminded; returns their
 * ids. Leaves out rides of suspended drivers, departures for which there was a reminder, and reservations accepted in the last 26 hours
 * before departure.
 */
export async function takeDeparting(executor: Executor, limit: number): Promise<string[]> {
  const { rows } = await rowsOf({ id: uuid })`
    update reservation set reminded_for = ride.departure_time from ride
    where ride.id = ride_id and reservation.id in (
      select due.id from ride soon join reservation due on due.ride_id = soon.id
      where soon.status = 'active' and soon.departure_time > app_now() and soon.departure_time <= app_now() + interval '24 hours'
        and due.status = 'accepted' and not is_suspended(soon.driver_id)
        and (due.reminded_for is null or abs(extract(epoch from due.reminded_for - soon.departure_time)) > ${60 * confirmChangeMinutes})
        and due.decided_at < soon.departure_time - interval '26 hours'
      limit ${limit} for update of due skip locked for share of soon skip locked)
    returning reservation.id`.execute(executor)
  return rows.map(({ id }) => id)
}

/** Deletes the messages and reasons that a person who has left wrote to drivers and passengers. */
export async function forgetMessages(executor: Executor, personId: string): Promise<void> {
  await sql`update reservation set message = null where passenger_id = ${personId} and message is not null`.execute(
    executor,
  )
  await sql`update reservation set end_reason = null from ride where ride.id = ride_id and end_reason is not null
    and ((passenger_id = ${personId} and ended_by = 'passenger') or (driver_id = ${personId} and ended_by in ('driver', 'ride_cancelled', 'removed')))`.execute(
    executor,
  )
}

/**
 * Replaces the places that an erased driver typed in what passengers agreed to. `names` has the new text for each typed one; `other`
 * replaces those that are no longer on the ride. Returns the ids of the passengers.
 */
export async function replaceAgreedPlaces(
  executor: Executor,
  driverId: string,
  names: Map<string, string>,
  other: string,
): Promise<string[]> {
  const texts = JSON.stringify(Object.fromEntries(names))
  const { rows } = await rowsOf({ passenger_id: uuid })`
    update reservation set agreed_from = coalesce(${texts}::jsonb ->> agreed_from, case when agreed_from is not null then ${other} end),
      agreed_to = coalesce(${texts}::jsonb ->> agreed_to, case when agreed_to is not null then ${other} end)
    from ride where ride.id = ride_id and driver_id = ${driverId}
    returning passenger_id`.execute(executor)
  return [...new Set(rows.map(({ passenger_id }) => passenger_id))]
}

const BATCH = 1000

/** Deletes up to 1000 rejections older than six months; returns how many. */
export async function removeOldRejections(executor: Executor): Promise<number> {
  const result = await sql`delete from reservation where id in (
    select id from reservation where status = 'rejected' and decided_at < app_now() - interval '6 months' limit ${BATCH})`.execute(
    executor,
  )
  return Number(result.numAffectedRows ?? 0)
}
