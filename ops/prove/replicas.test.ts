/** A replica is stopped, frozen and killed while visitors search and drivers look for what they have just published. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rideBody } from '../../apps/server/test/app.ts'
import { type Pair, startPair } from '../../apps/server/test/postgres-pair.ts'
import { type Server, startServer } from '../../apps/server/test/server.ts'
import { addPerson, type TestPerson } from '../../apps/server/test/sessions.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openDatabase } from '../../apps/server/src/platform/db/database.ts'
import { report } from './report.ts'

const DRIVERS = 10
const VISITORS = 10
const TIMES = 5
const SETTINGS = ['max_connections=200', 'hot_standby_feedback=on']

let pair: Pair
let servers: Server[]
let drivers: TestPerson[]
beforeAll(async () => {
  pair = await startPair({ synchronous: false })
  await pair.primary.query('create database samtur')
  const db = await openDatabase({ url: pair.primary.url('samtur'), folder: '', clock: systemClock })
  drivers = await Promise.all(Array.from({ length: DRIVERS }, () => addPerson(db.kysely)))
  await db.close()
  const env = { DATABASE_URL: pair.primary.url('samtur'), DATABASE_REPLICA_URLS: pair.standby.url('samtur') }
  servers = [await startServer(env), await startServer(env)]
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill('SIGTERM')))
  await pair.stop()
})

const urlOf = (nr: number) => servers[nr % servers.length]?.url ?? ''

/** Returns the values of a metric of the replica at both processes. */
async function valuesOf(name: string): Promise<number[]> {
  const texts = await Promise.all(servers.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()))
  return texts.map((text) => Number(new RegExp(`^samtur_replica_${name}\\{[^}]*\\} (\\S+)$`, 'm').exec(text)?.[1]))
}
async function used(value: 0 | 1) {
  await expect.poll(() => valuesOf('used'), { timeout: 30_000, interval: 50 }).toEqual([value, value])
}

/** Visitors search, and drivers publish at one process and search at the other, until it is ended. */
function startLoad() {
  const counts = { running: true, reads: 0, failed: 0, published: 0, missed: 0, slowestMs: 0 }
  const search = async (url: string, cookie = '') => {
    const began = performance.now()
    const response = await fetch(url, { headers: { cookie } })
    counts.slowestMs = Math.max(counts.slowestMs, performance.now() - began)
    counts.reads++
    if (response.ok) return ((await response.json()) as { items: unknown[] }).items.length
    counts.failed++
    return 0
  }
  const visit = async (nr: number) => {
    while (counts.running) {
      await search(`${urlOf(nr)}/api/v1/rides?from=Drammen&limit=5`)
      await sleep(20)
    }
  }
  const drive = async ({ cookie }: TestPerson, nr: number) => {
    while (counts.running) {
      const start = `Drammen ${randomUUID()}`
      const response = await fetch(`${urlOf(nr)}/api/v1/rides`, {
        method: 'POST',
        headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
        body: JSON.stringify(rideBody({ now: () => new Date() }, { start_location: start })),
      })
      expect(response.status).toBe(201)
      counts.published++
      const [position] = response.headers.getSetCookie().map((one) => one.split(';')[0])
      const found = await search(
        `${urlOf(nr + 1)}/api/v1/rides?from=${encodeURIComponent(start)}`,
        `${cookie}; ${position}`,
      )
      if (found !== 1) counts.missed++
      await sleep(100)
    }
  }
  const work = [...drivers.map(drive), ...Array.from({ length: VISITORS }, (_, nr) => visit(nr))]
  return {
    counts,
    async end() {
      counts.running = false
      await Promise.all(work)
    },
  }
}

test.each([
  { what: 'made to lag', begin: () => pair.pauseReplay(true), end: () => pair.pauseReplay(false) },
  {
    what: 'frozen',
    begin: async () => pair.standby.signal('SIGSTOP'),
    end: async () => pair.standby.signal('SIGCONT'),
  },
  { what: 'killed', begin: () => pair.standby.kill(), end: () => pair.standby.start(SETTINGS) },
])('a replica that is $what fails no read, and hides from nobody what they wrote', async ({ what, begin, end }) => {
  await used(1)
  const { counts, end: endLoad } = startLoad()
  const outMs: number[] = []
  const backMs: number[] = []
  const more = async () => {
    const before = counts.published
    await expect.poll(() => counts.published, { timeout: 10_000 }).toBeGreaterThan(before + 2 * DRIVERS)
  }
  for (let time = 0; time < TIMES; time++) {
    await more()
    const began = performance.now()
    await begin()
    await used(0)
    outMs.push(performance.now() - began)
    await more()
    const ended = performance.now()
    await end()
    await used(1)
    backMs.push(performance.now() - ended)
  }
  // For a second after a failure the primary is tried first.
  const [before = 0] = await valuesOf('statements_total')
  await expect.poll(async () => (await valuesOf('statements_total'))[0], { timeout: 10_000 }).toBeGreaterThan(before)
  await endLoad()
  report(
    `a replica ${what} under ${DRIVERS} drivers and ${VISITORS} visitors`,
    TIMES,
    `${counts.failed} of ${counts.reads} reads failed, ${counts.missed} of ${counts.published} own writes not read`,
    `left out within ${Math.round(Math.max(...outMs))} ms, back within ${Math.round(Math.max(...backMs))} ms, slowest read ${Math.round(counts.slowestMs)} ms`,
  )
  expect([counts.failed, counts.missed]).toEqual([0, 0])
})
