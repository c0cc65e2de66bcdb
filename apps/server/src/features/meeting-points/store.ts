/** The only writer of `meeting_point`. */
import { type RawBuilder, sql } from 'kysely'
import type { NewMeetingPoint } from '@samtur/contract/meeting-points'
import { type Executor, isUniqueViolation, type Tx } from '#platform/db/database'
import { integer, rowsOf, uuid } from '#platform/db/rows'
import { invalidField } from '#platform/http/errors'
import type { ShippedPoint } from './rules.ts'
import { type PointRow, selectPoints } from './views.ts'

/** The source of points as they were shipped. */
export const SHIPPED = 'Samtur'

/**
 * Stores the shipped points that the database does not have, and leaves all others as they are: an administrator may have corrected or
 * retired them, or added one of the same name. Returns how many were stored.
 */
export async function storeShipped(executor: Executor, points: readonly ShippedPoint[]): Promise<number> {
  const { rows } = await rowsOf({ count: integer })`
    with added as (
      insert into meeting_point (id, place_id, name, kind, lat, lon, source)
      select id, place_id, name, kind, lat, lon, ${SHIPPED}
      from jsonb_to_recordset(${JSON.stringify(points)}::jsonb)
        as shipped(id uuid, place_id integer, name text, kind text, lat double precision, lon double precision)
      where not exists (select from meeting_point known where known.id = shipped.id)
      on conflict do nothing returning 1)
    select count(*)::integer as count from added`.execute(executor)
  return rows[0]?.count ?? 0
}

/** Locks the points with these ids that are not retired. */
export const lockPoints = (tx: Tx, ids: readonly string[]): Promise<PointRow[]> =>
  selectPoints(tx, sql`where id = any(${[...ids]}::uuid[]) and retired_at is null order by id for update`)

/** Locks a retired point. */
export async function lockRetired(tx: Tx, id: string): Promise<PointRow | undefined> {
  const [row] = await selectPoints(tx, sql`where id = ${id} and retired_at is not null for update`)
  return row
}

/** Stores a new point; returns its id. Error: `validation` for a name that another point of the place has. */
export async function insertPoint(tx: Tx, point: NewMeetingPoint, by: string): Promise<string> {
  const { rows } = await refuseTakenName(
    rowsOf({ id: uuid })`
      insert into meeting_point (id, place_id, name, kind, lat, lon, step_free, shelter, toilet, parking_hours, source, changed_by)
      values (gen_random_uuid(), ${point.place_id}, ${point.name}, ${point.kind}, ${point.lat ?? null}, ${point.lon ?? null},
        ${point.step_free ?? null}, ${point.shelter ?? null}, ${point.toilet ?? null}, ${point.parking_hours ?? null}, ${point.source}, ${by})
      returning id`.execute(tx),
  )
  return rows[0]?.id ?? ''
}

/** Writes a point that the caller has locked. Error: `validation` for a name that another point of the place has. */
export async function updatePoint(
  tx: Tx,
  id: string,
  point: Omit<NewMeetingPoint, 'place_id'>,
  by: string,
): Promise<void> {
  await refuseTakenName(
    update(
      tx,
      id,
      sql`name = ${point.name}, kind = ${point.kind}, lat = ${point.lat ?? null}, lon = ${point.lon ?? null},
        step_free = ${point.step_free ?? null}, shelter = ${point.shelter ?? null}, toilet = ${point.toilet ?? null},
        parking_hours = ${point.parking_hours ?? null}, source = ${point.source}, changed_by = ${by}`,
    ),
  )
}

/** Stores a name as a retired point, so that it is suggested no more; returns its id. A point of that name stays as it is. */
export async function insertDismissed(tx: Tx, placeId: number, name: string, by: string): Promise<string> {
  const { rows } = await rowsOf({ id: uuid })`
    with known as (
      select id from meeting_point where place_id = ${placeId}::integer and lower(name) = lower(${name}) order by retired_at nulls first limit 1
    ), added as (
      insert into meeting_point (id, place_id, name, kind, source, changed_by, retired_at)
      select gen_random_uuid(), ${placeId}::integer, ${name}, 'other', ${SHIPPED}, ${by}, app_now() where not exists (select from known)
      returning id)
    select id from known union all select id from added`.execute(tx)
  return rows[0]?.id ?? ''
}

/** Lets drivers choose a point again that the caller has locked. Error: `validation` for a name that another point of the place has. */
export async function restorePoint(tx: Tx, id: string, by: string): Promise<void> {
  await refuseTakenName(update(tx, id, sql`retired_at = null, changed_by = ${by}`))
}

/** Retires a point that the caller has locked. */
export async function retirePoint(tx: Tx, id: string, by: string): Promise<void> {
  await update(tx, id, sql`retired_at = app_now(), changed_by = ${by}`)
}

const update = (tx: Tx, id: string, values: RawBuilder<unknown>) =>
  sql`update meeting_point set ${values}, updated_at = app_now() where id = ${id}`.execute(tx)

async function refuseTakenName<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (isUniqueViolation(error, 'meeting_point_name')) throw invalidField('name', 'name_taken')
    throw error
  }
}
