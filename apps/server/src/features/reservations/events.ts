/** What is told to whom about reservations, and reactions to other slices' facts. */
import type { NotificationKind, NotificationParams } from '@samtur/contract/notifications'
import { paths, ridePath } from '@samtur/contract/paths'
import { notify, type News } from '#features/notifications/port'
import { afterCommit, type Tx } from '#platform/db/database'
import type { Bus } from '#platform/live/bus'
import { firstName } from './rules.ts'
import { closePendingBetween } from './store.ts'
import { listNotices, type NoticeRow } from './views.ts'

/** Where the links in mails lead, and who is woken. */
export interface House {
  bus: Bus
  origin: () => string
}

/** Where a driver finds the own rides and who asks for them. */
export const driversPage = `${paths.myRides}?tab=rides`

const sectionParams = ({ from, to, departs_at, seats }: NoticeRow): NotificationParams => ({
  from,
  to,
  departure_time: departs_at.toISOString(),
  seats,
})

/** News for the ride's driver about what a passenger has done. */
export function newsForDriver(kind: NotificationKind, notice: NoticeRow, once: string, reason?: string | null): News {
  const { driver, passenger } = notice
  const params = { name: firstName(passenger.full_name), ...sectionParams(notice), ...(reason && { reason }) }
  return { to: driver.id, about: passenger.id, kind, params, path: driversPage, once }
}

/** What the passenger's own list explains; all else is on the ride's page. */
const toldOnList: readonly NotificationKind[] = ['request_accepted', 'request_expired', 'passenger_removed']

/** News for the passenger about what the driver has done. */
export function newsForPassenger(
  kind: NotificationKind,
  notice: NoticeRow,
  once: string,
  reason?: string | null,
): News {
  const { driver, passenger, ride_id } = notice
  const params = { name: firstName(driver.full_name), ...sectionParams(notice), ...(reason && { reason }) }
  const path = toldOnList.includes(kind) ? paths.reservations : ridePath(ride_id)
  return { to: passenger.id, about: driver.id, kind, params, path, once }
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
  (house: House) =>
  async (tx: Tx, block: Block): Promise<void> => {
    const people = [block.blocker_id, block.blocked_id] as const
    const closed = await closePendingBetween(tx, ...people)
    const news = (await listNotices(tx, closed)).map((notice) =>
      notice.passenger.id === block.blocked_id
        ? newsForPassenger('request_rejected', notice, `rejected:${notice.id}`)
        : newsForDriver('reservation_withdrawn', notice, `withdrawn:${notice.id}`),
    )
    await notify(tx, house, news)
    afterCommit(() => house.bus.emit('changed', { user_ids: [...people], what: 'reservations' }))
  }
