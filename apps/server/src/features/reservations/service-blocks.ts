/** What a block between two people does to their requests and to their places on waiting lists. */
import { notify } from '#features/notifications/port'
import { findRide } from '#features/rides/port'
import { afterCommit, type Tx } from '#platform/db/database'
import { assertThat } from '#platform/http/errors'
import { type Deps, notificationForDriver, notificationForPassenger } from './events.ts'
import type { Actor } from './rules-decisions.ts'
import { endPending } from './service-expiry.ts'
import { offerSeats } from './service-offers.ts'
import { lockPendingBetween, type PendingReservationRow } from './store-decisions.ts'
import { endEntries, listEntriesBetween } from './store-waiting.ts'
import { listReservationNotifications } from './views-notifications.ts'

interface Block {
  blocker_id: string
  blocked_id: string
}

/**
 * Ends the pending reservations and the places on waiting lists between two people in the transaction of the block. The one who is blocked
 * gets the notification of a refused request or of a withdrawal, so that a block is not disclosed; the other one gets none.
 */
export const closeRequestsOnBlock =
  (deps: Deps) =>
  async (tx: Tx, { blocker_id, blocked_id }: Block): Promise<void> => {
    const pending = await lockPendingBetween(tx, blocker_id, blocked_id)
    const actorOf = ({ passenger_id }: PendingReservationRow): Actor =>
      passenger_id === blocker_id ? 'passenger' : 'driver'
    const ended = await endPending(tx, deps, pending, 'block', actorOf)
    const subjects = await listReservationNotifications(
      tx,
      ended.map(({ id }) => id),
    )
    const news = subjects.map((subject) =>
      subject.passenger.id === blocked_id
        ? notificationForPassenger('request_rejected', subject, `rejected:${subject.id}`)
        : notificationForDriver('reservation_withdrawn', subject, `withdrawn:${subject.id}`),
    )
    await notify(tx, deps, news)
    await endPlacesBetween(tx, deps, blocker_id, blocked_id)
    afterCommit(() => deps.bus.emit('changed', { user_ids: [blocker_id, blocked_id], what: 'reservations' }))
  }

/** Ends each person's places on the waiting lists of the other's rides, without notifications. The caller has locked the rides. */
async function endPlacesBetween(tx: Tx, deps: Deps, a: string, b: string) {
  const entries = await listEntriesBetween(tx, a, b)
  for (const [rideId, ofRide] of Map.groupBy(entries, ({ ride_id }) => ride_id)) {
    const ride = await findRide(tx, rideId)
    assertThat(ride, 'internal')
    const taken = await endEntries(tx, ride, ofRide, 'ended')
    const [first] = ofRide
    if (first) await offerSeats(tx, deps, { ...ride, taken }, first.now)
  }
}
