/** Starts the whole server for a test: a fresh database, a movable clock, a mailbox, and people who can sign in. */
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createApp, type App } from '../src/composition/app.ts'
import { readConfig, type Config } from '../src/config.ts'
import { passwordMark } from '../src/features/accounts/rules.ts'
import { cookieName, signToken } from '../src/platform/http/cookies.ts'
import { deviceCookie } from '../src/features/accounts/rules-devices.ts'
import { hashPassword } from '../src/features/accounts/service-hashing.ts'
import { MovableClock } from '../src/platform/clock.ts'
import type { Database } from '../src/platform/db/database.ts'
import { createLog, type Log } from '../src/platform/log.ts'
import { findSecret } from '../src/platform/secret.ts'
import { openTestDatabase, type DatabaseKind } from './database.ts'
import { checkDeclared } from './declared-errors.ts'
import { addAccount, addToken } from './sessions.ts'

export interface TestApp {
  app: App
  db: Database
  clock: MovableClock
  url: string
  /** DATA_DIR of this server. */
  dataDir: string
  /** Calls the API or any other route once. Returns status, parsed body and headers. Throws for an error that the contract does not declare. */
  call(method: string, path: string, options?: CallOptions): Promise<TestResponse>
  /** Adds a confirmed, signed-in person, without the requests and the mail of a sign-up. */
  person(name?: string, email?: string): Promise<Person>
  close(): Promise<void>
}

export interface CallOptions {
  body?: unknown
  as?: { cookie: string } | undefined
  headers?: Record<string, string>
}

export interface TestResponse {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- bodies of any endpoint; the tests assert their shape
  body: any
  headers: Headers
  text: string
}

export interface Person {
  id: string
  name: string
  email: string
  cookie: string
}

export interface TestAppOptions {
  kind?: DatabaseKind
  database?: Database
  clock?: MovableClock
  env?: Record<string, string>
  config?: Partial<Config>
  dist?: string | null
  log?: Log
  /** `false` where the test runs the jobs itself; by themselves they also run every 15 seconds. */
  background?: boolean
  isPushService?(endpoint: URL): boolean
  /** Called with every route the server registers, as `METHOD /path`. */
  onRoute?(route: string): void
}

export const password = 'fjordtur-2026'

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const clock = options.clock ?? new MovableClock()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-test-'))
  const base = readConfig({
    DATA_DIR: folder,
    DEMO: 'off',
    PORT: '0',
    RATE_LIMITS: 'off',
    // Tests write to the database directly, which the response cache would not notice.
    RESPONSE_CACHE_MS: '0',
    LOG_LEVEL: 'silent',
    ...options.env,
  })
  const config = { ...base, ...options.config }
  const db = options.database ?? (await openTestDatabase(options.kind, clock))
  const app = await createApp({
    config,
    clock,
    log: options.log ?? createLog(config.logLevel),
    database: db,
    dist: options.dist ?? null,
    background: options.background ?? true,
    ...(options.isPushService && { isPushService: options.isPushService }),
    ...(options.onRoute && { onRoute: options.onRoute }),
  })
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.http.server.address() as { port: number }
  const url = `http://127.0.0.1:${port}`
  const call: TestApp['call'] = async (method, target, { body, as, headers } = {}) => {
    const response = await request(url + target, method, body, as?.cookie, headers)
    await checkDeclared(method, target, response)
    // Keeps the renewed session cookie of a response, as a browser does.
    const renewed = response.headers.getSetCookie().find((text) => /^(__Host-)?session=[^;]/.test(text))
    if (as && renewed) as.cookie = renewed.split(';')[0] ?? ''
    return response
  }
  return {
    app,
    db,
    clock,
    url,
    dataDir: folder,
    call,
    person: (name = 'Kari Nordmann', email = `${randomUUID()}@example.no`) => addSignedIn(db, config, name, email),
    async close() {
      // Closes connections that fetch keeps alive, which an ordinary stop would wait for.
      app.http.server.closeAllConnections()
      await app.close()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function request(
  url: string,
  method: string,
  body: unknown,
  cookie?: string,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const names = Object.keys(headers).map((name) => name.toLowerCase())
  // A browser says from which page a request comes; clients without cookies say nothing.
  const isBrowser = (cookie !== undefined || names.includes('cookie')) && !names.includes('origin')
  const isRaw = typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
      ...(isBrowser && method !== 'GET' && { 'sec-fetch-site': 'same-origin' }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw ? (body as NonNullable<RequestInit['body']>) : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: parse(text), headers: response.headers, text }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** One for everybody, because hashing is slow on purpose. */
let passwordHash: Promise<string> | undefined

/** Adds what a sign-up, a confirmed address and the first sign-in leave: the account with its password, the sign-in, the session and its cookies. */
async function addSignedIn({ kysely }: Database, config: Config, name: string, email: string): Promise<Person> {
  const hash = await (passwordHash ??= hashPassword(password))
  const { id } = await addAccount(kysely, { name, email, locale: 'en' })
  await kysely
    .insertInto('auth_account')
    .values({ user_id: id, account_id: id, provider_id: 'credential', password: hash })
    .execute()
  await kysely.insertInto('sign_in').values({ user_id: id, user_agent: 'node', new_device: false }).execute()
  const session = { name: cookieName('session', config), token: await addToken(kysely, id) }
  const secret = findSecret(config)
  const device = deviceCookie({ secret, sessionCookie: session.name }, undefined, { id, mark: passwordMark(hash) })
  const cookie = `${session.name}=${signToken(session.token, secret)}; ${device.name}=${device.value}`
  return { id, name, email, cookie }
}

export async function signIn(call: TestApp['call'], { name, email }: { name: string; email: string }): Promise<Person> {
  const answer = await call('POST', '/api/auth/sign-in/email', { body: { email, password } })
  if (answer.status !== 200) throw new Error(`sign-in returned ${answer.status} ${answer.text}`)
  const cookie = answer.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ')
  return { id: answer.body.user.id as string, name, email, cookie }
}

/** Returns the body of a valid ride that departs `inHours` from the clock's now. */
export function rideBody(
  clock: { now(): Date },
  { inHours = 48, ...changes }: { inHours?: number; [field: string]: unknown } = {},
) {
  const departure = new Date(Math.ceil(clock.now().getTime() / 60_000) * 60_000 + inHours * 3_600_000)
  return {
    start_location: 'Oslo',
    stops: ['Hamar', 'Lillehammer'],
    end_location: 'Trondheim',
    departure_time: departure.toISOString(),
    arrival_time: new Date(departure.getTime() + 7 * 3_600_000).toISOString(),
    price: 300,
    total_seats: 4,
    pets_allowed: false,
    license_plate: 'AB12345',
    car_make: 'Volvo',
    car_model: 'V60',
    car_color: 'Blå',
    ...changes,
  }
}
