/** Rates per second: publishing against a plain insert, and the search over HTTP against pgbench and a bare HTTP server. */
import { execFile, fork } from 'node:child_process'
import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { rideToStore, storeRide } from '../../src/features/rides/service.ts'
import { createStopTexts } from '../../src/features/rides/store-texts.ts'
import type { RideToStore } from '../../src/features/rides/store.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { prepared } from '../../src/platform/db/prepared.ts'
import { startServer, type Server } from '../server.ts'
import { addSession } from '../sessions.ts'
import { processorSeconds } from './processor.ts'
import type { Route } from './routes.ts'
import { asText, statementOf, statementWithCards, type Query, type Statement } from './searches.ts'
import { bodyOf } from './dataset.ts'

const CLIENTS = 8

/** Repeats the work with so many clients at once; returns how often a second. */
async function perSecond(seconds: number, work: (nr: number) => Promise<unknown>, clients = CLIENTS): Promise<number> {
  const started = performance.now()
  const ends = started + seconds * 1000
  let done = 0
  const client = async () => {
    while (performance.now() < ends) await work(done++)
  }
  await Promise.all(Array.from({ length: clients }, client))
  return (done * 1000) / (performance.now() - started)
}

export interface Compared {
  ours: number
  theirs: number
}

/** Compares rides with stops, legs, sections and detours with rows of `ride` alone, in turns, because the machine is never idle. */
export async function ratePublishing(
  db: Database,
  routes: readonly Route[],
  detour: number,
  seconds: number,
): Promise<Compared> {
  const { rows } = await sql<{ id: string }>`select id from profile limit 200`.execute(db.read)
  const driver = (nr: number) => rows[nr % rows.length]?.id ?? ''
  const rides = routes
    .slice(0, 1000)
    .map((route, nr) => rideToStore(driver(nr), bodyOf({ ...route, detour }), new Date()))
  const ride = (nr: number) => rides[nr % rides.length] as RideToStore
  const rates = { ours: 0, theirs: 0 }
  const plain: string[] = []
  const stopTexts = createStopTexts()
  for (let turn = 0; turn < 3; turn++) {
    rates.theirs += (await perSecond(seconds / 6, async (nr) => void plain.push(await insertPlainly(db, ride(nr))))) / 3
    rates.ours += (await perSecond(seconds / 6, (nr) => storeRide(db.read, ride(nr), stopTexts.ensure))) / 3
  }
  // No page of the product expects rides without stops and legs.
  await db.longRunning((executor) => sql`delete from ride where id = any(${plain}::uuid[])`.execute(executor))
  return rates
}

async function insertPlainly(db: Database, ride: RideToStore): Promise<string> {
  // Stores the rows with growing ids, as publishing does, so that only the other rows differ.
  const id = randomUUIDv7()
  await sql`${prepared} insert into ride (id, driver_id, start_location, end_location, departure_time, arrival_time, price, currency, distance_km, extra_costs,
      cost_share, total_seats, available_seats, pets_allowed, luggage, detour_minutes, instant_booking, same_gender, notes, license_plate, car_make, car_model, car_color)
    values (${id}, ${ride.driver_id}, ${ride.stops[0]?.text}, ${ride.stops.at(-1)?.text}, ${ride.departure_time}, ${ride.arrival_time}, ${ride.price},
      ${ride.currency}, ${ride.distance_km}, ${ride.extra_costs}, ${ride.cost_share}, ${ride.total_seats}, ${ride.total_seats}, ${ride.pets_allowed},
      ${ride.luggage}, ${ride.detour_minutes}, ${ride.instant_booking}, ${ride.same_gender}, ${ride.notes}, ${ride.license_plate}, ${ride.car_make}, ${ride.car_model}, ${ride.car_color})`.execute(
    db.read,
  )
  return id
}

export interface HttpRates {
  /** Rate for the same searches repeated: responses may be a second old. */
  server: number
  /** Rate for so many different searches that none repeats within a second. */
  anew: number
  /** Rate of the database alone, with the statement that the server sends. */
  pgbench: number
  /** The same with the cards of the rides, which the server has kept. */
  pgbenchCards: number
  bare: number
  bytes: number
  /** Rate of the same searches for people who are signed in. The response cache does not serve them. */
  signedIn: number
  /** Requests of people who browse: see `browsing`. */
  browsing: { rate: number; micros: number; each: Record<string, number> }
}

export const pathOf = (query: Query) => `/api/v1/rides?${new URLSearchParams(query).toString()}`
/** Number of searches that are repeated. */
const AGAIN = 100

/** Runs the same searches through the running server, through pgbench, and as prepared bytes from a node:http server. */
export async function rateHttp(url: string, db: Database, all: readonly Query[], seconds: number): Promise<HttpRates> {
  const different = all.map(pathOf)
  const searches = all.slice(0, AGAIN)
  const paths = different.slice(0, AGAIN)
  const server = await startServer({ DATABASE_URL: url })
  let rates: HttpRates
  try {
    const bodies: Record<string, string> = {}
    for (const address of paths) bodies[address] = await (await fetch(server.url + address)).text()
    const bytes = Object.values(bodies).reduce((sum, body) => sum + Buffer.byteLength(body), 0) / paths.length
    const bare = await startBare(bodies)
    const measured = { server: 0, anew: 0, signedIn: 0, bare: 0, pgbench: 0, pgbenchCards: 0 }
    const people = await signIn(db)
    for (let turn = 0; turn < 3; turn++) {
      measured.bare += (await rateOf(bare.url, paths, seconds / 9)) / 3
      measured.server += (await rateOf(server.url, paths, seconds / 9)) / 3
      measured.anew += (await rateOf(server.url, different, seconds / 9)) / 3
      measured.signedIn += (await rateOf(server.url, different, seconds / 9, people)) / 3
      measured.pgbench += (await ratePgbench(url, db, searches, seconds / 9, statementOf)) / 3
      measured.pgbenchCards += (await ratePgbench(url, db, searches, seconds / 9, statementWithCards)) / 3
    }
    bare.stop()
    const browsing = await rateBrowsing(server, db, { searches: different, people, seconds })
    rates = { ...measured, browsing, bytes: Math.round(bytes) }
  } finally {
    await server.kill('SIGTERM')
  }
  return rates
}

async function startBare(bodies: Record<string, string>) {
  const child = fork(fileURLToPath(new URL('./bare-server.ts', import.meta.url)))
  child.send(bodies)
  const [port] = (await once(child, 'message')) as [number]
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() }
}

const PEOPLE = 200

/** Signs in drivers of the dataset, who have rides of their own; returns their cookies. */
export async function signIn(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct driver_id as id from ride limit ${PEOPLE}`.execute(db.read)
  return Promise.all(rows.map(({ id }) => addSession(db.read, id)))
}

/** How many of twelve requests are of each kind, for a person who browses. */
const mix = { search: 4, ride: 3, unread: 3, 'own rides': 1, 'own reservations': 1 }

type Kind = keyof typeof mix

/** Returns the addresses of the requests of people who browse, in the mix and of each kind. */
export async function browsingPaths(
  db: Database,
  searches: readonly string[],
): Promise<{ mixed: string[]; of: Record<Kind, readonly string[]> }> {
  const { rows } = await sql<{
    id: string
  }>`select id from ride where departure_time > now() + interval '1 day' limit 1000`.execute(db.read)
  const of: Record<Kind, readonly string[]> = {
    search: searches,
    ride: rows.map(({ id }) => `/api/v1/rides/${id}`),
    unread: ['/api/v1/unread'],
    'own rides': ['/api/v1/me/rides'],
    'own reservations': ['/api/v1/me/reservations'],
  }
  const mixed = Array.from({ length: 1000 }, (_, turn) =>
    kinds.flatMap((kind) =>
      Array.from({ length: mix[kind] }, (_, nr) => of[kind][(turn * mix[kind] + nr) % of[kind].length] ?? ''),
    ),
  ).flat()
  return { mixed, of }
}

const kinds = Object.keys(mix) as Kind[]

/** Measures the mix, and then the processor time of each of its kinds alone. */
async function rateBrowsing(
  server: Server,
  db: Database,
  { searches, people, seconds }: { searches: readonly string[]; people: readonly string[]; seconds: number },
): Promise<HttpRates['browsing']> {
  const { mixed, of } = await browsingPaths(db, searches)
  const each: Record<string, number> = {}
  for (const kind of kinds) each[kind] = (await microsOf(server, of[kind], people, seconds / 9)).micros
  return { ...(await microsOf(server, mixed, people, seconds / 3)), each }
}

/** Returns the rate, and the microseconds of the server's processor for one request. */
async function microsOf(server: Server, paths: readonly string[], people: readonly string[], seconds: number) {
  let done = 0
  const before = await processorSeconds(server)
  const rate = await rateOf(server.url, paths, seconds, people, () => done++)
  return { rate, micros: (((await processorSeconds(server)) - before) * 1e6) / done }
}

/** Uses kept connections with hand-written requests, so that the client costs little. With cookies each request is that of the next person. */
export async function rateOf(
  url: string,
  paths: readonly string[],
  seconds: number,
  cookies: readonly string[] = [],
  onAnswer?: () => void,
): Promise<number> {
  const { hostname, port, host } = new URL(url)
  const sockets = await Promise.all(Array.from({ length: CLIENTS }, () => connect(hostname, Number(port))))
  const free = [...sockets]
  const requests = paths.map((address, nr) => {
    const cookie = cookies.length > 0 ? `Cookie: ${cookies[nr % cookies.length]}\r\n` : ''
    return Buffer.from(`GET ${address} HTTP/1.1\r\nHost: ${host}\r\n${cookie}\r\n`)
  })
  const ask = async (nr: number) => {
    const socket = free.pop()
    if (!socket) throw new Error('more clients than connections')
    await answered(socket, requests[nr % requests.length] ?? Buffer.alloc(0))
    free.push(socket)
    onAnswer?.()
  }
  await perSecond(seconds / 4, ask)
  const rate = await perSecond(seconds, ask)
  sockets.forEach((socket) => socket.destroy())
  return rate
}

async function connect(host: string, port: number) {
  const socket = net.connect({ host, port, noDelay: true })
  await once(socket, 'connect')
  return socket
}

/** Reads as many bytes as the head announces; throws for any status but 200. */
function answered(socket: net.Socket, request: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    let wanted = -1
    let got = 0
    let head = ''
    const onData = (chunk: Buffer) => {
      got += chunk.length
      if (wanted < 0) {
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        if (!head.startsWith('HTTP/1.1 200')) return reject(new Error(`${request.toString()}${head}`))
        wanted = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1])
      }
      if (got < wanted) return
      socket.off('data', onData)
      resolve()
    }
    socket.on('data', onData)
    socket.write(request)
  })
}

const MOST_SCRIPTS = 100
const PLANNING_SECONDS = 3

async function ratePgbench(
  url: string,
  db: Database,
  searches: readonly Query[],
  seconds: number,
  ofQuery: typeof statementOf,
): Promise<number> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-pgbench-'))
  try {
    const files: string[] = []
    for (const [nr, query] of searches.slice(0, MOST_SCRIPTS).entries()) {
      const file = path.join(folder, `${nr}.sql`)
      fs.writeFileSync(file, `${withValues(await ofQuery(db, query))};\n`)
      files.push('-f', file)
    }
    // Each client plans each statement once, which takes longer than many runs: only the seconds after that count.
    const lasts = PLANNING_SECONDS + Math.max(2, Math.round(seconds))
    const flags = ['-n', '-M', 'prepared', '-c', `${CLIENTS}`, '-j', '2', '-T', `${lasts}`, '-P', '1']
    const env = { ...process.env, PGOPTIONS: '-c jit=off' }
    const { stderr } = await promisify(execFile)('pgbench', [...flags, ...files, url], { env, maxBuffer: 1e8 })
    const bySecond = [...stderr.matchAll(/^progress: .*?([\d.]+) tps/gm)].map((line) => Number(line[1]))
    const counted = bySecond.slice(PLANNING_SECONDS)
    return counted.reduce((sum, tps) => sum + tps, 0) / counted.length
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Inserts the values into a statement, because pgbench chooses among whole statements. */
const withValues = ({ text, values }: Statement) =>
  text.replace(/\$(\d+)/g, (_, nr) => {
    const value = asText(values[Number(nr) - 1])
    return value === null ? 'null' : `'${value.replaceAll("'", "''")}'`
  })
