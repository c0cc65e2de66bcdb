/** The day of travel over the API: today's trips, follow links, what has happened, and meeting codes. */
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { usualKind } from '../../../test/database.ts'
import {
  accepted,
  act,
  call,
  cancel,
  driver,
  edit,
  later,
  moved,
  newKinds,
  newNotifications,
  ola,
  pia,
  publish,
  requested,
  setUpReservations,
  skipNotifications,
  t,
} from '../../../test/reservation-fixtures.ts'
import type { TestPerson } from '../../../test/sessions.ts'
import { runTravel } from './jobs.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe.each([usualKind])('on the %s database', (kind) => {
  setUpReservations(kind, true)

  const today = async (as: TestPerson) => (await call('GET', '/me/trips/today', as)).body.items
  const share = (body: object, as = pia, headers = {}) => call('POST', '/trips/follow-links', as, body, headers)
  const keyOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)
  const follow = (url: string) => t.call('POST', '/api/v1/follow', { body: { key: keyOf(url) } })
  const say = (id: string, kind: string, as: TestPerson, at?: string) =>
    call('POST', `/reservations/${id}/check-ins`, as, { kind, ...(at && { at }) })
  const type = (id: string, code: string, as: TestPerson) => call('POST', `/reservations/${id}/met`, as, { code })
  const run = () => runTravel({ ...t.app.parts, secret: 'any', origin: t.app.origin })
  const codeOf = async (as: TestPerson) => (await today(as))[0].companions[0].code as string

  /** Writes the state of an account alone; what follows from a suspension is tested elsewhere. */
  const suspended = ({ id }: TestPerson, now: boolean) =>
    t.db.kysely
      .updateTable('auth_user')
      .set({ suspended_at: now ? new Date() : null, suspended_reason: now ? 'Sak 1' : null })
      .where('id', '=', id)
      .execute()

  /** Publishes a ride for in six hours with Pia on it. */
  async function trip() {
    const ride = await publish({ inHours: 6 })
    const reservation = await accepted(ride.id)
    await skipNotifications()
    return { ride, reservation }
  }

  describe('today', () => {
    test('shows driver and passenger the same trip, each with the other side and a code of their own', async () => {
      const { ride, reservation } = await trip()
      const [[mine], [driven], others] = await Promise.all([today(pia), today(driver), today(ola)])
      expect(others).toEqual([])
      const start = { text: 'Oslo', at: ride.departure_time, point: null }
      const car = { make: 'Volvo', model: 'V60', color: 'Blå', plate: 'AB12345' }
      expect(mine).toMatchObject({ ride_id: ride.id, reservation_id: reservation, start, car })
      expect(driven).toMatchObject({ ride_id: ride.id, reservation_id: null, start, car })
      expect(mine.companions).toMatchObject([{ reservation_id: reservation, person: { id: driver.id }, met: false }])
      expect(driven.companions).toMatchObject([{ reservation_id: reservation, person: { id: pia.id }, seats: 1 }])
      expect(mine.companions[0].code).not.toBe(driven.companions[0].code)
    })

    test('begins 12 hours before departure and ends 3 hours after arrival', async () => {
      const ride = await publish({ inHours: 13 })
      await accepted(ride.id)
      const counts = async (hours: number) =>
        later(hours * HOUR, async () => [(await today(pia)).length, (await today(driver)).length])
      expect(await counts(0)).toEqual([0, 0])
      expect(await counts(1.1)).toEqual([1, 1])
      // 13 hours, 7 on the way, and 3.
      expect(await counts(22.9)).toEqual([1, 1])
      expect(await counts(23.1)).toEqual([0, 0])
    })

    test('has no request that is open, no cancelled seat and no cancelled ride', async () => {
      const { ride, reservation } = await trip()
      await requested(ride.id, ola)
      expect(await today(ola)).toEqual([])
      expect((await today(driver))[0].companions).toHaveLength(1)
      await act(reservation, 'cancel', pia)
      expect(await today(pia)).toEqual([])
      expect((await today(driver))[0].companions).toEqual([])
      await cancel(ride.id, { reason: 'Syk' })
      expect(await today(driver)).toEqual([])
    })

    test('keeps an arrived passenger’s phone from a driver who was suspended, and the other way round', async () => {
      const withPhone = t.db.kysely.updateTable('profile').set({ phone: '+4790000000' })
      await withPhone.where('id', 'in', [driver.id, pia.id]).execute()
      await trip()
      expect((await today(pia))[0].companions[0].person.phone).toBe('+4790000000')
      await suspended(driver, true)
      expect((await today(pia))[0].companions[0].person.phone).toBeNull()
      await suspended(driver, false)
    })
  })

  describe('a follow link', () => {
    test('shows exactly the listed fields to anybody, and tells the other side once', async () => {
      const { ride, reservation } = await trip()
      const { status, body } = await share({ reservation_id: reservation })
      expect(status).toBe(201)
      expect(body).toEqual({
        id: expect.any(String),
        url: expect.stringMatching(/\/follow\/[\w-]{43}$/),
        created_at: expect.any(String),
        ends_at: new Date(Date.parse(ride.arrival_time) + 3 * HOUR).toISOString(),
        email: null,
        position_at: null,
      })
      const shown = await follow(body.url)
      expect(shown.status).toBe(200)
      expect(shown.headers.get('cache-control')).toContain('no-store')
      expect(shown.body).toEqual({
        sharer: 'Pia',
        driver: 'Dag',
        driving: false,
        cancelled: false,
        start: { text: 'Oslo', at: ride.departure_time, point: null },
        end: { text: 'Trondheim', at: ride.arrival_time, point: null },
        car: { make: 'Volvo', color: 'Blå', plate: 'AB12345' },
        check_ins: [],
        position: null,
        ends_at: body.ends_at,
      })
      await share({ reservation_id: reservation })
      expect(await newNotifications(driver)).toMatchObject([{ kind: 'trip_followed', params: { name: 'Pia' } }])
      expect(await newKinds(pia)).toEqual([])
    })

    test('of an own ride tells every accepted passenger, and says that the driver drives', async () => {
      const { ride } = await trip()
      const { body } = await share({ ride_id: ride.id }, driver)
      expect((await follow(body.url)).body).toMatchObject({ sharer: 'Dag', driver: 'Dag', driving: true })
      expect(await newKinds(pia)).toEqual(['trip_followed'])
      expect(await newKinds(ola)).toEqual([])
    })

    test('of an own ride tells a passenger who is accepted later, once', async () => {
      const { ride } = await trip()
      await share({ ride_id: ride.id }, driver)
      await newKinds(pia)
      const late = await requested(ride.id, ola)
      await act(late, 'accept', driver)
      await newKinds(ola)
      await run()
      await run()
      expect(await newKinds(ola)).toEqual(['trip_followed'])
      expect(await newKinds(pia)).toEqual([])
    })

    test('is made for the own accepted trip only', async () => {
      const { ride, reservation } = await trip()
      const open = await requested(ride.id, ola)
      expect(await share({ reservation_id: open }, ola)).toMatchObject({ status: 409, body: { code: 'not_accepted' } })
      for (const as of [ola, driver]) expect((await share({ reservation_id: reservation }, as)).status).toBe(404)
      for (const as of [ola, pia]) expect((await share({ ride_id: ride.id }, as)).status).toBe(404)
    })

    test('there are five for a trip; one that is taken back makes room, and shows nothing from then on', async () => {
      const { reservation } = await trip()
      const links: { id: string; url: string }[] = []
      for (let count = 0; count < 5; count++) links.push((await share({ reservation_id: reservation })).body)
      const sixth = await share({ reservation_id: reservation })
      expect(sixth).toMatchObject({ status: 409, body: { code: 'too_many_links' } })
      const [{ id, url }] = links as [{ id: string; url: string }]
      for (const as of [ola, driver]) expect((await call('DELETE', `/trips/follow-links/${id}`, as)).status).toBe(404)
      expect((await call('DELETE', `/trips/follow-links/${id}`, pia)).status).toBe(200)
      expect((await call('DELETE', `/trips/follow-links/${id}`, pia)).status).toBe(200)
      expect(await follow(url)).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect((await share({ reservation_id: reservation })).status).toBe(201)
      expect((await today(pia))[0].follow_links).toHaveLength(5)
    })

    test('sent twice with one key is one link', async () => {
      const { reservation } = await trip()
      const key = { 'idempotency-key': crypto.randomUUID() }
      const send = () => share({ reservation_id: reservation }, pia, key)
      const [first, second] = await Promise.all([send(), send()])
      expect([first.status, second.status].every((status) => status === 201 || status === 409)).toBe(true)
      expect((await today(pia))[0].follow_links).toHaveLength(1)
    })

    test('moves with the trip and ends 3 hours after arrival', async () => {
      const { ride, reservation } = await trip()
      const { body } = await share({ reservation_id: reservation })
      const { body: changed } = await edit(ride.id, moved(ride, 60))
      const { status, body: shown } = await follow(body.url)
      expect([status, shown.start.at]).toEqual([200, changed.departure_time])
      await later(6 * HOUR + 8 * HOUR + 2.9 * HOUR, async () => expect((await follow(body.url)).status).toBe(200))
      await later(6 * HOUR + 8 * HOUR + 3.1 * HOUR, async () => expect((await follow(body.url)).status).toBe(404))
    })

    test('says that the trip is cancelled, and shows neither car nor position then', async () => {
      const { reservation } = await trip()
      const { body } = await share({ reservation_id: reservation })
      await call('PUT', `/trips/follow-links/${body.id}/position`, pia, { lat: 60.8, lon: 11.1 })
      await act(reservation, 'cancel', pia)
      expect((await follow(body.url)).body).toMatchObject({ cancelled: true, car: null, position: null })
    })

    test('ends with the account of the person who shares', async () => {
      const { reservation } = await trip()
      const { body } = await share({ reservation_id: reservation })
      await suspended(pia, true)
      expect((await follow(body.url)).status).toBe(404)
      await suspended(pia, false)
      expect((await follow(body.url)).status).toBe(200)
    })

    test('every other spelling of its address shows nothing', async () => {
      const { reservation } = await trip()
      const key = keyOf((await share({ reservation_id: reservation })).body.url)
      const last = key.at(-1) ?? ''
      const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.replace(last, '')
      for (const sign of signs) expect((await follow(`/${key.slice(0, -1)}${sign}`)).status).toBe(404)
    })

    test('is in the body alone: an address with a key, which proxies log, shows nothing', async () => {
      const { reservation } = await trip()
      const key = keyOf((await share({ reservation_id: reservation })).body.url)
      const inAddress = await t.call('GET', `/api/v1/follow?key=${key}`)
      expect([inAddress.status, inAddress.headers.get('allow')]).toEqual([405, 'POST'])
      expect((await t.call('POST', `/api/v1/follow?key=${key}`, { body: {} })).status).toBe(422)
    })
  })

  describe('a position', () => {
    const show = (id: string, position: object, as = pia) =>
      call('PUT', `/trips/follow-links/${id}/position`, as, position)
    const hamar = { lat: 60.79, lon: 11.07 }
    const positions = async () =>
      (
        await sql<{ count: number }>`select count(*)::integer as count from follow_link
        where lat is not null or lon is not null or position_at is not null`.execute(t.db.kysely)
      ).rows[0]?.count

    test('is shown by the person who shares only, and where it can be on the way', async () => {
      const { reservation } = await trip()
      const { id, url } = (await share({ reservation_id: reservation })).body
      for (const as of [driver, ola]) expect((await show(id, hamar, as)).status).toBe(404)
      expect((await show(id, { lat: 0, lon: 0 })).body).toEqual({ stored: false })
      expect((await follow(url)).body.position).toBeNull()
      expect((await show(id, hamar)).body).toEqual({ stored: true })
      expect((await follow(url)).body.position).toEqual({ ...hamar, at: expect.any(String) })
      expect((await call('DELETE', `/trips/follow-links/${id}/position`, pia)).status).toBe(200)
      expect((await follow(url)).body.position).toBeNull()
    })

    test('is hidden and deleted ten minutes after the last news', async () => {
      await sql`delete from follow_link`.execute(t.db.kysely)
      const { reservation } = await trip()
      const { id, url } = (await share({ reservation_id: reservation })).body
      await show(id, hamar)
      const shown = async () => (await follow(url)).body.position !== null
      await later(9 * MINUTE, async () => {
        await run()
        expect([await shown(), await positions()]).toEqual([true, 1])
      })
      await later(11 * MINUTE, async () => {
        expect(await shown()).toBe(false)
        await run()
        expect(await positions()).toBe(0)
      })
    })

    test('is nowhere after the end, after a cancellation, and after the link was taken back', async () => {
      await sql`delete from follow_link`.execute(t.db.kysely)
      const one = await trip()
      const first = (await share({ reservation_id: one.reservation })).body.id
      await show(first, hamar)
      await call('DELETE', `/trips/follow-links/${first}`, pia)
      expect(await positions()).toBe(0)
      expect((await show(first, hamar)).status).toBe(404)
      const second = (await share({ ride_id: one.ride.id }, driver)).body.id
      await show(second, hamar, driver)
      await run()
      expect(await positions()).toBe(1)
      await later(16.5 * HOUR, run)
      expect(await positions()).toBe(0)
      await later(41 * HOUR, run)
      expect((await sql`select from follow_link`.execute(t.db.kysely)).rows).toEqual([])
    })
  })

  describe('what has happened', () => {
    test('is seen by both sides and by who follows, in the order in which it happened', async () => {
      const { reservation } = await trip()
      const { url } = (await share({ reservation_id: reservation })).body
      await later(6.1 * HOUR, async () => {
        const early = new Date(t.clock.now().getTime() - 3 * MINUTE).toISOString()
        expect((await say(reservation, 'arrived', pia)).status).toBe(200)
        const { body } = await say(reservation, 'got_in', pia, early)
        expect(body.check_ins).toMatchObject([
          { kind: 'got_in', at: early, own: true },
          { kind: 'arrived', own: true },
        ])
        const said = [{ kind: 'got_in' }, { kind: 'arrived' }]
        const [driven] = await today(driver)
        expect(driven.companions[0].check_ins).toMatchObject(said.map((one) => ({ ...one, own: false })))
        expect((await follow(url)).body.check_ins).toMatchObject(said)
      })
    })

    test('said twice is said once, and the first time counts', async () => {
      const { reservation } = await trip()
      const [first] = (await say(reservation, 'got_in', pia)).body.check_ins
      await later(MINUTE, () => say(reservation, 'got_in', pia))
      expect((await say(reservation, 'got_in', pia)).body.check_ins).toEqual([first])
    })

    test('that there was no meeting takes back the rest, and being in the car takes that back', async () => {
      const { reservation } = await trip()
      const kinds = ({ body }: { body: { check_ins: { kind: string }[] } }) => body.check_ins.map((said) => said.kind)
      await say(reservation, 'got_in', pia)
      expect(kinds(await say(reservation, 'not_met', pia))).toEqual(['not_met'])
      expect(kinds(await say(reservation, 'got_in', pia))).toEqual(['got_in'])
    })

    test('is refused to others, too early, and for a trip that was cancelled', async () => {
      const far = await publish({ inHours: 20 })
      const reservation = await accepted(far.id)
      expect((await say(reservation, 'got_in', ola)).status).toBe(404)
      expect(await say(reservation, 'got_in', pia)).toMatchObject({ status: 409, body: { code: 'not_travel_day' } })
      const { reservation: soon } = await trip()
      expect(await say(soon, 'arrived', pia)).toMatchObject({ status: 409, body: { code: 'not_departed' } })
      await act(reservation, 'cancel', pia)
      expect(await say(reservation, 'got_in', pia)).toMatchObject({ status: 409, body: { code: 'not_accepted' } })
    })

    test('who says that there was no meeting cannot rate the other; the other side can', async () => {
      const { reservation } = await trip()
      await later(7 * HOUR, async () => {
        await say(reservation, 'not_met', driver)
        const rate = (as: TestPerson) => call('POST', `/reservations/${reservation}/rating`, as, { rating: 8 })
        expect(await rate(driver)).toMatchObject({ status: 409, body: { code: 'not_met' } })
        const mayRate = async (as: TestPerson, path: string) => JSON.stringify((await call('GET', path, as)).body)
        expect(await mayRate(driver, '/me/rides')).not.toContain('"can_rate":true')
        expect(await mayRate(pia, '/me/reservations')).toContain('"can_rate":true')
        expect((await rate(pia)).status).toBe(201)
      })
    })
  })

  describe('a meeting code', () => {
    test('typed by either side marks both as met, and no side can say afterwards that they did not meet', async () => {
      const { reservation } = await trip()
      const [mine, theirs] = [await codeOf(pia), await codeOf(driver)]
      const wrong = { status: 422, body: { fields: { code: 'wrong_code' } } }
      expect(await type(reservation, mine, pia)).toMatchObject(wrong)
      expect((await type(reservation, theirs, pia)).body).toMatchObject({ met: true })
      expect((await today(driver))[0].companions[0].met).toBe(true)
      for (const as of [pia, driver])
        expect(await say(reservation, 'not_met', as)).toMatchObject({ status: 409, body: { code: 'already_met' } })
      expect((await type(reservation, mine, driver)).status).toBe(200)
    })

    test('belongs to one reservation: a second passenger has another one', async () => {
      const { ride, reservation } = await trip()
      const other = await accepted(ride.id, ola)
      const codes = (await today(driver))[0].companions.map(({ code }: { code: string }) => code)
      const [forPia, forOla] = codes
      expect((await type(other, forOla, ola)).status).toBe(200)
      if (forPia !== forOla) expect((await type(reservation, forOla, pia)).status).toBe(422)
    })
  })

  describe('silence after arrival', () => {
    const runOften = async () => {
      await Promise.all([run(), run()])
      await run()
    }
    const mailsTo = async (email: string) =>
      await t.db.kysely.selectFrom('local_mail').select(['subject', 'text']).where('recipient', '=', email).execute()
    // 6 hours until departure and 7 on the way.
    const arrival = 13 * HOUR

    test('asks the person after 45 minutes, and 30 minutes later mails the last known state, each once', async () => {
      const { reservation } = await trip()
      const email = `mor-${reservation}@example.com`
      await share({ reservation_id: reservation, email })
      await later(6 * HOUR + 5 * MINUTE, () => say(reservation, 'got_in', pia))
      await skipNotifications()
      await later(arrival + 44 * MINUTE, run)
      expect(await newKinds(pia)).toEqual([])
      await later(arrival + 46 * MINUTE, runOften)
      expect(await newKinds(pia)).toEqual(['arrival_asked'])
      await later(arrival + 75 * MINUTE, run)
      expect(await mailsTo(email)).toEqual([])
      await later(arrival + 77 * MINUTE, runOften)
      await vi.waitFor(async () => expect(await mailsTo(email)).toHaveLength(1))
      const [mail] = await mailsTo(email)
      expect(mail?.subject).toContain('Pia')
      for (const words of ['Oslo – Trondheim', 'i bilen', '112', '/follow/']) expect(mail?.text).toContain(words)
      expect(mail?.text).not.toMatch(/trygg|sikker/i)
    })

    test('of a driver is not ended by a passenger who did not turn up, and one address gets one mail', async () => {
      const { ride, reservation } = await trip()
      const email = `mor-${ride.id}@example.com`
      await share({ ride_id: ride.id, email }, driver)
      await share({ ride_id: ride.id, email }, driver)
      await later(7 * HOUR, () => say(reservation, 'not_met', driver))
      await skipNotifications()
      await later(arrival + 46 * MINUTE, run)
      expect(await newKinds(driver)).toEqual(['arrival_asked'])
      await later(arrival + 77 * MINUTE, runOften)
      await vi.waitFor(async () => expect(await mailsTo(email)).toHaveLength(1))
      expect((await mailsTo(email))[0]?.text).not.toContain('i bilen')
    })

    test('is none after an answer, without an address, and after a cancellation', async () => {
      const { ride, reservation } = await trip()
      const email = `far-${reservation}@example.com`
      await share({ reservation_id: reservation, email })
      await share({ ride_id: ride.id }, driver)
      await later(arrival + 46 * MINUTE, run)
      await skipNotifications()
      await later(arrival + 50 * MINUTE, () => say(reservation, 'arrived', pia))
      await later(arrival + 80 * MINUTE, run)
      expect(await mailsTo(email)).toEqual([])
      expect(await newKinds(driver)).toEqual([])

      const other = await trip()
      await share({ reservation_id: other.reservation, email })
      await act(other.reservation, 'cancel', pia)
      await skipNotifications()
      await later(arrival + 80 * MINUTE, run)
      expect(await newKinds(pia)).toEqual([])
    })
  })
})
