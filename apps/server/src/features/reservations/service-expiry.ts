/** Ends requests whose time is over. */
import { notify } from '#features/notifications/port'
import { findRide } from '#features/rides/port'
import type { Tx } from '#platform/db/database'
import { assertThat } from '#platform/http/errors'
import { type Deps, notificationForPassenger, refreshPages } from './events.ts'
import { type Actor, decide } from './rules-decisions.ts'
import { writeChanges } from './service-decisions.ts'
import { offerSeats } from './service-offers.ts'
import type { PendingReservationRow } from './store-decisions.ts'
import { listReservationNotifications } from './views-notifications.ts'

const DAY = 24 * 3_600_000

/** Ends locked requests whose time is over and notifies their passengers; returns how many. */
export async function expireRequests(tx: Tx, deps: Deps, requests: PendingReservationRow[]): Promise<number> {
  const ended = await endPending(tx, deps, requests, 'expire', () => 'system')
  // After a day without a server the notification is no news any more.
  const recent = ended.filter(({ answer_by, now }) => answer_by.getTime() > now.getTime() - DAY)
  const subjects = await listReservationNotifications(
    tx,
    recent.map(({ id }) => id),
  )
  await notify(
    tx,
    deps,
    subjects.map((subject) => notificationForPassenger('request_expired', subject, `expired:${subject.id}`)),
  )
  for (const { driver, passenger } of subjects) refreshPages(deps.bus, driver.id, [passenger.id])
  return ended.length
}

/** Ends pending requests, locked with their rides, as the action has it; seats that they held are offered to others. Returns those that ended. */
export async function endPending(
  tx: Tx,
  deps: Deps,
  requests: PendingReservationRow[],
  action: 'expire' | 'block',
  actorOf: (request: PendingReservationRow) => Actor,
): Promise<PendingReservationRow[]> {
  const ended: PendingReservationRow[] = []
  for (const [rideId, ofRide] of Map.groupBy(requests, ({ ride_id }) => ride_id)) {
    const changes = ofRide.flatMap((request) => {
      const decision = decide(request, action, actorOf(request), request.now)
      return decision.outcome === 'changed' ? [{ reservation: request, change: decision }] : []
    })
    const [first] = changes
    if (!first) continue
    const ride = await findRide(tx, rideId)
    assertThat(ride, 'internal')
    const taken = await writeChanges(tx, ride, changes, null)
    if (changes.some(({ change }) => change.seats === 'free'))
      await offerSeats(tx, deps, { ...ride, taken }, first.reservation.now)
    ended.push(...changes.map(({ reservation }) => reservation))
  }
  return ended
}
