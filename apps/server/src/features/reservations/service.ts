/** Asking for seats, and the driver's answer. */
import type { z } from 'zod'
import type { reservationBody } from '@samtur/contract/reservations'
import { findRide, type RideRow, seatsFree, sectionOf, sectionPrice } from '#features/rides/port'
import type { ApiContext, Caller } from '#platform/http/context'
import { afterCommit, type Tx } from '#platform/db/database'
import { AppError, assertThat, invalidField } from '#platform/http/errors'
import { answeredBefore, once } from '#platform/http/idempotency'
import type { Bus } from '#platform/live/bus'
import { queueMail } from '#platform/mail/outbox'
import { refusal } from './policy.ts'
import { acceptReservation, cancelRide, insertReservation, rejectReservation, withdrawReservation } from './store.ts'
import { listAhead, listNotices, lockForRequest, type NoticeRow } from './views.ts'

type Body = z.output<typeof reservationBody>

const perDay = { name: 'reserve', max: 50, per: 86_400 }

/** Files a pending request; it holds no seat yet. Answers its id. */
export async function requestSeats(
  context: ApiContext,
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
  return once(request, async (tx) => {
    const ride = await allowedRide(tx, caller, rideId)
    const id = await insertReservation(tx, { ...wanted(ride, body), ride_id: rideId, passenger_id: caller.id })
    afterCommit(() => context.bus.emit('changed', { user_ids: [ride.driver.id, caller.id], what: 'reservations' }))
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
  const section = sectionOf(ride, body.from_position, body.to_position)
  if (!section) throw invalidField('to_position', 'out_of_range')
  const available = seatsFree(ride, section)
  if (body.seats_requested > available) throw new AppError('not_enough_seats', { params: { available } })
  const [start, end] = [ride.stops[section.from], ride.stops[section.to]]
  return {
    from_position: section.from,
    to_position: section.to,
    seats_requested: body.seats_requested,
    message: body.message ?? null,
    price: sectionPrice(ride.price, start?.share ?? 0, end?.share ?? 1),
  }
}

/** The driver's answer; the same answer again changes nothing. Errors: not_found, reservation_closed, ride_…, not_enough_seats. */
export async function answerRequest(
  context: ApiContext,
  caller: Caller,
  id: string,
  answer: 'accept' | 'reject',
): Promise<void> {
  const decide = answer === 'accept' ? acceptReservation : rejectReservation
  const outcome = await decide(context.db.read, id, caller.id)
  if (outcome !== 'accepted' && outcome !== 'rejected' && outcome !== 'unchanged') throw new AppError(outcome)
}

/** Tells both sides that a reservation looks different now. */
export function announceChange(context: ApiContext, driverId: string, passengerId: string) {
  context.bus.emit('changed', { user_ids: [driverId, passengerId], what: 'reservations' })
}

/** Where the links in mails lead, and who is woken. */
export interface House {
  bus: Bus
  origin: () => string
}

/**
 * Part of the transaction in which somebody leaves: rides that have not left are cancelled, seats on others' rides given back, and the
 * others told. Call it while the person still has a name. What departs meanwhile stays as it is.
 */
export async function leaveRides(tx: Tx, house: House, personId: string): Promise<void> {
  for (const { ride_id, reservation_id } of await listAhead(tx, personId)) {
    if (reservation_id) await giveBack(tx, house, reservation_id, personId)
    else await callOff(tx, house, ride_id, personId)
  }
}

/** Cancels the driver's ride and tells everybody who had asked for a seat. */
async function callOff(tx: Tx, house: House, rideId: string, driverId: string): Promise<void> {
  const { outcome, reservation_ids } = await cancelRide(tx, rideId, driverId)
  if (outcome !== 'cancelled') return
  const notices = reservation_ids.length ? await listNotices(tx, reservation_ids) : []
  for (const notice of notices) await tell(tx, house, 'rides.cancelled', notice, notice.passenger, notice.driver)
  afterCommit(() => {
    house.bus.emit('changed', { user_ids: [driverId], what: 'rides' })
    // One by one: a wake-up carries only so many.
    for (const { passenger } of notices)
      house.bus.emit('changed', { user_ids: [driverId, passenger.id], what: 'reservations' })
  })
}

/** Takes back the passenger's reservation and tells the driver. */
async function giveBack(tx: Tx, house: House, id: string, passengerId: string): Promise<void> {
  if ((await withdrawReservation(tx, id, passengerId)) !== 'cancelled') return
  for (const notice of await listNotices(tx, [id])) {
    await tell(tx, house, 'reservations.withdrawn', notice, notice.driver, notice.passenger)
    const people = [notice.driver.id, passengerId]
    afterCommit(() => house.bus.emit('changed', { user_ids: people, what: 'reservations' }))
  }
}

async function tell(
  tx: Tx,
  { bus, origin }: House,
  kind: string,
  { from, to, departs_at, seats }: NoticeRow,
  reader: NoticeRow['driver'],
  other: NoticeRow['driver'],
) {
  const data = { name: reader.name, other: other.name, from, to, departs_at, seats, origin: origin() }
  await queueMail(tx, { kind, recipient: reader.email, locale: reader.locale, data })
  afterCommit(() => bus.emit('outbox', null))
}
