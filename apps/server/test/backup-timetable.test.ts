/** Archives on a timetable: when one is due, which are kept, and one backup at a time. */
// @module-tag slow
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { makeArchive, startBackups } from '../src/composition/backups.ts'
import { readConfig } from '../src/config.ts'
import { nameArchive, newestArchive, removeOldArchives } from '../src/operating/backup/folder.ts'
import { BackupRunning, inTurn } from '../src/operating/backup/turn.ts'
import { openBare } from '../src/platform/db/bare.ts'
import { createLog } from '../src/platform/log.ts'
import { describePostgres, freshServerDatabase, openTestDatabase } from './database.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-backups-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
let made = 0
const newPath = (name: string) => path.join(folder, `${++made}-${name}`)
const namesIn = (dir: string) => (fs.existsSync(dir) ? fs.readdirSync(dir).toSorted() : [])
const HOUR_MS = 3_600_000

test('the server makes an archive whenever it is due, and keeps the newest', async () => {
  const db = await openTestDatabase()
  const BACKUP_DIR = newPath('backups')
  const config = readConfig({ DATA_DIR: newPath('data'), BACKUP_DIR, BACKUP_EVERY_HOURS: '6', BACKUP_KEEP: '2' })
  const worker = startBackups(config, { db, clock: db.clock, log: createLog('silent') })
  const names = () => namesIn(BACKUP_DIR)
  const seen: string[] = []
  for (let count = 1; count <= 4; count++) {
    worker?.wake()
    await vi.waitFor(
      () => expect(names().filter((name) => name.endsWith('.zst') && !seen.includes(name))).toHaveLength(1),
      { timeout: 20_000 },
    )
    seen.push(names().at(-1) ?? '')
    db.clock.advance(6 * HOUR_MS)
  }
  await worker?.stop()
  await db.close()
  expect(names()).toEqual(seen.slice(-2))
  expect(startBackups(readConfig({}), { db, clock: db.clock, log: createLog('silent') })).toBeUndefined()
}, 120_000)

test('an archive of the future, made while the clock was wrong, neither counts nor is removed', async () => {
  const dir = newPath('future')
  fs.mkdirSync(dir)
  const now = new Date('2026-11-20T12:00:00Z')
  const add = (hours: number) => {
    const file = nameArchive(dir, new Date(now.getTime() + hours * HOUR_MS), false)
    fs.writeFileSync(file, 'x')
    return path.basename(file)
  }
  const [future, newest, old] = [add(24 * 365), add(-2), add(-26)]
  expect(await newestArchive(dir, now)).toEqual({ at: new Date('2026-11-20T10:00:00Z'), bytes: 1 })
  expect(await removeOldArchives(dir, 1, now)).toBe(1)
  expect(namesIn(dir)).toEqual([newest, future].toSorted())
  expect(namesIn(dir)).not.toContain(old)
})

test('what a killed process has left is removed before the next archive is written, and not what is being written', async () => {
  const db = await openTestDatabase()
  const BACKUP_DIR = newPath('unfinished')
  fs.mkdirSync(BACKUP_DIR)
  for (const [name, hours] of [
    ['samtur-old.part', 2],
    ['samtur-new.part', 0.5],
  ] as const) {
    const time = new Date(Date.now() - hours * HOUR_MS)
    fs.writeFileSync(path.join(BACKUP_DIR, name), '')
    fs.utimesSync(path.join(BACKUP_DIR, name), time, time)
  }
  const config = readConfig({ DATA_DIR: newPath('data'), BACKUP_DIR })
  const failing = {
    get transaction(): never {
      throw new Error('no rows')
    },
  }
  await expect(makeArchive(config, { executor: failing as never, clock: db.clock }, {})).rejects.toThrow('no rows')
  expect(namesIn(BACKUP_DIR)).toEqual(['samtur-new.part'])
  await db.close()
}, 120_000)

describePostgres('on a server', () => {
  test('no other process makes a backup from the first row to the last file, and the next one does after a failure', async () => {
    const url = await freshServerDatabase()
    const [own, other] = [await openBare({ url, folder: '' }), await openBare({ url, folder: '' })]
    const isFree = async () => {
      const { rows } = await sql<{ free: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended('samtur backup', 0)) as free`.execute(other.kysely)
      return rows[0]?.free
    }
    try {
      const turn = { executor: own.kysely, isShared: true }
      await inTurn(turn, async (executor) => {
        await executor.transaction().execute((tx) => sql`select 1`.execute(tx))
        expect(await isFree()).toBe(false)
        // In the same process as well.
        await expect(inTurn(turn, () => Promise.resolve())).rejects.toThrow(BackupRunning)
      })
      expect(await isFree()).toBe(true)
      await expect(inTurn(turn, () => Promise.reject(new Error('the disk is full')))).rejects.toThrow(
        'the disk is full',
      )
      expect(await isFree()).toBe(true)
      await other.kysely.connection().execute(async (one) => {
        await sql`select pg_advisory_lock(hashtextextended('samtur backup', 0))`.execute(one)
        await expect(inTurn(turn, () => Promise.resolve())).rejects.toThrow(BackupRunning)
      })
    } finally {
      await own.close()
      await other.close()
    }
  })
})
