/** Writes of people who are signed in, over HTTP and mixed: publishing, requesting a seat, accepting and sending a message. */
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { makeDataFolder } from '../embedded-folder.ts'
import { startOwnPostgres } from '../postgres.ts'
import { startServer, type Server } from '../server.ts'
import type { TestPerson } from '../sessions.ts'
import { bodyOf } from './dataset.ts'
import { countEvents } from './capacity.ts'
import { connectPatiently } from './connection.ts'
import { databaseProcess, processorSeconds, secondsOfFamily } from './processor.ts'
import { otherCore, pin, serverCore } from './program.ts'
import { Requests } from './requests.ts'
import { makeRoutes, randomOf } from './routes.ts'
import { sizesOfRows } from './sizes.ts'

export const kinds = ['publish', 'request', 'accept', 'send'] as const
export type Kind = (typeof kinds)[number]

export interface Times {
  p50: number
  p99: number
}

export interface WriteFigures {
  all: Times
  each: Record<Kind, Times>
  /** Milliseconds of the server's processor for one write. */
  processor: number
  /** Writes with another status than their success. */
  failed: string[]
}

export interface Effort {
  /** Requests a second, of all kinds. */
  rate: number
  seconds: number
}

/** The rides that were published before a seat on one is requested, and as many requests before one is accepted. */
const BEHIND = 12
const WARM_UP_S = 5
const CONNECTIONS = 32

const running = new Set<() => Promise<void>>()

/** Stops what was started. */
export async function closeAll(): Promise<void> {
  await Promise.all([...running].map((stop) => stop()))
}

/** Measures on a database of its own, with the product's limits. */
export const measureWrites = (database: 'server' | 'embedded', effort: Effort): Promise<WriteFigures> =>
  withServer(database, async ({ server }) => measure(server, effort))

export interface Load extends WriteFigures {
  rate: number
  /** Milliseconds of PostgreSQL's processor for one write. */
  database: number
  /** Events on the bus for one write. */
  events: number
}

export interface Climb {
  loads: Load[]
  /** Mails and notifications for one request for a seat, or one acceptance. */
  mails: number
  notifications: number
  /** Bytes of a row of each table, and of a person. */
  sizes: Record<string, number>
}

/** Raises the rate on PostgreSQL until 99 of 100 writes no longer have their response within so many milliseconds. */
export const climbWrites = (rates: readonly number[], seconds: number, within: number): Promise<Climb> =>
  withServer('server', async ({ server, url }) => {
    const admin = connectPatiently(url)
    const postmaster = await databaseProcess(admin)
    const bus = await countEvents(url)
    const loads: Load[] = []
    for (const rate of rates) {
      let began = 0
      const onBegin = () => {
        began = secondsOfFamily(postmaster)
        bus.events = 0
      }
      const figures = await measure(server, { rate, seconds }, loads.length > 0 ? 1 : WARM_UP_S, onBegin)
      const writes = kinds.length * Math.ceil((rate * seconds) / kinds.length)
      const database = ((secondsOfFamily(postmaster) - began) * 1000) / writes
      loads.push({ rate, ...figures, database, events: bus.events / writes })
      if (figures.all.p99 > within || figures.failed.length > 0) break
    }
    await bus.end()
    const { rows } = await sql<{ mails: number; notifications: number }>`with steps as (
        select count(*)::float8 + count(*) filter (where status = 'accepted') as count from reservation)
      select (select count(*) from outbox) / count as mails, (select count(*) from notification) / count as notifications from steps`.execute(
      admin.executor,
    )
    const { mails = NaN, notifications = NaN } = rows[0] ?? {}
    await server.kill('SIGTERM')
    const sizes = await sizesOfRows(admin.executor)
    await admin.close()
    return { loads, mails, notifications, sizes }
  })

interface Running {
  server: Server
  /** Address of the database; empty for the embedded one. */
  url: string
}

async function withServer<T>(database: 'server' | 'embedded', work: (running: Running) => Promise<T>): Promise<T> {
  await pin(process.pid, otherCore)
  const postgres = database === 'server' ? await startOwnPostgres(['shared_buffers=256MB']) : undefined
  const folder = postgres ? undefined : makeDataFolder()
  const url = postgres ? await postgres.create() : ''
  let server: Server | undefined
  const stop = async () => {
    if (!running.delete(stop)) return
    await server?.kill('SIGTERM')
    await postgres?.stop()
    if (folder) fs.rmSync(folder, { recursive: true, force: true })
  }
  running.add(stop)
  try {
    server = await startServer({ RATE_LIMITS: 'on', ...(folder ? { DATA_DIR: folder } : { DATABASE_URL: url }) })
    await pin(server.child.pid, serverCore)
    return await work({ server, url })
  } finally {
    await stop()
  }
}

async function measure(
  server: Server,
  { rate, seconds }: Effort,
  warmUp = WARM_UP_S,
  onBegin?: () => void,
): Promise<WriteFigures> {
  const requests = new Requests(server.url, CONNECTIONS)
  const rounds = (seconds: number) => Math.ceil((seconds * rate) / kinds.length)
  const writes = await Writes.prepare(server, requests, rounds(warmUp) + rounds(seconds))
  await writes.run(rounds(warmUp), rate)
  for (const kind of kinds) writes.took[kind].length = 0
  onBegin?.()
  const worked = await processorSeconds(server)
  await writes.run(rounds(seconds), rate)
  const processor = ((await processorSeconds(server)) - worked) * 1000
  requests.close()
  const { took, failed } = writes
  const all = kinds.flatMap((kind) => took[kind])
  const each = Object.fromEntries(kinds.map((kind) => [kind, times(took[kind])])) as Record<Kind, Times>
  return { all: times(all), each, processor: processor / all.length, failed }
}

function times(took: readonly number[]): Times {
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? NaN
  return { p50: at(0.5), p99: at(0.99) }
}

/** A driver and a passenger; the rides of one person may not overlap, so each pair has one ride. */
interface Pair {
  driver: TestPerson
  passenger: TestPerson
  chatId: string
  ride: PromiseWithResolvers<string>
  reservation: PromiseWithResolvers<string>
}

class Writes {
  readonly took: Record<Kind, number[]> = { publish: [], request: [], accept: [], send: [] }
  readonly failed: string[] = []
  readonly #requests: Requests
  readonly #pairs: readonly Pair[]
  readonly #routes = makeRoutes(500, randomOf(20_271_126))
  #round = 0

  private constructor(requests: Requests, pairs: readonly Pair[]) {
    this.#requests = requests
    this.#pairs = pairs
  }

  /** Makes the people and their conversations. */
  static async prepare(server: Server, requests: Requests, rounds: number): Promise<Writes> {
    const people = await server.ask.people(2 * rounds)
    const pairs: Pair[] = []
    for (let nr = 0; nr < rounds; nr++) {
      const [driver, passenger] = people.slice(2 * nr, 2 * nr + 2)
      if (!driver || !passenger) continue
      const body = { user_id: driver.id }
      const { text } = await requests.post({ path: '/api/v1/chats', cookie: passenger.cookie, body })
      const [ride, reservation] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
      pairs.push({ driver, passenger, chatId: idIn(text), ride, reservation })
    }
    return new Writes(requests, pairs)
  }

  /** Sends one write of each kind in each round, evenly over the time, and waits for the responses. */
  async run(rounds: number, rate: number): Promise<void> {
    const started = performance.now()
    const sent: Promise<void>[] = []
    for (let nr = 0; nr < rounds * kinds.length; nr++) {
      const due = started + (nr * 1000) / rate
      await sleep(Math.max(0, due - performance.now()))
      const kind = kinds[nr % kinds.length] as Kind
      sent.push(this.#send(kind, this.#round + Math.floor(nr / kinds.length), due))
    }
    this.#round += rounds
    await Promise.all(sent)
  }

  /** Measures from when the write was due, so that a server that delays its client does not look fast. */
  async #send(kind: Kind, round: number, due: number) {
    const pair = this.#pairs[round - { publish: 0, request: BEHIND, accept: 2 * BEHIND, send: 0 }[kind]]
    if (!pair) return
    const { path, cookie, body } = await this.#writeOf(kind, pair, round)
    const { status, text } = await this.#requests.post({ path: `/api/v1${path}`, cookie, body })
    this.took[kind].push(performance.now() - due)
    if (status !== 200 && status !== 201) this.failed.push(`${kind}: ${status} ${text}`)
    if (kind === 'publish') pair.ride.resolve(idIn(text))
    if (kind === 'request') pair.reservation.resolve(idIn(text))
  }

  async #writeOf(kind: Kind, { driver, passenger, chatId, ride, reservation }: Pair, round: number) {
    const route = this.#routes[round % this.#routes.length]
    if (kind === 'publish' && route) return { path: '/rides', cookie: driver.cookie, body: bodyOf(route) }
    if (kind === 'request') {
      const body = { seats_requested: 1, message: 'Har du plass til en sekk?' }
      return { path: `/rides/${await ride.promise}/reservations`, cookie: passenger.cookie, body }
    }
    if (kind === 'accept')
      return { path: `/reservations/${await reservation.promise}/accept`, cookie: driver.cookie, body: {} }
    return { path: `/chats/${chatId}/messages`, cookie: driver.cookie, body: { content: 'Hei, vi ses klokken åtte.' } }
  }
}

const idIn = (text: string) => /"id":"([0-9a-f-]{36})"/.exec(text)?.[1] ?? ''
