/** Locks reservations before a decision about them, and writes the decision. A ride is locked before its reservations. */
import { sql, type RawBuilder } from 'kysely'
import { detourEnds, type ReservationEnding, type ReservationStatus } from '@samtur/contract/constants'
import { rideColumns, rideRow, type RideRow } from '#features/rides/port'
import type { Executor, Tx } from '#platform/db/database'
import { boolean, instant, integer, json, nullable, oneOf, type RowOf, rowsOf, text, uuid } from '#platform/db/rows'
import { prepared } from '#platform/db/prepared'
import type { ReservationRow } from './views.ts'

const besideRide = {
  reservation: json<ReservationRow>(),
  passenger: json<{ id: string; full_name: string }>(),
  /** An administrator has hidden the ride. */
  hidden: boolean,
  /** One of the two has blocked the other, or the account of one is suspended. */
  separated: boolean,
  /** The ride is for the driver's gender only, which is not the passenger's. */
  other_gender: boolean,
  now: instant,
}
/** A reservation with all that a decision about it needs. */
export type LockedReservation = RowOf<typeof besideRide> & { ride: RideRow }

/** Locks a ride and one reservation on it until the transaction ends; returns undefined for an unknown reservation. */
export async function lockReservation(tx: Tx, id: string): Promise<LockedReservation | undefined> {
  await sql`${prepared}
    with locked_ride as materialized (
      select id from ride where id = (select ride_id from reservation where id = ${id}) for update)
    select from locked_ride join reservation on ride_id = locked_ride.id where reservation.id = ${id} for update of reservation`.execute(
    tx,
  )
  // A separate statement: the one that waits for the locks sees everything else as it was before it waited.
  const { rows } = await rowsOf({ ...rideRow, ...besideRide })`${prepared}
    select ${rideColumns}, to_json(reservation) as reservation, ride.hidden_at is not null as hidden, app_now() as now,
      json_build_object('id', passenger.id, 'full_name', passenger.full_name) as passenger,
      blocked_between(driver.id, passenger.id) or is_suspended(driver.id) or is_suspended(passenger.id) as separated,
      ride.same_gender and not shares_gender(driver.id, passenger.id) as other_gender
    from reservation join ride on ride.id = ride_id join profile driver on driver.id = driver_id
      join profile passenger on passenger.id = passenger_id
    where reservation.id = ${id}`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { reservation, passenger, hidden, separated, other_gender, now, ...ride } = row
  return { reservation, ride, passenger, hidden, separated, other_gender, now }
}

/** A pending or accepted reservation. */
const activeRow = {
  id: uuid,
  passenger_id: uuid,
  from_position: integer,
  to_position: integer,
  seats_requested: integer,
  status: oneOf(['pending', 'accepted']),
  price: integer,
  agreed_departs_at: instant,
  agreed_arrives_at: instant,
  agreed_from: text,
  agreed_to: text,
  agreed_from_point: nullable(uuid),
  agreed_to_point: nullable(uuid),
  detour_place_id: nullable(integer),
  detour_end: nullable(oneOf(detourEnds)),
  detour_price: integer,
  holds_seats: boolean,
}
export type ActiveReservationRow = RowOf<typeof activeRow>

/** Locks the pending and accepted reservations on a ride. The caller has locked the ride. */
export async function lockActiveReservations(tx: Tx, rideId: string): Promise<ActiveReservationRow[]> {
  const { rows } = await rowsOf(activeRow)`
    select id, passenger_id, from_position, to_position, seats_requested, status, price, agreed_departs_at,
      agreed_arrives_at, agreed_from, agreed_to, agreed_from_point, agreed_to_point, detour_place_id, detour_end,
      detour_price, holds_seats
    from reservation where ride_id = ${rideId} and status in ('pending', 'accepted') order by id for update`.execute(tx)
  return rows
}

/** A pending reservation. */
const pendingRow = {
  id: uuid,
  ride_id: uuid,
  passenger_id: uuid,
  from_position: integer,
  to_position: integer,
  seats_requested: integer,
  status: oneOf(['pending']),
  holds_seats: boolean,
  answer_by: instant,
  departure: instant,
  now: instant,
}
export type PendingReservationRow = RowOf<typeof pendingRow>

const pendingColumns = sql`reservation.id, ride_id, passenger_id, from_position, to_position, seats_requested, reservation.status, holds_seats,
  answer_by, departure_time as departure, app_now() as now`

/** Locks the rides of either of two people on which the other has a request or waits, and then those requests, which it returns. */
export async function lockPendingBetween(tx: Tx, a: string, b: string): Promise<PendingReservationRow[]> {
  const between = sql`((${a}::uuid, ${b}::uuid), (${b}::uuid, ${a}::uuid))`
  await sql`select from ride where id in (
      select ride.id from ride join reservation on ride_id = ride.id
      where reservation.status = 'pending' and (driver_id, passenger_id) in ${between}
      union all
      select ride.id from ride join waiting_entry on ride_id = ride.id
      where state in ('waiting', 'offered') and (driver_id, passenger_id) in ${between})
    order by id for update`.execute(tx)
  const { rows } = await rowsOf(pendingRow)`
    select ${pendingColumns} from reservation join ride on ride.id = ride_id
    where reservation.status = 'pending' and (driver_id, passenger_id) in ${between}
    order by reservation.id for update of reservation`.execute(tx)
  return rows
}

/**
 * Locks up to `limit` pending reservations whose time is over, and their rides. Skips those whose ride or reservation another transaction has
 * locked, such as that of a driver who moves the ride to a later day.
 */
export async function lockUnanswered(tx: Tx, limit: number): Promise<PendingReservationRow[]> {
  const { rows } = await rowsOf(pendingRow)`
    select ${pendingColumns} from reservation join ride on ride.id = ride_id
    where reservation.status = 'pending' and (answer_by <= app_now() or departure_time <= app_now())
    order by answer_by limit ${limit} for update of ride skip locked for update of reservation skip locked`.execute(tx)
  return rows
}

/** Locks the passenger's request on a ride if its time is over. The caller has locked the ride. */
export async function lockOverdue(tx: Tx, rideId: string, passengerId: string): Promise<PendingReservationRow[]> {
  const { rows } = await rowsOf(pendingRow)`${prepared}
    select ${pendingColumns} from reservation join ride on ride.id = ride_id
    where ride_id = ${rideId} and passenger_id = ${passengerId} and reservation.status = 'pending' and answer_by <= app_now()
    for update of reservation`.execute(tx)
  return rows
}

export interface DecidedReservation {
  id: string
  status: ReservationStatus
  ended_by: ReservationEnding | null
  /** In the words of the person who ended it. */
  end_reason: string | null
}

/** Writes decisions about locked reservations. `seats` is what `seatsMoved` of the slice rides returns. */
export async function writeDecisions(
  executor: Executor,
  decided: DecidedReservation[],
  seats?: RawBuilder<unknown>,
): Promise<void> {
  if (decided.length === 0) return
  await sql`${prepared} ${seats ? sql`with ${seats}` : sql``}
    update reservation set status = decided.status, decided_at = app_now(), ended_by = decided.ended_by,
      end_reason = decided.end_reason, holds_seats = false, next_reminder_at = null, proposed_from_point = null, proposed_to_point = null,
      accepted_at = case decided.status when 'accepted' then app_now() else accepted_at end
    from jsonb_to_recordset(${JSON.stringify(decided)}::jsonb) as decided(id uuid, status text, ended_by text, end_reason text)
    where reservation.id = decided.id`.execute(executor)
}
