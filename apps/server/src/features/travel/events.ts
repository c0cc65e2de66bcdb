/** Notifications of the day of travel. */
import type { NotificationInput } from '#features/notifications/port'
import { firstName } from '@samtur/contract/names'
import { paths } from '@samtur/contract/paths'

interface Trip {
  from_text: string
  to_text: string
  departs_at: Date
}

const paramsOf = ({ from_text: from, to_text: to, departs_at }: Trip) => ({
  from,
  to,
  departure_time: departs_at.toISOString(),
})

/** Tells the other side of a trip that somebody follows it; once for a reservation and a person, however many links there are. */
export const notificationOfLink = (
  trip: Trip & { reservation_id: string; to: string },
  sharer: { id: string; full_name: string },
): NotificationInput => ({
  to: trip.to,
  about: sharer.id,
  kind: 'trip_followed',
  params: { name: firstName(sharer.full_name), ...paramsOf(trip) },
  path: paths.today,
  dedupeKey: `trip_followed:${trip.reservation_id}:${sharer.id}`,
})

/** Asks the person who shares a trip whether it has ended; once, however many links there are. */
export const notificationOfSilence = (link: Trip & { ride_id: string; sharer_id: string }): NotificationInput => ({
  to: link.sharer_id,
  kind: 'arrival_asked',
  params: paramsOf(link),
  path: paths.today,
  dedupeKey: `arrival_asked:${link.ride_id}:${link.sharer_id}`,
})
