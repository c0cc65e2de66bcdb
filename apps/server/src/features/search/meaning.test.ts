/** Texts are remembered with the places they mean; what is written meanwhile is found all the same. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import {
  usualKind,
  describePostgres,
  freshServerDatabase,
  openServerDatabase,
  type TestDatabase,
} from '../../../test/database.ts'
import { addRide, findRides, type Query } from '../../../test/rides.ts'
import { recountSeats } from '../../../test/reservations.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'
import { sharedApp } from '../../../test/shared-app.ts'
import type { Database } from '#platform/db/database'
import { startRideJobs } from '../rides/jobs.ts'
import { createMeanings } from './views-texts.ts'

const days = (count: number) => new Date(Date.now() + count * 86_400_000)

describe.each([usualKind])('on the %s database', (kind) => {
  const { t } = sharedApp({ kind })
  let driver: TestPerson
  beforeAll(async () => {
    driver = await addPerson(t.db.kysely)
  })
  afterEach(async () => void (await t.db.kysely.deleteFrom('ride').execute()))

  const add = (route: string[], departure = days(2)) => addRide(t.db, { driverId: driver.id, route, departure })
  const ids = async (query: Query) => (await findRides(t, query)).map((ride) => ride.id)
  /** Requests the first page of the default length, which the server reads directly. */
  const usual = async (query: Record<string, string>) => {
    const { body } = await t.call('GET', `/api/v1/rides?${new URLSearchParams(query).toString()}`)
    return (body.items as { id: string }[]).map((ride) => ride.id)
  }

  test.each([
    ['an unknown place', 'Nyvegen', 'Nyvegen 7'],
    ['another wording of a town, by the town', 'Oslo', 'Oslo, kai 5'],
    ['another wording of a town, by that wording', 'oslo kai', 'Oslo, kai 7'],
    ['a wording with another letter in front', 'ålesund brygg', 'Ålesund, brygga'],
  ])('a stop that was written after the search is found at once: %s', async (_, text, stop) => {
    const queries: Record<string, string>[] = [{ from: text }, { from: text, to: 'Bergen' }]
    for (const query of queries) expect(await usual(query)).toEqual([])
    const id = await add([stop, 'Bergen'])
    for (const query of queries) {
      expect(await usual(query), JSON.stringify(query)).toEqual([id])
      expect(await ids({ ...query, limit: 7 }), JSON.stringify(query)).toEqual([id])
    }
  })

  test('a text that names some stop texts of a town finds nothing of the others', async () => {
    const [west, east] = [await add(['Bergen, vest', 'Voss']), await add(['Bergen, øst', 'Voss'])]
    expect(await usual({ from: 'bergen vest' })).toEqual([west])
    expect(await usual({ from: 'bergen vest', to: 'Voss' })).toEqual([west])
    const both = await add(['Bergen, øst', 'Bergen, vest', 'Voss'], days(3))
    const [shown] = (await findRides(t, { from: 'bergen vest', to: 'Voss' })).filter((ride) => ride.id === both)
    expect(shown?.section.from_position).toBe(1)
    expect((await ids({ from: 'Bergen' })).toSorted()).toEqual([west, east, both].toSorted())
  })

  test('rides that lead between the same two places in many ways take up one line each', async () => {
    const rides: string[] = []
    const route = ['Oslo S', 'Oslo, Bryn', 'Oslo, Alna', 'Drammen', 'Drammen, Åssiden', 'Drammen, Konnerud']
    for (let hour = 0; hour < 9; hour++) rides.push(await add(route, new Date(days(2).getTime() + hour * 60_000)))
    for (const query of [{ from: 'Oslo', to: 'Drammen' }, { from: 'Oslo' }, { to: 'Drammen' }])
      for (const limit of [1, 3, 4])
        expect(await ids({ ...query, limit }), `${JSON.stringify(query)} ${limit}`).toEqual(rides)
  })

  test('where the first way is full the next one is found', async () => {
    const id = await add(['Oslo S', 'Oslo, Bryn', 'Drammen'])
    await sql`update ride_leg set seats_taken = capacity where ride_id = ${id} and position = 0`.execute(t.db.kysely)
    await recountSeats(t.db.kysely, id)
    const [{ section } = expect.fail()] = await findRides(t, { from: 'Oslo', to: 'Drammen' })
    expect(section).toMatchObject({ from_position: 1, to_position: 2 })
  })

  test('requests for one text at the same time share one query, and a failure is not kept', async () => {
    let queries = 0
    let broken = true
    const db: Database = Object.defineProperty(Object.create(t.db), 'prepared', {
      get() {
        queries++
        if (broken) throw new Error('the database is away')
        return t.db.kysely
      },
    })
    const meanings = createMeanings()
    await expect(meanings.of(db, 'Storhallen')).rejects.toThrow('away')
    broken = false
    const returned = await Promise.all(Array.from({ length: 50 }, () => meanings.of(db, 'Storhallen')))
    expect([queries, new Set(returned).size]).toEqual([2, 1])
    expect(await meanings.of(db, 'Storhallen')).toBe(returned[0])
    expect(queries).toBe(2)
    await createMeanings().of(db, 'Storhallen')
    expect(queries).toBe(3)
  })

  test('numbers of transactions from another server are taken for what they are', async () => {
    const id = await add(['Gjerdet 3', 'Bergen'])
    await sql`update stop_text set made_by = '900000000000'`.execute(t.db.kysely)
    const ahead = async () =>
      (await sql`select from stop_text where made_by >= pg_snapshot_xmax(pg_current_snapshot())`.execute(t.db.kysely))
        .rows
    expect(await ahead()).not.toEqual([])
    const jobs = startRideJobs(t.app.parts)
    try {
      await vi.waitFor(async () => expect(await ahead()).toEqual([]))
    } finally {
      await jobs.stop()
    }
    expect(await usual({ from: 'gjerdet' })).toEqual([id])
  })
})

describePostgres('several processes', () => {
  let t: TestApp
  let other: TestDatabase
  beforeAll(async () => {
    const url = await freshServerDatabase()
    t = await startTestApp({ database: await openServerDatabase(url) })
    other = await openServerDatabase(url)
  })
  afterAll(async () => {
    await other.close()
    await t.close()
  })

  test('a stop is found that another process was still writing when the text was looked up', async () => {
    const driver = await addPerson(t.db.kysely)
    const route = ['Låven bak skolen', 'Bergen']
    const id = await other.tx(async (tx) => {
      const written = await addRide({ kysely: tx }, { driverId: driver.id, route, departure: days(1) })
      expect(await findRides(t, { from: 'låven' })).toEqual([])
      return written
    })
    expect((await findRides(t, { from: 'låven' })).map((ride) => ride.id)).toEqual([id])
  })
})
