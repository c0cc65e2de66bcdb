/** Runs the whole server in this process, with the built pages, a database of its own, a clock to move and a mailbox to read. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createApp } from '../apps/server/src/composition/app.ts'
import { fillWithDemo } from '../apps/server/src/demo/demo.ts'
import { notifyDue, settleLists } from '../apps/server/src/features/reservations/jobs.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { MovableClock } from '../apps/server/src/platform/clock.ts'
import type { Database } from '../apps/server/src/platform/db/database.ts'
import { createLog } from '../apps/server/src/platform/log.ts'
import { openTestDatabase } from '../apps/server/test/database.ts'
import { addPerson, addSession, testSecret, type TestPerson } from '../apps/server/test/sessions.ts'
import { startMailServer, type Mail, type MailServer } from './mail.ts'
import { dayInOslo, instantInOslo, type Language } from './texts.ts'

export type { Mail }

/** DIST names another folder with built pages. */
export const builtPages = path.resolve(process.env['DIST'] ?? path.join(import.meta.dirname, '../apps/web/dist'))

export interface Server {
  url: string
  db: Database
  clock: MovableClock
  /** Returns the mails sent to an address, newest first. */
  mails(to: string): Promise<Mail[]>
  /** Makes a confirmed person without the sign-up pages; `cookie` is a session. */
  member(
    name: string,
    profile?: { phone?: string; is_driver?: boolean; gender?: 'kvinne' | 'mann' },
  ): Promise<TestPerson>
  /** Makes a confirmed account with a password, for people who sign in themselves. */
  account(account: { name: string; email: string; password: string; language?: Language }): Promise<void>
  /** Makes a confirmed person with `testPassword`, who reads Norwegian; `cookie` is a session. */
  memberWithPassword(name: string): Promise<TestPerson>
  /** Calls the API as that person; throws unless it succeeds. */
  call<T = unknown>(as: TestPerson, method: string, path: string, body?: object): Promise<T>
  /** Ends requests and offers whose time is over, as the jobs of every minute do. */
  endDue(): Promise<void>
  close(): Promise<void>
}

export interface ServerOptions {
  /** Another connection to a database that several servers share. */
  database?: Database
  clock?: MovableClock
  /** Sends mail over real SMTP, to a server in this process, instead of into the local mailbox. A server that is passed is closed with this one. */
  smtp?: boolean | MailServer
  /** Another folder with built pages. */
  dist?: string
  /** Fills the database with the demo, around the clock's time. */
  demo?: boolean
  /** More of the configuration. */
  env?: Record<string, string>
}

export const testPassword = 'fjordtur-2026'
let accounts = 0

/** No demo, no limits, and only errors in the log. */
const quiet = { DEMO: 'off', PORT: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'error', SECRET: testSecret }

export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const { database, clock = new MovableClock(), smtp, dist = builtPages } = options
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-e2e-'))
  const mail = smtp === true ? await startMailServer() : smtp || undefined
  const config = readConfig({
    ...quiet,
    DATA_DIR: folder,
    ...(mail && { SMTP_URL: mail.url, MAIL_FROM: 'post@samtur.example' }),
    ...options.env,
  })
  const db = database ?? (await openTestDatabase('embedded', clock))
  const app = await createApp({ config, clock, log: createLog(config.logLevel), database: db, dist })
  if (options.demo) await fillWithDemo(app.parts, config)
  await app.http.listen({ port: config.port, host: '127.0.0.1' })
  // Uses the name rather than the number, because the links in mails contain it.
  const url = app.origin()

  const call: Server['call'] = async <T>(as: TestPerson, method: string, target: string, body?: object) => {
    const headers = { cookie: as.cookie, origin: url, ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(`${url}/api/v1${target}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${target} answered ${response.status} ${text}`)
    return JSON.parse(text === '' ? 'null' : text) as T
  }
  const account: Server['account'] = async ({ name, email, password, language: locale = 'no' }) => {
    const body = JSON.stringify({ name, email, password, locale, terms_accepted: true })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}/api/auth/sign-up/email`, { method: 'POST', headers, body })
    if (!response.ok) throw new Error(`sign-up answered ${response.status} ${await response.text()}`)
    await db.kysely.updateTable('auth_user').set({ email_verified: true }).where('email', '=', email).execute()
  }
  return {
    url,
    db,
    clock,
    call,
    mails: async (to) => (await allMails(url, mail)).filter((one) => one.to === to),
    async member(name, profile) {
      const person = await addPerson(db.kysely, { name })
      if (profile) await db.kysely.updateTable('profile').set(profile).where('id', '=', person.id).execute()
      return person
    },
    account,
    async memberWithPassword(name) {
      const email = `med-passord-${process.pid}-${++accounts}@example.no`
      await account({ name, email, password: testPassword })
      const { id } = await db.kysely
        .selectFrom('auth_user')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      return { id, email, name, cookie: await addSession(db.kysely, id) }
    },
    async endDue() {
      const deps = { ...app.parts, origin: app.origin }
      while ((await notifyDue(deps)) || (await settleLists(deps)));
    },
    async close() {
      await app.close()
      await mail?.close()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function allMails(url: string, server: MailServer | undefined): Promise<readonly Mail[]> {
  if (server) return server.mails
  const response = await fetch(`${url}/dev/mailbox.json`)
  return (await response.json()) as Mail[]
}

/** Returns a ride for the API: Oslo to Trondheim in seven hours, four seats, so many days ahead. */
export function rideBody({ daysAhead = 2, ...changes }: { daysAhead?: number; [field: string]: unknown } = {}) {
  const day = dayInOslo(daysAhead)
  return {
    start_location: 'Oslo',
    stops: ['Hamar', 'Lillehammer'],
    end_location: 'Trondheim',
    departure_time: instantInOslo(day, '07:00'),
    arrival_time: instantInOslo(day, '14:00'),
    price: 300,
    total_seats: 4,
    pets_allowed: true,
    notes: 'Henter ved Oslo S. Plass til ski på taket.',
    license_plate: 'EK12345',
    car_make: 'Volvo',
    car_model: 'V60',
    car_color: 'Blå',
    ...changes,
  }
}

/** Makes a confirmed person with the administrator's role, which otherwise comes from the configuration. */
export async function makeAdmin(server: Server, name: string, profile?: { is_driver: boolean }): Promise<TestPerson> {
  const person = await server.member(name, profile)
  await server.db.kysely.updateTable('auth_user').set({ role: 'admin' }).where('id', '=', person.id).execute()
  return person
}
