/** Ratings in both directions, replies and reports, over the API. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ratingPauseDays } from '@samtur/contract/constants'
import { rideBody, startTestApp, type TestApp } from '../../../test/app.ts'
import { databaseKinds } from '../../../test/database.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { findViolations } from '#platform/db/invariants'

const HOUR = 3_600_000

let t: TestApp
let driver: TestPerson
let passenger: TestPerson
let other: TestPerson

const post = (route: string, as: TestPerson, body: object = {}, headers: Record<string, string> = {}) =>
  t.call('POST', `/api/v1${route}`, { as, body, headers })
const get = (route: string, as?: TestPerson) => t.call('GET', `/api/v1${route}`, { as })
const query = async <Row>(text: string) => (await sql.raw<Row>(text).execute(t.db.kysely)).rows

/** Returns the accepted reservation on a ride that departs in an hour and takes seven. */
async function reserved() {
  const ride = (await post('/rides', driver, rideBody(t.clock, { inHours: 1 }))).body.id as string
  const { id } = (await post(`/rides/${ride}/reservations`, passenger, { seats_requested: 1, accept_overlap: true }))
    .body as { id: string }
  return { ride, id }
}

async function accepted() {
  const made = await reserved()
  expect((await post(`/reservations/${made.id}/accept`, driver)).status).toBe(200)
  return made
}

async function travelled() {
  const made = await accepted()
  t.clock.advance(2 * HOUR)
  return made
}

/** The passenger's comment on the driver. */
async function commented() {
  const { id } = await travelled()
  const { body } = await post(`/reservations/${id}/rating`, passenger, { rating: 3, comment: 'Kjørte for fort' })
  return body.id as string
}

const ratingsOf = async (person: TestPerson, as?: TestPerson) =>
  (await get(`/profiles/${person.id}/ratings`, as)).body.items
const meanOf = async (person: TestPerson) => {
  const { rating, rating_count } = (await get(`/profiles/${person.id}`)).body
  return [rating, rating_count]
}
const notificationsOf = (person: TestPerson) =>
  query<object>(
    `select kind, params, path from notification where user_id = '${person.id}' and kind like 'rating%' order by id`,
  )

async function makePeople() {
  driver = await addPerson(t.db.kysely, { name: 'Dag Drange' })
  passenger = await addPerson(t.db.kysely, { name: 'Pia Pedersen' })
  other = await addPerson(t.db.kysely, { name: 'Nils Nilsen' })
}

describe.each(databaseKinds)('on the %s database', (kind) => {
  beforeAll(async () => {
    t = await startTestApp({ kind, env: { SECRET: testSecret } })
  })
  afterAll(async () => {
    expect(await findViolations(t.db.kysely)).toEqual([])
    await t.close()
  })
  beforeEach(makePeople)

  test('both sides rate once; a rating counts and shows at once, and the rated person is notified', async () => {
    const { id, ride } = await travelled()
    const ofDriver = await post(`/reservations/${id}/rating`, passenger, { rating: 9, comment: ' Fin tur ' })
    expect([ofDriver.status, ofDriver.body]).toMatchObject([
      201,
      {
        rating: 9,
        comment: 'Fin tur',
        rated_as: 'driver',
        shown: true,
        reply: null,
        can_reply: false,
        can_report: false,
      },
    ])
    const forced = { ride_id: ride, rater_id: driver.id, rated_id: passenger.id }
    const ofPassenger = await post(`/reservations/${id}/rating`, driver, { rating: 8, ...forced })
    expect([ofPassenger.status, ofPassenger.body]).toMatchObject([
      201,
      { rating: 8, rated_as: 'passenger', shown: true },
    ])

    for (const person of [driver, passenger])
      expect((await post(`/reservations/${id}/rating`, person, { rating: 1 })).body.code).toBe('already_rated')
    expect([await meanOf(driver), await meanOf(passenger)]).toEqual([
      [9, 1],
      [8, 1],
    ])
    expect(await ratingsOf(driver)).toMatchObject([{ rated_as: 'driver', rater: { first_name: 'Pia' } }])
    expect(await ratingsOf(passenger)).toMatchObject([{ rated_as: 'passenger', rater: { first_name: 'Dag' } }])
    expect(await notificationsOf(driver)).toEqual([
      { kind: 'rating_received', params: { name: 'Pia', rating: 9 }, path: '/profile' },
    ])
    expect(await notificationsOf(passenger)).toEqual([
      { kind: 'rating_received', params: { name: 'Dag', rating: 8 }, path: '/profile' },
    ])
  })

  test('a driver rates every passenger of a ride', async () => {
    const { ride, id } = await accepted()
    const second = (await post(`/rides/${ride}/reservations`, other, { seats_requested: 1 })).body.id as string
    await post(`/reservations/${second}/accept`, driver)
    t.clock.advance(2 * HOUR)
    const responses = await Promise.all(
      [id, second].map((each) => post(`/reservations/${each}/rating`, driver, { rating: 7 })),
    )
    expect(responses.map(({ status }) => status)).toEqual([201, 201])
    expect([await meanOf(passenger), await meanOf(other)]).toEqual([
      [7, 1],
      [7, 1],
    ])
  })

  /** Rates the other side of a new trip; returns the response. */
  const rateAgain = async (as = passenger) => post(`/reservations/${(await travelled()).id}/rating`, as, { rating: 10 })

  test('one person rates another once in seven days, and the mean is that of all ratings', async () => {
    for (const [as, rated] of [
      [passenger, driver],
      [driver, passenger],
    ] as const) {
      expect((await rateAgain(as)).status).toBe(201)
      const rater = async () => (await get('/me/reservations', passenger)).body.items[0]
      const asked = t.clock.now()
      // Another trip on the next day, and one on the seventh.
      t.clock.advance(24 * HOUR)
      const next = await travelled()
      const refused = await post(`/reservations/${next.id}/rating`, as, { rating: 10 })
      expect(refused).toMatchObject({ status: 409, body: { code: 'rated_recently' } })
      const from = refused.body.params.next_at as string
      expect(Math.abs(Date.parse(from) - asked.getTime() - ratingPauseDays * 24 * HOUR)).toBeLessThan(60_000)
      const shown =
        as === passenger
          ? await rater()
          : (await get('/me/rides', driver)).body.items.find((one: { id: string }) => one.id === next.ride)
              .reservations[0]
      expect([shown.can_rate, shown.can_rate_from]).toEqual([false, from])
      t.clock.advance(Date.parse(from) - t.clock.now().getTime() - 60_000)
      expect((await post(`/reservations/${next.id}/rating`, as, { rating: 10 })).body.code).toBe('rated_recently')
      t.clock.advance(61_000)
      expect((await post(`/reservations/${next.id}/rating`, as, { rating: 5 })).status).toBe(201)
      expect(await meanOf(rated)).toEqual([7.5, 2])
    }
  })

  test('the first rating of a pair is never held up', async () => {
    expect((await rateAgain()).status).toBe(201)
    const driverOfOther = driver
    driver = other
    expect((await rateAgain()).status).toBe(201)
    driver = driverOfOther
    passenger = await addPerson(t.db.kysely)
    expect((await rateAgain()).status).toBe(201)
  })

  test('trips of one driver at the same time give one rating, also weeks later', async () => {
    const [first, second] = [await accepted(), await accepted()]
    t.clock.advance(2 * HOUR)
    expect((await post(`/reservations/${first.id}/rating`, passenger, { rating: 10 })).status).toBe(201)
    for (const days of [0, 20]) {
      t.clock.advance(days * 24 * HOUR)
      const again = await post(`/reservations/${second.id}/rating`, passenger, { rating: 10 })
      expect([days, again.status, again.body.code]).toEqual([days, 409, 'rated_same_time'])
    }
    const shown = (await get('/me/reservations', passenger)).body.items.find(
      (one: { id: string }) => one.id === second.id,
    )
    expect([shown.can_rate, shown.can_rate_from]).toEqual([false, null])
    expect(await meanOf(driver)).toEqual([10, 1])
  })

  test('of ratings of one pair for several trips at once one is stored, whatever writes them', async () => {
    const trips = [await travelled()]
    for (let nth = 0; nth < 4; nth++) {
      t.clock.advance(12 * HOUR)
      trips.push(await travelled())
    }
    const responses = await Promise.all(
      [...trips, ...trips].map(({ id }) => post(`/reservations/${id}/rating`, passenger, { rating: 10 })),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(responses.map(({ body }) => body.code as string | undefined))).toEqual(
      new Set([undefined, 'rated_recently', 'already_rated']),
    )
    expect(await meanOf(driver)).toEqual([10, 1])
    const rest = await query<{ id: string }>(
      `select id from ride where driver_id = '${driver.id}' and id not in (select ride_id from rating)`,
    )
    for (const { id } of rest)
      await expect(
        query(
          `insert into rating (ride_id, rater_id, rated_id, rating) values ('${id}', '${passenger.id}', '${driver.id}', 10)`,
        ),
      ).rejects.toThrow(/too soon/)
  })

  test('a rating is refused before departure and without an acceptance, and other people’s reservations are not found', async () => {
    const open = await reserved()
    for (const person of [driver, passenger])
      expect((await post(`/reservations/${open.id}/rating`, person, { rating: 9 })).body.code).toBe('not_accepted')
    await post(`/reservations/${open.id}/accept`, driver)
    for (const person of [driver, passenger])
      expect((await post(`/reservations/${open.id}/rating`, person, { rating: 9 })).body.code).toBe('not_departed')
    t.clock.advance(2 * HOUR)
    const foreign = await post(`/reservations/${open.id}/rating`, other, { rating: 9 })
    const absent = await post(`/reservations/${crypto.randomUUID()}/rating`, other, { rating: 9 })
    const bare = (text: string) => text.replace(/"request_id":"[^"]+"/, '')
    expect([foreign.status, bare(foreign.text)]).toEqual([404, bare(absent.text)])
    expect(
      (await post(`/reservations/${open.id}/rating`, driver, { rating: 9, rated_id: driver.id })).body.fields,
    ).toEqual({
      rated_id: 'invalid',
    })
    expect(await query(`select from rating where ride_id = '${open.ride}'`)).toEqual([])
  })

  test('both sides may rate whatever happens after departure', async () => {
    const { id, ride } = await travelled()
    expect((await post(`/rides/${ride}/cancel`, driver)).body.code).not.toBe(undefined)
    await post(`/reservations/${id}/cancel`, passenger)
    await t.call('PUT', `/api/v1/me/blocks/${passenger.id}`, { as: driver })
    await query(`update auth_user set suspended_at = app_now(), suspended_reason = 'Sak 1' where id = '${driver.id}'`)
    expect((await post(`/reservations/${id}/rating`, passenger, { rating: 2 })).status).toBe(201)
    await query(`update auth_user set suspended_at = null, suspended_reason = null where id = '${driver.id}'`)
    await t.call('POST', '/api/v1/me/deletion', { as: passenger })
    expect((await post(`/reservations/${id}/rating`, driver, { rating: 8 })).status).toBe(201)
    // A person whose account is being deleted gets no notification.
    expect(await notificationsOf(passenger)).toEqual([])
    expect(await meanOf(driver)).toEqual([2, 1])
  })

  test('of fifty ratings at once from each side one is stored, and the averages are right', async () => {
    const { id } = await travelled()
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        post(`/reservations/${id}/rating`, index % 2 ? driver : passenger, { rating: 6 }),
      ),
    )
    const codes = responses.map(({ status, body }) => (status === 201 ? 'created' : (body.code as string)))
    expect(codes.filter((code) => code === 'created')).toHaveLength(2)
    expect(new Set(codes)).toEqual(new Set(['created', 'already_rated']))
    expect([await meanOf(driver), await meanOf(passenger)]).toEqual([
      [6, 1],
      [6, 1],
    ])
  })

  test('a repeated request returns the same rating', async () => {
    const { id } = await travelled()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const send = (rating: number) => post(`/reservations/${id}/rating`, passenger, { rating }, key)
    const [first, second] = await Promise.all([send(5), send(5)])
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id])
    expect((await send(6)).body.code).toBe('idempotency_key_reused')
  })

  test('one idempotency key for another rating or comment is refused, and the first rating stays', async () => {
    const { id } = await travelled()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const send = (body: object) => post(`/reservations/${id}/rating`, passenger, body, key)
    const first = await send({ rating: 5, comment: 'Fin tur' })
    for (const changed of [{ rating: 6, comment: 'Fin tur' }, { rating: 5, comment: 'Fin bil' }, { rating: 5 }])
      expect(await send(changed)).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
    expect(await ratingsOf(driver)).toMatchObject([{ id: first.body.id, rating: 5, comment: 'Fin tur' }])
  })

  test('a comment has at most 1000 characters, of which an emoji is one', async () => {
    const { id } = await travelled()
    const send = (comment: string) => post(`/reservations/${id}/rating`, passenger, { rating: 5, comment })
    expect(await send('🚗'.repeat(1001))).toMatchObject({ status: 422, body: { fields: { comment: 'too_long' } } })
    expect((await send('🚗'.repeat(1000))).status).toBe(201)
    expect((await ratingsOf(driver))[0]).toMatchObject({ comment: '🚗'.repeat(1000) })
  })

  test('the rated person replies once; of twenty replies at once one is stored', async () => {
    const id = await commented()
    expect((await ratingsOf(driver, driver))[0]).toMatchObject({ can_reply: true, can_report: true })
    expect((await ratingsOf(driver, other))[0]).toMatchObject({ can_reply: false, can_report: true })
    expect((await ratingsOf(driver, passenger))[0]).toMatchObject({ can_reply: false, can_report: false })
    expect((await ratingsOf(driver))[0]).toMatchObject({ can_reply: false, can_report: false })

    for (const person of [passenger, other])
      expect((await post(`/ratings/${id}/reply`, person, { text: 'Nei' })).status).toBe(404)
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => post(`/ratings/${id}/reply`, driver, { text: `Svar ${index}` })),
    )
    const arrived = responses.filter(({ status }) => status === 201)
    expect(arrived).toHaveLength(1)
    expect(new Set(responses.map(({ body }) => body.code as string))).toEqual(new Set([undefined, 'already_replied']))
    expect(arrived[0]?.body).toMatchObject({
      can_reply: false,
      reply: { text: expect.stringMatching(/^Svar \d/) as string },
    })
    expect((await ratingsOf(driver))[0].reply).toEqual(arrived[0]?.body.reply)
    expect(await notificationsOf(passenger)).toEqual([
      { kind: 'rating_replied', params: { name: 'Dag' }, path: `/profile/${driver.id}` },
    ])
  })

  test('each person except its author reports a comment once', async () => {
    const id = await commented()
    const report = (as: TestPerson) => post(`/ratings/${id}/report`, as, { reason: 'Ikke sant' })
    expect((await report(passenger)).status).toBe(404)
    for (let again = 0; again < 2; again++)
      expect(await report(driver)).toMatchObject({ status: 200, body: { reported: true } })
    await Promise.all(Array.from({ length: 20 }, () => report(other)))
    expect(
      await query(
        `select reporter_id, reported_id, reason, status, reviewed_at from user_report where rating_id = '${id}'`,
      ),
    ).toEqual(
      expect.arrayContaining(
        [driver, other].map((reporter) => ({
          reporter_id: reporter.id,
          reported_id: passenger.id,
          reason: 'Ikke sant',
          status: 'pending',
          reviewed_at: null,
        })),
      ),
    )
    expect(await query(`select from user_report where rating_id = '${id}'`)).toHaveLength(2)

    t.clock.advance(ratingPauseDays * 24 * HOUR)
    const silent = await travelled()
    const { body } = await post(`/reservations/${silent.id}/rating`, passenger, { rating: 4 })
    expect((await post(`/ratings/${body.id}/report`, driver, { reason: 'Hm' })).status).toBe(404)
  })

  test('a report is decided once, with administrator and time', async () => {
    const id = await commented()
    await post(`/ratings/${id}/report`, driver, { reason: 'Ikke sant' })
    const change = (set: string) => query(`update user_report set ${set} where rating_id = '${id}'`)
    await expect(change("status = 'resolved'")).rejects.toThrow(/user_report_check/)
    await expect(change('reported_id = reporter_id')).rejects.toThrow(/user_report_check/)
    await change(`status = 'dismissed', reviewed_at = app_now(), reviewed_by = '${other.id}'`)
    await expect(change("status = 'resolved'")).rejects.toThrow(/cannot go/)
  })

  test('replies and reports are deleted with the account', async () => {
    const id = await commented()
    await post(`/ratings/${id}/reply`, driver, { text: 'Nei' })
    await post(`/ratings/${id}/report`, driver, { reason: 'Ikke sant' })
    await t.call('POST', '/api/v1/me/deletion', { as: driver })
    expect((await get(`/profiles/${driver.id}/ratings`)).status).toBe(404)
    expect((await post(`/ratings/${id}/report`, other, { reason: 'Ikke sant' })).status).toBe(404)
  })
})

describe('a limit of ten reports a day', () => {
  test('a repeated report does not count', async () => {
    t = await startTestApp({ env: { SECRET: testSecret, RATE_LIMITS: 'on' } })
    await makePeople()
    await query(`with r as (insert into ride (driver_id, start_location, end_location, departure_time, arrival_time, price, total_seats,
        available_seats, luggage, detour_minutes, instant_booking, same_gender, license_plate, car_make, car_model, car_color)
        select '${driver.id}', 'Oslo', 'Hamar', app_now() + n * interval '1 day', app_now() + n * interval '1 day' + interval '1 hour', 0, 4, 4, 'cabin', 0, 'off', false, 'AB12345', 'V', 'V', 'V'
        from generate_series(1, 12) n returning id)
      insert into rating (ride_id, rater_id, rated_id, rating, comment, created_at)
        select id, '${passenger.id}', '${driver.id}', 1, 'Dårlig', app_now() - interval '8 days' from r`)
    const ids = (await ratingsOf(driver)).map(({ id }: { id: string }) => id) as string[]
    const report = (id = '') => post(`/ratings/${id}/report`, driver, { reason: 'Hm' })
    const first = await Promise.all([ids[0], ids[0], ids[0]].map(report))
    expect(first.map(({ status }) => status)).toEqual([200, 200, 200])
    const statuses: number[] = []
    for (const id of ids.slice(1)) statuses.push((await report(id)).status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2)
    expect(statuses.at(-1)).toBe(429)
    expect((await report(ids[0])).status).toBe(200)
    await t.close()
  })
})
