/** Background work of reservations: expiry at departure, reminders, and deletion of old rejections. */
import { requestReminderHours } from '@samtur/contract/constants'
import { notify, type NotificationInput } from '#features/notifications/port'
import type { Tx } from '#platform/db/database'
import type { Parts } from '#platform/http/context'
import { startWorker, type Worker } from '#platform/jobs/worker'
import { driversPage, type Deps, notificationForDriver, notificationForPassenger, refreshPages } from './events.ts'
import { decide } from './rules-decisions.ts'
import { removeOldRejections, takeDeparting, takeWaiting } from './store.ts'
import { lockUnanswered, writeDecisions } from './store-decisions.ts'
import { listReservationNotifications, listTrips, type ReservationNotificationRow } from './views.ts'

type JobDeps = Deps & Pick<Parts, 'db' | 'log'>

/** Starts the work of every minute and of every hour. Several processes may do it at once. */
export function startReservationJobs(parts: JobDeps): Worker[] {
  const { db, log } = parts
  const workers = [
    startWorker({ name: 'reservations.due', everyMs: 60_000, log, run: () => notifyDue(parts) }),
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

/** Does a part of what is due; returns whether there was anything. */
export async function notifyDue(parts: Deps & Pick<Parts, 'db'>): Promise<boolean> {
  let found = 0
  for (const work of [expireUnanswered, remindOfRequests, remindOfTrips])
    found += await parts.db.tx((tx) => work(tx, parts))
  return found > 0
}

const BATCH = 200
const DAY = 24 * 3_600_000

/** Ends requests that are pending at departure. */
async function expireUnanswered(tx: Tx, deps: Deps): Promise<number> {
  const requests = await lockUnanswered(tx, BATCH)
  const ended = requests.flatMap((request) => {
    const decision = decide(request, 'expire', 'system', request.now)
    return decision.outcome === 'changed' ? [{ ...request, ...decision, end_reason: null }] : []
  })
  await writeDecisions(tx, ended)
  // After a day without a server the notification is no news any more.
  const recent = ended.filter(({ departure, now }) => departure.getTime() > now.getTime() - DAY)
  const subjects = await listReservationNotifications(
    tx,
    recent.map(({ id }) => id),
  )
  const news = subjects.map((subject) => notificationForPassenger('request_expired', subject, `expired:${subject.id}`))
  await notify(tx, deps, news)
  for (const { driver, passenger } of subjects) refreshPages(deps.bus, driver.id, [passenger.id])
  return ended.length
}

/** Reminds drivers of requests that have waited for a day. */
async function remindOfRequests(tx: Tx, deps: Deps): Promise<number> {
  const subjects = await listReservationNotifications(tx, await takeWaiting(tx, requestReminderHours, BATCH))
  await notify(
    tx,
    deps,
    subjects.map((subject) => notificationForDriver('request_waiting', subject, `waiting:${subject.id}`)),
  )
  return subjects.length
}

/** Reminds the passengers of a trip and its driver on the day before; again when it is moved to another time. */
async function remindOfTrips(tx: Tx, deps: Deps): Promise<number> {
  const subjects = await listReservationNotifications(tx, await takeDeparting(tx, BATCH))
  const trips = await listTrips(tx, [...new Set(subjects.map(({ ride_id }) => ride_id))])
  const key = (rideId: string) => `tomorrow:${rideId}:${trips.get(rideId)?.departs_at.toISOString()}`
  const forPassenger = (subject: ReservationNotificationRow) =>
    notificationForPassenger('trip_tomorrow', subject, key(subject.ride_id))
  const forDrivers = [...trips.values()].map(({ id, driver_id, from, to, departs_at }): NotificationInput => {
    const params = { from, to, departure_time: departs_at.toISOString() }
    return { to: driver_id, kind: 'trip_tomorrow', params, path: driversPage, dedupeKey: key(id) }
  })
  await notify(tx, deps, [...subjects.map(forPassenger), ...forDrivers])
  return subjects.length
}
