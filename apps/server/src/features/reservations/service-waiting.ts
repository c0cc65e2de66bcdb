/** Joining and leaving the waiting list of a ride, and taking the seats that an offer holds. */
import type { z } from 'zod'
import { waitingMax } from '@samtur/contract/constants'
import type { takeBody, waitingBody } from '@samtur/contract/waiting'
import { findRide, presentSection, sectionOf, seatsFree } from '#features/rides/port'
import type { Tx } from '#platform/db/database'
import type { ApiContext, Caller } from '#platform/http/context'
import { AppError, assertThat, invalidField } from '#platform/http/errors'
import { findStoredResponse, idempotent } from '#platform/http/idempotency'
import { type Deps, refreshPages } from './events.ts'
import { heldAnswerBy } from './rules-answers.ts'
import { fits, isInstant, moveOf } from './rules-waiting.ts'
import {
  allowedRide,
  announceRequest,
  bookAtOnce,
  hasOverlap,
  lockAllowed,
  reservationsPerDay,
} from './service-requests.ts'
import { endPlace, offerSeats } from './service-offers.ts'
import { insertReservation, lockForRequest } from './store.ts'
import {
  countActiveEntries,
  type EntryRow,
  findEntry,
  findOwnEntry,
  insertEntry,
  lockRide,
  writeTaken,
} from './store-waiting.ts'

/**
 * Puts the caller on the waiting list of a full section; returns the id of the place. Errors: those of a request for seats, `seats_available`,
 * `already_waiting`, `too_many_waiting`.
 */
export async function joinList(
  context: ApiContext,
  deps: Deps,
  caller: Caller,
  rideId: string,
  body: z.output<typeof waitingBody>,
): Promise<{ id: string }> {
  const route = `waiting.join:${rideId}`
  const request = { db: context.db, userId: caller.id, route, key: context.idempotencyKey, body }
  const before = await findStoredResponse<{ id: string }>(request)
  if (before) return before
  await context.limiter.use(reservationsPerDay, caller.id)
  return idempotent(request, async (tx) => {
    const { ride: found, state } = await lockAllowed(tx, deps, caller, rideId)
    // An offer that has lapsed may not be written as lapsed yet.
    const ride = await offerSeats(tx, deps, found, state.now)
    const section = sectionOf(ride, body.from_position, body.to_position)
    if (!section) throw invalidField('to_position', 'out_of_range')
    const { seats_requested } = body
    if (seats_requested > ride.total_seats)
      throw invalidField('seats_requested', 'out_of_range', { max: ride.total_seats })
    const entry = { from_position: section.from, to_position: section.to, seats_requested }
    const own = await findEntry(tx, { rideId, passengerId: caller.id })
    if (own && isActive(own)) throw new AppError('already_waiting')
    if (fits(ride, entry)) throw new AppError('seats_available', { params: { available: seatsFree(ride, section) } })
    if ((await countActiveEntries(tx, caller.id)) >= waitingMax)
      throw new AppError('too_many_waiting', { params: { max: waitingMax } })
    const id = await insertEntry(tx, { ...entry, ride_id: rideId, passenger_id: caller.id })
    refreshPages(deps.bus, ride.driver.id, [caller.id])
    return { id }
  })
}

const isActive = ({ state }: EntryRow) => state === 'waiting' || state === 'offered'

interface OwnPlace {
  rideId: string
  passengerId: string
}

/** Takes a person off the waiting list of a ride; a place that has ended stays as it is. Returns its id. Part of a transaction. Error: `not_found`. */
export async function leaveList(tx: Tx, deps: Deps, place: OwnPlace): Promise<string> {
  const now = await lockRide(tx, place.rideId)
  const ride = now && (await findRide(tx, place.rideId))
  const entry = ride && (await findEntry(tx, place))
  assertThat(entry, 'not_found')
  if (!isActive(entry)) return entry.id
  await endPlace(tx, deps, ride, { entry, now })
  return entry.id
}

/**
 * Takes the seats that an offer holds: the caller is accepted at once where the ride gives seats at once, and otherwise has a request that
 * holds them until its answer. Again returns the same reservation. Errors: those of a request for seats, `offer_closed`,
 * `ride_changed`, `overlapping_ride`.
 */
export async function takeOffer(
  context: ApiContext,
  deps: Deps,
  caller: Caller,
  id: string,
  body: z.output<typeof takeBody>,
): Promise<{ id: string }> {
  const { message, ride_version, accept_overlap } = body ?? {}
  const request = { db: context.db, userId: caller.id, route: `waiting.take:${id}`, key: context.idempotencyKey, body }
  const before = await findStoredResponse<{ id: string }>(request)
  if (before) return before
  return idempotent(request, async (tx) => {
    const own = await findOwnEntry(tx, id, caller.id)
    const state = own && (await lockForRequest(tx, own.ride_id, caller.id))
    // Read again behind the lock, because the same press may have come twice.
    const entry = state && (await findOwnEntry(tx, id, caller.id))
    assertThat(entry, 'not_found')
    if (entry.reservation_id) return { id: entry.reservation_id }
    if (entry.state !== 'offered' || !entry.offer_until || entry.offer_until <= state.now)
      throw new AppError('offer_closed')
    const ride = await allowedRide(tx, deps, caller, { rideId: entry.ride_id, state })
    if (ride_version !== undefined && ride_version !== ride.version) throw new AppError('ride_changed')
    const section = presentSection(ride, moveOf(entry))
    const overlaps = await hasOverlap(tx, caller, section, accept_overlap)
    const { from_position, to_position, seats_requested } = entry
    const reservationId = await insertReservation(tx, {
      ride_id: ride.id,
      passenger_id: caller.id,
      from_position,
      to_position,
      seats_requested,
      message: message ?? null,
      price: section.price,
      answer_by: heldAnswerBy(state.now, ride.departure_time),
      holds_seats: true,
    })
    await writeTaken(tx, id, reservationId)
    const atOnce = isInstant(ride.instant_booking, { ...state, seats: seats_requested, overlaps })
    if (atOnce) await bookAtOnce(tx, deps, ride, reservationId)
    else await announceRequest(tx, deps, ride.id, reservationId)
    refreshPages(deps.bus, ride.driver.id, [caller.id])
    return { id: reservationId }
  })
}
