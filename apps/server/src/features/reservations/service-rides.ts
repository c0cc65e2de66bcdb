/** What happens to reservations when their ride is cancelled, or a person leaves. */
import { notify } from '#features/notifications/port'
import { cancelRide, decideCancellation, findRide, lockOwnRide } from '#features/rides/port'
import type { Tx } from '#platform/db/database'
import { AppError, assertThat } from '#platform/http/errors'
import { type Deps, notificationForPassenger, refreshPages } from './events.ts'
import { withdraw } from './service.ts'
import { endReservations } from './service-changes.ts'
import { endList } from './service-offers.ts'
import { leaveList } from './service-waiting.ts'
import { lockActiveReservations } from './store-decisions.ts'
import { listAhead } from './views-ahead.ts'
import { listReservationNotifications } from './views-notifications.ts'

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
  const ride = await findRide(tx, rideId)
  assertThat(ride, 'internal')
  await endList(tx, deps, ride, { notifies: true })
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

/**
 * Cancels the person's rides ahead, withdraws the person's reservations and leaves waiting lists, as part of the transaction in which the account is closed,
 * while the person still has a name. What departs meanwhile stays as it is.
 */
export async function leaveRides(tx: Tx, deps: Deps, personId: string): Promise<void> {
  for (const { ride_id, reservation_id, waits } of await listAhead(tx, personId)) {
    const leaving = waits
      ? leaveList(tx, deps, { rideId: ride_id, passengerId: personId })
      : reservation_id
        ? withdraw(tx, deps, { id: reservation_id, personId, reason: null })
        : cancelRideOf(tx, deps, { rideId: ride_id, driverId: personId, reason: null })
    await leaving.catch(ignoreRefusal)
  }
}

function ignoreRefusal(error: unknown) {
  if (!(error instanceof AppError) || error.status >= 500) throw error
}
