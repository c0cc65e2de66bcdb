/** Databases from before the baseline: the last version is upgraded with all its rows, older ones are refused unchanged. */
// @module-tag slow
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../src/platform/clock.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { DatabaseOutdated } from '../../src/platform/db/migrate.ts'
import { openEmbedded } from '../../src/platform/db/pglite.ts'
import { databaseKinds, emptyServerDatabase, openTestDatabase } from '../database.ts'
import { makeDataFolder } from '../embedded-folder.ts'
import { describeSchema } from './describe.ts'
import { applyLater } from './later.ts'

type Rows = Record<string, Record<string, unknown>[]>
type Query = <Row>(text: string) => Promise<Row[]>

const read = (name: string) => fs.readFileSync(path.join(import.meta.dirname, name), 'utf8')

let folder: string
beforeEach(() => void (folder = makeDataFolder()))
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

describe.each(databaseKinds)('a %s database of an earlier version', (kind) => {
  let address: { url?: string; folder: string }
  beforeEach(async () => {
    address = { folder, ...(kind === 'server' && { url: await emptyServerDatabase() }) }
    const schema = `drop schema public cascade; create schema public; ${read('schema-0045.sql')}`
    await directly((query) => query(`${schema}\n${read('rows-0045.sql')}`))
  }, 60_000)

  /** Runs statements without opening the database as the product does. */
  async function directly<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const embedded = address.url === undefined ? await openEmbedded(folder) : undefined
    const pool = embedded?.pool ?? new pg.Pool({ connectionString: address.url, max: 1 })
    try {
      return await work(async <Row>(text: string) => (await pool.query(text)).rows as Row[])
    } finally {
      await (embedded ? embedded.close() : pool.end())
    }
  }

  const readRows = () =>
    directly(async (query) => {
      const tables = await query<{ name: string }>(`
        select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and relname !~ '^kysely|^sql_function$' order by relname`)
      const rows: Rows = {}
      for (const { name } of tables) rows[name] = await query(`select * from ${name} order by ${name}::text`)
      return rows
    })

  test('with the last old migration gets the schema of a fresh one and keeps its rows', async () => {
    const before = await readRows()
    expect(Object.keys(before).filter((table) => before[table]?.length === 0)).toEqual([])

    const db = await openDatabase({ ...address, clock: systemClock })
    expect(db.migrated[0]).toBe('from_0045')
    // As in every database of the tests.
    await applyLater(db.kysely)
    const fresh = await openTestDatabase(kind)
    expect(await describeSchema(db.kysely, { byName: true })).toBe(await describeSchema(fresh.kysely, { byName: true }))
    await fresh.close()
    await db.close()

    const again = await openDatabase({ ...address, clock: systemClock })
    expect(again.migrated).toEqual([])
    await again.close()
    const after = await readRows()
    for (const table of Object.keys(after)) expect([table, after[table]]).toEqual([table, kept(before, after, table)])
  }, 60_000)

  test('with an older migration is refused with instructions, and nothing in it changes', async () => {
    await directly((query) => query(`delete from kysely_migration where name > '0031_sign_ins'`))
    const before = await readRows()
    const opening = openDatabase({ ...address, clock: systemClock })
    await expect(opening).rejects.toThrow(DatabaseOutdated)
    await expect(opening).rejects.toThrow(
      /ends with the migration 0031_sign_ins,.* Start commit \w+ of Samtur on the database once/s,
    )
    expect(await readRows()).toEqual(before)
    const tables = await directly((query) => query(`select to_regclass('sql_function') as found`))
    expect(tables).toEqual([{ found: null }])
  }, 60_000)
})

/** Earlier names of tables and columns that have been renamed since. */
const earlierNames: Record<string, string> = {
  stop_text: 'spot',
  'notification.dedupe_key': 'once',
  'ride_section.from_stop_text_id': 'from_spot',
  'ride_section.to_stop_text_id': 'to_spot',
  'ride_stop.stop_text_id': 'spot_id',
}

/** Columns that have been added since, with their value in earlier rows. */
const addedColumns: Record<string, unknown> = {
  'ride.luggage': 'cabin',
  'ride_section.luggage': 'cabin',
  'auth_session.methods': [],
  'auth_user.signed_up_from': null,
  'profile.picture_name': null,
  'ride.detour_minutes': 0,
  'ride.detour_minutes_used': 0,
  'reservation.detour_place_id': null,
  'reservation.detour_end': null,
  'reservation.detour_price': 0,
  'reservation.answer_by': null,
  'ride_stop.meeting_point_id': null,
  'reservation.agreed_from_point': null,
  'reservation.agreed_to_point': null,
  'reservation.proposed_from_point': null,
  'reservation.proposed_to_point': null,
  'reservation.next_reminder_at': null,
  'reservation.holds_seats': false,
  'reservation.instant': false,
  'ride.instant_booking': 'off',
  'ride_section.instant_booking': 'off',
  'ride.same_gender': false,
  'ride_section.same_gender': false,
  'profile.gender_changed_at': null,
  'profile.gender_counts_at': null,
  'outbox.expires_at': null,
  'push_device.denials': 0,
  'ride.road_km': null,
  'ride.road_costs': null,
  'user_report.category': null,
}

/** Tables whose rows of the last old version are of no use in the new one: 0106 signs tokens by another algorithm. */
const emptied = new Set(['token_key'])

/** Returns a table's earlier rows under today's names, without the columns it no longer has and with those added since. */
function kept(before: Rows, after: Rows, table: string) {
  if (emptied.has(table)) return []
  const columns = Object.keys(after[table]?.[0] ?? {})
  const earlier = (column: string) => earlierNames[`${table}.${column}`] ?? column
  const rows = before[earlierNames[table] ?? table]
  const valueOf = (row: Record<string, unknown>, column: string) =>
    earlier(column) in row ? row[earlier(column)] : addedColumns[`${table}.${column}`]
  // A new table has no rows.
  return (rows ?? []).map((row) => Object.fromEntries(columns.map((column) => [column, valueOf(row, column)])))
}
