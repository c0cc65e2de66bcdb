/** Actions on reservations for tests, stored without going through the API. */
import { sql } from 'kysely'
import type { ReservationEnding, ReservationStatus } from '@samtur/contract/constants'
import { endRide } from '../src/features/reservations/service-rides.ts'
import { changeReservation } from '../src/features/reservations/service-decisions.ts'
import { insertReservation } from '../src/features/reservations/store.ts'
import { seatsMoved } from '../src/features/rides/store-seats.ts'
import { findRide } from '../src/features/rides/views.ts'
import type { Database, Executor } from '../src/platform/db/database.ts'
import { AppError } from '../src/platform/http/errors.ts'
import { addRide } from './rides.ts'

interface ReservationToAdd {
  ride_id: string
  passenger_id: string
  from_position?: number
  to_position?: number
  seats_requested?: number
  message?: string | null
  price?: number
  status?: ReservationStatus
  ended_by?: ReservationEnding | null
  created_at?: Date
  decided_at?: Date
  answer_by?: Date
}

/** A time for the answer that no test reaches. */
export const farAhead = new Date('2099-01-01T00:00:00Z')

/** Stores a reservation in any status without moving seats; returns its id. */
export async function addReservation(executor: Executor, reservation: ReservationToAdd): Promise<string> {
  const { status = 'pending', ended_by = null, created_at = null, decided_at = null, ...request } = reservation
  const defaults = {
    from_position: 0,
    to_position: 1,
    seats_requested: 1,
    message: null,
    price: 300,
    answer_by: farAhead,
  }
  const id = await insertReservation(executor, { ...defaults, ...request })
  await sql`update reservation set status = ${status}, ended_by = ${ended_by}, decided_at = ${decided_at},
      created_at = coalesce(${created_at}, created_at),
      accepted_at = case when ${status} = 'accepted' then coalesce(${decided_at}::timestamptz, app_now()) end
    where id = ${id}`.execute(executor)
  return id
}

type PersonalAction = Parameters<typeof changeReservation>[1]

/** Returns the new status, `unchanged`, or the code of the error. */
export function act(db: Pick<Database, 'tx'>, action: PersonalAction): Promise<string> {
  return db
    .tx(async (tx) => {
      const changed = await changeReservation(tx, action)
      if (!changed) return 'unchanged'
      const { status } = await tx
        .selectFrom('reservation')
        .select('status')
        .where('id', '=', action.id)
        .executeTakeFirstOrThrow()
      return status
    })
    .catch(codeOf)
}

export const acceptReservation = (db: Pick<Database, 'tx'>, id: string, driverId: string) =>
  act(db, { id, personId: driverId, action: 'accept' })

/** Cancels a ride; returns the ids of the reservations that ended with it, `unchanged`, or the code of the error. */
export function cancelRide(db: Pick<Database, 'tx'>, rideId: string, driverId: string): Promise<string[] | string> {
  return db.tx(async (tx) => (await endRide(tx, { rideId, driverId, reason: null })) ?? 'unchanged').catch(codeOf)
}

function codeOf(error: unknown): string {
  if (error instanceof AppError) return error.code
  throw error
}

/** Adds a trip with one passenger that arrived hours ago; `daysAgo` counts from the clock's now. */
export async function addCompletedTrip(
  db: Database,
  { driverId, passengerId, now, daysAgo = 2 }: { driverId: string; passengerId: string; now: Date; daysAgo?: number },
): Promise<void> {
  const departure = new Date(now.getTime() - daysAgo * 86_400_000)
  const ride_id = await addRide(db, { driverId, route: ['Moss', 'Oslo'], departure })
  await db.kysely.updateTable('profile').set({ is_driver: true }).where('id', '=', driverId).execute()
  const at = new Date(departure.getTime() - 3_600_000)
  const reservation = { created_at: at, decided_at: at, status: 'accepted' as const }
  await addReservation(db.kysely, { ride_id, passenger_id: passengerId, ...reservation })
  await db.kysely.updateTable('ride_leg').set({ seats_taken: 1 }).where('ride_id', '=', ride_id).execute()
  await db.kysely.updateTable('ride').set({ available_seats: 3 }).where('id', '=', ride_id).execute()
}

/** Makes the free seats of a ride and its sections follow legs that a test has written. */
export async function recountSeats(executor: Executor, rideId: string): Promise<void> {
  const ride = await findRide(executor, rideId)
  if (!ride) throw new Error(`no ride ${rideId}`)
  await sql`with ${seatsMoved(ride, [])} select`.execute(executor)
}
