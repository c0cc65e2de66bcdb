/** The route of the search: what it takes, what it refuses, and that a page is what the contract declares. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { errorStatus } from '@samtur/contract/errors'
import { page } from '@samtur/contract/endpoint'
import { ride } from '@samtur/contract/rides'
import type { TestApp } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { eachRow } from '../../../test/each-row.ts'
import { addRide } from '../../../test/rides.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'
import { sharedApp } from '../../../test/shared-app.ts'

const routes = [
  ['Oslo', 'Hamar', 'Trondheim'],
  ['Oslo S', 'Drammen', 'Oslo S', 'Drammen'],
  ['Ås', 'Bryggen 🚗'],
  ['Kafé 100 % økologisk', 'a_b', 'C:\\Rute'],
]
/** Each is sent with a session and without. */
const found = [
  '', 'from=Oslo', 'to=Hamar', 'from=Oslo&to=Hamar', 'from=oslo&to=trondheim&limit=10', 'from=Oslo&to=Nowhere', 'from=%C3%85', 'from=å', 'to=%F0%9F%9A%97',
  'from=a%5Fb', 'from=100+%25', 'from=%20Oslo%20&seats=2', 'date=', 'from=o&to=a', 'limit=1', 'limit=1&from=Oslo', 'sort=price', 'sort=rating&limit=2', 'max_price=100', 'pets=true', 'luggage=large',
  'from_hour=6&until_hour=12', 'from=Oslo&unknown=1', '__proto__=1', 'constructor=x', 'from=%C3%85s&from_hour=0', '&from=Oslo', 'from=Oslo&', 'from', 'from=C%3A%5CRute', '%66rom=Oslo', 'FROM=x', 'cursor=',
] // prettier-ignore
const refused = [
  'limit=0', 'limit=x', 'limit=1000', 'date=2027-02-30', 'from_hour=12&until_hour=6', 'pets=false', 'luggage=none', 'sort=name', 'cursor=x', 'seats=9&limit=0',
  'from=a&from=b', 'from[]=Oslo', 'from%5B%5D=Oslo', 'from[x]=1', 'from=%00', `from=${'a'.repeat(121)}`, 'date=x&limit=y', 'sort=price&cursor=MjAyNw', 'max_price=-1',
] // prettier-ignore

/** Adds a driver with a picture, ratings and a record, and with signs in the name that JSON escapes. */
async function driverOf({ db }: TestApp, sum: number, ratings: number, trips: number): Promise<TestPerson> {
  const driver = await addPerson(db.kysely)
  await sql`update profile set rating_sum = ${sum}, rating_count = ${ratings}, picture_key = ${`${driver.id}.jpg`},
    full_name = ${'Åse "Kaptein" O\'Neil \\ \u2028'} where id = ${driver.id}`.execute(db.kysely)
  await sql`insert into driver_record (driver_id, completed_trips, cancelled_late, answer_minutes)
    values (${driver.id}, ${trips}, 0, ${trips > 3 ? 12 : null})`.execute(db.kysely)
  return driver
}

describe.each([usualKind])('on the %s database', (kind) => {
  const { t } = sharedApp({ kind })
  let person: TestPerson
  beforeAll(async () => {
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

  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const { status, text, headers: sent } = await t.call('GET', path, { headers })
    return { status, text, type: sent.get('content-type') }
  }
  const sessions = (): Record<string, string>[] => [{}, { cookie: person.cookie }]

  test('each found query returns a page of the contract', () =>
    eachRow(found, String, async (query) => {
      for (const headers of sessions()) {
        const { status, text, type } = await ask(`/api/v1/rides?${query}`, headers)
        expect([status, type]).toEqual([200, 'application/json; charset=utf-8'])
        const body = JSON.parse(text)
        expect(page(ride.strict()).parse(body)).toEqual(body)
        expect((await ask(`/api/v1/rides/?${query}`, headers)).text).toBe(text)
      }
    }))

  test('each wrong query is refused', () =>
    eachRow(refused, String, async (query) =>
      expect((await ask(`/api/v1/rides?${query}`)).status).toBe(errorStatus.validation),
    ))

  test('a broken escape is malformed', async () => {
    expect((await ask('/api/v1/rides?from=%zz')).status).toBe(errorStatus.malformed)
  })

  test.each(['POST', 'PUT', 'DELETE'])('%s is not taken for a search', async (method) => {
    expect((await t.call(method, '/api/v1/rides?from=Oslo', { body: {} })).status).not.toBe(200)
  })

  test('a page leads on to the next one', async () => {
    const first = JSON.parse((await ask('/api/v1/rides?from=Oslo&limit=1')).text)
    const next = JSON.parse((await ask(`/api/v1/rides?from=Oslo&limit=1&cursor=${first.next_cursor}`)).text)
    expect(next.items[0].departure_time > first.items[0].departure_time).toBe(true)
  })
})
