/** Reads of meeting points. */
import { type RawBuilder, sql } from 'kysely'
import { meetingPointKinds } from '@samtur/contract/constants'
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
