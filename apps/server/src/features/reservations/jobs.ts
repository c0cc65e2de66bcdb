/** Background work of reservations: what the time of day brings about, and what is kept no longer. */
import { requestReminderHours } from '@samtur/contract/constants'
import { notify, type NotificationInput } from '#features/notifications/port'
import type { Tx } from '#platform/db/database'
import type { Parts } from '#platform/http/context'
import { startWorker, type Worker } from '#platform/jobs/worker'
import { driversPage, type Deps, notificationForDriver, notificationForPassenger, refreshPages } from './events.ts'
import { expireRequests, removeOldRejections, takeDeparting, takeWaiting } from './store.ts'
import { listReservationNotifications, type ReservationNotificationRow, listTrips } from './views.ts'

type Worked = Deps & Pick<Parts, 'db' | 'log'>

/** Every minute what has become due; every hour what is old. Several processes may do this at once. */
export function startReservationJobs(parts: Worked): Worker[] {
  const { db, log } = parts
  const workers = [
    startWorker({ name: 'reservations.due', everyMs: 60_000, log, run: () => tellDue(parts) }),
    // Refused requests are kept for half a year.
    startWorker({
      name: 'reservations.old',
      everyMs: 3_600_000,
      log,
      run: async () => (await removeOldRejections(db.read)) > 0,
    }),
  ]
  for (const worker of workers) worker.wake()
  return workers
}

/** Some of everything that is due; answers whether there was anything. */
export async function tellDue(parts: Deps & Pick<Parts, 'db'>): Promise<boolean> {
  let found = 0
  for (const work of [endUnanswered, remindOfRequests, remindOfTrips])
    found += await parts.db.tx((tx) => work(tx, parts))
  return found > 0
}

/** A request that nobody has answered ends with the departure. */
async function endUnanswered(tx: Tx, deps: Deps): Promise<number> {
  const ended = await expireRequests(tx)
  // What ended long ago, before there was this job or while the server was away, is news to nobody.
  const recent = ended.filter((request) => request.recent).map(({ id }) => id)
  const notices = await listReservationNotifications(tx, recent)
  const news = notices.map((notice) => notificationForPassenger('request_expired', notice, `expired:${notice.id}`))
  await notify(tx, deps, news)
  for (const { driver, passenger } of notices) refreshPages(deps.bus, driver.id, [passenger.id])
  return ended.length
}

/** A request that has waited for a day. */
async function remindOfRequests(tx: Tx, deps: Deps): Promise<number> {
  const notices = await listReservationNotifications(tx, await takeWaiting(tx, requestReminderHours))
  await notify(
    tx,
    deps,
    notices.map((notice) => notificationForDriver('request_waiting', notice, `waiting:${notice.id}`)),
  )
  return notices.length
}

/** The day before a trip: everybody who comes along, and the driver once. Both are told again when it is moved to another time. */
async function remindOfTrips(tx: Tx, deps: Deps): Promise<number> {
  const notices = await listReservationNotifications(tx, await takeDeparting(tx))
  const trips = await listTrips(tx, [...new Set(notices.map(({ ride_id }) => ride_id))])
  const key = (rideId: string) => `tomorrow:${rideId}:${trips.get(rideId)?.departs_at.toISOString()}`
  const forPassenger = (notice: ReservationNotificationRow) =>
    notificationForPassenger('trip_tomorrow', notice, key(notice.ride_id))
  const forDrivers = [...trips.values()].map(({ id, driver_id, from, to, departs_at }): NotificationInput => {
    const params = { from, to, departure_time: departs_at.toISOString() }
    return { to: driver_id, kind: 'trip_tomorrow', params, path: driversPage, dedupeKey: key(id) }
  })
  await notify(tx, deps, [...notices.map(forPassenger), ...forDrivers])
  return notices.length
}
