/** Writes the administrators' list of meeting points, and checks the points that drivers choose. */
import type { MeetingPointChanges, NewMeetingPoint } from '@samtur/contract/meeting-points'
import { isPointName } from '@samtur/contract/names'
import { addAuditEntry } from '#features/moderation/port'
import { placeById } from '#features/places/port'
import type { Executor, Tx } from '#platform/db/database'
import type { Caller, Parts } from '#platform/http/context'
import { AppError, assertThat, invalidField } from '#platform/http/errors'
import { coordinatesProblem } from './rules.ts'
import { type CsvPoint, readCsv } from './rules-csv.ts'
import {
  insertDismissed,
  insertPoint,
  lockPoints,
  lockRetired,
  restorePoint,
  retirePoint,
  updatePoint,
} from './store.ts'
import { findPoints, type PointRow } from './views.ts'

type Context = Pick<Parts, 'db'>

/** Adds a point to a place. Error: `validation`. */
export async function addPoint({ db }: Context, by: Caller, point: NewMeetingPoint): Promise<PointRow> {
  refuseUnfit(point)
  refuseName(point.name)
  return db.tx(async (tx) => {
    const row = await findPoint(tx, await insertPoint(tx, point, by.id))
    await addAuditEntry(tx, { actor_id: by.id, action: 'meeting_point_added', details: detailsOf(row) })
    return row
  })
}

/** Changes a point that is not retired. Errors: `not_found`, `validation`. */
export async function changePoint(
  { db }: Context,
  by: Caller,
  id: string,
  changes: MeetingPointChanges,
): Promise<PointRow> {
  return db.tx(async (tx) => {
    const [before] = await lockPoints(tx, [id])
    assertThat(before, 'not_found')
    const after = { ...before, ...withoutUndefined(changes) }
    refuseUnfit(after)
    if (after.name !== before.name) refuseName(after.name)
    if (isSame(before, after)) return before
    await updatePoint(tx, id, after, by.id)
    await addAuditEntry(tx, { actor_id: by.id, action: 'meeting_point_changed', details: detailsOf(after) })
    return findPoint(tx, id)
  })
}

/** Retires a point; rides that have it keep it. Error: `not_found`. */
export async function removePoint({ db }: Context, by: Caller, id: string): Promise<PointRow> {
  return db.tx(async (tx) => {
    const [row] = await lockPoints(tx, [id])
    assertThat(row, 'not_found')
    await retirePoint(tx, id, by.id)
    await addAuditEntry(tx, { actor_id: by.id, action: 'meeting_point_retired', details: detailsOf(row) })
    return findPoint(tx, id)
  })
}

/** Lets drivers choose a retired point again. Errors: `not_found`, and `validation` where the place has another point of that name. */
export async function returnPoint({ db }: Context, by: Caller, id: string): Promise<PointRow> {
  return db.tx(async (tx) => {
    const row = await lockRetired(tx, id)
    assertThat(row, 'not_found')
    // A dismissed suggestion may have any name.
    refuseName(row.name)
    await restorePoint(tx, id, by.id)
    await addAuditEntry(tx, { actor_id: by.id, action: 'meeting_point_restored', details: detailsOf(row) })
    return findPoint(tx, id)
  })
}

/** Dismisses a suggestion, as a retired point of its name; the same again changes nothing. Error: `validation`. */
export async function dismissSuggestion(
  { db }: Context,
  by: Caller,
  { place_id, name }: Pick<NewMeetingPoint, 'place_id' | 'name'>,
): Promise<PointRow> {
  if (!placeById(place_id)) throw invalidField('place_id', 'unknown_place')
  return db.tx(async (tx) => {
    const row = await findPoint(tx, await insertDismissed(tx, place_id, name, by.id))
    await addAuditEntry(tx, { actor_id: by.id, action: 'meeting_point_dismissed', details: detailsOf(row) })
    return row
  })
}

export interface Imported {
  added: number
  changed: number
  unchanged: number
}

/** Adds and changes the points of a file, all or none. Error: `validation` at `csv`, whose `params` have the line and the column. */
export async function importPoints({ db }: Context, by: Caller, csv: string): Promise<Imported> {
  const file = readCsv(csv)
  if ('problem' in file) {
    const { code, ...params } = file.problem
    throw invalidField('csv', code, params)
  }
  return db.tx(async (tx) => {
    const known = new Map(
      (
        await lockPoints(
          tx,
          file.points.flatMap(({ id }) => id ?? []),
        )
      ).map((row) => [row.id, row]),
    )
    const imported = { added: 0, changed: 0, unchanged: 0 }
    for (const point of file.points) imported[await importPoint(tx, by, point, known)]++
    const rows = imported.added + imported.changed
    if (rows > 0) await addAuditEntry(tx, { actor_id: by.id, action: 'meeting_points_imported', details: { rows } })
    return imported
  })
}

async function importPoint(
  tx: Tx,
  by: Caller,
  { id, line, ...point }: CsvPoint,
  known: ReadonlyMap<string, PointRow>,
): Promise<keyof Imported> {
  try {
    refuseUnfit(point)
    if (id === null) {
      refuseName(point.name)
      await insertPoint(tx, point, by.id)
      return 'added'
    }
    const before = known.get(id)
    if (!before) throw invalidField('id', 'unknown_meeting_point')
    if (before.place_id !== point.place_id) throw invalidField('place_id', 'invalid')
    if (isSame(before, { ...before, ...point })) return 'unchanged'
    if (point.name !== before.name) refuseName(point.name)
    await updatePoint(tx, id, point, by.id)
    return 'changed'
  } catch (error) {
    throw error instanceof AppError ? atLine(error, line) : error
  }
}

/** Returns the error of a field as one of the file. */
function atLine(error: AppError, line: number): AppError {
  const [column, code] = Object.entries(error.data?.fields ?? {})[0] ?? []
  return column !== undefined && code ? invalidField('csv', code, { line, column }) : error
}

/** Throws `validation` for a place that the gazetteer does not have, and for coordinates that do not fit it. */
function refuseUnfit(point: Pick<NewMeetingPoint, 'place_id' | 'lat' | 'lon'>) {
  const place = placeById(point.place_id)
  if (!place) throw invalidField('place_id', 'unknown_place')
  const problem = coordinatesProblem(point, place)
  if (problem) throw invalidField(problem.field, problem.code)
}

/** Throws `validation` for a name with an address, a number to call or markup. A stored one from before this rule stays. */
function refuseName(name: string) {
  if (!isPointName(name)) throw invalidField('name', 'more_than_a_name')
}

const compared = [
  'name',
  'kind',
  'lat',
  'lon',
  'step_free',
  'shelter',
  'toilet',
  'parking_hours',
  'source',
] as const satisfies (keyof MeetingPointChanges)[]

const isSame = (before: PointRow, after: { [Name in (typeof compared)[number]]?: unknown }) =>
  compared.every((name) => before[name] === (after[name] ?? null))

const withoutUndefined = (changes: MeetingPointChanges) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<PointRow>

async function findPoint(tx: Tx, id: string): Promise<PointRow> {
  const [row] = await findPoints(tx, [id])
  assertThat(row, 'internal')
  return row
}

const detailsOf = ({ id, name, place_id }: Pick<PointRow, 'id' | 'name' | 'place_id'>) => ({
  meeting_point_id: id,
  name,
  place_id,
})

export interface ChosenStop {
  place_id: number | null
  meeting_point_id: string | null
  /** The field of the request that has the stop. */
  field: string
}

/**
 * Throws `validation` at the field of a stop whose point does not exist, is retired or belongs to another place. A ride keeps the points
 * in `kept`, also after they were retired.
 */
export async function refuseUnknownPoints(
  executor: Executor,
  stops: readonly ChosenStop[],
  kept: ReadonlySet<string> = new Set(),
): Promise<void> {
  const chosen = stops.flatMap((stop) => stop.meeting_point_id ?? [])
  if (chosen.length === 0) return
  const points = new Map((await findPoints(executor, chosen)).map((row) => [row.id, row]))
  for (const { meeting_point_id: id, place_id, field } of stops) {
    if (id === null) continue
    const point = points.get(id)
    const isOpen = point && (point.retired_at === null || kept.has(id))
    if (!isOpen || point.place_id !== place_id) throw invalidField(field, 'unknown_meeting_point')
  }
}
