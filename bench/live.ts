/**
 * Measures the live connection on a real PostgreSQL: `npm run bench -- live [--only=busy|idle]`. Messages that are written over it, stored and
 * delivered to the other person; and idle connections. 10,000 of them need as many open files on either side (`ulimit -n 20000`).
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Server } from '../apps/server/test/server.ts'
import type { Delivery, Opening, Question, Talk } from './live/crowd.ts'
import { addPairs, type Talker } from './live/pairs.ts'
import { connect, openPostgres } from './tools/databases.ts'
import { type Figure, quick, run } from './tools/report.ts'
import { memoryOf, openApart, processorSeconds, stayApart } from './tools/servers.ts'

const busyEffort = quick ? { pairs: 50, rate: 50, seconds: 2 } : { pairs: 1_000, rate: 2_000, seconds: 30 }
const idleEffort = quick ? { pairs: 100, rate: 50, seconds: 1 } : { pairs: 5_000, rate: 50, seconds: 10 }
/** Spends the first seconds on compilation. */
const WARM_UP_S = quick ? 1 : 3
/** Those of the idle connections whose people write. */
const TALKING = 100
const QUIET_MS = 3_000

/** The clients, in a process of their own. */
interface Crowd {
  open(opening: Opening): Promise<number>
  talk(talk: Talk): Promise<Delivery>
}

function startCrowd(cleanup: AsyncDisposableStack): Crowd {
  const child = fork(fileURLToPath(new URL('./live/crowd.ts', import.meta.url)))
  cleanup.defer(() => void child.kill())
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the clients have ended')))
  ended.catch(() => {})
  const ask = async (question: Question): Promise<unknown> => {
    const answer = once(child, 'message')
    child.send(question)
    return (await Promise.race([answer, ended]))[0]
  }
  return {
    open: (opening) => ask({ open: opening }) as Promise<number>,
    talk: (talk) => ask({ talk }) as Promise<Delivery>,
  }
}

interface Setup {
  server: Server
  talkers: Talker[]
  crowd: Crowd
}

/** Starts a server on PostgreSQL with so many pairs of people. */
async function setUp(cleanup: AsyncDisposableStack, pairs: number, env: Record<string, string>): Promise<Setup> {
  await stayApart(cleanup)
  const url = await (await openPostgres(cleanup, ['shared_buffers=256MB']))()
  const talkers = await addPairs(cleanup.use(connect(url)), pairs)
  const server = await openApart(cleanup, { DATABASE_URL: url, ...env })
  return { server, talkers, crowd: startCrowd(cleanup) }
}

/** Joins as a page does: the own inbox, and the open conversation. */
const asPages = (talkers: readonly Talker[]) =>
  talkers.map(({ cookie, chatId }) => ({ cookie, channels: ['inbox', `chat:${chatId}`] }))
const asWriters = (talkers: readonly Talker[]) => talkers.map(({ chatId }, socket) => ({ socket, chatId }))

/** Messages that did not arrive exactly once. */
const failuresOf = (title: string, { refused, lost, doubled }: Delivery): Figure => ({
  what: `${title}: messages refused, lost or doubled`,
  value: refused + lost + doubled,
  limit: 0,
})

async function countStored({ ask }: Server): Promise<number> {
  const [row] = await ask.query('select count(*)::integer as count from message')
  return Number(row?.['count'])
}

await run({
  async busy(cleanup) {
    const { pairs, rate, seconds } = busyEffort
    // Keeps the product's own limits on Linux. Elsewhere all clients have one address, which may not connect so often.
    const limits = process.platform === 'linux' ? 'on' : 'off'
    const { server, talkers, crowd } = await setUp(cleanup, pairs, { RATE_LIMITS: limits })
    const { url } = server
    const opened = await crowd.open({ url, clients: asPages(talkers) })
    const writers = asWriters(talkers)
    await crowd.talk({ rate: rate / 4, seconds: WARM_UP_S, writers })
    const [before, worked] = [await countStored(server), await processorSeconds(url)]
    const delivery = await crowd.talk({ rate, seconds, writers })
    const micros = (((await processorSeconds(url)) - worked) * 1e6) / delivery.written
    const stored = (await countStored(server)) - before
    const title = `${rate} messages/s over ${2 * pairs} connections for ${seconds} s`
    return [
      { what: `${title}: delivered, p99`, value: delivery.p99, unit: 'ms', limit: 15 },
      { what: `${title}: delivered, p50`, value: delivery.p50, unit: 'ms' },
      { what: `${title}: processor for each`, value: micros, unit: 'µs', limit: 120 },
      failuresOf(title, delivery),
      { what: `${title}: written, but not stored once`, value: Math.abs(delivery.written - stored), limit: 0 },
      { what: `${title}: memory`, value: await memoryOf(url), unit: 'MB' },
      { what: 'connections opened', value: opened, unit: 'per s' },
    ]
  },
  async idle(cleanup) {
    const { pairs, rate, seconds } = idleEffort
    const { server, talkers, crowd } = await setUp(cleanup, pairs, {})
    const { url } = server
    const writing = talkers.slice(0, TALKING)
    const writers = asWriters(writing)
    await crowd.open({ url, clients: asPages(writing) })
    await crowd.talk({ rate, seconds: WARM_UP_S, writers })
    await sleep(QUIET_MS)
    const before = await memoryOf(url)
    const clients = talkers.slice(TALKING).map(({ cookie }) => ({ cookie, channels: ['inbox'] }))
    await crowd.open({ url, clients })
    await sleep(QUIET_MS)
    const each = (((await memoryOf(url)) - before) * 1000) / clients.length
    const delivery = await crowd.talk({ rate, seconds, writers })
    const title = `${2 * pairs} idle connections`
    return [
      { what: `${title}: memory for each`, value: each, unit: 'kB', limit: 15 },
      { what: `${title}: memory in all`, value: await memoryOf(url), unit: 'MB', limit: 450 },
      { what: `${rate} messages/s among them: delivered, p99`, value: delivery.p99, unit: 'ms', limit: 250 },
      failuresOf(`${rate} messages/s among them`, delivery),
    ]
  },
})
