/** Notifications about reservations, and reactions to other slices' events. */
import { firstName } from '@samtur/contract/names'
import type { NotificationKind, NotificationParams } from '@samtur/contract/notifications'
import { paths, ridePath, todayPath } from '@samtur/contract/paths'
import { notify, type NotificationInput } from '#features/notifications/port'
import type { Suspension } from '#features/moderation/events'
import { afterCommit, type Tx } from '#platform/db/database'
import type { Bus } from '#platform/live/bus'
import type { Reactions } from '#platform/reactions'
import type { RideRow } from '#features/rides/port'
import { reservedSection, startPoint } from './present.ts'
import type { LockedReservation } from './store-decisions.ts'
import { listActiveReservationsOf } from './views-ahead.ts'
import {
  listReservationNotifications,
  listPendingNotifications,
  type ReservationNotificationRow,
} from './views-notifications.ts'

export interface Deps {
  bus: Bus
  reactions: Reactions
  /** Returns the address that links in mails begin with. */
  origin: () => string
}

/** The page with the driver's own rides and the requests for them. */
export const driversPage = `${paths.myRides}?tab=rides`

const sectionParams = ({
  from,
  to,
  departs_at,
  seats,
  meeting_point,
}: ReservationNotificationRow): NotificationParams => ({
  from,
  to,
  departure_time: departs_at.toISOString(),
  seats,
  ...(meeting_point !== null && { meeting_point }),
})

/** Notifications of a request that say until when the driver can answer. */
const answerable: readonly NotificationKind[] = ['request_received', 'request_waiting']

/** Returns the notification of the ride's driver about what a passenger has done. */
export function notificationForDriver(
  kind: NotificationKind,
  subject: ReservationNotificationRow,
  dedupeKey: string,
  reason?: string | null,
): NotificationInput {
  const { driver, passenger } = subject
  const params = {
    name: firstName(passenger.full_name),
    ...sectionParams(subject),
    ...(answerable.includes(kind) && subject.answer_by && { until: subject.answer_by.toISOString() }),
    ...(reason && { reason }),
  }
  return { to: driver.id, about: passenger.id, kind, params, path: driversPage, dedupeKey }
}

/** Returns what notifications say about a reservation that was locked. */
export function notificationRowOf({ reservation, ride, passenger }: LockedReservation): ReservationNotificationRow {
  const { id, ride_id, seats_requested: seats } = reservation
  const answer_by = reservation.answer_by === null ? null : new Date(reservation.answer_by)
  const { section } = reservedSection(ride, reservation)
  const { start_location: from, end_location: to, departure_time } = section
  return {
    id,
    ride_id,
    passenger,
    driver: ride.driver,
    from,
    to,
    departs_at: new Date(departure_time),
    seats,
    answer_by,
    meeting_point: startPoint(ride, reservation),
  }
}

/** Notifications that lead to the passenger's own list; all others lead to the ride's page. */
const shownOnList: readonly NotificationKind[] = [
  'request_accepted',
  'request_expired',
  'passenger_removed',
  'seats_gone',
]

/** Notifications after which the passenger is offered other ways to travel. */
const lost: readonly NotificationKind[] = ['ride_cancelled', 'passenger_removed', 'request_rejected', 'request_expired']

/** Returns the notification of the passenger about what the driver has done. */
export function notificationForPassenger(
  kind: NotificationKind,
  subject: ReservationNotificationRow,
  dedupeKey: string,
  reason?: string | null,
): NotificationInput {
  const { driver, passenger, ride_id } = subject
  const params = {
    name: firstName(driver.full_name),
    ...sectionParams(subject),
    ...(lost.includes(kind) && { reservation_id: subject.id }),
    ...(reason && { reason }),
  }
  const path =
    kind === 'trip_tomorrow' ? todayPath(ride_id) : shownOnList.includes(kind) ? paths.reservations : ridePath(ride_id)
  return { to: passenger.id, about: driver.id, kind, params, path, dedupeKey }
}

/** Makes the open pages of both sides read the reservations again after the commit. */
export function refreshPages(bus: Bus, driverId: string, passengerIds: string[]): void {
  afterCommit(() => {
    // One event each: a payload has a limited length.
    for (const id of passengerIds) bus.emit('changed', { user_ids: [driverId, id], what: 'reservations' })
  })
}

/**
 * Notifies passengers with a reservation ahead that the driver cannot drive at present, or can again, without the reason. Runs in the
 * transaction that suspends or reopens the account. When the driver leaves for good, the cancelled rides notify them.
 */
export const notifyPassengersOfSuspension =
  (deps: Deps) =>
  async (tx: Tx, { user_id, suspended, at, leaving }: Suspension): Promise<void> => {
    if (leaving) return
    const subjects = await listReservationNotifications(tx, await listActiveReservationsOf(tx, user_id))
    const kind = suspended ? 'driver_unavailable' : 'driver_available'
    const news = subjects.map((subject) =>
      notificationForPassenger(kind, subject, `${kind}:${subject.id}:${at.toISOString()}`),
    )
    await notify(tx, deps, news)
    refreshPages(
      deps.bus,
      user_id,
      subjects.map(({ passenger }) => passenger.id),
    )
  }

/** Notifies passengers whose pending reservation has no seats left, once for each. `ride` is locked and as it stands now. */
export async function notifyOfMissingSeats(tx: Tx, deps: Deps, ride: RideRow): Promise<void> {
  const pending = await listPendingNotifications(tx, ride.id)
  const subjects = pending.flatMap((row): ReservationNotificationRow[] => {
    const {
      start_location: from,
      end_location: to,
      departure_time,
      available_seats,
    } = reservedSection(ride, row).section
    return row.seats > available_seats ? [{ ...row, from, to, departs_at: new Date(departure_time) }] : []
  })
  await notify(
    tx,
    deps,
    subjects.map((subject) => notificationForPassenger('seats_gone', subject, `seats_gone:${subject.id}`)),
  )
  for (const { driver, passenger } of subjects) refreshPages(deps.bus, driver.id, [passenger.id])
}
