/** Messages through the whole product: written over the live connection or over HTTP, stored, delivered to the other person's socket. */
import { setTimeout as sleep } from 'node:timers/promises'
import { serverAt, startPostgres, type PostgresServer } from '../postgres.ts'
import { type Server, startServer } from '../server.ts'
import { connectPatiently } from './connection.ts'
import type { CrowdQuestions, Delivery, Talk } from './crowd.ts'
import { addPairs, type Talker } from './pairs.ts'
import { otherCore, pin, type Program, serverCore } from './program.ts'
import { startCrowd } from './relay.ts'

let running: Promise<PostgresServer> | undefined

/** Returns the server that DATABASE_URL names, or starts one. */
function databases(): Promise<PostgresServer> {
  running ??= connect()
  return running
}

async function connect(): Promise<PostgresServer> {
  const given = process.env['DATABASE_URL']
  if (given) return serverAt(given, () => Promise.resolve())
  await pin(process.pid, otherCore)
  const started = await startPostgres(['max_connections=100', 'shared_buffers=256MB'])
  if (!started) throw new Error('no PostgreSQL')
  return started
}

const houses = new Set<Deps>()

/** Stops what was started. */
export async function closeAll(): Promise<void> {
  await Promise.all([...houses].map((deps) => deps.close()))
  await (await running?.catch(() => undefined))?.stop()
}

export interface Deps {
  server: Server
  talkers: Talker[]
  crowd: Program<CrowdQuestions>
  env: Record<string, string>
  close(): Promise<void>
}

/** Starts a server with so many pairs of people. */
export async function openServer(pairs: number, env: Record<string, string> = {}): Promise<Deps> {
  const url = await (await databases()).create()
  const { executor, close } = connectPatiently(url)
  const talkers = await addPairs(executor, pairs)
  await close()
  const all = { DATABASE_URL: url, ...env }
  const [server, crowd] = await Promise.all([startServer(all), startCrowd()])
  await pin(server.child.pid, serverCore)
  const deps: Deps = {
    server,
    talkers,
    crowd,
    env: all,
    async close() {
      if (!houses.delete(deps)) return
      await crowd.stop()
      await server.kill('SIGTERM')
    },
  }
  houses.add(deps)
  return deps
}

/** Joins as a page does: the own inbox, and the open conversation. */
export const asPages = (talkers: readonly Talker[]) =>
  talkers.map(({ cookie, chatId }) => ({ cookie, channels: ['inbox', `chat:${chatId}`] }))
export const asWriters = (talkers: readonly Talker[], first = 0) =>
  talkers.map(({ cookie, chatId }, nr) => ({ socket: first + nr, cookie, chatId }))

export interface Busy extends Delivery {
  opened: number
  /** Rows stored since the start. */
  stored: number
  /** Memory of the server, MB. */
  memory: number
  /** Microseconds of the server's processor time per message. */
  micros: number
}

type Effort = Pick<Talk, 'over' | 'rate' | 'seconds'>

export async function rateBusy({ server, talkers, crowd }: Deps, { over, rate, seconds }: Effort): Promise<Busy> {
  const { url } = server
  const opened = await crowd.ask.open({ url, clients: asPages(talkers) })
  const writers = asWriters(talkers)
  // Spends the first seconds on compilation.
  await crowd.ask.talk({ url, over, rate: rate / 4, seconds: WARM_UP_S, writers })
  const before = await countStored(server)
  const worked = await metric(url, 'process_cpu_seconds_total')
  const delivery = await crowd.ask.talk({ url, over, rate, seconds, writers })
  const micros = (((await metric(url, 'process_cpu_seconds_total')) - worked) * 1e6) / delivery.written
  const stored = (await countStored(server)) - before
  return { ...delivery, opened, stored, micros, memory: await memoryOf(url) }
}

const WARM_UP_S = 3

async function countStored({ ask }: Server): Promise<number> {
  const [row] = await ask.query('select count(*)::integer as count from message')
  return Number(row?.['count'])
}

export interface Idle extends Delivery {
  connections: number
  opened: number
  /** kB per connection, and MB of the server in all. */
  each: number
  memory: number
}

const TALKING = 100
const QUIET_MS = 3_000

/** Measures many idle connections with a few writers. */
export async function rateIdle({ server, talkers, crowd }: Deps, connections: number, seconds: number): Promise<Idle> {
  const { url } = server
  const writing = talkers.slice(0, TALKING)
  await crowd.ask.open({ url, clients: asPages(writing) })
  await crowd.ask.talk({ url, over: 'live', rate: 50, seconds: 2, writers: asWriters(writing) })
  await sleep(QUIET_MS)
  const before = await memoryOf(url)
  const clients = talkers.slice(TALKING, connections).map(({ cookie }) => ({ cookie, channels: ['inbox'] }))
  const opened = await crowd.ask.open({ url, clients })
  await sleep(QUIET_MS)
  const each = (((await memoryOf(url)) - before) * 1000) / clients.length
  const delivery = await crowd.ask.talk({ url, over: 'live', rate: 50, seconds, writers: asWriters(writing) })
  const memory = await memoryOf(url)
  return { ...delivery, connections: clients.length + writing.length, opened, each, memory }
}

export interface Slow {
  asleep: number
  cutOff: number
  others: Delivery
}

/**
 * Members of two pairs stop reading. Their messages have the maximum length, because the network buffers take some megabytes before
 * anything waits in the server.
 */
const ASLEEP = 4
const LONG = '🚗'.repeat(1_900)

/** Measures slow readers: the server closes their connections, and the others are not delayed. */
export async function rateSlow({ server, talkers, crowd }: Deps, rate: number, seconds: number): Promise<Slow> {
  const { url } = server
  await crowd.ask.open({ url, clients: asPages(talkers) })
  await crowd.ask.fallAsleep(Array.from({ length: ASLEEP }, (_, nr) => nr))
  const shouting = await startCrowd()
  const shouted = shouting.ask.talk({
    url,
    over: 'http',
    rate: 400,
    seconds,
    writers: asWriters(talkers.slice(0, ASLEEP)),
    text: LONG,
  })
  const others = await crowd.ask.talk({
    url,
    over: 'live',
    rate,
    seconds,
    writers: asWriters(talkers.slice(ASLEEP), ASLEEP),
  })
  await shouted
  await shouting.stop()
  return { asleep: ASLEEP, cutOff: await metric(url, 'samtur_live_closed_slow'), others }
}

async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
}

/** MB. */
const memoryOf = async (url: string) => (await metric(url, 'process_resident_memory_bytes')) / 1e6
