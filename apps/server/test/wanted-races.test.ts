/** Wanted rides and rides at the same moment, thousands of people on one pair of places, and processes that are killed while they match. */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findViolations } from '../src/platform/db/invariants.ts'
import { rideBody } from './app.ts'
import { describePostgres, freshServerDatabase, openServerDatabase, type TestDatabase } from './database.ts'
import { type Server, startServer } from './server.ts'
import { addPerson, addSession } from './sessions.ts'
import { dayIn } from './wanted.ts'
import { addWantingPeople } from './wanted-people.ts'

/** People who want the same ride. */
const MANY = Number(process.env['WANTED_PEOPLE'] ?? 10_000)

describePostgres('many clients on PostgreSQL', () => {
  let db: TestDatabase
  let servers: Server[]
  let url: string

  beforeEach(async () => {
    url = await freshServerDatabase()
    db = await openServerDatabase(url)
    servers = []
  })
  afterEach(async () => {
    expect(await findViolations(db.kysely)).toEqual([])
    for (const server of servers) await server.kill('SIGKILL')
    await db.close()
  })

  const start = async () => {
    const server = await startServer({ DATABASE_URL: url })
    servers.push(server)
    return server
  }
  const send = async (server: Server | undefined, path: string, cookie: string, body: object) => {
    const headers = { 'content-type': 'application/json', cookie, 'sec-fetch-site': 'same-origin' }
    const response = await fetch(`${server?.url}/api/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const result = (await response.json()) as { id: string; code?: string; match_count?: number }
    return { ...result, status: response.status }
  }
  const way = { from: 'Hamar', to: 'Trondheim' }
  const publish = (server: Server | undefined, cookie: string, changes: { inHours?: number } = {}) =>
    send(server, '/rides', cookie, rideBody(db.clock, changes))
  const wanted = () => ({ ...way, date_from: dayIn(db.clock, 0), date_to: dayIn(db.clock, 5) })

  const addWanting = (count: number) => addWantingPeople(db.kysely, Array<object>(count).fill(wanted()), db.clock.now())
  const counts = async (rideId: string) => {
    const { rows } = await sql<{ matches: number; notices: number; people: number; tasks: number }>`
      select (select count(*)::integer from ride_wanted_match where ride_id = ${rideId}) as matches,
        (select count(*)::integer from notification where kind = 'ride_matched' and path like ${`/rides/${rideId}%`}) as notices,
        (select count(distinct user_id)::integer from notification where kind = 'ride_matched' and path like ${`/rides/${rideId}%`}) as people,
        (select count(*)::integer from ride_wanted_task) as tasks`.execute(db.kysely)
    return rows[0]
  }

  test(
    'ten thousand people on one pair of places are notified, each once, and publishing does not wait for it',
    { timeout: 120_000 },
    async () => {
      await addWanting(MANY)
      const cookie = await addSession(db.kysely, (await addPerson(db.kysely, { name: 'Dag Sjåfør' })).id)
      const server = await start()
      const ride = await publish(server, cookie)
      expect(ride.status).toBe(201)
      expect((await counts(ride.id))?.tasks).toBe(1)
      const all = { matches: MANY, notices: MANY, people: MANY, tasks: 0 }
      // The goal is ten seconds on a machine without other work.
      await vi.waitFor(async () => expect(await counts(ride.id)).toEqual(all), { timeout: 60_000, interval: 100 })
    },
  )

  test(
    'processes that are killed while they match lose nobody and notify nobody twice',
    { timeout: 120_000 },
    async () => {
      const count = 3_000
      await addWanting(count)
      const cookie = await addSession(db.kysely, (await addPerson(db.kysely, { name: 'Dag Sjåfør' })).id)
      await start()
      const ride = await publish(servers[0], cookie)
      for (const share of [0.1, 0.4, 0.7]) {
        const next = await start()
        // Ends one of the two while both match.
        await vi.waitFor(async () => expect((await counts(ride.id))?.notices).toBeGreaterThan(share * count), {
          timeout: 30_000,
          interval: 1,
        })
        await servers.shift()?.kill('SIGKILL')
        expect(servers).toEqual([next])
      }
      const all = { matches: count, notices: count, people: count, tasks: 0 }
      await vi.waitFor(async () => expect(await counts(ride.id)).toEqual(all), { timeout: 30_000, interval: 50 })
    },
  )

  test('of a ride and a wanted ride at the same moment each pair is known once', { timeout: 120_000 }, async () => {
    const [first, second] = [await start(), await start()]
    const people = await Promise.all(Array.from({ length: 40 }, () => addPerson(db.kysely)))
    const drivers = await Promise.all(Array.from({ length: 4 }, () => addPerson(db.kysely)))
    const rides: Promise<{ status: number; id: string }>[] = []
    const keeping: Promise<{ status: number }>[] = []
    for (const [nth, { cookie }] of people.entries()) {
      const [here, there] = nth % 2 === 0 ? [first, second] : [second, first]
      keeping.push(send(here, '/ride-wanted', cookie, wanted()))
      if (nth % 10 === 5)
        rides.push(publish(there, drivers[Math.floor(nth / 10)]?.cookie ?? '', { inHours: 40 + nth / 10 }))
    }
    expect(
      new Set([...(await Promise.all(keeping)), ...(await Promise.all(rides))].map(({ status }) => status)),
    ).toEqual(new Set([201]))
    const pairs = people.length * rides.length
    await vi.waitFor(
      async () => {
        const { rows } = await sql<{ pairs: number; tasks: number }>`
          select (select count(*)::integer from ride_wanted_match) as pairs, (select count(*)::integer from ride_wanted_task) as tasks`.execute(
          db.kysely,
        )
        expect(rows).toEqual([{ pairs, tasks: 0 }])
      },
      { timeout: 30_000, interval: 50 },
    )
    // What the response has not shown was notified, and nothing else.
    const { rows } = await sql<{ id: string }>`
      select w.id from ride_wanted_match match join ride_wanted w on w.id = match.wanted_id
        left join notification on notification.user_id = w.user_id and dedupe_key = 'ride_matched:' || w.id || ':' || match.ride_id
      where (match.notice = 'single') <> (notification.id is not null)`.execute(db.kysely)
    expect(rows).toEqual([])
  })

  test(
    'one person who keeps the same at the same moment in many tabs has one, and never more than twenty',
    { timeout: 60_000 },
    async () => {
      const [first, second] = [await start(), await start()]
      const { cookie, id } = await addPerson(db.kysely)
      const same = await Promise.all(
        Array.from({ length: 12 }, (_, nth) => send(nth % 2 ? first : second, '/ride-wanted', cookie, wanted())),
      )
      expect(same.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        201,
        ...Array.from({ length: 11 }, () => 409),
      ])
      const others = await Promise.all(
        Array.from({ length: 30 }, (_, price) =>
          send(price % 2 ? first : second, '/ride-wanted', cookie, { ...wanted(), max_price: price }),
        ),
      )
      expect(others.filter(({ status }) => status === 201)).toHaveLength(19)
      expect(new Set(others.filter(({ status }) => status !== 201).map(({ code }) => code))).toEqual(
        new Set(['too_many_wanted']),
      )
      const { rows } = await sql<{
        count: number
      }>`select count(*)::integer as count from ride_wanted where user_id = ${id}`.execute(db.kysely)
      expect(rows).toEqual([{ count: 20 }])
    },
  )
})
