/** The filters of a kept search: the rides that it reports are those that the search finds. */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Ride } from '@samtur/contract/rides'
import { wantedFilterNames } from '@samtur/contract/wanted-filters'
import { eachRow } from '../../../test/each-row.ts'
import { addRide, findRides, type RideToAdd } from '../../../test/rides.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'
import { clockAt, sharedApp } from '../../../test/shared-app.ts'
import { dayIn, listOwn, matchAll, notified, want } from '../../../test/wanted.ts'
import { instantInOslo } from '../../platform/clock.ts'

// Noon in Oslo, so that days and quiet hours are the same in every run.
const clock = clockAt('2027-03-10T12:00:00+01:00')
const { t, call } = sharedApp({ clock, env: { SAME_GENDER_RIDES: 'on' } })
const way = { from: 'Slagelse', to: 'Aarhus' }
/** A search with a value of every filter. */
const everything = {
  seats: 5,
  max_price: 300,
  pets: true,
  luggage: 'cabin',
  instant: true,
  same_gender: true,
  detours: 'no',
  time_from: '06:00',
  time_to: '11:59',
}

let kari: TestPerson
let ola: TestPerson

const addStating = async (gender: string | null, name = 'Pia Passasjer') => {
  const person = await addPerson(t.db.kysely, { name })
  await sql`update profile set gender = ${gender}, gender_counts_at = app_now() where id = ${person.id}`.execute(
    t.db.kysely,
  )
  return person
}

beforeEach(async () => {
  await sql`delete from ride_wanted`.execute(t.db.kysely)
  await sql`delete from ride`.execute(t.db.kysely)
  kari = await addStating('kvinne', 'Kari Sjåfør')
  ola = await addStating('mann', 'Ola Sjåfør')
})

const publish = (change: Partial<RideToAdd> & { at?: string } = {}) => {
  const { at = '08:00', ...rest } = change
  return addRide(t.db, {
    driverId: kari.id,
    route: ['Slagelse', 'Aarhus'],
    departure: instantInOslo(dayIn(t.clock, 2), at) ?? new Date(0),
    seats: 6,
    price: 200,
    pets: true,
    luggage: 'large',
    instant: 'all',
    ...rest,
  })
}
const reported = async (person: TestPerson) =>
  (await notified(t, person)).filter(({ kind }) => kind === 'ride_matched').map(({ path }) => path.slice(7, 43))

/** A ride each that lacks what one filter asks for. */
const lacking = (): Record<string, Parameters<typeof publish>[0]> => ({
  seats: { seats: 4 },
  max_price: { price: 400 },
  pets: { pets: false },
  luggage: { luggage: 'small' },
  instant: { instant: 'off' },
  'instant for trusted people': { instant: 'trusted' },
  same_gender: { driverId: ola.id },
  'a detour': { route: ['København', 'Aarhus'], detour: 30, at: '07:00' },
  'the hour before': { at: '05:59' },
  'the hour after': { at: '12:00' },
})

test('a search with every filter reports the ride that has everything, and none that lacks something', async () => {
  const pia = await addStating('kvinne')
  const { status, body } = await want(t, pia, { ...way, ...everything })
  expect(status).toBe(201)
  expect(body).toMatchObject({ ...everything, unkept: [] })
  const refused = new Map<string, string>()
  for (const [what, change] of Object.entries(lacking())) refused.set(await publish(change), what)
  const right = await publish()
  await matchAll(t)
  expect((await reported(pia)).map((id) => refused.get(id) ?? 'the right one')).toEqual(['the right one'])
  // The other way round, a person who comes after the rides finds the same one.
  const eva = await addStating('kvinne')
  const later = await want(t, eva, { ...way, ...everything })
  expect(later.body.matches.map(({ id }: Ride) => refused.get(id) ?? id)).toEqual([right])
})

test('each filter alone reports what the search with it finds', async () => {
  const rides = new Set<string>()
  for (const change of [{}, ...Object.values(lacking())]) rides.add(await publish(change))
  const found = new Map<string, unknown>()
  const kept = new Map<string, unknown>()
  for (const name of wantedFilterNames) {
    const pia = await addStating('kvinne')
    const value = everything[name]
    const query = { ...way, date: dayIn(t.clock, 2), [name]: String(value) }
    found.set(name, (await findRides(t, query, pia)).map(({ id }) => id).toSorted())
    const { body } = await want(t, pia, { ...way, [name]: value })
    kept.set(name, body.matches.map(({ id }: Ride) => id).toSorted())
  }
  expect(kept).toEqual(found)
  for (const ids of kept.values()) expect((ids as string[]).length).toBeLessThan(rides.size)
})

test('one person keeps searches that differ in one filter only', async () => {
  const pia = await addStating('kvinne')
  const rows = Object.entries({ ...everything, none: undefined })
  await eachRow(
    rows,
    ([name]) => name,
    async ([name, value]) => {
      const changes = value === undefined ? {} : { [name]: value }
      expect((await want(t, pia, { ...way, ...changes })).status).toBe(201)
      expect((await want(t, pia, { ...way, ...changes })).body.code).toBe('wanted_exists')
    },
  )
})

test('a change of one filter keeps the others', async () => {
  const pia = await addStating('kvinne')
  const { body } = await want(t, pia, { ...way, ...everything })
  const edited = await call('PATCH', `/ride-wanted/${body.id}`, pia, { instant: false, seats: 1 })
  expect(edited.body).toMatchObject({ ...everything, instant: false, seats: 1 })
})

test('the own gender is refused to those who state none, and what was kept says that it finds nothing', async () => {
  const nobody = await addStating(null)
  const refused = { status: 422, body: { fields: { same_gender: 'gender_missing' } } }
  expect(await want(t, nobody, { ...way, same_gender: true })).toMatchObject(refused)
  const asked = { ...way, date_from: dayIn(t.clock, 2), same_gender: true }
  expect((await call('POST', '/ride-wanted/preview', undefined, asked)).status).toBe(422)
  const pia = await addStating('kvinne')
  const { body } = await want(t, pia, { ...way, same_gender: true })
  await publish()
  await sql`update profile set gender = null where id = ${pia.id}`.execute(t.db.kysely)
  expect((await listOwn(t, pia)).items).toMatchObject([{ id: body.id, unkept: ['same_gender'], match_count: 0 }])
  await matchAll(t)
  expect(await reported(pia)).toEqual([])
})

test('a driver of another gender neither sees a post for the own gender on the way nor offers a ride for it', async () => {
  const pia = await addStating('kvinne')
  const { body } = await want(t, pia, { ...way, same_gender: true, max_price: 10, public: true })
  const seen = async (driver: TestPerson) => {
    const ride_id = await publish({ driverId: driver.id })
    const { body: posts } = await call('GET', `/ride-wanted/on-your-way?ride_id=${ride_id}`, driver)
    const { status } = await call('POST', `/ride-wanted/${body.id}/offers`, driver, { ride_id })
    return [posts.items.length, status]
  }
  // Of the price the two can agree.
  expect([await seen(kari), await seen(ola)]).toEqual([
    [1, 201],
    [0, 409],
  ])
})
