/** Locks a reservation, decides what an action does to it, and writes the decision. */
import {
  addDetour,
  minutesOverLimit,
  movePoints,
  type RideRow,
  type Seats,
  type SeatMove,
  seatsFree,
  seatsMoved,
  takenAfter,
} from '#features/rides/port'
import type { Tx } from '#platform/db/database'
import { AppError } from '#platform/http/errors'
import { detourOf, endPoints, reservedSection } from './present.ts'
import { type Action, type Actor, decide, type Decision } from './rules-decisions.ts'
import { agree, agreeOnPoints, moveBehindNewStop } from './store.ts'
import { type LockedReservation, lockReservation, writeDecisions } from './store-decisions.ts'
import { findProposed } from './views.ts'

type Change = Extract<Decision, { outcome: 'changed' }>

export interface PersonalAction {
  id: string
  personId: string
  action: Extract<Action, 'accept' | 'reject' | 'remove' | 'withdraw' | 'confirm'>
  /** In the person's own words. */
  reason?: string | null
  /** Of the ride, as the person has seen it; needed to confirm. */
  version?: number
  /** Accepts without the meeting points that the passenger asks for. */
  keepPoints?: boolean | undefined
  /** Accepts a detour that goes so many minutes beyond what the driver allows. */
  minutesOverLimit?: number | undefined
  /** The transaction has made the request, and has compared the genders then. */
  atOnce?: boolean
}

/** A reservation that an action has changed. */
export interface ChangedReservation extends LockedReservation {
  /** Set where the acceptance has changed the ride: the place of a detour has become a stop, or stops have other meeting points. */
  changedRide?: { before: RideRow; newStop?: number }
}

/**
 * Does what a person does to one reservation. Returns the reservation as it was, with the seats of its ride as they are now, and with the
 * ride before it where an acceptance has changed that; undefined when the action changes nothing. Throws the decision's error code.
 */
export async function changeReservation(tx: Tx, given: PersonalAction): Promise<ChangedReservation | undefined> {
  const { id, personId, action, reason = null, keepPoints = false } = given
  const locked = await lockReservation(tx, id)
  if (!locked) throw new AppError('not_found')
  const decision = decide(stateOf(locked, given), action, actorOf(locked, personId), locked.now)
  switch (decision.outcome) {
    case 'refused':
      throw new AppError(decision.code, decision.params && { params: decision.params })
    case 'unchanged':
      return undefined
    case 'confirmed':
      await agree(
        tx,
        id,
        reservedSection(locked.ride, locked.reservation).section,
        endPoints(locked.ride, locked.reservation),
      )
      return locked
    case 'changed': {
      const changed = action === 'accept' ? await acceptedRide(tx, locked, keepPoints) : locked
      const { reservation, ride } = changed
      const taken = await writeChanges(tx, ride, [{ reservation, change: decision }], reason)
      return { ...changed, ride: { ...ride, taken } }
    }
  }
}

/** Changes the ride as the request asks: a stop for its detour, and its meeting points unless the driver keeps those of the ride. */
async function acceptedRide(tx: Tx, locked: LockedReservation, keepPoints: boolean): Promise<ChangedReservation> {
  const changed = await withNewStop(tx, locked)
  return keepPoints ? changed : withProposedPoints(tx, changed)
}

/** Gives the ends of the section the meeting points that the passenger asks for. A stop that is at another place by now keeps its own. */
async function withProposedPoints(tx: Tx, changed: ChangedReservation): Promise<ChangedReservation> {
  const { reservation, ride: before } = changed
  const proposed = await findProposed(tx, reservation)
  const asked = [
    [reservation.from_position, proposed.from] as const,
    [reservation.to_position, proposed.to] as const,
  ].flatMap(([position, point]) =>
    point && before.stops[position]?.place_id === point.place_id ? [[position, point.id] as const] : [],
  )
  if (asked.length === 0) return changed
  const ride = await movePoints(tx, before, new Map(asked))
  await agreeOnPoints(tx, reservation.id, endPoints(ride, reservation))
  return { ...changed, ride, changedRide: { before, ...changed.changedRide } }
}

/** Makes the place of the requested detour a stop; returns the reservation of the section between stops that it is then. */
async function withNewStop(tx: Tx, locked: LockedReservation): Promise<ChangedReservation> {
  const { ride: rideBefore, reservation } = locked
  const found = detourOf(rideBefore, reservation)?.found
  if (!found) return locked
  const { detour, end, from, to } = found
  const position = detour.leg + 1
  const ride = await addDetour(tx, rideBefore, detour)
  await moveBehindNewStop(tx, { rideId: ride.id, placeId: detour.place.id, position, acceptedId: reservation.id })
  const section = end === 'start' ? { from: position, to: to + 1 } : { from, to: position }
  return {
    ...locked,
    ride,
    reservation: {
      ...reservation,
      from_position: section.from,
      to_position: section.to,
      detour_place_id: null,
      detour_end: null,
    },
    changedRide: { before: rideBefore, newStop: position },
  }
}

function stateOf(
  { reservation, ride, hidden, separated, other_gender }: LockedReservation,
  { atOnce = false, version = ride.version, minutesOverLimit: agreed = 0 }: PersonalAction,
) {
  const { status, ended_by, seats_requested, holds_seats, answer_by, detour_place_id } = reservation
  const detour = detourOf(ride, reservation)
  const { from, to } = detour?.found ?? { from: reservation.from_position, to: reservation.to_position }
  return {
    status,
    ended_by,
    departure: ride.departure_time,
    ride_cancelled: ride.status === 'cancelled',
    ride_hidden: hidden,
    separated: separated || (other_gender && !atOnce),
    holds_seats,
    answer_by: answer_by === null ? null : new Date(answer_by),
    detour_possible: detour_place_id === null || detour !== undefined,
    minutes_over: detour ? minutesOverLimit(ride, detour.detour) : 0,
    minutes_over_agreed: agreed,
    seats_requested,
    seats_free: seatsFree(ride, { from, to }) + (holds_seats ? seats_requested : 0),
    version: ride.version,
    seen_version: version,
  }
}

function actorOf({ ride, passenger }: LockedReservation, personId: string): Actor {
  if (personId === ride.driver.id) return 'driver'
  return personId === passenger.id ? 'passenger' : 'other'
}

interface Changed {
  reservation: { id: string; from_position: number; to_position: number; seats_requested: number }
  change: Change
}

/** Writes changes of reservations on one locked ride and moves their seats; returns the seats taken on each leg afterwards. */
export async function writeChanges(
  tx: Tx,
  ride: Seats & { id: string },
  changes: Changed[],
  reason: string | null,
): Promise<number[]> {
  const moves = changes.flatMap(({ reservation, change }): SeatMove[] => {
    const { from_position: from, to_position: to, seats_requested: seats } = reservation
    if (change.seats === 'keep') return []
    return [{ from, to, seats: change.seats === 'take' ? seats : -seats }]
  })
  const decided = changes.map(({ reservation: { id }, change: { status, ended_by } }) => ({
    id,
    status,
    ended_by,
    end_reason: status === 'accepted' ? null : reason,
  }))
  await writeDecisions(tx, decided, moves.length > 0 ? seatsMoved(ride, moves) : undefined)
  return takenAfter(ride.taken, moves)
}
