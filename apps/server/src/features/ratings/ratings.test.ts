/** Ratings in both directions, replies and reports, over the API. */
import { afterAll, describe, expect, test } from 'vitest'
import { ratingPauseDays } from '@samtur/contract/constants'
import { usualKind } from '../../../test/database.ts'
import {
  accepted,
  driver,
  expectSound,
  get,
  HOUR,
  meanOf,
  notificationsOf,
  other,
  passenger,
  post,
  query,
  rate,
  ratingsOf,
  reserved,
  setUpRatings,
  t,
  travelled,
} from '../../../test/rating-fixtures.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'

/** The passenger's comment on the driver. */
async function commented() {
  const { id } = await travelled()
  return (await rate(id, passenger, { rating: 3, comment: 'Kjørte for fort' })).body.id as string
}

describe.each([usualKind])('on the %s database', (kind) => {
  setUpRatings(kind)
  afterAll(expectSound)

  test('both sides rate once; a rating counts and shows at once, and the rated person is notified', async () => {
    const { id, ride } = await travelled()
    const ofDriver = await rate(id, passenger, { rating: 9, comment: ' Fin tur ' })
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
    const ofPassenger = await rate(id, driver, { rating: 8, ...forced })
    expect([ofPassenger.status, ofPassenger.body]).toMatchObject([
      201,
      { rating: 8, rated_as: 'passenger', shown: true },
    ])

    for (const person of [driver, passenger])
      expect((await rate(id, person, { rating: 1 })).body.code).toBe('already_rated')
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
    const responses = await Promise.all([id, second].map((each) => rate(each, driver, { rating: 7 })))
    expect(responses.map(({ status }) => status)).toEqual([201, 201])
    expect([await meanOf(passenger), await meanOf(other)]).toEqual([
      [7, 1],
      [7, 1],
    ])
  })

  test('one person rates another once in seven days, and the mean is that of all ratings', async () => {
    for (const [as, rated] of [
      [passenger, driver],
      [driver, passenger],
    ] as const) {
      expect((await rate((await travelled()).id, as, { rating: 10 })).status).toBe(201)
      const rater = async () => (await get('/me/reservations', passenger)).body.items[0]
      const asked = t.clock.now()
      // Another trip on the next day, and one on the seventh.
      t.clock.advance(24 * HOUR)
      const next = await travelled()
      const refused = await rate(next.id, as, { rating: 10 })
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
      expect((await rate(next.id, as, { rating: 10 })).body.code).toBe('rated_recently')
      t.clock.advance(61_000)
      expect((await rate(next.id, as, { rating: 5 })).status).toBe(201)
      expect(await meanOf(rated)).toEqual([7.5, 2])
    }
  })

  test('the first rating of a pair is never held up', async () => {
    const pairs = [
      [driver, passenger],
      [other, passenger],
      [driver, await addPerson(t.db.kysely)],
    ] as const
    for (const [on, by] of pairs)
      expect((await rate((await travelled(on, by)).id, by, { rating: 10 })).status).toBe(201)
  })

  test('trips of one driver at the same time give one rating, also weeks later', async () => {
    const [first, second] = [await accepted(), await accepted()]
    t.clock.advance(2 * HOUR)
    expect((await rate(first.id, passenger, { rating: 10 })).status).toBe(201)
    for (const days of [0, 20]) {
      t.clock.advance(days * 24 * HOUR)
      const again = await rate(second.id, passenger, { rating: 10 })
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
    const responses = await Promise.all([...trips, ...trips].map(({ id }) => rate(id, passenger, { rating: 10 })))
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
      expect((await rate(open.id, person, { rating: 9 })).body.code).toBe('not_accepted')
    await post(`/reservations/${open.id}/accept`, driver)
    for (const person of [driver, passenger])
      expect((await rate(open.id, person, { rating: 9 })).body.code).toBe('not_departed')
    t.clock.advance(2 * HOUR)
    const foreign = await rate(open.id, other, { rating: 9 })
    const absent = await rate(crypto.randomUUID(), other, { rating: 9 })
    const bare = (text: string) => text.replace(/"request_id":"[^"]+"/, '')
    expect([foreign.status, bare(foreign.text)]).toEqual([404, bare(absent.text)])
    expect((await rate(open.id, driver, { rating: 9, rated_id: driver.id })).body.fields).toEqual({
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
    expect((await rate(id, passenger, { rating: 2 })).status).toBe(201)
    await query(`update auth_user set suspended_at = null, suspended_reason = null where id = '${driver.id}'`)
    await t.call('POST', '/api/v1/me/deletion', { as: passenger })
    expect((await rate(id, driver, { rating: 8 })).status).toBe(201)
    // A person whose account is being deleted gets no notification.
    expect(await notificationsOf(passenger)).toEqual([])
    expect(await meanOf(driver)).toEqual([2, 1])
  })

  test('of fifty ratings at once from each side one is stored, and the averages are right', async () => {
    const { id } = await travelled()
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) => rate(id, index % 2 ? driver : passenger, { rating: 6 })),
    )
    const codes = responses.map(({ status, body }) => (status === 201 ? 'created' : (body.code as string)))
    expect(codes.filter((code) => code === 'created')).toHaveLength(2)
    expect(new Set(codes)).toEqual(new Set(['created', 'already_rated']))
    expect([await meanOf(driver), await meanOf(passenger)]).toEqual([
      [6, 1],
      [6, 1],
    ])
  })

  test('a repeated request returns the same rating, and its idempotency key is refused for another one', async () => {
    const { id } = await travelled()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const send = (body: object) => rate(id, passenger, body, key)
    const same = { rating: 5, comment: 'Fin tur' }
    const [first, second] = await Promise.all([send(same), send(same)])
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id])
    for (const changed of [{ ...same, rating: 6 }, { ...same, comment: 'Fin bil' }, { rating: 5 }])
      expect(await send(changed)).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
    expect(await ratingsOf(driver)).toMatchObject([{ id: first.body.id, ...same }])
  })

  test('a comment has at most 1000 characters, of which an emoji is one', async () => {
    const { id } = await travelled()
    const send = (comment: string) => rate(id, passenger, { rating: 5, comment })
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
    const { body } = await rate(silent.id, passenger, { rating: 4 })
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
  setUpRatings('embedded', { RATE_LIMITS: 'on' })

  test('a repeated report does not count', async () => {
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
  })
})
