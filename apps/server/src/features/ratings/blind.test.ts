/** Blind ratings: hidden until both sides have rated, or for two weeks. Over the API, on both databases. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rideBody, startTestApp, type TestApp } from '../../../test/app.ts'
import { databaseKinds } from '../../../test/database.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { findViolations } from '#platform/db/invariants'
import { showRatings } from './service.ts'
import { insertReply } from './store.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let t: TestApp
let driver: TestPerson
let passenger: TestPerson

const post = (route: string, as: TestPerson, body: object = {}) => t.call('POST', `/api/v1${route}`, { as, body })
const get = (route: string, as?: TestPerson) => t.call('GET', `/api/v1${route}`, { as })
const query = async <Row>(text: string) => (await sql.raw<Row>(text).execute(t.db.kysely)).rows

/** Returns the accepted reservation on a ride that has departed an hour ago and arrives in six. */
async function travelled() {
  const ride = (await post('/rides', driver, rideBody(t.clock, { inHours: 1 }))).body.id as string
  const { id } = (await post(`/rides/${ride}/reservations`, passenger, { seats_requested: 1, accept_overlap: true }))
    .body as { id: string }
  expect((await post(`/reservations/${id}/accept`, driver)).status).toBe(200)
  t.clock.advance(2 * HOUR)
  return { id }
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
}

describe.each(databaseKinds)('blind ratings on the %s database', (kind) => {
  const deps = (blindRatings = true) => ({ ...t.app.parts, origin: t.app.origin, blindRatings })

  beforeAll(async () => {
    t = await startTestApp({ kind, env: { SECRET: testSecret, BLIND_RATINGS: 'on' } })
  })
  afterAll(async () => {
    expect(await findViolations(t.db.kysely)).toEqual([])
    await t.close()
  })
  beforeEach(makePeople)

  const blind = async () => {
    const { id } = await travelled()
    const { body } = await post(`/reservations/${id}/rating`, passenger, { rating: 2, comment: 'Hemmelig' })
    expect(body).toMatchObject({ rating: 2, shown: false })
    return { id, ratingId: body.id as string }
  }
  /** Nothing of it is to be seen, not even that it is there. */
  const hidden = async (ratingId: string) => {
    expect([await ratingsOf(driver, driver), await meanOf(driver), await notificationsOf(driver)]).toEqual([
      [],
      [null, 0],
      [],
    ])
    expect((await post(`/ratings/${ratingId}/reply`, driver, { text: 'Nei' })).status).toBe(404)
    expect((await post(`/ratings/${ratingId}/report`, driver, { reason: 'Nei' })).status).toBe(404)
  }

  test('ratings are shown, counted and notified when both sides have rated; before that the rater sees the own one', async () => {
    const { id, ratingId } = await blind()
    await hidden(ratingId)
    const own = (await get('/me/reservations', passenger)).body.items[0]
    expect([own.own_rating, own.can_rate]).toEqual([2, false])
    expect((await post(`/reservations/${id}/rating`, driver, { rating: 10 })).body).toMatchObject({ shown: true })
    expect([await meanOf(driver), await meanOf(passenger)]).toEqual([
      [2, 1],
      [10, 1],
    ])
    expect([await notificationsOf(driver), await notificationsOf(passenger)]).toMatchObject([
      [{ kind: 'rating_received', params: { rating: 2 } }],
      [{ kind: 'rating_received', params: { rating: 10 } }],
    ])
  })

  test('a blind rating cannot be replied to, and can once it is shown', async () => {
    const { id, ratingId } = await blind()
    const reply = () => post(`/ratings/${ratingId}/reply`, driver, { text: 'Takk' })
    expect((await reply()).body.code).toBe('not_found')
    // Nor by a statement that finds it before it is shown.
    expect(await t.db.tx((tx) => insertReply(tx, ratingId, driver.id, 'Takk'))).toBe(false)
    await post(`/reservations/${id}/rating`, driver, { rating: 10 })
    expect((await ratingsOf(driver))[0]).toMatchObject({ id: ratingId, reply: null })
    expect((await reply()).status).toBe(201)
  })

  test('a blind rating refreshes only the rater’s pages', async () => {
    const { id } = await travelled()
    const woken: string[][] = []
    const off = t.app.parts.bus.on('changed', ({ user_ids, what }) => {
      if (what === 'reservations') woken.push(user_ids)
    })
    await post(`/reservations/${id}/rating`, passenger, { rating: 2 })
    await expect.poll(() => woken).toContainEqual([passenger.id])
    await post(`/reservations/${id}/rating`, driver, { rating: 10 })
    await expect.poll(() => woken).toContainEqual([passenger.id, driver.id])
    off()
  })

  test('two ratings at the same moment show both', async () => {
    const passengers = [passenger, await addPerson(t.db.kysely), await addPerson(t.db.kysely)]
    const trips: { id: string; as: TestPerson }[] = []
    for (const as of passengers) {
      passenger = as
      trips.push({ ...(await travelled()), as })
    }
    const responses = await Promise.all(
      trips.flatMap(({ id, as }) => [driver, as].map((who) => post(`/reservations/${id}/rating`, who, { rating: 5 }))),
    )
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201))
    expect(await query('select from rating where not shown and rating = 5')).toEqual([])
    expect([await meanOf(driver), await meanOf(passenger)]).toEqual([
      [5, 3],
      [5, 1],
    ])
    expect(await notificationsOf(driver)).toHaveLength(3)
  })

  test('a rating is shown two weeks after arrival, and a later one at once', async () => {
    const { id, ratingId } = await blind()
    // Left an hour ago, arrives in six.
    t.clock.advance(6 * HOUR + 14 * DAY - 60_000)
    await showRatings(deps())
    await hidden(ratingId)
    t.clock.advance(2 * 60_000)
    expect(await showRatings(deps())).toBe(true)
    expect(await meanOf(driver)).toEqual([2, 1])
    expect(await notificationsOf(driver)).toHaveLength(1)
    expect(await showRatings(deps())).toBe(false)
    expect((await post(`/reservations/${id}/rating`, driver, { rating: 10 })).body).toMatchObject({ shown: true })
    t.clock.advance(-(6 * HOUR + 14 * DAY + 60_000))
  })

  test('where ratings are not blind any more, all are shown', async () => {
    const { ratingId } = await blind()
    await hidden(ratingId)
    while (await showRatings(deps(false)));
    expect(await meanOf(driver)).toEqual([2, 1])
    expect((await ratingsOf(driver))[0]).toMatchObject({ id: ratingId, comment: 'Hemmelig' })
  })
})
