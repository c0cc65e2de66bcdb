/**
 * The server as a process of its own, for tests that stop it in different ways. It starts like the product's own process, but without pages.
 * Over its channel it reports when it listens, and runs queries of its database, which only one process can open.
 */
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { notifyDue, settleLists } from '../src/features/reservations/jobs.ts'
import { explained } from '../src/operating/commands/sentences.ts'
import { startServer } from '../src/operating/commands/start.ts'
import type { Executor } from '../src/platform/db/database.ts'
import { findViolations } from '../src/platform/db/invariants.ts'
import { addReservation, recountSeats } from './reservations.ts'
import { addRide } from './rides.ts'
import { addPerson, type TestPerson } from './sessions.ts'

const HOUR = 3_600_000

export type Questions = ReturnType<typeof questionsTo>
export type Question = {
  [Name in keyof Questions]: { id: number; name: Name; args: Parameters<Questions[Name]> }
}[keyof Questions]
export type FromServer = { ready: string } | { id: number; answer: unknown } | { id: number; error: string }

type Jobs = Parameters<typeof notifyDue>[0]

const questionsTo = (db: Executor, jobs: Jobs) => ({
  query: async (text: string, values: unknown[] = []) =>
    (await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values))).rows,
  violations: () => findViolations(db),
  /** Does what is due of requests, reminders and waiting lists, without waiting for the jobs' own time. */
  settle: async () => {
    while (await notifyDue(jobs));
    while (await settleLists(jobs));
  },
  people: async (count: number) => {
    const people: TestPerson[] = []
    for (let i = 0; i < count; i++) people.push(await addPerson(db, { name: `Kari Nummer ${i}` }))
    return people
  },
  /** Stores accepted reservations of the passenger on so many departed rides; returns their ids. */
  departed: async (driverId: string, passengerId: string, count: number) => {
    await db.updateTable('profile').set({ is_driver: true }).where('id', '=', driverId).execute()
    const ids: string[] = []
    for (let i = 0; i < count; i++) ids.push(await addDeparted(db, driverId, passengerId))
    return ids
  },
})

async function addDeparted(db: Executor, driverId: string, passengerId: string) {
  const departure = new Date(Date.now() - HOUR)
  const earlier = new Date(departure.getTime() - HOUR)
  const rideId = await addRide({ kysely: db }, { driverId, route: ['Oslo', 'Hamar'], departure })
  await sql`update ride set created_at = ${earlier} where id = ${rideId}`.execute(db)
  await sql`update ride_leg set seats_taken = 1 where ride_id = ${rideId}`.execute(db)
  const accepted = { status: 'accepted', created_at: earlier, decided_at: earlier } as const
  const id = await addReservation(db, { ride_id: rideId, passenger_id: passengerId, ...accepted })
  await recountSeats(db, rideId)
  return id
}

/** Opens connections beside the product's own, whose time is limited, because a test's queries read everything. */
function openBeside(url: string): Executor {
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: 'samtur-test' })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely({ dialect: new PostgresDialect({ pool }) })
}

const tell = (message: FromServer) => process.send?.(message)
const app = await explained(startServer({ dist: null }))
const url = process.env['DATABASE_URL']
const { db, bus, reactions } = app.parts
const questions = questionsTo(url ? openBeside(url) : db.kysely, { db, bus, reactions, origin: app.origin })
process.on('message', ({ id, name, args }: Question) => {
  const ask = questions[name] as (...args: unknown[]) => Promise<unknown>
  ask(...args).then(
    (answer) => tell({ id, answer }),
    (error: Error) => tell({ id, error: `${name}: ${error.message}` }),
  )
})
// The parent has ended without stopping this process.
process.once('disconnect', () => process.exit())
tell({ ready: `http://127.0.0.1:${(app.http.server.address() as { port: number }).port}` })
