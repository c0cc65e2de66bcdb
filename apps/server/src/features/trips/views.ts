/** Reads of the trips slice. */
import { sql } from 'kysely'
import type { Direction } from '@samtur/contract/series'
import type { Executor } from '#platform/db/database'
import { dayInOslo } from '#platform/clock'
import { instant, integers, json, type RowOf, rowsOf, text, uuid } from '#platform/db/rows'

interface SeriesRide {
  id: string
  direction: Direction
  departure_time: string
  arrival_time: string
  status: 'active' | 'cancelled'
  start_location: string
  end_location: string
  price: number
  pending: number
  accepted: number
}

/** `until` is a day as yyyy-mm-dd. */
const seriesRow = { id: uuid, weekdays: integers, until: text, rides: json<SeriesRide[]>() }
export type SeriesRow = RowOf<typeof seriesRow>

/** Returns the driver's own series with its rides by departure. */
export async function findSeries(executor: Executor, id: string, driverId: string): Promise<SeriesRow | undefined> {
  const { rows } = await rowsOf(seriesRow)`
    select series.id, weekdays, to_char(until_day, 'YYYY-MM-DD') as until, coalesce((
      select json_agg(json_build_object('id', ride.id, 'direction', series_direction, 'departure_time', departure_time,
        'arrival_time', arrival_time, 'status', status, 'start_location', start_location, 'end_location', end_location, 'price', price,
        'pending', (select count(*) from reservation where ride_id = ride.id and status = 'pending'),
        'accepted', (select count(*) from reservation where ride_id = ride.id and status = 'accepted')) order by departure_time, ride.id)
      from ride where series_id = series.id), '[]') as rides
    from ride_series series where series.id = ${id} and driver_id = ${driverId}`.execute(executor)
  return rows[0]
}

const aheadRow = { id: uuid, departure_time: instant, arrival_time: instant }
export type SeriesPart = RowOf<typeof aheadRow>

interface Part {
  seriesId: string
  driverId: string
  /** A day in Oslo. */
  from: string
  direction: Direction | undefined
}

/** Returns the rides of the driver's own series that lie ahead, from a day on; undefined for another driver's series. */
export async function listAhead(
  executor: Executor,
  { seriesId, driverId, from, direction }: Part,
): Promise<SeriesPart[] | undefined> {
  const own = await sql`select from ride_series where id = ${seriesId} and driver_id = ${driverId}`.execute(executor)
  if (own.rows.length === 0) return undefined
  const { rows } = await rowsOf(aheadRow)`
    select id, departure_time, arrival_time from ride
    where series_id = ${seriesId} and status = 'active' and departure_time > app_now() and departure_time >= ${dayInOslo(from).start}
      ${direction ? sql`and series_direction = ${direction}` : sql``}
    order by departure_time, id`.execute(executor)
  return rows
}
