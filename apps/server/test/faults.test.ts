/** Failures around the server: it stops in order, prints what is wrong, responds with 503 instead of 500, and recovers by itself. */
// @module-tag slow
import fs from 'node:fs'
import { Agent, request } from 'node:http'
import net from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { password, rideBody, startTestApp, type TestApp } from './app.ts'
import { describePostgres, freshServerDatabase, openServerDatabase } from './database.ts'
import { makeDataFolder } from './embedded-folder.ts'
import { startOwnPostgres } from './postgres.ts'
import { lines } from './raw-http.ts'
import { type Server, type ServerEnded, startServer } from './server.ts'
import { addPerson, testSecret } from './sessions.ts'
import { startProxy, type Proxy } from './tcp-proxy.ts'

const ends: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function refusal(env: Record<string, string>): Promise<ServerEnded> {
  return startServer(env).then(
    (server) => server.kill('SIGKILL').then(() => expect.fail('it started')),
    (error: ServerEnded) => error,
  )
}

describe('a process', () => {
  let server: Server
  let folder: string
  beforeAll(async () => {
    folder = makeDataFolder()
    server = await startServer({ DATA_DIR: folder })
  })
  afterAll(async () => {
    await server.kill('SIGKILL')
    fs.rmSync(folder, { recursive: true, force: true })
  })

  test('a second start on the same folder ends with the pid of the first, which keeps running', async () => {
    const refused = await refusal({ DATA_DIR: folder })
    expect(refused).toMatchObject({ code: 1, message: expect.stringContaining(`pid ${server.child.pid}`) })
    expect(refused.message.trim().split('\n')).toHaveLength(1)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  test('a port in use is reported in one line, and the folder is unlocked', async () => {
    const other = makeDataFolder()
    ends.push(() => fs.rmSync(other, { recursive: true, force: true }))
    const { port } = new URL(server.url)
    const refused = await refusal({ DATA_DIR: other, PORT: port })
    expect([refused.code, refused.message.trim()]).toEqual([
      1,
      `Port ${port} is in use by another program. Stop that one, or choose another port with PORT.`,
    ])
    expect(fs.existsSync(path.join(other, 'samtur.lock'))).toBe(false)
  })

  test('a wrong configuration is reported in a few lines', async () => {
    const refused = await refusal({ DATA_DIR: folder, PORT: 'x', RATE_LIMITS: 'maybe' })
    expect(refused.code).toBe(1)
    expect(refused.message).toBe(
      'The configuration is not usable:\n  PORT: expected a port number\n  RATE_LIMITS: expected on or off\n',
    )
  })

  test(
    'SIGTERM under load: no truncated responses or failures, exit code 0, and the folder is unlocked',
    { timeout: 40_000 },
    async () => {
      const [person] = await server.ask.people(1)
      const outcomes: Record<string, number> = {}
      let stopping = false
      const client = async () => {
        while (!stopping) {
          const outcome = await changeAge(server.url, person?.cookie ?? '')
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
        }
      }
      const clients = Array.from({ length: 8 }, client)
      await vi.waitFor(() => expect(outcomes['200']).toBeGreaterThan(100), { timeout: 20_000 })
      const ended = await server.kill('SIGTERM')
      stopping = true
      await Promise.all(clients)
      expect(ended).toEqual({ code: 0, signal: null })
      expect(Object.keys(outcomes).toSorted()).toEqual(['200', 'no answer'])
      expect(fs.existsSync(path.join(folder, 'samtur.lock'))).toBe(false)
    },
  )
})

test(
  'SIGTERM under load on kept connections: every accepted request gets its response',
  { timeout: 60_000 },
  async () => {
    const folder = makeDataFolder()
    ends.push(() => fs.rmSync(folder, { recursive: true, force: true }))
    for (let round = 0; round < 3; round++) {
      const server = await startServer({ DATA_DIR: folder })
      ends.push(() => server.kill('SIGKILL'))
      const [person] = await server.ask.people(1)
      const failures: string[] = []
      let answered = 0
      const client = async () => {
        // One connection per person, used again and again; after the stop no new one can be opened.
        const agent = new Agent({ keepAlive: true, maxSockets: 1 })
        for (let open = true; open;) {
          try {
            expect(await changeKept(server.url, person?.cookie ?? '', 40, agent)).toBe(200)
            answered++
          } catch (error) {
            open = false
            const { code = String(error) } = error as NodeJS.ErrnoException
            if (code !== 'ECONNREFUSED') failures.push(code)
          }
        }
        agent.destroy()
      }
      const clients = Array.from({ length: 24 }, client)
      await vi.waitFor(() => expect(answered).toBeGreaterThan(100), { timeout: 20_000, interval: 5 })
      expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null })
      await Promise.all(clients)
      expect(failures).toEqual([])
    }
  },
)

/** Sends one request on a kept connection. */
function changeKept(url: string, cookie: string, age: number, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
    request(`${url}/api/v1/me/profile`, { method: 'PATCH', agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
      .on('error', reject)
      .end(JSON.stringify({ age }))
  })
}

/** Sends one request on a connection of its own; returns how it ended. */
function changeAge(url: string, cookie: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const body = JSON.stringify({ age: 40 })
  return new Promise((resolve) => {
    let text = ''
    const socket = net.connect({ host: hostname, port: Number(port) }, () => {
      const headers = [
        'Host: localhost',
        `Cookie: ${cookie}`,
        'Sec-Fetch-Site: same-origin',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        'Connection: close',
      ]
      socket.write(lines('PATCH /api/v1/me/profile HTTP/1.1', ...headers) + body)
    })
    socket.on('data', (chunk) => (text += String(chunk)))
    socket.on('error', () => {})
    socket.on('close', () => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]
      resolve(!text ? 'no answer' : text.endsWith('}') && status ? status : 'half an answer')
    })
  })
}

/** Requests that reach the database through different code. */
const databaseRequests = (email: string): [method: string, path: string, body?: object][] => [
  ['GET', '/readyz'],
  ['GET', '/api/v1/me'],
  ['GET', '/api/v1/rides'],
  ['PATCH', '/api/v1/me/profile', { age: 40 }],
  ['POST', '/api/v1/rides', rideBody({ now: () => new Date() })],
  ['GET', '/api/auth/get-session'],
  ['POST', '/api/auth/sign-in/email', { email, password }],
  ['POST', '/api/auth/sign-up/email', { name: 'Ola', email: 'ola@example.no', password, terms_accepted: true }],
  ['POST', '/api/auth/send-verification-email', { email }],
  ['POST', '/api/auth/sign-out', {}],
]

describePostgres('a database', () => {
  async function startBehindProxy(): Promise<{ t: TestApp; proxy: Proxy; direct: string }> {
    const direct = await freshServerDatabase()
    const proxy = await startProxy(direct)
    const t = await startTestApp({ database: await openServerDatabase(proxy.url), env: { SECRET: testSecret } })
    ends.push(
      () => proxy.close(),
      () => t.close(),
    )
    return { t, proxy, direct }
  }
  const rides = (t: TestApp) => t.call('GET', '/api/v1/rides')
  async function timed<T>(work: Promise<T>): Promise<[T, number]> {
    const started = performance.now()
    return [await work, performance.now() - started]
  }
  async function expectAlive(t: TestApp) {
    const [{ status }, ms] = await timed(t.call('GET', '/healthz'))
    expect(status).toBe(200)
    expect(ms).toBeLessThan(250)
  }
  async function expectUnavailable(t: TestApp, withinMs: number) {
    const [answer, ms] = await timed(rides(t))
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(ms).toBeLessThan(withinMs)
  }
  const expectHealed = (t: TestApp) =>
    vi.waitFor(async () => expect((await rides(t)).status).toBe(200), { timeout: 10_000, interval: 50 })

  test('every connection ended under load: at most 503, never 500, and the next requests succeed', async () => {
    const { t, direct } = await startBehindProxy()
    const admin = await connect(direct)
    const statuses: number[] = []
    let on = true
    const person = await addPerson(t.db.kysely)
    const clients = Array.from({ length: 12 }, async (_, i) => {
      while (on) statuses.push((await t.call('GET', i % 2 ? '/api/v1/rides' : '/api/v1/me', { as: person })).status)
    })
    for (let i = 0; i < 5; i++) {
      const enough = statuses.length + 60
      await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(enough), { timeout: 10_000, interval: 5 })
      await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    }
    await expectHealed(t)
    on = false
    await Promise.all(clients)
    expect([...new Set(statuses)].filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(await rides(t)).toMatchObject({ status: 200 })
  })

  test('database away: 503 at once, alive but not ready; back: good again without a restart', async () => {
    const { t, proxy } = await startBehindProxy()
    const person = await addPerson(t.db.kysely)
    expect((await rides(t)).status).toBe(200)
    proxy.cut()
    await expectUnavailable(t, 3_500)
    for (const [method, path, body] of databaseRequests(person.email)) {
      const answer = await t.call(method, path, { as: person, body })
      expect([path, answer.status, answer.body.code]).toEqual([path, 503, 'unavailable'])
    }
    await expectAlive(t)
    proxy.restore()
    await expectHealed(t)
    expect((await t.call('GET', '/readyz')).status).toBe(200)
  })

  test('database unresponsive: 503 within five seconds, and recovery', { timeout: 40_000 }, async () => {
    const { t, proxy } = await startBehindProxy()
    await Promise.all(Array.from({ length: 5 }, () => rides(t)))
    proxy.freeze()
    const requests = Promise.all(Array.from({ length: 20 }, () => expectUnavailable(t, 5_000)))
    const [ready, ms] = await timed(t.call('GET', '/readyz'))
    expect(ready.status).toBe(503)
    expect(ms).toBeLessThan(1_500)
    await expectAlive(t)
    await requests
    proxy.restore()
    await expectHealed(t)
  })

  test(
    'database slow: 100 requests wait for a lock and get 503 within six seconds; other requests succeed',
    { timeout: 40_000 },
    async () => {
      const { t, direct } = await startBehindProxy()
      const admin = await connect(direct)
      await Promise.all(Array.from({ length: 16 }, () => rides(t)))
      await admin.query('begin; lock table ride_section in access exclusive mode')
      const requests = Promise.all(Array.from({ length: 100 }, () => expectUnavailable(t, 6_500)))
      requests.catch(() => {})
      const waiting = () =>
        admin.query("select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()")
      await vi.waitFor(async () => expect((await waiting()).rowCount).toBeGreaterThan(3), {
        timeout: 4_000,
        interval: 10,
      })
      await expectAlive(t)
      expect((await t.call('GET', '/api/v1/places?q=oslo')).status).toBe(200)
      await requests
      await admin.query('rollback')
      await expectHealed(t)
    },
  )

  test('a stopped PostgreSQL gives 503 within five seconds, and recovery', { timeout: 60_000 }, async () => {
    const own = await startOwnPostgres()
    ends.push(() => own.stop())
    const url = await own.create()
    const t = await startTestApp({ database: await openServerDatabase(url), env: { SECRET: testSecret } })
    ends.push(() => t.close())
    expect((await rides(t)).status).toBe(200)
    own.signal('SIGSTOP')
    ends.push(() => own.signal('SIGCONT'))
    await Promise.all(Array.from({ length: 20 }, () => expectUnavailable(t, 5_000)))
    await expectAlive(t)
    own.signal('SIGCONT')
    await expectHealed(t)
  })

  test(
    'SIGTERM while requests wait for the database: new ones are refused, accepted ones get their response, exit code 0',
    { timeout: 40_000 },
    async () => {
      const url = await freshServerDatabase()
      const server = await startServer({ DATABASE_URL: url })
      ends.push(() => server.kill('SIGKILL'))
      const people = await server.ask.people(6)
      const admin = await connect(url)
      const browsers = new Agent({ keepAlive: true })
      ends.push(() => browsers.destroy())
      const changeAll = (age: number) =>
        Promise.all(people.map(({ cookie }) => changeKept(server.url, cookie, age, browsers)))
      // Opens every connection, of the browsers and the database, before the measured requests.
      expect(await changeAll(39)).toEqual(people.map(() => 200))
      const lock = await connect(url)
      await lock.query('begin; lock table profile in exclusive mode')
      const answers = changeAll(40)
      const waiting = () =>
        admin.query("select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()")
      await vi.waitFor(async () => expect((await waiting()).rowCount).toBe(6), { timeout: 4_000, interval: 10 })
      const ended = server.kill('SIGTERM')
      await vi.waitFor(() => expect(fetch(server.url)).rejects.toThrow('fetch failed'), {
        timeout: 4_000,
        interval: 10,
      })
      await lock.query('rollback')
      expect(await answers).toEqual(people.map(() => 200))
      expect(await ended).toEqual({ code: 0, signal: null })
      expect((await admin.query('select from profile where age = 40')).rowCount).toBe(6)
    },
  )
})

async function connect(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  ends.push(() => client.end())
  return client
}
