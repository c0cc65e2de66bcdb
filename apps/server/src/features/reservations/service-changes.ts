/** What happens to reservations when their ride is changed. */
import { firstName } from '@samtur/contract/names'
import { ridePath } from '@samtur/contract/paths'
import { termsOf } from '@samtur/contract/rides'
import { notify, type NotificationInput } from '#features/notifications/port'
import { type RideRow } from '#features/rides/port'
import type { Tx } from '#platform/db/database'
import { AppError } from '#platform/http/errors'
import { type Deps, notifyOfMissingSeats, refreshPages } from './events.ts'
import { agreedPoints, agreedTrip, endPoints, reservedSection, startPoint } from './present.ts'
import { hasMoved, hasOtherPoints } from './rules.ts'
import { heldAnswerBy, latestAnswer } from './rules-answers.ts'
import { type Action, decide } from './rules-decisions.ts'
import { offerOf } from './rules-waiting.ts'
import { writeChanges } from './service-decisions.ts'
import { offerSeats } from './service-offers.ts'
import { boundAnswers, lowerPrices, moveEndedToWholeRide, scheduleReminders } from './store.ts'
import { type ActiveReservationRow, lockActiveReservations } from './store-decisions.ts'
import { moveOffers } from './store-waiting.ts'

interface Ending {
  ride: RideRow
  active: ActiveReservationRow[]
  action: Extract<Action, 'cancel_ride' | 'change_route'>
  now: Date
  reason: string | null
}

/** Ends the active reservations on a ride as its driver's action has it; returns their ids. Error: `route_locked`. */
export async function endReservations(tx: Tx, { ride, active, action, now, reason }: Ending): Promise<string[]> {
  const changes = active.flatMap((reservation) => {
    const decision = decide({ ...stateOf(reservation), departure: ride.departure_time }, action, 'driver', now)
    if (decision.outcome === 'refused') throw new AppError(decision.code)
    return decision.outcome === 'changed' ? [{ reservation, change: decision }] : []
  })
  await writeChanges(tx, ride, changes, reason)
  return changes.map(({ reservation }) => reservation.id)
}

const stateOf = ({ status, holds_seats }: ActiveReservationRow) => ({ status, holds_seats })

interface RideChange {
  before: RideRow
  after: RideRow
  /** The stops are different, so that positions name other stops. */
  routeChanged: boolean
  /** The position of a stop that is new; the reservations have their positions after it. */
  newStop?: number
  /** The reservation whose acceptance changes the ride: it stays as it was decided. */
  except?: string
  now: Date
}

/**
 * Part of the transaction in which a driver has changed a ride, which is locked and already written. Pending reservations on a changed
 * route end; prices fall with the ride's. Every passenger gets one notification of what is different, which asks for confirmation where it
 * is another trip. Error: `route_locked`.
 */
export async function followRideChange(tx: Tx, deps: Deps, change: RideChange): Promise<void> {
  const { before, after, routeChanged, now } = change
  const active = (await lockActiveReservations(tx, after.id)).filter(({ id }) => id !== change.except)
  if (routeChanged) {
    await endReservations(tx, { ride: after, active, action: 'change_route', now, reason: null })
    await moveEndedToWholeRide(tx, after.id, after.stops.length - 1)
  } else {
    await lowerPrices(tx, active.flatMap(loweredPrice(change)))
  }
  const news = active.flatMap((reservation) => {
    const params = routeChanged ? endedOf(reservation, before) : changedIn(reservation, change)
    return params ? [rideChanged(reservation, after, params)] : []
  })
  await notify(tx, deps, news)
  if (after.total_seats < before.total_seats) await notifyOfMissingSeats(tx, deps, after)
  if (after.departure_time.getTime() !== before.departure_time.getTime()) await followDeparture(tx, after, now)
  await offerSeats(tx, deps, after, now)
  refreshPages(
    deps.bus,
    after.driver.id,
    active.map(({ passenger_id }) => passenger_id),
  )
}

/** Lets requests and offers end before a new departure. */
async function followDeparture(tx: Tx, ride: RideRow, now: Date) {
  await boundAnswers(tx, ride.id, {
    latest: latestAnswer(ride.departure_time, now),
    held: heldAnswerBy(now, ride.departure_time),
  })
  await scheduleReminders(tx, ride.id)
  await moveOffers(tx, ride, offerOf(now, ride.departure_time))
}

/**
 * Returns the price of a reservation on a ride that costs less now, or whose detour is a stop now, with what the passenger pays for a detour;
 * nothing where it is not lower.
 */
const loweredPrice =
  ({ before, after, newStop }: RideChange) =>
  (reservation: ActiveReservationRow) => {
    const { id, price } = reservation
    if (before.price === after.price && newStop === undefined) return []
    const now = reservedSection(after, reservation)
    // An accepted detour is a stop, so its price follows that of the ride.
    const part = before.price === 0 ? 0 : Math.min(1, after.price / before.price)
    const detour_price = now.detour?.price ?? Math.ceil(reservation.detour_price * part)
    const lower = now.section.price + (now.detour ? 0 : detour_price)
    return lower < price ? [{ id, price: lower, detour_price }] : []
  }

/** Returns the section as it was before the change. A stop that is new had not moved the positions of the later ones, and was a detour. */
function sectionBefore(reservation: ActiveReservationRow, { before, after, newStop = Infinity }: RideChange) {
  if (reservation.from_position === newStop || reservation.to_position === newStop)
    return { ...reservedSection(after, reservation).section, ...agreedTrip(reservation) }
  return reservedSection(before, positionsBefore(reservation, newStop)).section
}

/** Returns the reservation with its positions on the ride before the change. */
function positionsBefore(reservation: ActiveReservationRow, newStop: number) {
  const earlier = (position: number) => (position >= newStop ? position - 1 : position)
  return {
    ...reservation,
    from_position: earlier(reservation.from_position),
    to_position: earlier(reservation.to_position),
  }
}

/** Returns whether the change has moved the passenger to another meeting point. A stop that is new had none. */
function movesPoints(reservation: ActiveReservationRow, { before, after, newStop = Infinity }: RideChange) {
  if (reservation.from_position === newStop || reservation.to_position === newStop) return false
  return hasOtherPoints(endPoints(before, positionsBefore(reservation, newStop)), endPoints(after, reservation))
}

/** Returns what the notification of a reservation says that ended with its route. */
function endedOf(reservation: ActiveReservationRow, before: RideRow): NotificationInput['params'] {
  const { start_location: from, end_location: to, departure_time } = reservedSection(before, reservation).section
  return { from, to, departure_time, ended: true }
}

/**
 * Returns what concerns a passenger of a ride beside its times, its places and the price: a detour does once it is accepted, and how others get
 * a seat does not.
 */
function visibleTerms(ride: RideRow) {
  const { detour_minutes: _, instant_booking: _1, ...terms } = termsOf(ride)
  return JSON.stringify(terms)
}

/** Returns what the notification says; undefined when nothing that the passenger sees has changed. */
function changedIn(reservation: ActiveReservationRow, change: RideChange): NotificationInput['params'] | undefined {
  const { before, after } = change
  const [old, now] = [sectionBefore(reservation, change), reservedSection(after, reservation).section]
  const isSame =
    old.departure_time === now.departure_time &&
    old.arrival_time === now.arrival_time &&
    old.start_location === now.start_location &&
    old.end_location === now.end_location &&
    !movesPoints(reservation, change) &&
    loweredPrice(change)(reservation).length === 0 &&
    visibleTerms(before) === visibleTerms(after)
  if (isSame) return undefined
  const isOther =
    hasMoved(agreedTrip(reservation), now) || hasOtherPoints(agreedPoints(reservation), endPoints(after, reservation))
  const confirm = reservation.status === 'accepted' && isOther
  const meeting_point = startPoint(after, reservation)
  return {
    from: now.start_location,
    to: now.end_location,
    departure_time: now.departure_time,
    ...(old.departure_time !== now.departure_time && { old_departure_time: old.departure_time }),
    ...(meeting_point !== null && { meeting_point }),
    ...(confirm && { confirm }),
  }
}

const rideChanged = (
  { passenger_id: to }: ActiveReservationRow,
  { id, driver, version }: RideRow,
  params: NotificationInput['params'],
) => ({
  to,
  about: driver.id,
  kind: 'ride_changed' as const,
  params: { name: firstName(driver.full_name), ...params },
  path: ridePath(id),
  dedupeKey: `ride_changed:${id}:${version}`,
})
