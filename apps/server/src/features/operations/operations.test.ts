/** What administrators see of the running product, on real databases and with several servers on one of them. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { jobNames, type OperationsState } from '@samtur/contract/operations'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { describePostgres, freshServerDatabase, openServerDatabase, usualKind } from '../../../test/database.ts'
import { goodPicture, sendPicture } from '../../../test/images/uploads.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { nameArchive } from '#operating/backup/folder'
import { listWorkers } from '#platform/jobs/worker'
import { migrationNames } from '#platform/db/migrate'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-operations-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const env = { SECRET: testSecret }
const until = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: 20_000, interval: 50 })

async function read(t: TestApp, admin: TestPerson): Promise<OperationsState> {
  const { status, body } = await t.call('GET', '/api/v1/admin/operations', { as: admin })
  expect(status).toBe(200)
  return body as OperationsState
}

describe.each([usualKind])('on the %s database', (kind) => {
  let t: TestApp
  let admin: TestPerson
  const backups = path.join(folder, kind)
  beforeAll(async () => {
    // From before the start, so that the first heartbeat reports it and not the next one.
    fs.mkdirSync(backups)
    fs.writeFileSync(nameArchive(backups, new Date(), false), 'an archive')
    t = await startTestApp({ kind, env: { ...env, BACKUP_DIR: backups } })
    admin = await addPerson(t.db.kysely, { role: 'admin' })
    await until(async () => expect((await read(t, admin)).processes).toHaveLength(1))
  })
  afterAll(() => t.close())

  test('the page has version, database, schema and this process', async () => {
    const { product, processes, as_of } = await read(t, admin)
    const { version } = JSON.parse(fs.readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
    expect(product).toEqual({
      version,
      started_at: expect.any(String),
      database: kind,
      database_version: expect.stringMatching(/^\d+(\.\d+)+$/),
      migration: migrationNames().at(-1),
    })
    expect(processes).toEqual([
      {
        id: expect.any(String),
        current: true,
        host: os.hostname(),
        pid: process.pid,
        worker: null,
        version,
        started_at: product.started_at,
        heard_at: expect.any(String),
        state: 'heard',
        live_connections: 0,
      },
    ])
    expect(Math.abs(Date.now() - Date.parse(as_of))).toBeLessThan(60_000)
  })

  test('the newest backup is shown with its size and the next time', async () => {
    // A disk that does not respond at once is left out for the moment.
    await until(async () => expect((await read(t, admin)).storage.disks).toHaveLength(2))
    const { backup, storage } = await read(t, admin)
    const size = 'an archive'.length
    expect(backup).toMatchObject({ state: 'fine', every_hours: 24, newest: { bytes: size, host: os.hostname() } })
    expect(Date.parse(backup.next_at ?? '') - Date.parse(backup.newest?.at ?? '')).toBe(86_400_000)
    expect(storage.disks.map(({ holds }) => holds)).toEqual(['data', 'backups'])
    for (const disk of storage.disks) expect(disk.free_bytes).toBeGreaterThan(0)
  })

  test('queues show what waits, and what has waited too long', async () => {
    const fine = await read(t, admin)
    expect(fine.queues.map(({ name, waiting, condition }) => [name, waiting, condition])).toEqual(
      ['mails', 'retries', 'pushes', 'wanted', 'digests', 'exports', 'erasures'].map((name) => [name, 0, 'fine']),
    )
    // Leased by a process that has died a moment ago.
    await sql`insert into outbox (kind, recipient, locale, data, created_at, next_at, locked_until, attempts, last_error)
      select 'moderation.invited', 'a@example.no', 'no', '{"url": "x"}', app_now() - make_interval(mins => minutes),
        app_now() - make_interval(mins => minutes), app_now() + interval '1 hour', attempts, reason
      from (values (20, 0, null), (15, 1, '421')) as mail (minutes, attempts, reason)`.execute(t.db.kysely)
    const { queues } = await read(t, admin)
    expect(queues.slice(0, 2)).toMatchObject([
      { name: 'mails', waiting: 1, condition: 'broken' },
      { name: 'retries', waiting: 1, condition: 'slow' },
    ])
    expect(queues[0]?.oldest_seconds).toBeGreaterThanOrEqual(20 * 60)
    await t.db.kysely.deleteFrom('outbox').execute()
  })

  test('all background work is shown, under names that the contract knows', async () => {
    const names = (state: OperationsState) => state.jobs.map(({ name }) => name)
    await until(async () => expect(names(await read(t, admin))).toContain('operations.heartbeat'))
    const shown = names(await read(t, admin))
    expect(shown.filter((name) => !jobNames.some((known) => known === name))).toEqual([])
    expect(new Set(shown)).toEqual(new Set(listWorkers().map(({ name }) => name)))
    const { jobs } = await read(t, admin)
    expect(jobs.find(({ name }) => name === 'outbox')).toMatchObject({ condition: 'fine', every_seconds: 15 })
  })

  test('files are counted, and the size of the database is known', async () => {
    const { storage } = await read(t, admin)
    expect(storage.database_bytes).toBeGreaterThan(1_000_000)
    expect(storage).toMatchObject({ files_in: 'folder', files: { count: 0, bytes: 0 } })
  })

  test('reading changes nothing in the database', async () => {
    const rows = async () => (await t.db.kysely.selectFrom('audit_log').selectAll().execute()).length
    // Reads again when a worker has committed meanwhile: a reading that commits does so each time.
    await until(async () => {
      const before = [await rows(), t.db.commits]
      await read(t, admin)
      expect([await rows(), t.db.commits]).toEqual(before)
    })
  })

  test('a moved clock changes nothing about the processes', async () => {
    t.clock.advance(3 * 3_600_000)
    const state = await read(t, await addPerson(t.db.kysely, { role: 'admin' }))
    expect(state.processes).toMatchObject([{ state: 'heard' }])
    expect(state.jobs.filter(({ problem }) => problem !== null)).toEqual([])
    t.clock.advance(-3 * 3_600_000)
  })
})

test('files that were stored before are counted with their bytes', async () => {
  const t = await startTestApp({ env })
  try {
    const admin = await addPerson(t.db.kysely, { role: 'admin' })
    const person = await t.person()
    expect((await sendPicture({ url: t.url, as: person, bytes: await goodPicture() })).status).toBe(200)
    const { storage } = await read(t, admin)
    expect(storage.files?.count).toBe(1)
    expect(storage.files?.bytes).toBeGreaterThan(100)
    // Without BACKUP_DIR nothing is made.
    const { backup } = await read(t, admin)
    expect(backup).toMatchObject({ state: 'off', condition: 'slow', newest: null, next_at: null })
  } finally {
    await t.close()
  }
})

describePostgres('two servers on one database', () => {
  let url: string
  let one: TestApp
  let two: TestApp
  let admin: TestPerson
  beforeAll(async () => {
    url = await freshServerDatabase()
    one = await startTestApp({ database: await openServerDatabase(url), env })
    two = await startTestApp({
      database: await openServerDatabase(url),
      env: { ...env, BACKUP_DIR: path.join(folder, 'two') },
    })
    admin = await addPerson(one.db.kysely, { role: 'admin' })
    await until(async () => expect((await read(one, admin)).processes).toHaveLength(2))
  })
  afterAll(() => one.close())

  test('each shows both, and itself as the one that responds', async () => {
    const [seen, other] = [await read(one, admin), await read(two, admin)]
    const ids = seen.processes.map(({ id }) => id)
    expect(other.processes.map(({ id }) => id)).toEqual(ids)
    const currentOf = ({ processes }: OperationsState) => processes.find(({ current }) => current)?.id
    expect(new Set([currentOf(seen), currentOf(other)])).toEqual(new Set(ids))
  })

  test('a backup that the other one has made is shown', async () => {
    await until(async () => expect((await read(one, admin)).backup).toMatchObject({ state: 'fine' }))
  }, 30_000)

  test('live connections are shown at the process that has them', async () => {
    const person = await two.person()
    const live = await LiveClient.open(two.url, person.cookie)
    await until(async () => {
      const { processes } = await read(one, admin)
      const connections = new Map(processes.map(({ current, live_connections }) => [current, live_connections]))
      expect([connections.get(true), connections.get(false)]).toEqual([0, 1])
    })
    live.socket.close()
  }, 30_000)

  test('one that is not heard is silent, then gone; one that stops disappears; old ones are removed', async () => {
    const states = async () =>
      (await read(one, admin)).processes.map(({ current, state }) => `${current ? 'own' : 'other'} ${state}`).toSorted()
    const age = (interval: string) =>
      sql`insert into server_process (id, host, pid, version, started_at, heard_at, report)
        values ('00000000-0000-4000-8000-000000000001', 'dead', 1, '0', now(), now() - ${interval}::interval, '{"later": true}')
        on conflict (id) do update set heard_at = excluded.heard_at`.execute(one.db.kysely)
    await age('31 seconds')
    expect(await states()).toEqual(['other heard', 'other silent', 'own heard'])
    await age('11 minutes')
    expect(await states()).toEqual(['other gone', 'other heard', 'own heard'])
    await two.close()
    expect(await states()).toEqual(['other gone', 'own heard'])
    await age('25 hours')
    await until(async () => expect(await states()).toEqual(['own heard']))
  }, 40_000)
})
