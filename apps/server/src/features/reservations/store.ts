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

type Outcome =
  | 'accepted'
  | 'rejected'
  | 'unchanged'
  | 'not_found'
  | 'reservation_closed'
  | 'ride_cancelled'
  | 'ride_departed'
  | 'not_enough_seats'

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

/** The passenger takes back a request that has no answer yet, so that no seats have to be given back. */
export async function withdrawPending(executor: Executor, id: string, passengerId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update reservation set status = 'cancelled', decided_at = app_now()
    where id = ${id} and passenger_id = ${passengerId} and status = 'pending'`.execute(executor)
  return numAffectedRows === 1n
}

/** Closes what is still open between two people; part of the transaction that blocks one of them. Answers the ids of both sides. */
export async function closePendingBetween(executor: Executor, a: string, b: string): Promise<void> {
  await sql`update reservation set status = 'rejected', decided_at = app_now() from ride
    where ride.id = reservation.ride_id and reservation.status = 'pending'
      and (ride.driver_id, reservation.passenger_id) in ((${a}::uuid, ${b}::uuid), (${b}::uuid, ${a}::uuid))`.execute(
    executor,
  )
}
