/** Reads of the trips slice. */
import { sql } from 'kysely'
import type { Direction } from '@samtur/contract/series'
import type { Executor } from '#platform/db/database'
import { dayInOslo } from '#platform/clock'

export interface SeriesRow {
  id: string
  weekdays: number[]
  /** yyyy-mm-dd */
  until: string
  rides: SeriesRideRow[]
}

export interface SeriesRideRow {
  id: string
  direction: Direction
  /** ISO text: it comes out of JSON. */
  departure_time: string
  arrival_time: string
  status: 'active' | 'cancelled'
  start_location: string
  end_location: string
  price: number
  pending: number
  accepted: number
}

/** The driver's own series with its rides by departure. */
export async function findSeries(executor: Executor, id: string, driverId: string): Promise<SeriesRow | undefined> {
  const { rows } = await sql<SeriesRow>`
    select series.id, weekdays, to_char(until_day, 'YYYY-MM-DD') as until, coalesce((
      select json_agg(json_build_object('id', ride.id, 'direction', series_direction, 'departure_time', departure_time,
        'arrival_time', arrival_time, 'status', status, 'start_location', start_location, 'end_location', end_location, 'price', price,
        'pending', (select count(*) from reservation where ride_id = ride.id and status = 'pending'),
        'accepted', (select count(*) from reservation where ride_id = ride.id and status = 'accepted')) order by departure_time, ride.id)
      from ride where series_id = series.id), '[]') as rides
    from ride_series series where series.id = ${id} and driver_id = ${driverId}`.execute(executor)
  return rows[0]
}

export interface SeriesPart {
  id: string
  departure_time: Date
  arrival_time: Date
}

interface Part {
  seriesId: string
  driverId: string
  /** A day in Oslo. */
  from: string
  direction: Direction | undefined
}

/** Rides of the driver's own series that are still to come, from a day on; undefined for somebody else's series. */
export async function listAhead(
  executor: Executor,
  { seriesId, driverId, from, direction }: Part,
): Promise<SeriesPart[] | undefined> {
  const own = await sql`select from ride_series where id = ${seriesId} and driver_id = ${driverId}`.execute(executor)
  if (own.rows.length === 0) return undefined
  const { rows } = await sql<SeriesPart>`
    select id, departure_time, arrival_time from ride
    where series_id = ${seriesId} and status = 'active' and departure_time > app_now() and departure_time >= ${dayInOslo(from).start}
      ${direction ? sql`and series_direction = ${direction}` : sql``}
    order by departure_time, id`.execute(executor)
  return rows
}
