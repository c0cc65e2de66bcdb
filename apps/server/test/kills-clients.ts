/** Clients that write without pause and record every response. A cut-off request is repeated until it gets a response. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { rideBody } from './app.ts'
import type { TestPerson } from './sessions.ts'

export interface Write {
  kind: 'publish' | 'reserve' | 'accept' | 'reject' | 'rate' | 'profile' | 'message'
  /** Text by which the stored row is found. */
  mark: string
  attempts: number
  status?: number
  /** The id in the response. */
  id?: string
  /** A later change of the same profile was sent. */
  superseded?: boolean
}

export interface Clients {
  /** Everything sent so far, in order. */
  writes: Write[]
  /** Sets the server's address and lets the clients continue. */
  open(url: string): void
  /** Called before a kill: failures are expected, and clients do not retry before `open`. */
  close(): void
  /** Waits until every write has a response, and starts no new ones before `open`. */
  settle(): Promise<void>
  stop(): Promise<void>
}

interface Options {
  people: TestPerson[]
  /** Per person, accepted reservations on departed rides. */
  ratings: string[][]
  /** Per person, a conversation. */
  chats: string[]
  random(): number
  problem(text: string): void
}

interface Request {
  method: string
  path: string
  body: unknown
}

/** The clients' shared knowledge of each other's rides. */
interface Board {
  rides: { id: string; driver: number }[]
  /** Per driver, requests to answer. */
  requests: string[][]
}

const RECENT_RIDES = 40

export function startClients({ people, ratings, chats, random, problem }: Options): Clients {
  const writes: Write[] = []
  const board: Board = { rides: [], requests: people.map(() => []) }
  const barrier = new Barrier()
  let stopped = false
  const client = async (index: number) => {
    const person = people[index]
    const waiting = ratings[index] ?? []
    let lastProfile: Write | undefined
    if (!person) return
    const send = (write: Write, request: Request) => sendUntilAnswered({ barrier, person, write, request, problem })
    for (;;) {
      await barrier.toStart()
      if (stopped) return
      const next = choose({ index, board, ratings: waiting, chat: chats[index] ?? '', random })
      if (next.write.kind === 'profile') {
        if (lastProfile) lastProfile.superseded = true
        lastProfile = next.write
      }
      writes.push(next.write)
      const body = await send(next.write, next.request)
      if (body) next.learn?.(body)
    }
  }
  const running = people.map((_, index) => client(index))
  return {
    writes,
    open: (url) => barrier.open(url),
    close: () => barrier.close(),
    settle: () => barrier.settle(),
    async stop() {
      stopped = true
      barrier.release()
      await Promise.all(running)
    },
  }
}

interface Next {
  write: Write
  request: Request
  learn?(body: { id: string }): void
}

interface Choice {
  index: number
  board: Board
  ratings: string[]
  chat: string
  random(): number
}

function choose({ index, board, ratings, chat, random }: Choice): Next {
  const dice = random()
  const ride = board.rides[Math.floor(random() * board.rides.length)]
  const request = dice < 0.3 ? board.requests[index]?.shift() : undefined
  if (request) return answer(request, random() < 0.75 ? 'accept' : 'reject')
  if (dice < 0.6 && ride && ride.driver !== index) return reserve(ride, board)
  if (dice < 0.7) return changeProfile()
  const rated = dice < 0.75 ? ratings.pop() : undefined
  if (rated) return rate(rated)
  if (dice < 0.9) return writeMessage(chat)
  return publish(index, board)
}

function publish(index: number, board: Board): Next {
  const mark = randomUUID()
  return {
    write: { kind: 'publish', mark, attempts: 0 },
    request: { method: 'POST', path: '/rides', body: { ...rideBody({ now: () => new Date() }), notes: mark } },
    learn({ id }) {
      board.rides.push({ id, driver: index })
      if (board.rides.length > RECENT_RIDES) board.rides.shift()
    },
  }
}

function reserve(ride: { id: string; driver: number }, board: Board): Next {
  const mark = randomUUID()
  return {
    write: { kind: 'reserve', mark, attempts: 0 },
    request: {
      method: 'POST',
      path: `/rides/${ride.id}/reservations`,
      body: { seats_requested: 1, message: mark, accept_overlap: true },
    },
    learn: ({ id }) => void board.requests[ride.driver]?.push(id),
  }
}

const answer = (id: string, kind: 'accept' | 'reject'): Next => ({
  write: { kind, mark: id, attempts: 0 },
  request: { method: 'POST', path: `/reservations/${id}/${kind}`, body: undefined },
})

function rate(reservation: string): Next {
  const mark = randomUUID()
  return {
    write: { kind: 'rate', mark, attempts: 0 },
    request: { method: 'POST', path: `/reservations/${reservation}/rating`, body: { rating: 9, comment: mark } },
  }
}

function writeMessage(chat: string): Next {
  const mark = randomUUID()
  return {
    write: { kind: 'message', mark, attempts: 0 },
    request: { method: 'POST', path: `/chats/${chat}/messages`, body: { content: mark, client_id: mark } },
  }
}

function changeProfile(): Next {
  const mark = randomUUID()
  return {
    write: { kind: 'profile', mark, attempts: 0 },
    request: { method: 'PATCH', path: '/me/profile', body: { address: mark } },
  }
}

/** Lets clients pass while the server is available. */
class Barrier {
  url = ''
  private opened = Promise.withResolvers<void>()
  private isOpen = false
  private settling = false
  private busy = 0
  private quiet = Promise.withResolvers<void>()

  open(url: string) {
    this.url = url
    this.settling = false
    this.isOpen = true
    this.opened.resolve()
  }
  close() {
    if (this.isOpen) this.opened = Promise.withResolvers()
    this.isOpen = false
  }
  release() {
    this.open(this.url)
  }
  async settle() {
    this.settling = true
    if (this.isOpen) this.opened = Promise.withResolvers()
    this.quiet = Promise.withResolvers()
    if (this.busy > 0) await this.quiet.promise
  }
  /** Waits before a new write. */
  async toStart() {
    while (!this.isOpen || this.settling) await this.opened.promise
    this.busy++
  }
  /** Waits before a retry. */
  async toRetry() {
    while (!this.isOpen) await this.opened.promise
  }
  ended() {
    if (--this.busy === 0) this.quiet.resolve()
  }
}

interface Sending {
  barrier: Barrier
  person: TestPerson
  write: Write
  request: Request
  problem(text: string): void
}

/** Returns the body of a success; undefined where the rules refused. */
async function sendUntilAnswered({
  barrier,
  person,
  write,
  request,
  problem,
}: Sending): Promise<{ id: string } | undefined> {
  const key = randomUUID()
  const { method, path, body } = request
  const headers = {
    cookie: person.cookie,
    'sec-fetch-site': 'same-origin',
    'idempotency-key': key,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  try {
    for (;;) {
      await barrier.toRetry()
      write.attempts++
      const answer = await attempt(`${barrier.url}/api/v1${path}`, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (!answer || answer.status === 503) {
        await sleep(10)
        continue
      }
      // A repeated rating that was stored is refused as the second one.
      const again = answer.status === 409 && answer.body.code === 'already_rated' && write.attempts > 1
      write.status = again ? 201 : answer.status
      if (answer.status >= 500 || answer.status === 401)
        problem(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      if (answer.status >= 300) return undefined
      if (answer.body.id) write.id = answer.body.id
      return { id: answer.body.id ?? '' }
    }
  } finally {
    barrier.ended()
  }
}

async function attempt(url: string, init: RequestInit) {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(15_000) })
    return { status: response.status, body: (await response.json()) as { id?: string; code?: string } }
  } catch {
    // Cut off: the outcome is unknown.
    return undefined
  }
}
