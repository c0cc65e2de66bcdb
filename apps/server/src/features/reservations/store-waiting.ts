/** The only writer of `waiting_entry`. The rows of a ride change only while the ride is locked, and offers take their seats. */
import { sql } from 'kysely'
import { type WaitingState, waitingStates } from '@samtur/contract/constants'
import { type SeatMove, type Seats, seatsMoved, takenAfter } from '#features/rides/port'
import { type Executor, isUniqueViolation, type Tx } from '#platform/db/database'
import { prepared } from '#platform/db/prepared'
import { boolean, instant, integer, nullable, oneOf, type RowOf, rowsOf, uuid } from '#platform/db/rows'
import { AppError } from '#platform/http/errors'
import { moveOf, type Offer, type Wanted } from './rules-waiting.ts'

interface NewEntry extends Wanted {
  ride_id: string
  passenger_id: string
}

/** Puts a person on the waiting list of a ride; returns the id. Error: `already_waiting`. */
export async function insertEntry(tx: Tx, entry: NewEntry): Promise<string> {
  const { ride_id, passenger_id, from_position, to_position, seats_requested } = entry
  try {
    const { rows } = await rowsOf({ id: uuid })`
      insert into waiting_entry (ride_id, passenger_id, from_position, to_position, seats_requested, created_at)
      values (${ride_id}, ${passenger_id}, ${from_position}, ${to_position}, ${seats_requested}, app_now()) returning id`.execute(
      tx,
    )
    const [row] = rows
    if (!row) throw new Error('no entry was stored')
    return row.id
  } catch (error) {
    if (isUniqueViolation(error, 'waiting_entry_active')) throw new AppError('already_waiting')
    throw error
  }
}

/** A place on the waiting list of a ride. */
const entryRow = {
  id: uuid,
  ride_id: uuid,
  passenger_id: uuid,
  from_position: integer,
  to_position: integer,
  seats_requested: integer,
  state: oneOf(waitingStates),
  offer_from: nullable(instant),
  offer_until: nullable(instant),
  notified_at: nullable(instant),
  reservation_id: nullable(uuid),
}
export type EntryRow = RowOf<typeof entryRow>

const entryColumns = sql`entry.id, entry.ride_id, entry.passenger_id, entry.from_position, entry.to_position, entry.seats_requested, entry.state,
  offer_from, offer_until, notified_at, reservation_id`

const activeEntry = {
  ...entryRow,
  /** The person can be offered seats: the account is open, neither of driver and passenger has blocked the other, and the ride is for the person's gender. */
  reachable: boolean,
}
export type ActiveEntry = RowOf<typeof activeEntry>

/** Returns the waiting and offered entries, in the order of the list. The caller has locked the ride. */
export async function listActiveEntries(executor: Executor, rideId: string): Promise<ActiveEntry[]> {
  const { rows } = await rowsOf(activeEntry)`
    select ${entryColumns},
      passenger.closed_at is null and not is_suspended(passenger.id) and not blocked_between(driver_id, passenger.id)
        and (not ride.same_gender or shares_gender(driver_id, passenger.id)) as reachable
    from waiting_entry entry join ride on ride.id = entry.ride_id join profile passenger on passenger.id = entry.passenger_id
    where entry.ride_id = ${rideId} and state in ('waiting', 'offered') order by number`.execute(executor)
  return rows
}

/** Returns the person's newest place on the list of a ride. */
export async function findEntry(
  executor: Executor,
  { rideId, passengerId }: { rideId: string; passengerId: string },
): Promise<EntryRow | undefined> {
  const { rows } = await rowsOf(entryRow)`${prepared}
    select ${entryColumns} from waiting_entry entry where entry.ride_id = ${rideId} and entry.passenger_id = ${passengerId}
    order by number desc limit 1`.execute(executor)
  return rows[0]
}

/** Returns a place by its id; undefined for another person's. */
export async function findOwnEntry(executor: Executor, id: string, passengerId: string): Promise<EntryRow | undefined> {
  const { rows } = await rowsOf(entryRow)`
    select ${entryColumns} from waiting_entry entry where entry.id = ${id} and entry.passenger_id = ${passengerId}`.execute(
    executor,
  )
  return rows[0]
}

/** Returns the places of each of two people on lists of the other's rides. The caller has locked the rides. */
export async function listEntriesBetween(executor: Executor, a: string, b: string) {
  const { rows } = await rowsOf({ ...entryRow, now: instant })`
    select ${entryColumns}, app_now() as now from waiting_entry entry join ride on ride.id = entry.ride_id
    where state in ('waiting', 'offered')
      and (driver_id, entry.passenger_id) in ((${a}::uuid, ${b}::uuid), (${b}::uuid, ${a}::uuid))
    order by entry.ride_id, number`.execute(executor)
  return rows
}

/** Returns on how many lists a person waits. The caller holds the person's lock. */
export async function countActiveEntries(executor: Executor, passengerId: string): Promise<number> {
  const { rows } = await rowsOf({ count: integer })`
    select count(*)::integer as count from waiting_entry where passenger_id = ${passengerId} and state in ('waiting', 'offered')`.execute(
    executor,
  )
  return rows[0]?.count ?? 0
}

type RideSeats = Seats & { id: string }

/** Ends places; an offer gives its seats back, unless it was taken. Returns the seats taken on each leg afterwards. */
export async function endEntries(
  tx: Tx,
  ride: RideSeats,
  entries: readonly EntryRow[],
  state: Exclude<WaitingState, 'waiting' | 'offered' | 'taken'>,
): Promise<number[]> {
  if (entries.length === 0) return [...ride.taken]
  const moves = entries.filter((entry) => entry.state === 'offered').map((entry) => negative(moveOf(entry)))
  const seats = moves.length > 0 ? sql`with ${seatsMoved(ride, moves)}` : sql``
  await sql`${seats} update waiting_entry set state = ${state}, ended_at = app_now()
    where id = any(${entries.map(({ id }) => id)}::uuid[])`.execute(tx)
  return takenAfter(ride.taken, moves)
}

const negative = ({ seats, ...section }: SeatMove): SeatMove => ({ ...section, seats: -seats })

/**
 * Offers seats, which are taken from then on; people are notified of an offer that has begun. Returns the seats taken on each leg
 * afterwards. One statement: a second update of the row would lock the person's profile, for which a closing account waits.
 */
export async function writeOffers(
  tx: Tx,
  ride: RideSeats,
  entries: readonly EntryRow[],
  { from, until }: Offer,
): Promise<number[]> {
  if (entries.length === 0) return [...ride.taken]
  const moves = entries.map(moveOf)
  await sql`with ${seatsMoved(ride, moves)}
    update waiting_entry set state = 'offered', offer_from = ${from}, offer_until = ${until},
      notified_at = case when ${from}::timestamptz <= app_now() then app_now() end
    where id = any(${entries.map(({ id }) => id)}::uuid[])`.execute(tx)
  return takenAfter(ride.taken, moves)
}

/** Stores that an offer was taken: the reservation has its seats now. */
export async function writeTaken(tx: Tx, id: string, reservationId: string): Promise<void> {
  await sql`update waiting_entry set state = 'taken', ended_at = app_now(), reservation_id = ${reservationId} where id = ${id}`.execute(
    tx,
  )
}

/** Stores that people were notified of their offers. */
export async function markNotified(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update waiting_entry set notified_at = app_now() where id = any(${ids}::uuid[])`.execute(tx)
}

/**
 * Lets offers on a ride end before its new departure; one that has not begun yet gets the times of an offer of now. The caller has locked the
 * ride.
 */
export async function moveOffers(tx: Tx, { id, departure_time }: MovedRide, { from, until }: Offer): Promise<void> {
  await sql`update waiting_entry set
      offer_from = case when offer_from > app_now() then ${from}::timestamptz else offer_from end,
      offer_until = case when offer_from > app_now() then ${until}::timestamptz else least(offer_until, ${departure_time}::timestamptz) end
    where ride_id = ${id} and state = 'offered'`.execute(tx)
}

interface MovedRide {
  id: string
  departure_time: Date
}

/**
 * Lets pending requests on a ride hold no seats any more. Returns the seats taken on each leg afterwards. The caller has locked the ride and
 * ends the requests in the same transaction.
 */
export async function releaseRequests(tx: Tx, ride: RideSeats): Promise<number[]> {
  const { rows } = await rowsOf({ from: integer, to: integer, seats: integer })`
    select from_position as from, to_position as to, -seats_requested as seats from reservation
    where ride_id = ${ride.id} and holds_seats`.execute(tx)
  if (rows.length === 0) return [...ride.taken]
  await sql`with ${seatsMoved(ride, rows)} update reservation set holds_seats = false where ride_id = ${ride.id} and holds_seats`.execute(
    tx,
  )
  return takenAfter(ride.taken, rows)
}

/**
 * Returns up to `limit` rides whose waiting list needs an update: an offer has lapsed or its notification is due, the ride has departed or was
 * cancelled, or free seats fit an entry.
 */
export async function listDueRides(executor: Executor, limit: number): Promise<string[]> {
  const { rows } = await rowsOf({ ride_id: uuid })`
    select distinct entry.ride_id from waiting_entry entry join ride on ride.id = entry.ride_id
      join profile passenger on passenger.id = entry.passenger_id
    where state in ('waiting', 'offered') and (
      ride.departure_time <= app_now() or ride.status <> 'active' or offer_until <= app_now()
      or (state = 'offered' and notified_at is null and offer_from <= app_now())
      or (state = 'waiting' and ride.hidden_at is null and not is_suspended(ride.driver_id) and passenger.closed_at is null
        and not is_suspended(passenger.id) and not blocked_between(ride.driver_id, passenger.id)
        and (not ride.same_gender or shares_gender(ride.driver_id, passenger.id))
        and entry.seats_requested <= (select min(capacity - seats_taken) from ride_leg leg
          where leg.ride_id = entry.ride_id and leg.position >= entry.from_position and leg.position < entry.to_position)))
    limit ${limit}`.execute(executor)
  return rows.map(({ ride_id }) => ride_id)
}

/** Locks a ride until the transaction ends; returns the present time, and undefined for an unknown ride. */
export async function lockRide(tx: Tx, rideId: string): Promise<Date | undefined> {
  const { rows } = await rowsOf({ now: instant })`
    select app_now() as now from ride where id = ${rideId} for update`.execute(tx)
  return rows[0]?.now
}

/** Locks a ride; returns undefined where another transaction has locked it, which brings its waiting list up to date itself. */
export async function lockIdleRide(tx: Tx, rideId: string): Promise<Date | undefined> {
  const { rows } = await rowsOf({ now: instant })`
    select app_now() as now from ride where id = ${rideId} for update skip locked`.execute(tx)
  return rows[0]?.now
}

/** Returns whether seats of a ride can be given: it is active, ahead, shown, and its driver's account is not suspended. */
export async function isOpen(executor: Executor, rideId: string): Promise<boolean> {
  const { rows } = await rowsOf({ open: boolean })`
    select status = 'active' and departure_time > app_now() and hidden_at is null and not is_suspended(driver_id) as open
    from ride where id = ${rideId}`.execute(executor)
  return rows[0]?.open ?? false
}

const BATCH = 1000

/** Deletes up to 1000 places that ended more than 30 days ago; returns how many. */
export async function removeOldEntries(executor: Executor): Promise<number> {
  const result = await sql`delete from waiting_entry where id in (
    select id from waiting_entry where ended_at < app_now() - interval '30 days' limit ${BATCH})`.execute(executor)
  return Number(result.numAffectedRows ?? 0)
}

/** Deletes the places of a person who has left. */
export async function forgetEntries(executor: Executor, passengerId: string): Promise<void> {
  await sql`delete from waiting_entry where passenger_id = ${passengerId}`.execute(executor)
}
