/** What is told to whom about reservations, and reactions to other slices' facts. */
import type { NotificationKind, NotificationParams } from '@samtur/contract/notifications'
import { paths, ridePath } from '@samtur/contract/paths'
import { notify, type NotificationInput } from '#features/notifications/port'
import type { Suspension } from '#features/moderation/events'
import { afterCommit, type Tx } from '#platform/db/database'
import type { Bus } from '#platform/live/bus'
import { firstName } from './rules.ts'
import { closePendingBetween } from './store.ts'
import {
  listReservationNotifications,
  listActiveReservationsOf,
  listWithoutSeats,
  type ReservationNotificationRow,
} from './views.ts'

/** Where the links in mails lead, and who is woken. */
export interface Deps {
  bus: Bus
  origin: () => string
}

/** Where a driver finds the own rides and who asks for them. */
export const driversPage = `${paths.myRides}?tab=rides`

const sectionParams = ({ from, to, departs_at, seats }: ReservationNotificationRow): NotificationParams => ({
  from,
  to,
  departure_time: departs_at.toISOString(),
  seats,
})

/** Returns what notifies the ride's driver of what a passenger has done. */
export function notificationForDriver(
  kind: NotificationKind,
  notice: ReservationNotificationRow,
  dedupeKey: string,
  reason?: string | null,
): NotificationInput {
  const { driver, passenger } = notice
  const params = { name: firstName(passenger.full_name), ...sectionParams(notice), ...(reason && { reason }) }
  return { to: driver.id, about: passenger.id, kind, params, path: driversPage, dedupeKey }
}

/** What the passenger's own list explains; all else is on the ride's page. */
const toldOnList: readonly NotificationKind[] = [
  'request_accepted',
  'request_expired',
  'passenger_removed',
  'seats_gone',
]

/** Returns what notifies the passenger of what the driver has done. */
export function notificationForPassenger(
  kind: NotificationKind,
  notice: ReservationNotificationRow,
  dedupeKey: string,
  reason?: string | null,
): NotificationInput {
  const { driver, passenger, ride_id } = notice
  const params = { name: firstName(driver.full_name), ...sectionParams(notice), ...(reason && { reason }) }
  const path = toldOnList.includes(kind) ? paths.reservations : ridePath(ride_id)
  return { to: passenger.id, about: driver.id, kind, params, path, dedupeKey }
}

/** Both sides' pages show the reservation as it is after the commit. */
export function refreshPages(bus: Bus, driverId: string, passengerIds: string[]): void {
  afterCommit(() => {
    // One by one: a wake-up carries only so many.
    for (const id of passengerIds) bus.emit('changed', { user_ids: [driverId, id], what: 'reservations' })
  })
}

interface Block {
  blocker_id: string
  blocked_id: string
}

/**
 * A block closes the requests still open between the two; runs in the block's own transaction. Whoever has set it knows; the other one is
 * told what a refused passenger is told, or a driver whose passenger has withdrawn: nobody is told of a block.
 */
export const closeRequestsOnBlock =
  (deps: Deps) =>
  async (tx: Tx, block: Block): Promise<void> => {
    const people = [block.blocker_id, block.blocked_id] as const
    const closed = await closePendingBetween(tx, ...people)
    const news = (await listReservationNotifications(tx, closed)).map((notice) =>
      notice.passenger.id === block.blocked_id
        ? notificationForPassenger('request_rejected', notice, `rejected:${notice.id}`)
        : notificationForDriver('reservation_withdrawn', notice, `withdrawn:${notice.id}`),
    )
    await notify(tx, deps, news)
    afterCommit(() => deps.bus.emit('changed', { user_ids: [...people], what: 'reservations' }))
  }

/**
 * Tells everybody with a reservation ahead that the driver cannot drive at present, or can again; never why. Runs in the transaction that
 * shuts or opens the account. Where the driver leaves for good, the cancelled rides tell it.
 */
export const tellPassengersOfSuspension =
  (deps: Deps) =>
  async (tx: Tx, { user_id, suspended, at, leaving }: Suspension): Promise<void> => {
    if (leaving) return
    const notices = await listReservationNotifications(tx, await listActiveReservationsOf(tx, user_id))
    const kind = suspended ? 'driver_unavailable' : 'driver_available'
    const news = notices.map((notice) =>
      notificationForPassenger(kind, notice, `${kind}:${notice.id}:${at.toISOString()}`),
    )
    await notify(tx, deps, news)
    refreshPages(
      deps.bus,
      user_id,
      notices.map(({ passenger }) => passenger.id),
    )
  }

/**
 * Tells those who wait for an answer that their seats have been given to others, once for each request. The caller has locked the ride
 * and taken the seats.
 */
export async function tellOfMissingSeats(tx: Tx, deps: Deps, rideId: string): Promise<void> {
  const notices = await listReservationNotifications(tx, await listWithoutSeats(tx, rideId))
  await notify(
    tx,
    deps,
    notices.map((notice) => notificationForPassenger('seats_gone', notice, `seats_gone:${notice.id}`)),
  )
  for (const { driver, passenger } of notices) refreshPages(deps.bus, driver.id, [passenger.id])
}
