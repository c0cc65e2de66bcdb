/** The whole server in this process, with the built pages, a database of its own, a clock to move and a mailbox to read. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createApp } from '../apps/server/src/app.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { MovableClock } from '../apps/server/src/platform/clock.ts'
import type { Database } from '../apps/server/src/platform/db/database.ts'
import { createLog } from '../apps/server/src/platform/log.ts'
import { openTestDatabase } from '../apps/server/test/database.ts'
import { addPerson, testSecret, type TestPerson } from '../apps/server/test/sessions.ts'
import { dayInOslo, instantInOslo } from './texts.ts'

const dist = path.resolve(import.meta.dirname, '../apps/web/dist')

export interface Mail {
  to: string
  subject: string
  text: string
}

export interface Server {
  url: string
  db: Database
  clock: MovableClock
  /** What has been sent to an address, newest first. */
  mails(to: string): Promise<Mail[]>
  /** A confirmed person who did not have to sign up; `cookie` is a session. */
  member(name: string, profile?: { phone?: string; is_driver?: boolean }): Promise<TestPerson>
  /** A confirmed account with a password, for those who are to sign in by themselves. */
  account(account: { name: string; email: string; password: string }): Promise<void>
  /** A call of the API as that person; fails unless it is answered with success. */
  call<T = unknown>(as: TestPerson, method: string, path: string, body?: object): Promise<T>
  close(): Promise<void>
}

export interface ServerOptions {
  /** Another view of a database that several servers share. */
  database?: Database
  clock?: MovableClock
}

export async function startServer({ database, clock = new MovableClock() }: ServerOptions = {}): Promise<Server> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-story-'))
  const env = { DATA_DIR: folder, DEMO: 'off', PORT: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'error', SECRET: testSecret }
  const config = readConfig(env)
  const db = database ?? (await openTestDatabase('embedded', clock))
  const app = await createApp({ config, clock, log: createLog(config.logLevel), database: db, dist })
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  // The name rather than the number, because the links in mails carry it.
  const url = app.origin()

  const call: Server['call'] = async <T>(as: TestPerson, method: string, target: string, body?: object) => {
    const headers = { cookie: as.cookie, ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(`${url}/api/v1${target}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${target} answered ${response.status} ${text}`)
    return JSON.parse(text === '' ? 'null' : text) as T
  }
  return {
    url,
    db,
    clock,
    call,
    async mails(to) {
      const response = await fetch(`${url}/dev/mailbox.json`)
      const all = (await response.json()) as Mail[]
      return all.filter((mail) => mail.to === to)
    },
    async member(name, profile) {
      const person = await addPerson(db.kysely, { name })
      if (profile) await db.kysely.updateTable('profile').set(profile).where('id', '=', person.id).execute()
      return person
    },
    async account({ name, email, password }) {
      const body = JSON.stringify({ name, email, password, terms_accepted: true })
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${url}/api/auth/sign-up/email`, { method: 'POST', headers, body })
      if (!response.ok) throw new Error(`sign-up answered ${response.status} ${await response.text()}`)
      await db.kysely.updateTable('auth_user').set({ email_verified: true }).where('email', '=', email).execute()
    },
    async close() {
      await app.close()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A ride as the API takes it: Oslo to Trondheim in seven hours, four seats, on a day so many days ahead. */
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
