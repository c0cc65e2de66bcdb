/** Most searches take a short way. It answers what the long way through the contract's handler answers, to the byte. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorStatus } from '@samtur/contract/errors'
import { page } from '@samtur/contract/endpoint'
import { ride } from '@samtur/contract/rides'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { databaseKinds } from '../../../test/database.ts'
import { addRide } from '../../../test/rides.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { plainQuery } from '#platform/http/quick'

const routes = [
  ['Oslo', 'Hamar', 'Trondheim'],
  ['Oslo S', 'Drammen', 'Oslo S', 'Drammen'],
  ['Ås', 'Bryggen 🚗'],
  ['Kafé 100 % økologisk', 'a_b', 'C:\\Rute'],
]
/** Each with the session and without. */
const found = [
  '', 'from=Oslo', 'to=Hamar', 'from=Oslo&to=Hamar', 'from=oslo&to=trondheim&limit=10', 'from=Oslo&to=Nowhere', 'from=%C3%85', 'from=å', 'to=%F0%9F%9A%97',
  'from=a%5Fb', 'from=100+%25', 'from=%20Oslo%20&seats=2', 'date=', 'from=o&to=a', 'limit=1', 'limit=1&from=Oslo', 'sort=price', 'sort=rating&limit=2', 'max_price=100', 'pets=true',
  'from_hour=6&until_hour=12', 'from=Oslo&unknown=1', '__proto__=1', 'constructor=x', 'from=%C3%85s&from_hour=0', 'from=a%ff', '&from=Oslo', 'from=Oslo&', 'from', 'from=C%3A%5CRute', '%66rom=Oslo', 'FROM=x', 'cursor=',
] // prettier-ignore
const refused = [
  'limit=0', 'limit=x', 'limit=1000', 'date=2027-02-30', 'from_hour=12&until_hour=6', 'pets=false', 'sort=name', 'cursor=x', 'seats=9&limit=0',
  'from=a&from=b', 'from[]=Oslo', 'from%5B%5D=Oslo', 'from[x]=1', 'from=%00', `from=${'a'.repeat(121)}`, 'date=x&limit=y', 'sort=price&cursor=MjAyNw', 'max_price=-1',
] // prettier-ignore

/** Somebody of whom a card shows what can be shown. */
async function driverOf({ db }: TestApp, sum: number, ratings: number, trips: number): Promise<TestPerson> {
  const driver = await addPerson(db.kysely)
  await sql`update profile set rating_sum = ${sum}, rating_count = ${ratings}, picture_key = ${`${driver.id}.jpg`},
    full_name = ${'Åse "Kaptein" O\'Neil \\ \u2028'} where id = ${driver.id}`.execute(db.kysely)
  await sql`insert into driver_record (driver_id, completed_trips, cancelled_late, answer_minutes)
    values (${driver.id}, ${trips}, 0, ${trips > 3 ? 12 : null})`.execute(db.kysely)
  return driver
}

describe.each(databaseKinds)('on the %s database', (kind) => {
  let t: TestApp
  let person: TestPerson
  beforeAll(async () => {
    t = await startTestApp({ kind, env: { SECRET: testSecret } })
    person = await addPerson(t.db.kysely)
    const drivers = [person, await driverOf(t, 17, 2, 2), await driverOf(t, 27, 3, 12), await driverOf(t, 16, 2, 3)]
    for (const [nr, route] of routes.entries())
      for (let day = 1; day < 5; day++)
        await addRide(t.db, {
          driverId: drivers[(nr + day) % drivers.length]?.id ?? '',
          route,
          departure: new Date(t.clock.now().getTime() + day * 86_400_000 + nr * 3_600_000),
        })
    await sql`update ride set notes = ${'Møt opp "presis"\n\tved \\ C:\u0001 🚗'}, car_make = ${'Škoda "RS"'}, cost_share = 250
      where start_location like 'Oslo%'`.execute(t.db.kysely)
    await sql`update ride set cost_share = 400, created_at = date_trunc('second', created_at) where start_location = 'Ås'`.execute(t.db.kysely) // prettier-ignore
  })
  afterAll(() => t.close())

  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const { status, text, headers: answered } = await t.call('GET', path, { headers })
    const shown = [...answered].filter(([name]) => !['x-request-id', 'date'].includes(name))
    return { status, text: text.replace(/"request_id":"[^"]+"/, ''), headers: Object.fromEntries(shown) }
  }
  const visitors = (): Record<string, string>[] => [{}, { cookie: person.cookie }]
  /** A path that is written otherwise goes the long way. */
  const bothWays = async (query: string, headers?: Record<string, string>) => {
    const [short, long] = [await ask(`/api/v1/rides?${query}`, headers), await ask(`/api/v1/rides/?${query}`, headers)]
    expect(short, query).toEqual(long)
    return short
  }

  test.each(found)('%s is answered the same', async (query) => {
    for (const headers of visitors()) {
      const { status, text } = await bothWays(query, headers)
      expect(status).toBe(200)
      const body = JSON.parse(text)
      expect(page(ride).parse(body)).toEqual(body)
    }
  })

  test.each(refused)('%s is refused the same', async (query) => {
    expect((await bothWays(query)).status).toBe(errorStatus.validation)
  })

  test('a query with a broken escape is refused the same', async () => {
    expect((await bothWays('from=%zz')).status).toBe(errorStatus.malformed)
  })

  test.each(['from=Oslo&to=Hamar', 'from=Oslo', 'to=Drammen', '', 'from=a%5Fb', 'from=o&to=m'])(
    'what is asked all the time finds what anything else finds: %s',
    async (query) => {
      for (const headers of visitors())
        for (const day of ['', dayOf(2)]) {
          const of = async (limit: string) =>
            JSON.parse((await ask(`/api/v1/rides?${query}&date=${day}${limit}`, headers)).text).items
          const kept = await of('')
          expect(kept).toEqual(await of('&limit=49'))
          if (!day) expect(kept.length).toBeGreaterThan(0)
        }
    },
  )
  const dayOf = (days: number) => new Date(t.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

  test('a page of the usual length leads on to the next one', async () => {
    const first = JSON.parse((await ask('/api/v1/rides?from=Oslo&limit=1')).text)
    const next = JSON.parse((await ask(`/api/v1/rides?from=Oslo&limit=1&cursor=${first.next_cursor}`)).text)
    expect(next.items[0].departure_time > first.items[0].departure_time).toBe(true)
  })
})

test('only a list of different names with a value each is plain', () => {
  const of = (url: string, headers = {}) => plainQuery({ url, headers })
  expect(of('/x')).toEqual({})
  expect(of('/x?a=1&b=%C3%B8+y')).toEqual({ a: '1', b: 'ø y' })
  for (const url of [
    '/x?a=1&a=2',
    '/x?a[]=1',
    '/x?a%5B%5D=1',
    '/x?a=%5b',
    '/x?a=%5C',
    '/x?a',
    '/x?a=%',
    '/x?a=ø',
    '/x?&a=1',
  ])
    expect(of(url), url).toBeUndefined()
  expect(of('/x?a=1', { 'content-length': '2' })).toBeUndefined()
})
