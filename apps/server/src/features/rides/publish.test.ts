/** Publishing a ride and requesting seats more than once: by a double click, a slow network, or hours later. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { rideBody } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'
import { clockAt, sharedApp } from '../../../test/shared-app.ts'

const HOUR = 3_600_000

describe.each([usualKind])('on the %s database', (kind) => {
  // Limits on, because sending again must not count; at noon, so that no day ends while the tests run.
  const { t, call } = sharedApp({ kind, clock: clockAt('2027-06-15T12:00:00Z'), env: { RATE_LIMITS: 'on' } })
  const newPerson = () => addPerson(t.db.kysely)
  const post = (path: string, as: TestPerson, body: object, key?: string) =>
    call('POST', path, as, body, key ? { 'idempotency-key': key } : {})
  const ridesOf = (person: TestPerson) =>
    t.db.read.selectFrom('ride').select('id').where('driver_id', '=', person.id).execute()

  test('a double click publishes one ride, and every response is the same', async () => {
    const [driver, key, body] = [await newPerson(), randomUUID(), rideBody(t.clock)]
    const answers = await Promise.all(Array.from({ length: 12 }, () => post('/rides', driver, body, key)))
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1)
    expect(await ridesOf(driver)).toEqual([{ id: answers[0]?.body.id }])
  })

  test('two rides that only look alike are two', async () => {
    const [driver, body] = [await newPerson(), rideBody(t.clock)]
    await Promise.all([post('/rides', driver, body), post('/rides', driver, body, randomUUID())])
    expect(await ridesOf(driver)).toHaveLength(2)
  })

  test('a request repeated after departure and beyond the publishing limit gets the first response', async () => {
    const [driver, key, body] = [await newPerson(), randomUUID(), rideBody(t.clock, { inHours: 1 })]
    const first = await post('/rides', driver, body, key)
    expect(first.status).toBe(201)
    t.clock.advance(2 * HOUR)
    try {
      for (let i = 0; i < 25; i++)
        expect(await post('/rides', driver, body, key)).toMatchObject({ status: 201, body: { id: first.body.id } })
      const late = await post('/rides', driver, body, randomUUID())
      expect(late).toMatchObject({ status: 422, body: { fields: { departure_time: 'in_past' } } })
    } finally {
      t.clock.advance(-2 * HOUR)
    }
  })

  test('a refusal is not kept: the same key works with a corrected body', async () => {
    const [driver, key] = [await newPerson(), randomUUID()]
    expect((await post('/rides', driver, rideBody(t.clock, { inHours: -1 }), key)).status).toBe(422)
    expect((await post('/rides', driver, rideBody(t.clock), key)).status).toBe(201)
  })

  test('a request for seats sent ten times at once is one, also where the key differs', async () => {
    const [driver, passenger, other] = [await newPerson(), await newPerson(), await newPerson()]
    const { body: ride } = await post('/rides', driver, rideBody(t.clock))
    const ask = (as: TestPerson, key?: string) =>
      post(`/rides/${ride.id}/reservations`, as, { seats_requested: 1 }, key)
    const key = randomUUID()
    const same = await Promise.all(Array.from({ length: 10 }, () => ask(passenger, key)))
    expect(new Set(same.map((answer) => `${answer.status} ${answer.body.id}`)).size).toBe(1)
    expect(same[0]?.status).toBe(201)
    const notified = t.db.read.selectFrom('notification').select('kind').where('user_id', '=', driver.id)
    expect(await notified.execute()).toEqual([{ kind: 'request_received' }])
    const different = await Promise.all(Array.from({ length: 10 }, () => ask(other, randomUUID())))
    const refused = different.filter((answer) => answer.status === 409 && answer.body.code === 'already_reserved')
    expect([different.filter((answer) => answer.status === 201).length, refused.length]).toEqual([1, 9])
  })

  test('a person publishes twenty rides a day', async () => {
    const driver = await newPerson()
    const answers = await Promise.all(Array.from({ length: 23 }, () => post('/rides', driver, rideBody(t.clock))))
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(20)
    const refused = answers.find((answer) => answer.status === 429)
    expect(refused?.body.code).toBe('rate_limited')
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
