/** Background work of reservations: the end of unanswered requests and of offers, reminders, and deletion of old rows. */
import { todayPath } from '@samtur/contract/paths'
import { notify, type NotificationInput } from '#features/notifications/port'
import { findRide } from '#features/rides/port'
import type { Tx } from '#platform/db/database'
import type { Parts } from '#platform/http/context'
import { startWorker, type Worker } from '#platform/jobs/worker'
import { type Deps, notificationForDriver, notificationForPassenger } from './events.ts'
import { expireRequests } from './service-expiry.ts'
import { offerSeats } from './service-offers.ts'
import { removeOldRejections, takeDeparting, takeReminders } from './store.ts'
import { lockUnanswered } from './store-decisions.ts'
import { listDueRides, lockIdleRide, removeOldEntries } from './store-waiting.ts'
import { listReservationNotifications, listTrips, type ReservationNotificationRow } from './views-notifications.ts'

type JobDeps = Deps & Pick<Parts, 'db' | 'log'>

/** Starts the work of every quarter and half of a minute and of every hour. Several processes may do it at once. */
export function startReservationJobs(parts: JobDeps): Worker[] {
  const { db, log } = parts
  const workers = [
    startWorker({ name: 'reservations.due', everyMs: 30_000, log, run: () => notifyDue(parts) }),
    startWorker({ name: 'reservations.waiting', everyMs: 15_000, log, run: () => settleLists(parts) }),
    startWorker({
      name: 'reservations.old',
      everyMs: 3_600_000,
      log,
      run: async () => (await removeOldRejections(db.read)) + (await removeOldEntries(db.read)) > 0,
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

const expireUnanswered = async (tx: Tx, deps: Deps): Promise<number> =>
  expireRequests(tx, deps, await lockUnanswered(tx, BATCH))

/** Reminds drivers of requests whose time runs out. */
async function remindOfRequests(tx: Tx, deps: Deps): Promise<number> {
  const due = new Map((await takeReminders(tx, BATCH)).map((reminder) => [reminder.id, reminder.due]))
  const subjects = await listReservationNotifications(tx, [...due.keys()])
  const keyOf = ({ id }: ReservationNotificationRow) => `waiting:${id}:${due.get(id)?.toISOString()}`
  await notify(
    tx,
    deps,
    subjects.map((subject) => notificationForDriver('request_waiting', subject, keyOf(subject))),
  )
  return subjects.length
}

/** Brings the waiting lists up to date on which something is due; returns whether there was any. */
export async function settleLists(parts: Deps & Pick<Parts, 'db'>): Promise<boolean> {
  const rideIds = await listDueRides(parts.db.read, BATCH)
  let settled = 0
  for (const id of rideIds) settled += await parts.db.tx((tx) => settleList(tx, parts, id))
  return settled > 0
}

async function settleList(tx: Tx, deps: Deps, rideId: string): Promise<number> {
  const now = await lockIdleRide(tx, rideId)
  const ride = now && (await findRide(tx, rideId))
  if (!ride) return 0
  await offerSeats(tx, deps, ride, now)
  return 1
}

/** Reminds the passengers of a trip and its driver on the day before; again when it is moved to another time. */
async function remindOfTrips(tx: Tx, deps: Deps): Promise<number> {
  const subjects = await listReservationNotifications(tx, await takeDeparting(tx, BATCH))
  const trips = await listTrips(tx, [...new Set(subjects.map(({ ride_id }) => ride_id))])
  const key = (rideId: string) => `tomorrow:${rideId}:${trips.get(rideId)?.departs_at.toISOString()}`
  const forPassenger = (subject: ReservationNotificationRow) =>
    notificationForPassenger('trip_tomorrow', subject, key(subject.ride_id))
  const forDrivers = [...trips.values()].map(
    ({ id, driver_id, from, to, departs_at, meeting_point }): NotificationInput => {
      const params = {
        from,
        to,
        departure_time: departs_at.toISOString(),
        ...(meeting_point !== null && { meeting_point }),
      }
      return { to: driver_id, kind: 'trip_tomorrow', params, path: todayPath(id), dedupeKey: key(id) }
    },
  )
  await notify(tx, deps, [...subjects.map(forPassenger), ...forDrivers])
  return subjects.length
}
