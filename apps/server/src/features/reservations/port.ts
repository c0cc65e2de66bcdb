/** What other slices may ask of reservations. */
import { ridePath } from '@samtur/contract/paths'
import { notify, type NotificationInput } from '#features/notifications/port'
import { presentSection, type RideRow, sectionPrice } from '#features/rides/port'
import type { Tx } from '#platform/db/database'
import { AppError } from '#platform/http/errors'
import { type Deps, notificationForPassenger, refreshPages, tellOfMissingSeats } from './events.ts'
import { agreedTrip } from './present.ts'
import { firstName, hasMoved } from './rules.ts'
import { giveBack } from './service.ts'
import { cancelRide, endForNewRoute, lockActiveReservations, lowerPrices, type ActiveReservationRow } from './store.ts'
import { listAhead, listReservationNotifications } from './views.ts'

export type { Deps } from './events.ts'
export { forgetMessages, replaceAgreedPlaces } from './store.ts'
export { countPromises } from './views.ts'

interface CallingOff {
  rideId: string
  driverId: string
  /** In the driver's own words. */
  reason: string | null
}

/**
 * Cancels the driver's ride with the reservations on it and tells everybody who had asked for a seat, once. Whoever calls off several in
 * one transaction goes by their ids, the order in which rides are locked. Errors: `not_found`, `ride_departed`.
 */
export async function callOffRide(tx: Tx, deps: Deps, wish: CallingOff): Promise<'cancelled' | 'unchanged'> {
  const outcome = await callOff(tx, deps, wish)
  if (outcome !== 'cancelled' && outcome !== 'unchanged') throw new AppError(outcome)
  return outcome
}

async function callOff(tx: Tx, deps: Deps, { rideId, driverId, reason }: CallingOff) {
  const { outcome, reservation_ids } = await cancelRide(tx, rideId, driverId, reason)
  if (outcome !== 'cancelled') return outcome
  const notices = await listReservationNotifications(tx, reservation_ids)
  const news = notices.map((notice) =>
    notificationForPassenger('ride_cancelled', notice, `ride_cancelled:${rideId}`, reason),
  )
  await notify(tx, deps, news)
  refreshPages(
    deps.bus,
    driverId,
    notices.map(({ passenger }) => passenger.id),
  )
  return outcome
}

/**
 * Part of the transaction in which somebody leaves: rides that have not left are cancelled, seats on others' rides given back, and the
 * others told. Call it while the person still has a name. What departs meanwhile stays as it is.
 */
export async function leaveRides(tx: Tx, deps: Deps, personId: string): Promise<void> {
  for (const { ride_id, reservation_id } of await listAhead(tx, personId)) {
    if (reservation_id) await giveBack(tx, deps, reservation_id, personId, null)
    else await callOff(tx, deps, { rideId: ride_id, driverId: personId, reason: null })
  }
}

interface RideChange {
  before: RideRow
  after: RideRow
  /** The stops are others now, so that positions mean something else. */
  routeChanged: boolean
}

/**
 * Part of the transaction in which a driver has changed a ride, which is locked and already rewritten. Requests for a route that is not
 * driven any more end; prices fall with the ride's; everybody with a pending or accepted reservation is told once what is different, and
 * asked again where it is another trip. Error: `route_locked`.
 */
export async function followRideChange(tx: Tx, deps: Deps, change: RideChange): Promise<void> {
  const { before, after, routeChanged } = change
  const promises = await lockActiveReservations(tx, after.id)
  if (routeChanged) {
    // Positions of an accepted reservation would name other stops: whoever changes a route asks first.
    if (promises.some(({ status }) => status === 'accepted')) throw new AppError('route_locked')
    await endForNewRoute(tx, after.id, after.stops.length - 1)
  } else {
    await lowerPrices(tx, promises.flatMap(loweredPrice(after)))
  }
  const news = promises.flatMap((promise) => {
    const params = routeChanged ? endedBy(promise, before) : changedIn(promise, before, after)
    return params ? [rideChanged(promise, after, params)] : []
  })
  await notify(tx, deps, news)
  if (after.total_seats < before.total_seats) await tellOfMissingSeats(tx, deps, after.id)
  refreshPages(
    deps.bus,
    after.driver.id,
    promises.map(({ passenger_id }) => passenger_id),
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

/** The passenger's request went with the route. */
function endedBy(promise: ActiveReservationRow, before: RideRow): NotificationInput['params'] {
  const { start_location: from, end_location: to, departure_time } = sectionIn(before, promise)
  return { from, to, departure_time, ended: true }
}

/** What a passenger sees of a ride beside its times, its places and the price. */
const seen = ({ notes, pets_allowed, license_plate, car_make, car_model, car_color }: RideRow) =>
  JSON.stringify([notes, pets_allowed, license_plate, car_make, car_model, car_color])

/** Undefined when the passenger's part of the way is what it was. */
function changedIn(
  promise: ActiveReservationRow,
  before: RideRow,
  after: RideRow,
): NotificationInput['params'] | undefined {
  const [old, now] = [sectionIn(before, promise), sectionIn(after, promise)]
  const isSame =
    old.departure_time === now.departure_time &&
    old.arrival_time === now.arrival_time &&
    old.start_location === now.start_location &&
    old.end_location === now.end_location &&
    loweredPrice(after)(promise).length === 0 &&
    seen(before) === seen(after)
  if (isSame) return undefined
  const confirm = promise.status === 'accepted' && hasMoved(agreedTrip(promise), now)
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
