/** What happens to reservations when their ride is changed or cancelled, or a person leaves. */
import { ridePath } from '@samtur/contract/paths'
import { termsOf } from '@samtur/contract/rides'
import { notify, type NotificationInput } from '#features/notifications/port'
import {
  cancelRide,
  decideCancellation,
  findRide,
  lockOwnRide,
  presentSection,
  type RideRow,
  sectionPrice,
} from '#features/rides/port'
import type { Tx } from '#platform/db/database'
import { AppError, assertThat } from '#platform/http/errors'
import { type Deps, notificationForPassenger, notifyOfMissingSeats, refreshPages } from './events.ts'
import { agreedTrip } from './present.ts'
import { firstName, hasMoved } from './rules.ts'
import { type Action, decide } from './rules-decisions.ts'
import { withdraw } from './service.ts'
import { writeChanges } from './service-decisions.ts'
import { lowerPrices, moveEndedToWholeRide } from './store.ts'
import { type ActiveReservationRow, lockActiveReservations } from './store-decisions.ts'
import { listAhead, listReservationNotifications } from './views.ts'

interface RideCancellation {
  rideId: string
  driverId: string
  /** In the driver's own words. */
  reason: string | null
}

/**
 * Cancels the driver's ride with the reservations on it and notifies their passengers; a cancelled ride stays as it is. A caller who
 * cancels several rides in one transaction goes through them by their ids, the order in which rides are locked. Errors: `not_found`,
 * `ride_departed`.
 */
export async function cancelRideOf(tx: Tx, deps: Deps, cancellation: RideCancellation): Promise<void> {
  const { rideId, driverId, reason } = cancellation
  const ended = await endRide(tx, cancellation)
  if (!ended) return
  const subjects = await listReservationNotifications(tx, ended)
  const news = subjects.map((subject) =>
    notificationForPassenger('ride_cancelled', subject, `ride_cancelled:${rideId}`, reason),
  )
  await notify(tx, deps, news)
  refreshPages(
    deps.bus,
    driverId,
    subjects.map(({ passenger }) => passenger.id),
  )
}

/** Cancels the driver's ride and the reservations on it, whose ids it returns; undefined when it was cancelled before. */
export async function endRide(tx: Tx, { rideId, driverId, reason }: RideCancellation): Promise<string[] | undefined> {
  const now = await lockOwnRide(tx, rideId, driverId)
  const ride = now && (await findRide(tx, rideId))
  assertThat(ride, 'not_found')
  const decision = decideCancellation(ride, now)
  if (decision === 'unchanged') return undefined
  if (decision !== 'cancelled') throw new AppError(decision)
  const active = await lockActiveReservations(tx, rideId)
  const ended = await endReservations(tx, { ride, active, action: 'cancel_ride', now, reason })
  await cancelRide(tx, rideId, reason)
  return ended
}

interface Ending {
  ride: RideRow
  active: ActiveReservationRow[]
  action: Extract<Action, 'cancel_ride' | 'change_route'>
  now: Date
  reason: string | null
}

/** Ends the active reservations on a ride as its driver's action has it; returns their ids. Error: `route_locked`. */
async function endReservations(tx: Tx, { ride, active, action, now, reason }: Ending): Promise<string[]> {
  const changes = active.flatMap((reservation) => {
    const decision = decide({ status: reservation.status, departure: ride.departure_time }, action, 'driver', now)
    if (decision.outcome === 'refused') throw new AppError(decision.code)
    return decision.outcome === 'changed' ? [{ reservation, change: decision }] : []
  })
  await writeChanges(tx, ride, changes, reason)
  return changes.map(({ reservation }) => reservation.id)
}

/**
 * Cancels the person's rides ahead and withdraws the person's reservations, as part of the transaction in which the account is closed,
 * while the person still has a name. What departs meanwhile stays as it is.
 */
export async function leaveRides(tx: Tx, deps: Deps, personId: string): Promise<void> {
  for (const { ride_id, reservation_id } of await listAhead(tx, personId)) {
    const leaving = reservation_id
      ? withdraw(tx, deps, { id: reservation_id, personId, reason: null })
      : cancelRideOf(tx, deps, { rideId: ride_id, driverId: personId, reason: null })
    await leaving.catch(ignoreRefusal)
  }
}

function ignoreRefusal(error: unknown) {
  if (!(error instanceof AppError) || error.status >= 500) throw error
}

interface RideChange {
  before: RideRow
  after: RideRow
  /** The stops are different, so that positions name other stops. */
  routeChanged: boolean
  now: Date
}

/**
 * Part of the transaction in which a driver has changed a ride, which is locked and already written. Pending reservations on a changed
 * route end; prices fall with the ride's. Every passenger gets one notification of what is different, which asks for confirmation where it
 * is another trip. Error: `route_locked`.
 */
export async function followRideChange(tx: Tx, deps: Deps, change: RideChange): Promise<void> {
  const { before, after, routeChanged, now } = change
  const active = await lockActiveReservations(tx, after.id)
  if (routeChanged) {
    await endReservations(tx, { ride: after, active, action: 'change_route', now, reason: null })
    await moveEndedToWholeRide(tx, after.id, after.stops.length - 1)
  } else {
    await lowerPrices(tx, active.flatMap(loweredPrice(after)))
  }
  const news = active.flatMap((reservation) => {
    const params = routeChanged ? endedOf(reservation, before) : changedIn(reservation, before, after)
    return params ? [rideChanged(reservation, after, params)] : []
  })
  await notify(tx, deps, news)
  if (after.total_seats < before.total_seats) await notifyOfMissingSeats(tx, deps, after)
  refreshPages(
    deps.bus,
    after.driver.id,
    active.map(({ passenger_id }) => passenger_id),
  )
}

const loweredPrice =
  (after: RideRow) =>
  ({ id, price, from_position, to_position }: ActiveReservationRow) => {
    const [start, end] = [after.stops[from_position], after.stops[to_position]]
    const lower = sectionPrice(after.price, start?.share ?? 0, end?.share ?? 1)
    return lower < price ? [{ id, price: lower }] : []
  }

const sectionIn = (ride: RideRow, { from_position: from, to_position: to }: ActiveReservationRow) =>
  presentSection(ride, { from, to })

/** Returns what the notification of a reservation says that ended with its route. */
function endedOf(reservation: ActiveReservationRow, before: RideRow): NotificationInput['params'] {
  const { start_location: from, end_location: to, departure_time } = sectionIn(before, reservation)
  return { from, to, departure_time, ended: true }
}

/** What a passenger sees of a ride beside its times, its places and the price. */
const visibleTerms = (ride: RideRow) => JSON.stringify(termsOf(ride))

/** Returns what the notification says; undefined when nothing that the passenger sees has changed. */
function changedIn(
  reservation: ActiveReservationRow,
  before: RideRow,
  after: RideRow,
): NotificationInput['params'] | undefined {
  const [old, now] = [sectionIn(before, reservation), sectionIn(after, reservation)]
  const isSame =
    old.departure_time === now.departure_time &&
    old.arrival_time === now.arrival_time &&
    old.start_location === now.start_location &&
    old.end_location === now.end_location &&
    loweredPrice(after)(reservation).length === 0 &&
    visibleTerms(before) === visibleTerms(after)
  if (isSame) return undefined
  const confirm = reservation.status === 'accepted' && hasMoved(agreedTrip(reservation), now)
  return {
    from: now.start_location,
    to: now.end_location,
    departure_time: now.departure_time,
    ...(old.departure_time !== now.departure_time && { old_departure_time: old.departure_time }),
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
