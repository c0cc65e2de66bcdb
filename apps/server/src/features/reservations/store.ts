/** Writes reservations, together with `store-decisions.ts`. */
import { sql } from 'kysely'
import { confirmChangeMinutes } from '@samtur/contract/constants'
import { type Executor, isUniqueViolation, type Tx } from '#platform/db/database'
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

/** What decides about a request, read under locks: a cancellation of the ride, or the closing of the account, waits or is seen. */
export interface RequestState {
  departure_time: Date
  driver_id: string
  ride_status: 'active' | 'cancelled'
  now: Date
  /** One of the two has blocked the other, the driver's account is suspended, or the ride is hidden. */
  blocked: boolean
  /** The passenger's account waits for its deletion. */
  closing: boolean
  active: boolean
  rejections: number
}

/** The number of a passenger's advisory lock; another one than those of `lock_pair`. */
const passengerLock = (passengerId: string) => sql`hashtextextended(${`trips of ${passengerId}`}, 0)`

/** Locks what a request depends on until the transaction ends; returns undefined for an unknown ride. */
export async function lockForRequest(tx: Tx, rideId: string, passengerId: string): Promise<RequestState | undefined> {
  // A block between the two waits for this transaction, and so does the passenger's next request, which is compared with this one. The ride is
  // locked here already: a statement that waits for the lock sees everything else, such as a suspension, as it was before it waited.
  await sql`select lock_pair(driver_id, ${passengerId}), pg_advisory_xact_lock(${passengerLock(passengerId)})
    from ride where id = ${rideId} for share`.execute(tx)
  const { rows } = await sql<RequestState>`
    select ride.departure_time, ride.driver_id, ride.status as ride_status, app_now() as now,
      blocked_between(ride.driver_id, ${passengerId}) or is_suspended(ride.driver_id) or ride.hidden_at is not null as blocked, passenger.closed_at is not null as closing,
      exists (select from reservation where ride_id = ride.id and passenger_id = ${passengerId} and status in ('pending', 'accepted')) as active,
      (select count(*)::integer from reservation where ride_id = ride.id and passenger_id = ${passengerId}
        and (status = 'rejected' or ended_by = 'removed')) as rejections
    from ride join profile passenger on passenger.id = ${passengerId}
    where ride.id = ${rideId} for share of ride for key share of passenger`.execute(tx)
  return rows[0]
}

/** Stores a pending reservation that agrees to the section as it is now; returns its id. Error: `already_reserved`. */
export async function insertReservation(executor: Executor, reservation: NewReservation): Promise<string> {
  const { ride_id, passenger_id, from_position, to_position, seats_requested, message, price } = reservation
  try {
    const { rows } = await sql<{ id: string }>`
      insert into reservation (ride_id, passenger_id, from_position, to_position, seats_requested, message, price, created_at,
        agreed_departs_at, agreed_arrives_at, agreed_from, agreed_to)
      select a.ride_id, ${passenger_id}, a.position, b.position, ${seats_requested}, ${message}, ${price}, app_now(),
        a.passes_at, b.passes_at, a.text, b.text
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

/** Stores that the passenger agrees to the section as it is now. The caller has locked the ride. */
export async function agree(executor: Executor, id: string): Promise<void> {
  await sql`update reservation set agreed_departs_at = a.passes_at, agreed_arrives_at = b.passes_at, agreed_from = a.text, agreed_to = b.text
    from ride_stop a, ride_stop b
    where reservation.id = ${id} and a.ride_id = reservation.ride_id and a.position = from_position
      and b.ride_id = reservation.ride_id and b.position = to_position`.execute(executor)
}

/** Makes the ended reservations on a ride whose route has changed reservations of the whole ride: their own stops may be gone. */
export async function moveEndedToWholeRide(executor: Executor, rideId: string, last: number): Promise<void> {
  await sql`update reservation set from_position = 0, to_position = ${last} where ride_id = ${rideId}`.execute(executor)
}

export async function lowerPrices(executor: Executor, prices: { id: string; price: number }[]): Promise<void> {
  if (prices.length === 0) return
  await sql`update reservation set price = lower.price
    from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as lower(id uuid, price integer)
    where reservation.id = lower.id`.execute(executor)
}

/** Marks up to `limit` requests that have waited for `hours` as reminded of; returns their ids. */
export async function takeWaiting(executor: Executor, hours: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update reservation set waiting_told_at = app_now() where id in (
      select due.id from reservation due join ride on ride.id = due.ride_id
      where due.status = 'pending' and due.waiting_told_at is null and due.created_at <= app_now() - make_interval(hours => ${hours})
        and ride.departure_time > app_now() and not is_suspended(ride.driver_id)
      limit ${limit} for update of due skip locked)
    returning id`.execute(executor)
  return rows.map(({ id }) => id)
}

/**
 * Marks up to `limit` accepted reservations on rides that depart within a day as reminded of; returns their ids. It leaves out rides of
 * suspended drivers, departures that were reminded of before, and reservations accepted less than two hours before that day begins.
 */
export async function takeDeparting(executor: Executor, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
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

/** Removes what a person who has left wrote to drivers and to passengers. */
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

/** Removes up to a thousand rejections older than half a year; returns how many. */
export async function removeOldRejections(executor: Executor): Promise<number> {
  const result = await sql`delete from reservation where id in (
    select id from reservation where status = 'rejected' and decided_at < app_now() - interval '6 months' limit ${BATCH})`.execute(
    executor,
  )
  return Number(result.numAffectedRows ?? 0)
}
