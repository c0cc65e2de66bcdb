/** Blind ratings: hidden until both sides have rated, or for two weeks. Over the API. */
import { afterAll, describe, expect, test } from 'vitest'
import { usualKind } from '../../../test/database.ts'
import {
  driver,
  expectSound,
  get,
  HOUR,
  meanOf,
  notificationsOf,
  passenger,
  post,
  query,
  rate,
  ratingsOf,
  setUpRatings,
  t,
  travelled,
} from '../../../test/rating-fixtures.ts'
import { addPerson } from '../../../test/sessions.ts'
import { showRatings } from './service.ts'
import { insertReply } from './store.ts'

const DAY = 24 * HOUR

describe.each([usualKind])('blind ratings on the %s database', (kind) => {
  setUpRatings(kind, { BLIND_RATINGS: 'on' })
  afterAll(expectSound)

  const deps = (blindRatings = true) => ({ ...t.app.parts, origin: t.app.origin, blindRatings })
  const blind = async () => {
    const { id } = await travelled()
    const { body } = await rate(id, passenger, { rating: 2, comment: 'Hemmelig' })
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
    expect((await rate(id, driver, { rating: 10 })).body).toMatchObject({ shown: true })
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
    await rate(id, driver, { rating: 10 })
    expect((await ratingsOf(driver))[0]).toMatchObject({ id: ratingId, reply: null })
    expect((await reply()).status).toBe(201)
  })

  test('a blind rating refreshes only the rater’s pages', async () => {
    const { id } = await travelled()
    const woken: string[][] = []
    const off = t.app.parts.bus.on('changed', ({ user_ids, what }) => {
      if (what === 'reservations') woken.push(user_ids)
    })
    await rate(id, passenger, { rating: 2 })
    await expect.poll(() => woken).toContainEqual([passenger.id])
    await rate(id, driver, { rating: 10 })
    await expect.poll(() => woken).toContainEqual([passenger.id, driver.id])
    off()
  })

  test('two ratings at the same moment show both', async () => {
    const passengers = [passenger, await addPerson(t.db.kysely), await addPerson(t.db.kysely)]
    const trips = []
    for (const as of passengers) trips.push({ id: (await travelled(driver, as)).id, as })
    const responses = await Promise.all(
      trips.flatMap(({ id, as }) => [driver, as].map((who) => rate(id, who, { rating: 5 }))),
    )
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201))
    expect(await query('select from rating where not shown and rating = 5')).toEqual([])
    expect([await meanOf(driver), await meanOf(passengers[2]!)]).toEqual([
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
    expect((await rate(id, driver, { rating: 10 })).body).toMatchObject({ shown: true })
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
