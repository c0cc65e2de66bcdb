/** Asking for seats, the driver's answer, and what the passenger does afterwards. */
import type { z } from 'zod'
import type { reservationBody } from '@samtur/contract/reservations'
import type { RideSection } from '@samtur/contract/rides'
import { notify } from '#features/notifications/port'
import { findRide, presentSection, type RideRow, sectionOf } from '#features/rides/port'
import type { Database, Tx } from '#platform/db/database'
import type { ApiContext, Caller } from '#platform/http/context'
import { AppError, assertThat, invalidField } from '#platform/http/errors'
import { answeredBefore, idempotent } from '#platform/http/idempotency'
import {
  type Deps,
  notificationForDriver,
  notificationForPassenger,
  refreshPages,
  tellOfMissingSeats,
} from './events.ts'
import { confirmRefusal, refusal } from './policy.ts'
import { awaitsConfirmation } from './present.ts'
import {
  acceptReservation,
  agree,
  insertReservation,
  rejectReservation,
  removePassenger,
  withdrawReservation,
} from './store.ts'
import { findOverlap, findOwn, listReservationNotifications, lockForRequest, lockRideOf } from './views.ts'

type Body = z.output<typeof reservationBody>

const perDay = { name: 'reserve', max: 50, per: 86_400 }

/** Files a pending request; it holds no seat yet. Answers its id. */
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
  const before = await answeredBefore<{ id: string }>(request)
  if (before) return before
  await context.limiter.use(perDay, caller.id)
  return idempotent(request, async (tx) => {
    const ride = await allowedRide(tx, caller, rideId)
    if (body.ride_version !== undefined && body.ride_version !== ride.version) throw new AppError('ride_changed')
    const { section, ...asked } = wanted(ride, body)
    if (!body.accept_overlap) await refuseOverlap(tx, caller, section)
    const id = await insertReservation(tx, { ...asked, ride_id: rideId, passenger_id: caller.id })
    const notices = await listReservationNotifications(tx, [id])
    const news = notices.map((notice) => notificationForDriver('request_received', notice, `request:${id}`))
    await notify(tx, deps, news)
    refreshPages(deps.bus, ride.driver.id, [caller.id])
    return { id }
  })
}

/** Fields that only the server sets pass when they say what the server would say. */
function checkForced(body: Body, caller: Caller, rideId: string) {
  if (body.passenger_id !== undefined && body.passenger_id !== caller.id) throw invalidField('passenger_id', 'invalid')
  if (body.ride_id !== undefined && body.ride_id !== rideId) throw invalidField('ride_id', 'invalid')
}

async function allowedRide(tx: Tx, caller: Caller, rideId: string): Promise<RideRow> {
  const state = await lockForRequest(tx, rideId, caller.id)
  assertThat(state, 'not_found')
  assertThat(!state.closing, 'account_closing')
  const code = refusal({
    passengerId: caller.id,
    driverId: state.driver_id,
    rideStatus: state.ride_status,
    departure: state.departure_time,
    now: state.now,
    blocked: state.blocked,
    active: state.active,
    rejections: state.rejections,
  })
  if (code) throw new AppError(code)
  const ride = await findRide(tx, rideId)
  assertThat(ride, 'not_found')
  return ride
}

function wanted(ride: RideRow, body: Body) {
  const range = sectionOf(ride, body.from_position, body.to_position)
  if (!range) throw invalidField('to_position', 'out_of_range')
  const section = presentSection(ride, range)
  const available = section.available_seats
  if (body.seats_requested > available) throw new AppError('not_enough_seats', { params: { available } })
  return {
    section,
    from_position: range.from,
    to_position: range.to,
    seats_requested: body.seats_requested,
    message: body.message ?? null,
    price: section.price,
  }
}

/** Nobody is in two cars at once without having been asked. */
async function refuseOverlap(tx: Tx, caller: Caller, section: Pick<RideSection, 'departure_time' | 'arrival_time'>) {
  const other = await findOverlap(tx, caller.id, { departs: section.departure_time, arrives: section.arrival_time })
  if (!other) return
  const { from, to, departs_at } = other
  throw new AppError('overlapping_ride', { params: { from, to, departure_time: departs_at.toISOString() } })
}

interface Answer {
  id: string
  driverId: string
  answer: 'accept' | 'reject'
  /** Why not, in the driver's own words. */
  reason?: string | null
}

/** The driver's answer; the same answer again changes nothing. Errors: not_found, reservation_closed, ride_…, not_enough_seats. */
export async function answerRequest(
  db: Database,
  deps: Deps,
  { id, driverId, answer, reason = null }: Answer,
): Promise<void> {
  await db.tx(async (tx) => {
    const accepts = answer === 'accept'
    const outcome = await (accepts ? acceptReservation(tx, id, driverId) : rejectReservation(tx, id, driverId, reason))
    if (outcome === 'unchanged') return
    if (outcome !== 'accepted' && outcome !== 'rejected') throw new AppError(outcome)
    const notices = await listReservationNotifications(tx, [id])
    const kind = accepts ? 'request_accepted' : 'request_rejected'
    await notify(
      tx,
      deps,
      notices.map((notice) => notificationForPassenger(kind, notice, `${outcome}:${id}`, reason)),
    )
    if (accepts) for (const { ride_id } of notices) await tellOfMissingSeats(tx, deps, ride_id)
    refreshPages(
      deps.bus,
      driverId,
      notices.map(({ passenger }) => passenger.id),
    )
  })
}

/**
 * Takes one accepted passenger off the driver's ride before departure and tells them why; the same again changes nothing. Errors:
 * not_found, reservation_closed, ride_departed.
 */
export async function removeFromRide(
  db: Database,
  deps: Deps,
  { id, driverId, reason }: { id: string; driverId: string; reason: string },
): Promise<void> {
  await db.tx(async (tx) => {
    const outcome = await removePassenger(tx, id, driverId, reason)
    if (outcome === 'unchanged') return
    if (outcome !== 'removed') throw new AppError(outcome)
    const notices = await listReservationNotifications(tx, [id])
    await notify(
      tx,
      deps,
      notices.map((notice) => notificationForPassenger('passenger_removed', notice, `removed:${id}`, reason)),
    )
    refreshPages(
      deps.bus,
      driverId,
      notices.map(({ passenger }) => passenger.id),
    )
  })
}

/**
 * The passenger takes back a request or gives back the seats; once it is cancelled, nothing more happens. Errors: not_found,
 * reservation_closed, ride_departed.
 */
export async function cancelReservation(
  db: Database,
  deps: Deps,
  caller: Caller,
  id: string,
  reason: string | null,
): Promise<void> {
  await db.tx(async (tx) => {
    const outcome = await giveBack(tx, deps, id, caller.id, reason)
    if (outcome !== 'cancelled' && outcome !== 'unchanged') throw new AppError(outcome)
  })
}

/** Takes back the passenger's reservation and tells the driver; answers why not where that cannot be. */
export async function giveBack(tx: Tx, deps: Deps, id: string, passengerId: string, reason: string | null) {
  await lockRideOf(tx, id, passengerId)
  const row = await findOwn(tx, passengerId, id)
  if (!row) return 'not_found'
  const outcome = await withdrawReservation(tx, id, passengerId, reason)
  if (outcome !== 'cancelled') return outcome
  const kind = awaitsConfirmation(row.reservation, row.ride, row.now) ? 'change_declined' : 'reservation_withdrawn'
  const notices = await listReservationNotifications(tx, [id])
  await notify(
    tx,
    deps,
    notices.map((notice) => notificationForDriver(kind, notice, `withdrawn:${id}`, reason)),
  )
  refreshPages(deps.bus, row.ride.driver.id, [passengerId])
  return outcome
}

/**
 * The passenger agrees to the ride as it is now; again changes nothing. Errors: not_found, reservation_closed, ride_departed, and
 * ride_changed where the passenger has seen another version than the current one.
 */
export async function confirmChange(
  db: Database,
  deps: Deps,
  caller: Caller,
  id: string,
  version: number,
): Promise<void> {
  await db.tx(async (tx) => {
    await lockRideOf(tx, id, caller.id)
    const row = await findOwn(tx, caller.id, id)
    assertThat(row, 'not_found')
    const { reservation, ride, now } = row
    const code = confirmRefusal({ status: reservation.status, departure: ride.departure_time, now })
    if (code) throw new AppError(code)
    if (version !== ride.version) throw new AppError('ride_changed')
    await agree(tx, id)
    refreshPages(deps.bus, ride.driver.id, [caller.id])
    if (!awaitsConfirmation(reservation, ride, now)) return
    const notices = await listReservationNotifications(tx, [id])
    const dedupeKey = `confirmed:${id}:${version}`
    await notify(
      tx,
      deps,
      notices.map((notice) => notificationForDriver('change_confirmed', notice, dedupeKey)),
    )
  })
}
