/** Every way in which a ride becomes findable, or gets more free seats, has it compared with the wanted rides. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { eachRow } from '../../../test/each-row.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'

let t: TestApp
let dag: TestPerson
let pia: TestPerson
let admin: TestPerson

beforeAll(async () => {
  t = await startTestApp({ env: { SECRET: testSecret } })
  dag = await addPerson(t.db.kysely)
  pia = await addPerson(t.db.kysely)
  admin = await addPerson(t.db.kysely, { role: 'admin' })
})
afterAll(() => t.close())

let days = 2
const body = (change: object = {}) => {
  const departs = new Date(t.clock.now().getTime() + ++days * 86_400_000)
  return {
    start_location: 'Oslo',
    end_location: 'Hamar',
    departure_time: departs.toISOString(),
    arrival_time: new Date(departs.getTime() + 2 * 3_600_000).toISOString(),
    price: 200,
    total_seats: 1,
    license_plate: 'AB12345',
    car_make: 'Volvo',
    car_model: 'V60',
    car_color: 'Blå',
    ...change,
  }
}
const call = async (method: string, path: string, as: TestPerson, sent: object = {}) => {
  const response = await t.call(method, `/api/v1${path}`, { as, body: sent })
  if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${response.text}`)
  return response.body
}
const publish = async (change: object = {}): Promise<string> => (await call('POST', '/rides', dag, body(change))).id
const request = async (ride: string): Promise<string> =>
  (await call('POST', `/rides/${ride}/reservations`, pia, { seats_requested: 1 })).id
const seated = async (ride: string) => {
  const id = await request(ride)
  await call('POST', `/reservations/${id}/accept`, dag)
  return id
}

interface Way {
  name: string
  /** Returns what makes the ride findable. */
  prepare(): Promise<() => Promise<unknown>>
}

const ways: Way[] = [
  { name: 'publishing', prepare: async () => () => publish() },
  {
    name: 'an edit',
    async prepare() {
      const ride = await publish()
      return () => call('PATCH', `/rides/${ride}`, dag, { price: 100 })
    },
  },
  {
    name: 'a passenger who gives the seat back',
    async prepare() {
      const id = await seated(await publish())
      return () => call('POST', `/reservations/${id}/cancel`, pia)
    },
  },
  {
    name: 'a passenger who is taken off',
    async prepare() {
      const id = await seated(await publish())
      return () => call('POST', `/reservations/${id}/remove`, dag, { reason: 'Bilen er full' })
    },
  },
  {
    name: 'a ride that is shown again',
    async prepare() {
      const content = { kind: 'ride', id: await publish() }
      await t.db.tx((tx) => t.app.parts.reactions.run(tx, 'contentHidden', hiding(content.id, true)))
      return () => t.db.tx((tx) => t.app.parts.reactions.run(tx, 'contentHidden', hiding(content.id, false)))
    },
  },
  {
    name: 'an account that is opened again',
    async prepare() {
      await publish()
      await t.db.tx((tx) => t.app.parts.reactions.run(tx, 'suspensionChanged', suspension(true)))
      return () => t.db.tx((tx) => t.app.parts.reactions.run(tx, 'suspensionChanged', suspension(false)))
    },
  },
]
const hiding = (id: string, hidden: boolean) => ({ kind: 'ride' as const, id, hidden, by: admin.id, at: new Date() })
const suspension = (suspended: boolean) => ({ user_id: dag.id, suspended, at: new Date(), leaving: false })

test('each of them', { timeout: 120_000 }, () =>
  eachRow(
    ways,
    ({ name }) => name,
    async ({ prepare }) => {
      const act = await prepare()
      let woken = 0
      const stop = t.app.parts.bus.on('wanted', () => woken++)
      await act()
      stop()
      expect(woken).toBeGreaterThan(0)
    },
  ),
)
