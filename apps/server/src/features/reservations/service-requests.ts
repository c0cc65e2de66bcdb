/** Requests for seats: who may ask for which, and what follows from a request. */
import type { z } from 'zod'
import type { WantedDetour } from '@samtur/contract/detours'
import type { reservationBody } from '@samtur/contract/reservations'
import type { RideSection } from '@samtur/contract/rides'
import { refuseUnknownPoints } from '#features/meeting-points/port'
import { notify } from '#features/notifications/port'
import { findRide, isOffered, presentSection, type RideRow, sectionByDetour, sectionOf } from '#features/rides/port'
import type { Tx } from '#platform/db/database'
import type { ApiContext, Caller } from '#platform/http/context'
import { AppError, assertThat, invalidField } from '#platform/http/errors'
import { findStoredResponse, idempotent } from '#platform/http/idempotency'
import {
  type Deps,
  notificationForDriver,
  notificationForPassenger,
  notificationRowOf,
  notifyOfMissingSeats,
  refreshPages,
} from './events.ts'
import { refusal } from './policy.ts'
import type { EndPoints } from './rules.ts'
import { answerBy } from './rules-answers.ts'
import { isInstant } from './rules-waiting.ts'
import { changeReservation } from './service-decisions.ts'
import { expireRequests } from './service-expiry.ts'
import { offerSeats } from './service-offers.ts'
import { insertReservation, lockForRequest, markInstant, type RequestState, scheduleReminders } from './store.ts'
import { lockOverdue } from './store-decisions.ts'
import { endEntries, findEntry } from './store-waiting.ts'
import { findOverlap } from './views-ahead.ts'
import { listReservationNotifications } from './views-notifications.ts'

type Body = z.output<typeof reservationBody>

/** Requests for seats and places on waiting lists together. */
export const reservationsPerDay = { name: 'reserve', max: 50, per: 86_400 }

/**
 * Stores a request, which holds no seat yet, or takes the seats where the ride gives them at once; returns its id. Errors: those of the
 * endpoint.
 */
export async function requestSeats(
  context: ApiContext,
  deps: Deps,
  caller: Caller,
  rideId: string,
  body: Body,
): Promise<{ id: string }> {
  checkForced(body, caller, rideId)
  const request = {
    db: context.db,
    userId: caller.id,
    route: `reservations.create:${rideId}`,
    key: context.idempotencyKey,
    body,
  }
  const before = await findStoredResponse<{ id: string }>(request)
  if (before) return before
  await context.limiter.use(reservationsPerDay, caller.id)
  return idempotent(request, async (tx) => {
    const { ride: found, state } = await lockAllowed(tx, deps, caller, rideId)
    if (body.ride_version !== undefined && body.ride_version !== found.version) throw new AppError('ride_changed')
    const { ride, left } = await leaveBehind(tx, found, caller)
    const { section, ...requested } = requestedSection(ride, body)
    const proposed = await proposedPoints(tx, ride, requested, body)
    const overlaps = await hasOverlap(tx, caller, section, body.accept_overlap)
    const answer_by = answerBy(state.now, body.answer_within_hours, ride.departure_time)
    const id = await insertReservation(tx, {
      ...requested,
      proposed,
      ride_id: rideId,
      passenger_id: caller.id,
      answer_by,
    })
    // A driver always decides about a detour and about other meeting points.
    const asksMore = requested.detour || proposed.from !== null || proposed.to !== null
    const atOnce = !asksMore && isInstant(ride.instant_booking, { ...state, seats: body.seats_requested, overlaps })
    const after = atOnce ? await bookAtOnce(tx, deps, ride, id) : ride
    if (!atOnce) await announceRequest(tx, deps, rideId, id)
    if (left) await offerSeats(tx, deps, after, state.now)
    refreshPages(deps.bus, ride.driver.id, [caller.id])
    return { id }
  })
}

/** Ends the place on the ride's waiting list of a person who requests seats. Returns the ride with its seats, and whether there was one. */
async function leaveBehind(tx: Tx, ride: RideRow, caller: Caller) {
  const entry = await findEntry(tx, { rideId: ride.id, passengerId: caller.id })
  if (entry?.state !== 'waiting' && entry?.state !== 'offered') return { ride, left: false }
  return { ride: { ...ride, taken: await endEntries(tx, ride, [entry], 'left') }, left: true }
}

/** Notifies the driver of a new request, and plans the reminders of it. */
export async function announceRequest(tx: Tx, deps: Deps, rideId: string, id: string): Promise<void> {
  const subjects = await listReservationNotifications(tx, [id])
  const news = subjects.map((subject) => notificationForDriver('request_received', subject, `request:${id}`))
  await notify(tx, deps, news)
  await scheduleReminders(tx, rideId)
}

/** Accepts a request in the driver's place, as the ride's rule says, and notifies both. Returns the ride with its seats. */
export async function bookAtOnce(tx: Tx, deps: Deps, ride: RideRow, id: string): Promise<RideRow> {
  const changed = await changeReservation(tx, { id, personId: ride.driver.id, action: 'accept', atOnce: true })
  assertThat(changed, 'internal')
  await markInstant(tx, id)
  const subject = notificationRowOf(changed)
  const given = notificationForPassenger('request_accepted', subject, `accepted:${id}`)
  await notify(tx, deps, [
    notificationForDriver('seats_booked', subject, `request:${id}`),
    { ...given, params: { ...given.params, instant: true } },
  ])
  await notifyOfMissingSeats(tx, deps, changed.ride)
  return changed.ride
}

/** Accepts fields that only the server sets when they have the value that the server would set. */
function checkForced(body: Body, caller: Caller, rideId: string) {
  if (body.passenger_id !== undefined && body.passenger_id !== caller.id) throw invalidField('passenger_id', 'invalid')
  if (body.ride_id !== undefined && body.ride_id !== rideId) throw invalidField('ride_id', 'invalid')
}

/** Locks a ride for a person who wants seats on it; returns it as `allowedRide` does. Errors: those of `refusal`, and `not_found`. */
export async function lockAllowed(tx: Tx, deps: Deps, caller: Caller, rideId: string) {
  const state = await lockForRequest(tx, rideId, caller.id)
  assertThat(state, 'not_found')
  return { ride: await allowedRide(tx, deps, caller, { rideId, state }), state }
}

/**
 * Returns a locked ride if a person may have seats on it, and ends the person's request whose time is over. Errors: those of `refusal`, and
 * `not_found`.
 */
export async function allowedRide(
  tx: Tx,
  deps: Deps,
  caller: Caller,
  { rideId, state }: { rideId: string; state: RequestState },
): Promise<RideRow> {
  const code = refusal({ ...state, passenger_id: caller.id })
  if (code) throw new AppError(code)
  await expireRequests(tx, deps, await lockOverdue(tx, rideId, caller.id))
  const ride = await findRide(tx, rideId)
  assertThat(ride, 'not_found')
  return ride
}

function requestedSection(ride: RideRow, body: Body) {
  const named = sectionOf(ride, body.from_position, body.to_position)
  if (!named) throw invalidField('to_position', 'out_of_range')
  const { section, range, detour } = body.detour
    ? offeredDetour(ride, named, body.detour)
    : { section: presentSection(ride, named), range: named, detour: undefined }
  const available = section.available_seats
  if (body.seats_requested > available) throw new AppError('not_enough_seats', { params: { available } })
  return {
    section,
    from_position: range.from,
    to_position: range.to,
    seats_requested: body.seats_requested,
    message: body.message ?? null,
    price: section.price,
    detour: detour && { ...detour, trip: section },
  }
}

/**
 * Returns the meeting points that the passenger asks for; null where that is the ride's own. Error: `validation` for a point that cannot be
 * chosen there, and for one at the place of a detour.
 */
async function proposedPoints(
  tx: Tx,
  ride: RideRow,
  { from_position, to_position, detour }: Omit<ReturnType<typeof requestedSection>, 'section'>,
  { start_point_id, end_point_id }: Body,
): Promise<EndPoints> {
  const placeAt = (position: number) => ride.stops[position]?.place_id ?? null
  await refuseUnknownPoints(tx, [
    {
      place_id: detour?.end === 'start' ? null : placeAt(from_position),
      meeting_point_id: start_point_id ?? null,
      field: 'start_point_id',
    },
    {
      place_id: detour?.end === 'end' ? null : placeAt(to_position),
      meeting_point_id: end_point_id ?? null,
      field: 'end_point_id',
    },
  ])
  const other = (position: number, id = ride.stops[position]?.meeting_point_id ?? null) =>
    id === ride.stops[position]?.meeting_point_id ? null : id
  return { from: other(from_position, start_point_id), to: other(to_position, end_point_id) }
}

/** Returns the section by a detour that the driver offers. Error: `detour_unavailable`. */
function offeredDetour(ride: RideRow, named: NonNullable<ReturnType<typeof sectionOf>>, wanted: WantedDetour) {
  const by = sectionByDetour(ride, named, wanted)
  if (!by || !isOffered(ride, by)) throw new AppError('detour_unavailable')
  return { section: by.section, range: by.found, detour: by.detour }
}

/** Returns whether the passenger has another trip at the same time, as a passenger or as a driver. Throws for one that is not accepted. */
export async function hasOverlap(
  tx: Tx,
  caller: Caller,
  section: Pick<RideSection, 'departure_time' | 'arrival_time'>,
  accepted: boolean | undefined,
): Promise<boolean> {
  const other = await findOverlap(tx, caller.id, { departs: section.departure_time, arrives: section.arrival_time })
  if (!other || accepted) return other !== undefined
  const { from, to, departs_at } = other
  throw new AppError('overlapping_ride', { params: { from, to, departure_time: departs_at.toISOString() } })
}
