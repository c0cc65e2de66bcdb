/** The only writer of `reservation`. Seats on legs move inside the database's own functions, one round trip each. */
import { sql } from 'kysely'
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

type Refusal = 'not_found' | 'reservation_closed' | 'ride_cancelled' | 'ride_departed' | 'not_enough_seats'
type Outcome = 'accepted' | 'rejected' | 'unchanged' | Refusal
type Cancelling = 'cancelled' | 'unchanged' | Refusal

/** Takes the seats and accepts, or says why not. */
export async function acceptReservation(executor: Executor, id: string, driverId: string): Promise<Outcome> {
  const { rows } = await sql<{ outcome: Outcome }>`select accept_reservation(${id}, ${driverId}) as outcome`.execute(
    executor,
  )
  return rows[0]?.outcome ?? 'not_found'
}

export async function rejectReservation(executor: Executor, id: string, driverId: string): Promise<Outcome> {
  const { rows } = await sql<{ outcome: Outcome }>`select reject_reservation(${id}, ${driverId}) as outcome`.execute(
    executor,
  )
  return rows[0]?.outcome ?? 'not_found'
}

/** The passenger takes back a request, or gives back accepted seats; or the answer says why not. */
export async function withdrawReservation(executor: Executor, id: string, passengerId: string): Promise<Cancelling> {
  const { rows } = await sql<{
    outcome: Cancelling
  }>`select withdraw_reservation(${id}, ${passengerId}) as outcome`.execute(executor)
  return rows[0]?.outcome ?? 'not_found'
}

/** Cancels a ride together with the reservations on it; answers their ids, and why not where it was refused. */
export async function cancelRide(
  executor: Executor,
  rideId: string,
  driverId: string,
): Promise<{ outcome: Cancelling; reservation_ids: string[] }> {
  const { rows } = await sql<{ outcome: Cancelling; reservation_ids: string[] }>`
    select * from cancel_ride(${rideId}, ${driverId})`.execute(executor)
  return rows[0] ?? { outcome: 'not_found', reservation_ids: [] }
}

/** Closes what is still open between two people; part of the transaction that blocks one of them. Answers the ids of both sides. */
export async function closePendingBetween(executor: Executor, a: string, b: string): Promise<void> {
  await sql`update reservation set status = 'rejected', decided_at = app_now() from ride
    where ride.id = reservation.ride_id and reservation.status = 'pending'
      and (ride.driver_id, reservation.passenger_id) in ((${a}::uuid, ${b}::uuid), (${b}::uuid, ${a}::uuid))`.execute(
    executor,
  )
}

/** What a person who has left wrote to drivers. */
export async function forgetMessages(executor: Executor, passengerId: string): Promise<void> {
  await sql`update reservation set message = null where passenger_id = ${passengerId} and message is not null`.execute(
    executor,
  )
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
