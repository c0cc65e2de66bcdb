/** The driver's decision about a request, and what passenger and driver do afterwards. */
import { notify } from '#features/notifications/port'
import type { Database, Tx } from '#platform/db/database'
import type { Caller } from '#platform/http/context'
import {
  type Deps,
  notificationForDriver,
  notificationForPassenger,
  notificationRowOf,
  notifyOfMissingSeats,
  refreshPages,
} from './events.ts'
import { awaitsConfirmation } from './present.ts'
import { followRideChange } from './service-changes.ts'
import { type ChangedReservation, changeReservation, type PersonalAction } from './service-decisions.ts'
import { offerSeats } from './service-offers.ts'

interface DriversAction {
  id: string
  driverId: string
  /** In the driver's own words. */
  reason?: string | null
}

/**
 * Accepts or rejects a request; the same again changes nothing. An accepted detour becomes a stop, and the ride moves to the meeting points
 * that the passenger asks for, unless `keepPoints` is set. Errors: not_found, reservation_closed,
 * ride_…, not_bookable, detour_unavailable, not_enough_seats, and detour_over_limit for more minutes beyond the driver's limit than
 * `minutesOverLimit`.
 */
export async function answerRequest(
  db: Database,
  deps: Deps,
  {
    id,
    driverId,
    action,
    reason = null,
    ...choices
  }: DriversAction & { action: 'accept' | 'reject' } & Pick<PersonalAction, 'keepPoints' | 'minutesOverLimit'>,
): Promise<void> {
  await db.tx(async (tx) => {
    const changed = await changeReservation(tx, { id, personId: driverId, action, reason, ...choices })
    if (!changed) return
    const [kind, key] =
      action === 'accept' ? (['request_accepted', 'accepted'] as const) : (['request_rejected', 'rejected'] as const)
    await notify(tx, deps, [notificationForPassenger(kind, notificationRowOf(changed), `${key}:${id}`, reason)])
    if (changed.changedRide) await followChangedRide(tx, deps, id, changed, changed.changedRide)
    if (action === 'accept') await notifyOfMissingSeats(tx, deps, changed.ride)
    else await offerSeats(tx, deps, changed.ride, changed.now)
    refreshPages(deps.bus, driverId, [changed.passenger.id])
  })
}

/** Notifies the other passengers of a ride that an acceptance has changed; the one who asked for it has a notification of the acceptance. */
const followChangedRide = (
  tx: Tx,
  deps: Deps,
  id: string,
  { ride: after, now }: ChangedReservation,
  change: NonNullable<ChangedReservation['changedRide']>,
) => followRideChange(tx, deps, { ...change, after, routeChanged: false, except: id, now })

/**
 * Takes an accepted passenger off the driver's ride before departure; the same again changes nothing. Errors: not_found,
 * reservation_closed, ride_departed.
 */
export async function removeFromRide(
  db: Database,
  deps: Deps,
  { id, driverId, reason }: DriversAction & { reason: string },
): Promise<void> {
  await db.tx(async (tx) => {
    const changed = await changeReservation(tx, { id, personId: driverId, action: 'remove', reason })
    if (!changed) return
    await notify(tx, deps, [
      notificationForPassenger('passenger_removed', notificationRowOf(changed), `removed:${id}`, reason),
    ])
    await offerSeats(tx, deps, changed.ride, changed.now)
    refreshPages(deps.bus, driverId, [changed.passenger.id])
  })
}

interface Withdrawal {
  id: string
  personId: string
  /** In the passenger's own words. */
  reason: string | null
}

/**
 * Takes back the passenger's request or gives back the seats; a cancelled reservation stays as it is. Part of a transaction. Errors:
 * not_found, reservation_closed, ride_departed.
 */
export async function withdraw(tx: Tx, deps: Deps, { id, personId, reason }: Withdrawal): Promise<void> {
  const changed = await changeReservation(tx, { id, personId, action: 'withdraw', reason })
  if (!changed) return
  const { reservation, ride, now } = changed
  const kind = awaitsConfirmation(reservation, ride, now) ? 'change_declined' : 'reservation_withdrawn'
  await notify(tx, deps, [notificationForDriver(kind, notificationRowOf(changed), `withdrawn:${id}`, reason)])
  await offerSeats(tx, deps, ride, now)
  refreshPages(deps.bus, ride.driver.id, [personId])
}

/**
 * Stores that the passenger agrees to the ride as it is now; again changes nothing. Errors: not_found, reservation_closed,
 * ride_departed, and ride_changed where `version` is not the current one.
 */
export async function confirmChange(
  db: Database,
  deps: Deps,
  caller: Caller,
  id: string,
  version: number,
): Promise<void> {
  await db.tx(async (tx) => {
    const changed = await changeReservation(tx, { id, personId: caller.id, action: 'confirm', version })
    if (!changed) return
    const { reservation, ride, now } = changed
    refreshPages(deps.bus, ride.driver.id, [caller.id])
    if (!awaitsConfirmation(reservation, ride, now)) return
    const dedupeKey = `confirmed:${id}:${version}`
    await notify(tx, deps, [notificationForDriver('change_confirmed', notificationRowOf(changed), dedupeKey)])
  })
}
