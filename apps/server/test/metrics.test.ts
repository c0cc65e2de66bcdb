/** What /metrics reports, over real connections and on real databases. */
import { once } from 'node:events'
import fs from 'node:fs'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { paths } from '@samtur/contract/paths'
import { uploads } from '@samtur/contract/uploads'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listEndpoints } from '../src/platform/http/api.ts'
import type { Database } from '../src/platform/db/database.ts'
import { createQueueReader } from '../src/operating/metrics/queues.ts'
import { listWorkers, startWorker } from '../src/platform/jobs/worker.ts'
import { createLog } from '../src/platform/log.ts'
import { rideBody, startTestApp, type TestApp } from './app.ts'
import { builtPages } from './built-pages.ts'
import { databaseKinds, describePostgres, openTestDatabase } from './database.ts'
import { LiveClient } from './live-client.ts'
import { goodPicture, sendPicture } from './images/uploads.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-metrics-'))
const backups = path.join(folder, 'backups')
/** 30 of the built files. */
const assets = fs
  .readdirSync(path.join(builtPages, 'assets'))
  .filter((file) => file.endsWith('.js'))
  .slice(0, 30)
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

async function scrape(t: TestApp): Promise<Sample[]> {
  const { status, text } = await t.call('GET', '/metrics')
  expect(status).toBe(200)
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key, text])
      return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }
    })
}

/** Returns the value of the sample with these labels; undefined where there is none. */
async function valueOf(t: TestApp, name: string, labels: Record<string, string> = {}) {
  const samples = await scrape(t)
  const matches = ({ labels: own }: Sample) => Object.entries(labels).every(([key, value]) => own[key] === value)
  return samples.find((sample) => sample.name === name && matches(sample))?.value
}

const requests = 'samtur_http_request_duration_seconds'
const countOf = async (t: TestApp, route: string, method: string, status: string) =>
  (await valueOf(t, `${requests}_count`, { route, method, status })) ?? 0

describe('requests', () => {
  let t: TestApp
  const registered: string[] = []
  beforeAll(async () => {
    t = await startTestApp({ dist: builtPages, onRoute: (route) => registered.push(route.split(' ')[1] ?? '') })
  })
  afterAll(() => t.close())

  const html = { accept: 'text/html' }
  test.each([
    ['a read of the contract', '/api/v1/places?q=Oslo', {}, 'places.search', '2xx'],
    ['the search, which goes around the handler', '/api/v1/rides?from=Oslo', {}, 'rides.search', '2xx'],
    ['a path with an id', '/api/v1/rides/7d5f1a0e-0000-4000-8000-000000000000', {}, 'rides.get', '4xx'],
    ['a read that needs a session', '/api/v1/me', {}, 'accounts.me', '4xx'],
    ['sign-in', '/api/auth/get-session', {}, '/api/auth/get-session', '2xx'],
    ['the service interface', '/auth/v1/health', {}, '/auth/v1/health', '2xx'],
    ['a page', '/', { headers: html }, paths.home, '2xx'],
    ['a page with an id', '/rides/7d5f1a0e-0000-4000-8000-000000000000', { headers: html }, paths.ride, '4xx'],
    ['an unknown page', '/nothing-here', { headers: html }, 'none', '4xx'],
    ['an unknown endpoint', '/api/v1/nothing-here', {}, 'none', '4xx'],
    ['a built file', `/assets/${assets[0]}`, {}, 'built files', '2xx'],
    ['a picture', '/files/profiles/aaaaaaaaaaaaaaaaaaaaaa.jpg', {}, '/files/profiles/:key', '4xx'],
    ['the health', '/healthz', {}, '/healthz', '2xx'],
  ])('%s is counted under the name of its route', async (_, address, options, route, status) => {
    const before = await countOf(t, route, 'GET', status)
    await t.call('GET', address, options)
    await expect.poll(() => countOf(t, route, 'GET', status)).toBe(before + 1)
  })

  test('writes and uploads are counted with their method', async () => {
    const driver = await t.person()
    await t.call('POST', '/api/v1/rides', { body: rideBody(t.clock), as: driver })
    await sendPicture({ url: t.url, as: driver, bytes: await goodPicture() })
    await expect.poll(() => countOf(t, 'rides.publish', 'POST', '2xx')).toBe(1)
    await expect.poll(() => countOf(t, 'profiles.setPicture', 'PUT', '2xx')).toBe(1)
  })

  test('live connections are counted when they open and when they are refused', async () => {
    const person = await t.person()
    const live = await LiveClient.open(t.url, person.cookie)
    await expect.poll(() => countOf(t, '/live', 'GET', '1xx')).toBe(1)
    expect(await valueOf(t, 'samtur_live_sockets')).toBe(1)
    expect(await valueOf(t, 'samtur_live_opened')).toBe(1)
    live.socket.close()
    await expect(LiveClient.open(t.url, 'session=none')).rejects.toThrow('401')
    await expect.poll(() => countOf(t, '/live', 'GET', '4xx')).toBe(1)
    expect(await valueOf(t, 'samtur_live_refused')).toBe(1)
  })

  test('a duration falls into every bucket above it, and the sum is the time that passed', async () => {
    const began = performance.now()
    await t.call('GET', '/readyz')
    const passed = (performance.now() - began) / 1000
    const labels = { route: '/readyz', method: 'GET', status: '2xx' }
    await expect.poll(() => valueOf(t, `${requests}_count`, labels)).toBe(1)
    const sum = (await valueOf(t, `${requests}_sum`, labels)) ?? 0
    expect(sum).toBeGreaterThan(0)
    expect(sum).toBeLessThanOrEqual(passed)
    for (const le of [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10])
      expect(await valueOf(t, `${requests}_bucket`, { ...labels, le: String(le) }), String(le)).toBe(sum <= le ? 1 : 0)
  })

  test('no request makes a label: each is a name of the contract, a pattern of a route or a fixed word', async () => {
    const random = () => Math.random().toString(36).slice(2)
    const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'PROPFIND']
    for (const [i, asset] of assets.entries()) {
      await t.call('GET', `/assets/${asset}`)
      for (const base of [
        '/',
        '/api/v1/',
        '/api/v1/rides/',
        '/api/auth/',
        '/auth/v1/',
        '/rest/v1/',
        '/files/profiles/',
      ])
        await fetch(`${t.url}${base}${random()}?q=${random()}`, { method: methods[i % methods.length] ?? 'GET' })
    }
    await fetch(`${t.url}/api/v1/%zz`)
    const allowed = new Set([...registered, ...listEndpoints().map(({ name }) => name), ...Object.values(paths), ...uploads.map(({ name }) => name), 'none', 'built files', '/live']) // prettier-ignore
    const of = (await scrape(t)).filter(({ name }) => name === `${requests}_count`).map(({ labels }) => labels)
    expect([...new Set(of.map(({ route }) => route))].filter((route) => !allowed.has(route ?? ''))).toEqual([])
    expect(of.filter(({ route }) => route?.startsWith('/assets'))).toEqual([])
    expect(new Set(of.map(({ method }) => method))).toContain('other')
    expect(new Set(of.map(({ status }) => status)).difference(new Set(['aborted', '1xx', '2xx', '3xx', '4xx', '5xx']))).toEqual(new Set()) // prettier-ignore
  })

  test('the existing names are kept, and every metric says what it is', async () => {
    const names = new Set((await scrape(t)).map(({ name }) => name))
    const kept = [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'process_uptime_seconds',
      'nodejs_heap_used_bytes',
      'nodejs_eventloop_lag_p99_milliseconds',
      ...['sockets', 'opened', 'refused', 'frames_in', 'frames_out', 'closed_slow'].map(
        (name) => `samtur_live_${name}`,
      ),
      ...['decoding', 'waiting'].map((name) => `samtur_images_${name}`),
      ...['open', 'refused', 'ended_slow'].map((name) => `samtur_connections_${name}`),
    ]
    expect(kept.filter((name) => !names.has(name))).toEqual([])
    expect(await valueOf(t, 'process_resident_memory_bytes')).toBeGreaterThan(1e7)
    expect(await valueOf(t, 'process_cpu_seconds_total')).toBeGreaterThan(0.1)
    expect(await valueOf(t, 'samtur_connections_open')).toBeGreaterThan(0)
  })
})

test('a request that fails is 5xx, and one whose connection ends before the response is aborted', async () => {
  const t = await startTestApp({ database: await openTestDatabase() })
  try {
    let isHeld = false
    const held = t.db.kysely.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx)
      // The embedded database has one connection, so the request waits for this one.
      const socket = connect(Number(new URL(t.url).port), '127.0.0.1')
      await once(socket, 'connect')
      socket.write('GET /api/v1/rides?from=Oslo HTTP/1.1\r\nHost: localhost\r\n\r\n')
      await expect.poll(() => t.db.pools()[0]?.waiting).toBeGreaterThan(0)
      isHeld = true
      socket.destroy()
      await once(socket, 'close')
      await expect.poll(() => t.app.http.metrics.registry.metrics()).toContain('status="aborted"')
    })
    await held
    expect(isHeld).toBe(true)
    expect(await countOf(t, 'rides.search', 'GET', 'aborted')).toBe(1)
    await t.db.close()
    await t.call('GET', '/api/v1/places/popular').catch(() => {})
    await fetch(`${t.url}/readyz`)
    await expect.poll(() => countOf(t, '/readyz', 'GET', '5xx')).toBe(1)
  } finally {
    await t.close().catch(() => {})
  }
})

describe('searches', () => {
  test('are counted by their result, once for all pages and also where the response is shared', async () => {
    const t = await startTestApp({ env: { RESPONSE_CACHE_MS: '10000' } })
    try {
      const driver = await t.person()
      for (const inHours of [48, 49])
        await t.call('POST', '/api/v1/rides', { body: rideBody(t.clock, { inHours }), as: driver })
      const results = async () => [
        await valueOf(t, 'samtur_searches_total', { result: 'found' }),
        await valueOf(t, 'samtur_searches_total', { result: 'none' }),
      ]
      expect(await results()).toEqual([0, 0])
      const first = await t.call('GET', '/api/v1/rides?from=Oslo&to=Trondheim&limit=1')
      await t.call('GET', `/api/v1/rides?from=Oslo&to=Trondheim&limit=1&cursor=${first.body.next_cursor}`)
      expect(await results()).toEqual([1, 0])
      for (let i = 0; i < 3; i++) await t.call('GET', '/api/v1/rides?from=Bergen&to=Haugesund')
      await t.call('GET', '/api/v1/rides?from=Bergen&to=Haugesund', { as: driver })
      expect(await results()).toEqual([1, 4])
    } finally {
      await t.close()
    }
  })
})

describe.each(databaseKinds)('queues on the %s database', (kind) => {
  let t: TestApp
  beforeAll(async () => void (t = await startTestApp({ kind })))
  afterAll(() => t.close())
  beforeEach(() => t.db.kysely.deleteFrom('outbox').execute())

  /** Stores a mail of an unknown kind that no worker takes, because it is leased. */
  const mail = (changes: { minutes?: number; attempts?: number; dead?: boolean; sent?: boolean }) => {
    const { minutes = 0, attempts = 0, dead = false, sent = false } = changes
    return sql`insert into outbox (kind, recipient, locale, data, attempts, last_error, created_at, next_at, locked_until, dead_at, sent_at)
      values ('test', 'x@example.no', 'en', '{}', ${attempts}, ${attempts > 0 ? '451' : null}, app_now() - interval '2 hours',
        app_now() - make_interval(mins => ${minutes}), app_now() + interval '1 day', ${dead ? sql`app_now()` : null}, ${sent ? sql`app_now()` : null})`.execute(
      t.db.kysely,
    )
  }

  test('are empty at first', async () => {
    for (const name of [
      'outbox_waiting',
      'outbox_retrying',
      'outbox_dead',
      'outbox_lag_seconds',
      'outbox_oldest_seconds',
      'push_waiting',
      'push_retrying',
      'push_lag_seconds',
    ])
      // prettier-ignore
      expect(await valueOf(t, `samtur_${name}`), name).toBe(0)
    expect(await valueOf(t, 'samtur_database_up')).toBe(1)
  })

  test('mails are counted by what they wait for', async () => {
    await mail({ minutes: 10 })
    await mail({ minutes: -60 })
    await mail({ minutes: -5, attempts: 2 })
    await mail({ attempts: 8, dead: true })
    await mail({ sent: true })
    const values = new Map((await scrape(t)).map(({ name, value }) => [name, value]))
    expect(values.get('samtur_outbox_waiting')).toBe(3)
    expect(values.get('samtur_outbox_retrying')).toBe(1)
    expect(values.get('samtur_outbox_dead')).toBe(1)
    expect(values.get('samtur_outbox_lag_seconds')).toBeGreaterThanOrEqual(600)
    expect(values.get('samtur_outbox_lag_seconds')).toBeLessThan(660)
    expect(values.get('samtur_outbox_oldest_seconds')).toBeGreaterThanOrEqual(7200)
    expect(values.get('samtur_outbox_oldest_seconds')).toBeLessThan(7260)
  })

  test('a mail for later is neither late nor old', async () => {
    await mail({ minutes: -60 })
    expect(await valueOf(t, 'samtur_outbox_waiting')).toBe(1)
    expect(await valueOf(t, 'samtur_outbox_lag_seconds')).toBe(0)
    expect(await valueOf(t, 'samtur_outbox_oldest_seconds')).toBe(0)
  })

  test('the connections of the pools are reported', async () => {
    await t.call('GET', '/api/v1/rides?from=Oslo')
    const pools = t.db.pools()
    expect(pools.map(({ name }) => name)).toEqual(kind === 'server' ? ['main', 'prepared'] : ['main'])
    for (const { name, max } of pools) {
      expect(await valueOf(t, 'samtur_database_pool_max', { pool: name })).toBe(max)
      expect(await valueOf(t, 'samtur_database_pool_size', { pool: name })).toBeGreaterThan(0)
      expect(await valueOf(t, 'samtur_database_pool_waiting', { pool: name })).toBe(0)
    }
    const before = (await valueOf(t, 'samtur_database_commits_total')) ?? 0
    await t.db.tx((tx) => sql`select 1`.execute(tx))
    expect(await valueOf(t, 'samtur_database_commits_total')).toBeGreaterThan(before)
  })
})

/** Keeps the one connection of an embedded database; returns the function that gives it back. */
async function holdConnection(db: Database): Promise<() => Promise<void>> {
  const given = Promise.withResolvers<void>()
  const taken = Promise.withResolvers<void>()
  const held = db.kysely.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    taken.resolve()
    await given.promise
  })
  await taken.promise
  return async () => {
    given.resolve()
    await held
  }
}

describe('a database that does not respond', () => {
  test('leaves the rest of the scrape, which ends in time, and comes back', async () => {
    const t = await startTestApp()
    const free = await holdConnection(t.db)
    try {
      const began = performance.now()
      const list = await scrape(t)
      expect(performance.now() - began).toBeLessThan(3_000)
      expect(list.find(({ name }) => name === 'samtur_database_up')?.value).toBe(0)
      expect(list.some(({ name }) => /^samtur_(outbox|push_(waiting|retrying|lag))/.test(name))).toBe(false)
      expect(list.some(({ name }) => name === 'process_resident_memory_bytes')).toBe(true)
      await free()
      await expect.poll(() => valueOf(t, 'samtur_database_up')).toBe(1)
      expect(await valueOf(t, 'samtur_outbox_waiting')).toBe(0)
    } finally {
      await free()
      await t.close()
    }
  })

  test('gets one statement, however many scrapes wait for it', async () => {
    const db = await openTestDatabase()
    const free = await holdConnection(db)
    try {
      const read = createQueueReader(db)
      const first = [read(), read(), read()]
      expect(db.pools()[0]?.waiting).toBe(1)
      expect(await Promise.all(first)).toEqual([undefined, undefined, undefined])
      const later = read()
      expect(db.pools()[0]?.waiting).toBe(1)
      await free()
      expect(await later).toMatchObject({ mails_waiting: 0, pushes_waiting: 0 })
    } finally {
      await free()
      await db.close()
    }
  })
})

describePostgres('on a PostgreSQL server', () => {
  test('the statement of a scrape reads few rows of a long queue', async () => {
    const t = await startTestApp({ kind: 'server' })
    try {
      await sql`insert into outbox (kind, recipient, locale, data, locked_until)
        select 'test', 'x@example.no', 'en', '{}', app_now() + interval '1 day' from generate_series(1, 30000)`.execute(
        t.db.kysely,
      )
      expect(await valueOf(t, 'samtur_outbox_waiting')).toBe(10_000)
    } finally {
      await t.close()
    }
  })
})

test('mails are counted by their outcome', async () => {
  const t = await startTestApp()
  try {
    expect(await valueOf(t, 'samtur_mails_total', { outcome: 'sent' })).toBe(0)
    await t.call('POST', '/api/auth/sign-up/email', {
      body: { name: 'Ola', email: 'ola@example.no', password: 'fjordtur-2026', terms_accepted: true },
    })
    await expect.poll(() => valueOf(t, 'samtur_mails_total', { outcome: 'sent' })).toBe(1)
    expect(await valueOf(t, 'samtur_mails_total', { outcome: 'failed' })).toBe(0)
  } finally {
    await t.close()
  }
})

test('background work is reported with its runs, failures and last success', async () => {
  const t = await startTestApp()
  let fails = false
  const worker = startWorker({
    name: 'test.metrics',
    everyMs: 3_600_000,
    log: createLog('silent'),
    retries: false,
    run: async () => {
      if (fails) throw new Error('no')
      return false
    },
  })
  try {
    const of = async (name: string) => valueOf(t, `samtur_job_${name}`, { worker: 'test.metrics' })
    expect(await of('last_success_timestamp_seconds')).toBeUndefined()
    worker.wake()
    await expect.poll(() => of('runs_total')).toBe(1)
    expect(await of('failures_total')).toBe(0)
    expect(await of('interval_seconds')).toBe(3_600)
    const since = Date.now() / 1000 - ((await of('last_success_timestamp_seconds')) ?? 0)
    expect(since).toBeGreaterThanOrEqual(0)
    expect(since).toBeLessThan(60)
    fails = true
    for (const count of [1, 2]) {
      worker.wake()
      await expect.poll(() => of('failing')).toBe(count)
    }
    expect([await of('runs_total'), await of('failures_total')]).toEqual([3, 2])
    fails = false
    worker.wake()
    await expect.poll(() => of('failing')).toBe(0)
    expect(await of('failures_total')).toBe(2)
    // The work of the product itself is there, too.
    await expect.poll(() => valueOf(t, 'samtur_job_runs_total', { worker: 'outbox' })).toBeGreaterThan(0)
  } finally {
    await worker.stop()
    expect(listWorkers().some(({ name }) => name === 'test.metrics')).toBe(false)
    await t.close()
  }
})

test('the newest backup is reported with its age, and nothing where none are made', async () => {
  const without = await startTestApp()
  expect(await valueOf(without, 'samtur_backup_interval_seconds')).toBeUndefined()
  await without.close()
  fs.mkdirSync(backups, { recursive: true })
  const now = Date.now()
  // Newer than the interval, so that the server makes none.
  const archive = (ageMs: number) => {
    const time = new Date(now - ageMs).toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
    fs.writeFileSync(path.join(backups, `samtur-${time}.tar.zst`), '')
  }
  archive(9 * 3_600_000)
  archive(2 * 3_600_000)
  const t = await startTestApp({ env: { BACKUP_DIR: backups, BACKUP_EVERY_HOURS: '12' } })
  try {
    expect(await valueOf(t, 'samtur_backup_interval_seconds')).toBe(43_200)
    const age = (await valueOf(t, 'samtur_backup_age_seconds')) ?? 0
    expect(age).toBeGreaterThanOrEqual(7_199)
    expect(age).toBeLessThan(7_300)
  } finally {
    await t.close()
  }
})
