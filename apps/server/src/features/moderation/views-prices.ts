/** What a driver has written about own trips, with the prices of each. */
import { sql } from 'kysely'
import type { Executor } from '#platform/db/database'
import { instant, integer, json, type RowOf, rowsOf, text } from '#platform/db/rows'

const trip = {
  text,
  start_location: text,
  end_location: text,
  departure_time: instant,
  price: integer,
  /** Of the whole trip, its parts, and its passengers: of one seat and of all that a person has asked for. */
  prices: json<number[]>(),
}
export type WrittenText = RowOf<typeof trip>

const tripColumns = sql`ride.start_location, ride.end_location, ride.departure_time, ride.price,
  to_json(array(select ride.price union select price from ride_section where ride_section.ride_id = ride.id
    union select unnest(array[price, price * seats_requested]) from reservation where reservation.ride_id = ride.id)) as prices`

/**
 * Returns the texts with digits of the last 30 days, since the last report by the product: notes of published rides, those of a series once, and
 * messages to people about the next trip with them.
 */
export async function listTextsOfDriver(executor: Executor, driverId: string): Promise<WrittenText[]> {
  const { rows } = await rowsOf(trip)`
    with counted as (select greatest(app_now() - interval '30 days', (select max(created_at) from user_report
      where reported_id = ${driverId} and reporter_id is null)) as since)
    (select distinct on (coalesce(ride.series_id, ride.id), ride.notes) ride.notes as text, ${tripColumns} from ride cross join counted
      where ride.driver_id = ${driverId} and ride.notes ~ '[0-9]' and ride.status = 'active' and ride.created_at > since
      order by coalesce(ride.series_id, ride.id), ride.notes, ride.departure_time)
    union all
    (select message.content, ${tripColumns} from counted join message on message.sender_id = ${driverId} and message.created_at > since
      join chat on chat.id = message.chat_id
      join lateral (select * from ride where ride.driver_id = ${driverId} and ride.departure_time > message.created_at and (ride.id = chat.ride_id
        or exists (select from reservation where reservation.ride_id = ride.id and passenger_id in (chat.driver_id, chat.passenger_id)))
        order by ride.departure_time, ride.id limit 1) ride on true
      where message.content ~ '[0-9]')`.execute(executor)
  return rows
}
