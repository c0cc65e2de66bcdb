/** Reads of meeting points. */
import { type RawBuilder, sql } from 'kysely'
import { lengths, meetingPointKinds, meetingPoints } from '@samtur/contract/constants'
import { isPointName } from '@samtur/contract/names'
import type { Executor } from '#platform/db/database'
import { boolean, float, instant, integer, nullable, oneOf, type RowOf, rowsOf, text, uuid } from '#platform/db/rows'

const pointRow = {
  id: uuid,
  place_id: integer,
  name: text,
  kind: oneOf(meetingPointKinds),
  lat: nullable(float),
  lon: nullable(float),
  step_free: nullable(boolean),
  shelter: nullable(boolean),
  toilet: nullable(boolean),
  parking_hours: nullable(integer),
  source: text,
  updated_at: instant,
  retired_at: nullable(instant),
}
export type PointRow = RowOf<typeof pointRow>

/** Returns SQL for a point as rides and reservations show it; `id` is a column. Null for a column that is null. */
export const pointJson = (
  id: string,
) => `(select json_build_object('id', m.id, 'name', m.name, 'kind', m.kind, 'lat', m.lat, 'lon', m.lon,
  'step_free', m.step_free, 'shelter', m.shelter, 'toilet', m.toilet, 'parking_hours', m.parking_hours)
  from meeting_point m where m.id = ${id})`

/** Reads points; `rest` follows the tables. */
export async function selectPoints(executor: Executor, rest: RawBuilder<unknown>): Promise<PointRow[]> {
  const { rows } = await rowsOf(pointRow)`
    select id, place_id, name, kind, lat, lon, step_free, shelter, toilet, parking_hours, source, updated_at, retired_at
    from meeting_point ${rest}`.execute(executor)
  return rows
}

/** Returns the points that drivers can choose at a place: as shipped, then those that administrators have added, by name. */
export const listPoints = (executor: Executor, placeId: number): Promise<PointRow[]> =>
  selectPoints(executor, sql`where place_id = ${placeId} and retired_at is null order by id`)

/** Returns one page by id, also retired points; `after` is the id of the last one on the page before. */
export const listAll = (
  executor: Executor,
  { placeId, after, limit }: { placeId: number | undefined; after: string | undefined; limit: number },
): Promise<PointRow[]> =>
  selectPoints(
    executor,
    sql`where (${placeId ?? null}::integer is null or place_id = ${placeId ?? null}::integer)
      and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid) order by id limit ${limit}`,
  )

/** Returns all points that are not retired. */
export const listForFile = (executor: Executor): Promise<PointRow[]> =>
  selectPoints(executor, sql`where retired_at is null order by id`)

/** Returns the points with these ids, also retired ones. */
export const findPoints = (executor: Executor, ids: readonly string[]): Promise<PointRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : selectPoints(executor, sql`where id = any(${[...ids]}::uuid[])`)

const suggestionRow = { place_id: integer, name: text, times: integer }
export type SuggestionRow = RowOf<typeof suggestionRow>

const { times, drivers, passengers } = meetingPoints.suggested
const SUGGESTIONS = 200

/**
 * Returns the stops without a point at which people got in or out in the last year, most often used first. Each was agreed on so often, by so
 * many different drivers and passengers, that its name says nothing of one person. A name that is or was a point of the place is left out, so
 * an administrator who does not want a suggestion dismisses it, which makes it a retired point. A text that no point may have as its name is
 * left out, too.
 */
export async function listSuggestions(executor: Executor): Promise<SuggestionRow[]> {
  const { rows } = await rowsOf(suggestionRow)`
    select stop.place_id, mode() within group (order by stop.text) as name, count(*)::integer as times
    from reservation join ride on ride.id = reservation.ride_id
      join ride_stop stop on stop.ride_id = ride.id and stop.position in (from_position, to_position)
    where reservation.status = 'accepted' and ride.status = 'active'
      and ride.departure_time between app_now() - interval '1 year' and app_now()
      and stop.place_id is not null and stop.meeting_point_id is null and char_length(stop.text) <= ${lengths.meetingPoint}::integer
      and not exists (select from meeting_point point where point.place_id = stop.place_id and lower(point.name) = lower(stop.text))
    group by stop.place_id, stop.stop_text_id
    having count(*) >= ${times}::integer and count(distinct ride.driver_id) >= ${drivers}::integer
      and count(distinct reservation.passenger_id) >= ${passengers}::integer
    order by times desc, stop.place_id, name limit ${SUGGESTIONS}`.execute(executor)
  return rows.filter(({ name }) => isPointName(name))
}
