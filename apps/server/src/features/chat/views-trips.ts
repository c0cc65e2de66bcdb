/** Trips that the two people of a chat share. */
import { sql, type RawBuilder } from 'kysely'
import { reservedEnds } from '#features/rides/port'
import type { Executor } from '#platform/db/database'
import { instant, type RowOf, rowsOf, text, uuid } from '#platform/db/rows'
import { findChatState } from './views-live.ts'

/** Selects the last arrival of a trip with an accepted seat; null where there is none. */
export const lastAgreedArrival = (a: RawBuilder<unknown>, b: RawBuilder<unknown>) => sql`(
  select max(arrival_time) from reservation join ride on ride.id = ride_id
  where (reservation.passenger_id, ride.driver_id) in ((${a}, ${b}), (${b}, ${a})) and reservation.passenger_id in (${a}, ${b})
    and reservation.status = 'accepted' and ride.status <> 'cancelled')`

/** Selects the trips ahead with a pending or accepted request of one with the other, the next one first. */
export const sharedTrips = (a: RawBuilder<unknown>, b: RawBuilder<unknown>) => sql`
  select ride_id, trip.from as start_location, trip.to as end_location, departs_at as departure_time from (
  select ride.id as ride_id, ${reservedEnds(sql.raw('start'), sql.raw('finish'))}
  from reservation join ride on ride.id = ride_id
    join ride_stop start on start.ride_id = ride.id and start.position = from_position
    join ride_stop finish on finish.ride_id = ride.id and finish.position = to_position
  where (reservation.passenger_id, ride.driver_id) in ((${a}, ${b}), (${b}, ${a})) and reservation.passenger_id in (${a}, ${b})
    and reservation.status in ('pending', 'accepted') and ride.status = 'active' and arrival_time > app_now()
  ) trip order by departs_at, ride_id`

const sharedTrip = { ride_id: uuid, start_location: text, end_location: text, departure_time: instant }
export type SharedTripRow = RowOf<typeof sharedTrip>

const TRIPS = 20

/** Returns the trips ahead that the members of a chat share; undefined when the person is no member. */
export async function listSharedTrips(
  executor: Executor,
  chatId: string,
  person: string,
): Promise<SharedTripRow[] | undefined> {
  const chat = await findChatState(executor, chatId, person)
  if (!chat) return undefined
  const [a, b] = chat.members.map((member) => sql`${member}::uuid`) as [RawBuilder<unknown>, RawBuilder<unknown>]
  const { rows } = await rowsOf(sharedTrip)`${sharedTrips(a, b)} limit ${TRIPS}`.execute(executor)
  return rows
}
