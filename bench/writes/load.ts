/** Writes of people who are signed in, over HTTP and mixed: publishing, requesting a seat, accepting and sending a message. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from '../../apps/server/test/server.ts'
import type { TestPerson } from '../../apps/server/test/sessions.ts'
import { type Figure, percentile, quick } from '../tools/report.ts'
import { Requests } from '../tools/requests.ts'
import { bodyOf, makeRoutes, randomOf } from '../tools/routes.ts'
import { processorSeconds } from '../tools/servers.ts'

const kinds = ['publish', 'request', 'accept', 'send'] as const
type Kind = (typeof kinds)[number]

/** Requests a second, of all kinds. */
const RATE = 50
const SECONDS = quick ? 2 : 30
const WARM_UP_S = quick ? 1 : 5
/** The rides that were published before a seat on one is requested, and as many requests before one is accepted. */
const BEHIND = 12
const CONNECTIONS = 32

/** Measures a server with the product's limits on requests. `limit` is in milliseconds. */
export async function measureWrites(server: Server, title: string, limit: number): Promise<Figure[]> {
  const requests = new Requests(server.url, CONNECTIONS)
  const rounds = (seconds: number) => Math.ceil((seconds * RATE) / kinds.length)
  const writes = await Writes.prepare(server, requests, rounds(WARM_UP_S) + rounds(SECONDS))
  await writes.run(rounds(WARM_UP_S))
  const { took, failed } = writes
  for (const kind of kinds) took[kind].length = 0
  const worked = await processorSeconds(server.url)
  await writes.run(rounds(SECONDS))
  const processor = ((await processorSeconds(server.url)) - worked) * 1000
  requests.close()
  if (failed[0]) console.log(`${title}: the first failure: ${failed[0]}`)
  const all = kinds.flatMap((kind) => took[kind])
  const p99 = (kind: Kind) => ({
    what: `${title}: ${kind}, p99`,
    value: percentile(took[kind], 0.99),
    unit: 'ms',
    limit,
  })
  return [
    { what: `${title}: all, p50`, value: percentile(all, 0.5), unit: 'ms' },
    ...kinds.map(p99),
    { what: `${title}: processor for each`, value: processor / all.length, unit: 'ms' },
    { what: `${title}: writes that failed`, value: failed.length, limit: 0 },
  ]
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
      const { text } = await requests.send({ path: '/api/v1/chats', cookie: passenger.cookie, body })
      const [ride, reservation] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
      pairs.push({ driver, passenger, chatId: idIn(text), ride, reservation })
    }
    return new Writes(requests, pairs)
  }

  /** Sends one write of each kind in each round, evenly over the time, and waits for the responses. */
  async run(rounds: number): Promise<void> {
    const started = performance.now()
    const sent: Promise<void>[] = []
    for (let nr = 0; nr < rounds * kinds.length; nr++) {
      const due = started + (nr * 1000) / RATE
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
    const { status, text } = await this.#requests.send({ path: `/api/v1${path}`, cookie, body })
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
