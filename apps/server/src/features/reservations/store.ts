/** The only writer of `reservation`. Seats on legs move inside the database's own functions, one round trip each. */
import { sql } from 'kysely'
import { confirmChangeMinutes, type ReservationStatus } from '@samtur/contract/constants'
import { type Executor, isUniqueViolation } from '#platform/db/database'
import { AppError } from '#platform/http/errors'

interface NewReservation {
  ride_id: string
  passenger_id: string
  from_position: number
  to_position: number
  seats_requested: number
  message: string | null
  price: number
}

/** Answers the id. Error: `already_reserved`. */
export async function insertReservation(executor: Executor, reservation: NewReservation): Promise<string> {
  try {
    const row = await executor
      .insertInto('reservation')
      .values({ ...reservation, status: 'pending', created_at: sql<Date>`app_now()` })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  } catch (error) {
    if (isUniqueViolation(error, 'reservation_active')) throw new AppError('already_reserved')
    throw error
  }
}

type Refusal =
  | 'not_found'
  | 'reservation_closed'
  | 'ride_cancelled'
  | 'ride_departed'
  | 'not_enough_seats'
  | 'not_bookable'
type Outcome = 'accepted' | 'rejected' | 'unchanged' | Refusal
type Cancelling = 'cancelled' | 'unchanged' | Refusal
type Removal = 'removed' | 'unchanged' | Refusal

/** Takes the seats and accepts, or says why not. */
export async function acceptReservation(executor: Executor, id: string, driverId: string): Promise<Outcome> {
  const { rows } = await sql<{ outcome: Outcome }>`select accept_reservation(${id}, ${driverId}) as outcome`.execute(
    executor,
  )
  return rows[0]?.outcome ?? 'not_found'
}

export async function rejectReservation(
  executor: Executor,
  id: string,
  driverId: string,
  reason: string | null = null,
): Promise<Outcome> {
  const { rows } = await sql<{
    outcome: Outcome
  }>`select reject_reservation(${id}, ${driverId}, ${reason}) as outcome`.execute(executor)
  return rows[0]?.outcome ?? 'not_found'
}

/** The passenger takes back a request, or gives back accepted seats; or the answer says why not. */
export async function withdrawReservation(
  executor: Executor,
  id: string,
  passengerId: string,
  reason: string | null = null,
): Promise<Cancelling> {
  const { rows } = await sql<{
    outcome: Cancelling
  }>`select withdraw_reservation(${id}, ${passengerId}, ${reason}) as outcome`.execute(executor)
  return rows[0]?.outcome ?? 'not_found'
}

/** Takes an accepted passenger off the driver's ride and frees the seats, or returns why not. */
export async function removePassenger(
  executor: Executor,
  id: string,
  driverId: string,
  reason: string,
): Promise<Removal> {
  const { rows } = await sql<{
    outcome: Removal
  }>`select remove_passenger(${id}, ${driverId}, ${reason}) as outcome`.execute(executor)
  return rows[0]?.outcome ?? 'not_found'
}

/** The passenger agrees to the ride as it is now. The caller has locked the ride. */
export async function agree(executor: Executor, id: string): Promise<void> {
  await sql`update reservation set agreed_departs_at = a.passes_at, agreed_arrives_at = b.passes_at, agreed_from = a.text, agreed_to = b.text
    from ride_stop a, ride_stop b
    where reservation.id = ${id} and a.ride_id = reservation.ride_id and a.position = from_position
      and b.ride_id = reservation.ride_id and b.position = to_position`.execute(executor)
}

/** Cancels a ride together with the reservations on it; answers their ids, and why not where it was refused. */
export async function cancelRide(
  executor: Executor,
  rideId: string,
  driverId: string,
  reason: string | null = null,
): Promise<{ outcome: Cancelling; reservation_ids: string[] }> {
  const { rows } = await sql<{ outcome: Cancelling; reservation_ids: string[] }>`
    select * from cancel_ride(${rideId}, ${driverId}, ${reason})`.execute(executor)
  return rows[0] ?? { outcome: 'not_found', reservation_ids: [] }
}

/** A pending or accepted reservation. */
export interface ActiveReservationRow {
  id: string
  passenger_id: string
  from_position: number
  to_position: number
  status: ReservationStatus
  price: number
  agreed_departs_at: Date
  agreed_arrives_at: Date
  agreed_from: string
  agreed_to: string
}

/** What the driver has promised or is asked for, locked. The caller has locked the ride. */
export async function lockActiveReservations(executor: Executor, rideId: string): Promise<ActiveReservationRow[]> {
  const { rows } = await sql<ActiveReservationRow>`
    select id, passenger_id, from_position, to_position, status, price, agreed_departs_at, agreed_arrives_at, agreed_from, agreed_to
    from reservation where ride_id = ${rideId} and status in ('pending', 'accepted') order by id for update`.execute(
    executor,
  )
  return rows
}

/** Ends the requests on a ride that goes another way now. What has ended is about the whole ride from now on: its stops may be gone. */
export async function endForNewRoute(executor: Executor, rideId: string, last: number): Promise<void> {
  await sql`update reservation set status = 'cancelled', decided_at = app_now(), ended_by = 'route_changed'
    where ride_id = ${rideId} and status = 'pending'`.execute(executor)
  await sql`update reservation set from_position = 0, to_position = ${last} where ride_id = ${rideId}`.execute(executor)
}

export async function lowerPrices(executor: Executor, prices: { id: string; price: number }[]): Promise<void> {
  if (prices.length === 0) return
  await sql`update reservation set price = lower.price
    from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as lower(id uuid, price integer)
    where reservation.id = lower.id`.execute(executor)
}

/**
 * Closes what is still open between two people; part of the transaction that blocks one of them. A driver who is blocked sees what any
 * passenger may do: a request that was taken back. Answers the ids.
 */
export async function closePendingBetween(executor: Executor, blocker: string, blocked: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update reservation set decided_at = app_now(),
      status = case passenger_id when ${blocker} then 'cancelled' else 'rejected' end,
      ended_by = case passenger_id when ${blocker} then 'passenger' else 'block' end from ride
    where ride.id = reservation.ride_id and reservation.status = 'pending'
      and (ride.driver_id, reservation.passenger_id) in ((${blocker}::uuid, ${blocked}::uuid), (${blocked}::uuid, ${blocker}::uuid))
    returning reservation.id`.execute(executor)
  return rows.map(({ id }) => id)
}

const DUE = 200

/**
 * Ends requests that nobody has answered before departure, some at a time; answers their ids. Where somebody is at the ride or the request,
 * such as its driver who moves it to a later day, it is left for the next time.
 */
export async function expireRequests(executor: Executor): Promise<{ id: string; recent: boolean }[]> {
  const { rows } = await sql<{ id: string; recent: boolean }>`
    update reservation set status = 'cancelled', decided_at = app_now(), ended_by = 'expired' where id in (
      select due.id from reservation due join ride on ride.id = due.ride_id
      where due.status = 'pending' and ride.departure_time <= app_now()
      limit ${DUE} for update of due skip locked for share of ride skip locked)
    returning id, (select departure_time > app_now() - interval '1 day' from ride where ride.id = ride_id) as recent`.execute(
    executor,
  )
  return rows
}

/** Requests that have waited for so long that the driver is to be reminded; marks them as told. Some at a time. */
export async function takeWaiting(executor: Executor, hours: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update reservation set waiting_told_at = app_now() where id in (
      select due.id from reservation due join ride on ride.id = due.ride_id
      where due.status = 'pending' and due.waiting_told_at is null and due.created_at <= app_now() - make_interval(hours => ${hours})
        and ride.departure_time > app_now() and not is_suspended(ride.driver_id)
      limit ${DUE} for update of due skip locked)
    returning id`.execute(executor)
  return rows.map(({ id }) => id)
}

/**
 * Accepted reservations on rides that depart within a day and whose driver can drive, once for each departure that is not much the same; marks them as told. Those accepted less than two hours
 * before that day begins know. Some at a time.
 */
export async function takeDeparting(executor: Executor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update reservation set reminded_for = ride.departure_time from ride
    where ride.id = ride_id and reservation.id in (
      select due.id from ride soon join reservation due on due.ride_id = soon.id
      where soon.status = 'active' and soon.departure_time > app_now() and soon.departure_time <= app_now() + interval '24 hours'
        and due.status = 'accepted' and not is_suspended(soon.driver_id)
        and (due.reminded_for is null or abs(extract(epoch from due.reminded_for - soon.departure_time)) > ${60 * confirmChangeMinutes})
        and due.decided_at < soon.departure_time - interval '26 hours'
      limit ${DUE} for update of due skip locked for share of soon skip locked)
    returning reservation.id`.execute(executor)
  return rows.map(({ id }) => id)
}

/** What a person who has left wrote to drivers and to passengers. */
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
 * Replaces the places that an erased driver typed in what passengers agreed to. `names` has the new text for each typed one, `other` is for
 * those that are no longer on the ride. Returns the ids of the passengers.
 */
export async function replaceAgreedPlaces(
  executor: Executor,
  driverId: string,
  names: Map<string, string>,
  other: string,
): Promise<string[]> {
  const texts = JSON.stringify(Object.fromEntries(names))
  const { rows } = await sql<{ passenger_id: string }>`
    update reservation set agreed_from = coalesce(${texts}::jsonb ->> agreed_from, case when agreed_from is not null then ${other} end),
      agreed_to = coalesce(${texts}::jsonb ->> agreed_to, case when agreed_to is not null then ${other} end)
    from ride where ride.id = ride_id and driver_id = ${driverId}
    returning passenger_id`.execute(executor)
  return [...new Set(rows.map(({ passenger_id }) => passenger_id))]
}

const BATCH = 1000

/** Removes refusals older than half a year, some at a time; answers how many. */
export async function removeOldRejections(executor: Executor): Promise<number> {
  const result = await sql`delete from reservation where id in (
    select id from reservation where status = 'rejected' and decided_at < app_now() - interval '6 months' limit ${BATCH})`.execute(
    executor,
  )
  return Number(result.numAffectedRows ?? 0)
}
