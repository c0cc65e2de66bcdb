/** A real standby serves reads: it is made to lag, killed, promoted, and comes back. */
// @module-tag slow
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { OperationsState, ReplicaState } from '@samtur/contract/operations'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApp } from '../src/composition/app.ts'
import { readConfig } from '../src/config.ts'
import { dayOf, systemClock } from '../src/platform/clock.ts'
import { type Database, openDatabase } from '../src/platform/db/database.ts'
import { rideBody } from './app.ts'
import { builtPages } from './built-pages.ts'
import { describePostgres, freshServerDatabase } from './database.ts'
import { type Pair, startPair } from './postgres-pair.ts'
import { samtur } from './samtur-process.ts'
import { type Server, startServer } from './server.ts'
import { addPerson, testSecret, type TestPerson } from './sessions.ts'

const run = promisify(execFile)

const clock = { now: () => new Date() }

describePostgres('a replica', () => {
  let pair: Pair
  let server: Server
  /** Sees the replica as the server does. */
  let watching: Database
  let driver: TestPerson
  let passenger: TestPerson

  beforeAll(async () => {
    pair = await startPair({ synchronous: false })
    await pair.primary.query('create database samtur')
    server = await startServer({
      DATABASE_URL: pair.primary.url('samtur'),
      DATABASE_REPLICA_URLS: pair.standby.url('samtur'),
      // Visitors would share a response.
      RESPONSE_CACHE_MS: '0',
    })
    const replicas = { urls: [pair.standby.url('samtur')], log: { info() {}, warn() {} } }
    watching = await openDatabase({ url: pair.primary.url('samtur'), replicas, folder: '', clock: systemClock })
    driver = await addPerson(watching.kysely)
    passenger = await addPerson(watching.kysely)
  }, 120_000)
  beforeEach(async () => {
    await used(1)
  })
  afterAll(async () => {
    await server.kill('SIGTERM')
    await watching.close()
    await pair.stop()
  })

  const get = (path: string, cookie = '') => fetch(`${server.url}${path}`, { headers: { cookie } })
  async function metric(name: string): Promise<number | undefined> {
    const text = await (await get('/metrics')).text()
    const value = new RegExp(`^samtur_replica_${name}\\{[^}]*\\} (\\S+)$`, 'm').exec(text)?.[1]
    return value === undefined ? undefined : Number(value)
  }
  async function used(value: 0 | 1) {
    await expect.poll(() => metric('used'), { timeout: 20_000, interval: 50 }).toBe(value)
  }

  async function stands(standing: ReplicaState) {
    await expect.poll(() => watching.replicas()[0]?.standing, { timeout: 20_000, interval: 50 }).toBe(standing)
  }

  async function publish(start: string) {
    const response = await fetch(`${server.url}/api/v1/rides`, {
      method: 'POST',
      headers: { cookie: driver.cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      body: JSON.stringify(rideBody(clock, { start_location: start })),
    })
    expect(response.status).toBe(201)
    const { id } = (await response.json()) as { id: string }
    const [position = ''] = response.headers.getSetCookie().map((one) => one.split(';')[0])
    return { id, position }
  }
  const found = async (start: string, cookie = '') => {
    const response = await get(`/api/v1/rides?from=${start}`, cookie)
    expect(response.status).toBe(200)
    return ((await response.json()) as { items: unknown[] }).items.length
  }
  /** Returns how many statements the replica runs for the work. */
  async function statementsOf(work: () => Promise<unknown>) {
    const before = (await metric('statements_total')) ?? 0
    await work()
    return ((await metric('statements_total')) ?? 0) - before
  }

  test('serves the home page, but nobody who is signed in reads old posts there', async () => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-replicas-'))
    const config = readConfig({
      DATABASE_URL: pair.primary.url('samtur'),
      DATABASE_REPLICA_URLS: pair.standby.url('samtur'),
      DATA_DIR: dataDir,
      SECRET: testSecret,
      DEMO: 'off',
      LOG_LEVEL: 'silent',
      RESPONSE_CACHE_MS: '0',
      PORT: '0',
    })
    const app = await createApp({ config, dist: builtPages })
    try {
      const url = await app.http.listen({ port: 0, host: '127.0.0.1' })
      const home = async (cookie = '') => (await fetch(url, { headers: { cookie, accept: 'text/html' } })).text()
      const date = dayOf(new Date(Date.now() + 7 * 86_400_000))
      const send = (method: string, path: string, body?: object) =>
        fetch(`${url}/api/v1/ride-wanted${path}`, {
          method,
          headers: { cookie: passenger.cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      const wanted = { from: 'Oslo', to: 'Bergen', date_from: date, date_to: date, public: true }
      const { id } = (await (await send('POST', '', wanted)).json()) as { id: string }
      await expect.poll(() => home()).toContain(id)
      await expect.poll(() => app.parts.db.replicas()[0]?.isUsed, { timeout: 20_000 }).toBe(true)
      await pair.pauseReplay(true)
      expect((await send('DELETE', `/${id}`)).status).toBe(200)
      expect(await home()).toContain(id)
      expect(await home(driver.cookie)).not.toContain(id)
    } finally {
      await pair.pauseReplay(false)
      await app.close()
      fs.rmSync(dataDir, { recursive: true, force: true })
    }
  })

  test('serves search, the pages of visitors and the figures', async () => {
    const { id } = await publish('Drammen')
    await expect.poll(() => found('Drammen')).toBe(1)
    const paths = [
      '/api/v1/rides?from=Drammen',
      '/api/v1/rides/alternatives?from=Drammen&to=Hamar',
      '/api/v1/rides/days?from=Drammen&to=Hamar',
      '/api/v1/rides/ways',
      `/api/v1/rides/${id}`,
      `/api/v1/profiles/${driver.id}`,
      `/api/v1/profiles/${driver.id}/ratings`,
      '/api/v1/ride-wanted',
      '/api/v1/figures',
    ]
    for (const path of paths) {
      expect(await statementsOf(async () => expect((await get(path)).status).toBe(200)), path).toBeGreaterThan(0)
    }
    expect(await statementsOf(() => found('Drammen', driver.cookie))).toBeGreaterThan(0)
  })

  test('does not serve what a live event tells people to read again', async () => {
    const { id } = await publish('Asker')
    await expect.poll(() => found('Asker')).toBe(1)
    expect(await statementsOf(() => get(`/api/v1/rides/${id}`, driver.cookie))).toBe(0)
    const program = { headers: { authorization: 'Bearer none' } }
    expect(await statementsOf(() => fetch(`${server.url}/api/v1/rides?from=Asker`, program))).toBe(0)
  })

  test('does not serve who has written what it has not replayed, and is left out after two seconds', async () => {
    await pair.pauseReplay(true)
    try {
      const { position } = await publish('Hønefoss')
      expect(position).toMatch(/^position=\d+$/)
      expect(await found('Hønefoss', `${driver.cookie}; ${position}`)).toBe(1)
      expect(await found('Hønefoss', position)).toBe(1)
      // A visitor may read what is up to two seconds old.
      expect(await found('Hønefoss')).toBe(0)
      const began = performance.now()
      await used(0)
      expect(performance.now() - began).toBeLessThan(3_500)
      await stands('behind')
      expect(await found('Hønefoss')).toBe(1)
    } finally {
      await pair.pauseReplay(false)
    }
    await used(1)
    expect(await statementsOf(() => found('Hønefoss'))).toBeGreaterThan(0)
    expect(await found('Hønefoss')).toBe(1)
  })

  test('that is a little behind serves on, and whoever has written is served once it has caught up', async () => {
    await pair.pauseReplay(true)
    const { position } = await publish('Kongsberg')
    await pair.pauseReplay(false)
    await expect.poll(() => statementsOf(() => found('Kongsberg', position))).toBeGreaterThan(0)
    expect(await found('Kongsberg', position)).toBe(1)
  })

  test.each(['', '0', '-1', '1e9', '99999999999999999999999', 'abc', "1'--"])(
    'a position that is none (%j) is ignored, and one in the future is read from the primary',
    async (value) => {
      expect(await statementsOf(() => found('Drammen', `position=${value}`))).toBeGreaterThan(0)
      expect(await statementsOf(() => found('Drammen', 'position=18446744073709551615'))).toBe(0)
    },
  )

  test('is shown to administrators', async () => {
    // Made here, because the start of an app leaves the right to those of its configuration.
    const admin = await addPerson(watching.kysely, { role: 'admin' })
    const shown = async () => {
      const response = await get('/api/v1/admin/operations', admin.cookie)
      expect(response.status).toBe(200)
      return ((await response.json()) as OperationsState).replicas
    }
    const name = `127.0.0.1:${pair.standby.port}`
    const one = { name, state: 'used', lag_seconds: expect.any(Number), condition: 'fine' }
    // The server reports every ten seconds.
    await expect.poll(shown, { timeout: 30_000, interval: 100 }).toEqual([one])
  }, 40_000)

  test.each(['killed', 'frozen'] as const)(
    'is left out when it is %s, while no read fails, and taken back',
    async (way) => {
      let reading = true
      let reads = 0
      let slowest = 0
      const statuses = new Set<number>()
      const readers = Array.from({ length: 8 }, async () => {
        while (reading) {
          const began = performance.now()
          statuses.add((await get('/api/v1/rides?from=Drammen')).status)
          slowest = Math.max(slowest, performance.now() - began)
          reads++
        }
      })
      const goesOn = async () => {
        const before = reads
        await expect.poll(() => reads, { timeout: 5_000 }).toBeGreaterThan(before + 100)
      }
      await goesOn()
      if (way === 'killed') await pair.standby.kill()
      else pair.standby.signal('SIGSTOP')
      await used(0)
      await stands('away')
      await goesOn()
      if (way === 'killed') await pair.standby.start(['max_connections=200'])
      else pair.standby.signal('SIGCONT')
      await used(1)
      await goesOn()
      reading = false
      await Promise.all(readers)
      expect([...statuses]).toEqual([200])
      expect(slowest).toBeLessThan(4_000)
    },
  )

  test('serves reads while the primary is away, when it has caught up', async () => {
    await pair.primary.kill()
    try {
      // For longer than a replica may be behind.
      for (const until = Date.now() + 2_500; Date.now() < until;)
        expect((await get('/api/v1/rides?from=Drammen')).status).toBe(200)
      expect(await metric('used')).toBe(1)
    } finally {
      await pair.primary.start(['max_connections=200'])
    }
    await publish('Moss')
    await expect.poll(() => found('Moss'), { timeout: 20_000 }).toBe(1)
  })

  /** Returns what `samtur doctor` says about the replica at the address. */
  async function examined(url: string) {
    const env = { DATABASE_URL: pair.primary.url('samtur'), DATABASE_REPLICA_URLS: url }
    const { stdout } = await samtur(['doctor', '--json'], env)
    const findings = JSON.parse(stdout) as { check: string; state: string; found: string }[]
    const [one] = findings.filter(({ check }) => check === 'replicas')
    return `${one?.state}: ${one?.found}`
  }

  test('is examined by the doctor: one that follows, one that is away, one of another database', async () => {
    const host = `127.0.0.1:${pair.standby.port}`
    // Who is no superuser may ask for the cluster, too.
    await pair.primary.query('create role plain login')
    await expect.poll(() => examined(`postgres://plain@${host}/samtur`), { timeout: 20_000 }).toBe(`ok: ${host}`)
    expect(await examined('postgres://samtur@127.0.0.1:9/samtur')).toMatch(/^problem: 127\.0\.0\.1:9: .*ECONNREFUSED/)
    expect(await examined(await freshServerDatabase())).toMatch(/^problem: .* is no copy of the primary$/)
    expect(await examined(pair.primary.url('samtur'))).toMatch(/^problem: .* is no standby any more$/)
  })

  test('that lost its primary is named by the doctor', async () => {
    const { primary, standby } = pair
    const [setting] = await standby.query<{ primary_conninfo: string }>('show primary_conninfo')
    const follow = async (address: string) => {
      await standby.query(`alter system set primary_conninfo = ${pg.escapeLiteral(address)}`)
      await standby.query('select pg_reload_conf()')
    }
    await follow('host=127.0.0.1 port=9')
    try {
      const connections = () => primary.query("select from pg_stat_replication where state = 'streaming'")
      await expect.poll(async () => (await connections()).length, { timeout: 20_000 }).toBe(0)
      await publish('Gol')
      await used(0)
      expect(await examined(standby.url('samtur'))).toMatch(/^problem: .* does not follow the primary$/)
    } finally {
      await follow(setting?.primary_conninfo ?? '')
    }
  })

  test('that is ahead of the primary is not used: the writes that it has are lost', async () => {
    const { primary, standby } = pair
    const original = `${primary.data}.original`
    await primary.kill()
    await run('cp', ['-a', primary.data, original])
    await primary.start(['max_connections=200'])
    await publish('Skien')
    await primary.query('select pg_switch_wal()')
    await publish('Skien')
    const [written] = await primary.query<{ position: string }>('select pg_current_wal_flush_lsn() as position')
    const replayed = () =>
      standby.query<{ all: boolean }>(`select pg_last_wal_replay_lsn() >= '${written?.position}' as all`)
    await expect.poll(async () => (await replayed())[0]?.all, { timeout: 20_000 }).toBe(true)
    await used(1)
    await primary.kill()
    const newer = `${primary.data}.newer`
    fs.renameSync(primary.data, newer)
    fs.renameSync(original, primary.data)
    await primary.start(['max_connections=200'])
    try {
      await used(0)
      await stands('ahead')
      expect(await found('Skien')).toBe(0)
      const { position } = await publish('Skien')
      expect(await found('Skien', position)).toBe(1)
      expect(await found('Skien')).toBe(1)
      expect(await examined(standby.url('samtur'))).toMatch(/^problem: .* is ahead of the primary/)
    } finally {
      await primary.kill()
      fs.rmSync(primary.data, { recursive: true })
      fs.renameSync(newer, primary.data)
      await primary.start(['max_connections=200'])
      // As pg_rewind needs, before it is used again.
      await standby.kill()
      await standby.start(['max_connections=200'])
    }
  }, 240_000)

  test('that has been promoted is not used, because it is another database from then on', async () => {
    await pair.promote()
    await used(0)
    await publish('Halden')
    expect(await found('Halden')).toBe(1)
  })
})
