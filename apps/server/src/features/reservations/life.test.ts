/** A reservation's life through the API: asked for, answered, withdrawn, changed under it, confirmed, ended. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rideBody, startTestApp, type TestApp } from '../../../test/app.ts'
import { databaseKinds } from '../../../test/database.ts'
import { addRide } from '../../../test/rides.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { findViolations } from '#platform/db/invariants'
import { insertReservation } from './store.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe.each(databaseKinds)('on the %s database', (kind) => {
  let t: TestApp
  let driver: TestPerson
  let pia: TestPerson
  let ola: TestPerson
  beforeAll(async () => {
    t = await startTestApp({ kind, env: { SECRET: testSecret } })
    driver = await addPerson(t.db.kysely, { name: 'Dag Sjåfør' })
    pia = await addPerson(t.db.kysely, { name: 'Pia Passasjer' })
    ola = await addPerson(t.db.kysely, { name: 'Ola Nordmann' })
  })
  afterAll(async () => {
    expect(await findViolations(t.db.kysely)).toEqual([])
    await t.close()
  })

  const call = (method: string, path: string, as: TestPerson, body?: object, headers = {}) =>
    t.call(method, `/api/v1${path}`, { as, body, headers })
  const publish = async (changes: Record<string, unknown> = {}, as = driver) => {
    const { status, body, text } = await call('POST', '/rides', as, rideBody(t.clock, changes))
    expect([status, text]).toMatchObject([201, expect.any(String)])
    return body
  }
  const request = (ride: string, as = pia, body: object = {}, headers = {}) =>
    call('POST', `/rides/${ride}/reservations`, as, { seats_requested: 1, accept_overlap: true, ...body }, headers)
  const ask = async (ride: string, as = pia, body: object = {}) => {
    const answer = await request(ride, as, body)
    expect([answer.status, answer.text]).toMatchObject([201, expect.any(String)])
    return answer.body.id as string
  }
  const act = (id: string, verb: string, as: TestPerson, body?: object) =>
    call('POST', `/reservations/${id}/${verb}`, as, body)
  const accepted = async (ride: string, as = pia, body: object = {}) => {
    const id = await ask(ride, as, body)
    expect((await act(id, 'accept', driver)).status).toBe(200)
    return id
  }
  const edit = (ride: string, changes: object) => call('PATCH', `/rides/${ride}`, driver, changes)
  const moved = (ride: { departure_time: string; arrival_time: string }, minutes: number) => ({
    departure_time: new Date(Date.parse(ride.departure_time) + minutes * MINUTE).toISOString(),
    arrival_time: new Date(Date.parse(ride.arrival_time) + minutes * MINUTE).toISOString(),
  })
  const free = async (ride: string) => (await call('GET', `/rides/${ride}`, ola)).body.available_seats
  /** What somebody was told since the last look. */
  const seen = new Map<string, string>()
  const news = async ({ id }: TestPerson) => {
    const rows = await t.db.kysely
      .selectFrom('notification')
      .select(['id', 'kind', 'params', 'path'])
      .where('user_id', '=', id)
      .where('id', '>', seen.get(id) ?? '0')
      .orderBy('id')
      .execute()
    seen.set(id, rows.at(-1)?.id ?? seen.get(id) ?? '0')
    return rows.map(({ kind, params, path }) => ({ kind, params, path }))
  }
  const kinds = async (person: TestPerson) => (await news(person)).map((row) => row.kind)
  const forget = () => Promise.all([news(driver), news(pia), news(ola)])
  const at = async <T>(milliseconds: number, work: () => Promise<T>) => {
    t.clock.advance(milliseconds)
    try {
      return await work()
    } finally {
      t.clock.advance(-milliseconds)
    }
  }

  test('a request is told to the driver, the answer to the passenger: first names, the section, the reason', async () => {
    await forget()
    const ride = await publish()
    const id = await ask(ride.id, pia, { from_position: 1, to_position: 3, seats_requested: 2 })
    const section = { from: 'Hamar', to: 'Trondheim', departure_time: ride.route[1].passes_at, seats: 2 }
    expect(await news(driver)).toEqual([
      { kind: 'request_received', params: { name: 'Pia', ...section }, path: '/my-rides?tab=rides' },
    ])
    const answer = await act(id, 'reject', driver, { reason: ' Bilen er full av ski \n' })
    expect(answer.body).toMatchObject({ status: 'rejected', ended_by: 'driver', end_reason: 'Bilen er full av ski' })
    const told = { name: 'Dag', ...section, reason: 'Bilen er full av ski' }
    expect(await news(pia)).toEqual([{ kind: 'request_rejected', params: told, path: `/rides/${ride.id}` }])
    const [own] = (await call('GET', '/me/reservations', pia)).body.items
    expect(own).toMatchObject({ id, status: 'rejected', ended_by: 'driver', end_reason: 'Bilen er full av ski' })

    const second = await ask(ride.id)
    await act(second, 'accept', driver)
    expect((await act(second, 'accept', driver)).body).toMatchObject({ status: 'accepted', ended_by: null })
    expect(await kinds(pia)).toEqual(['request_accepted'])
    expect(await kinds(driver)).toEqual(['request_received'])
  })

  test('pending and accepted are withdrawn, seats come back at once, a new request may follow (15, 17)', async () => {
    const ride = await publish()
    const pending = await ask(ride.id)
    expect((await act(pending, 'cancel', pia)).body).toMatchObject({ status: 'cancelled', ended_by: 'passenger' })
    expect(await free(ride.id)).toBe(4)
    const id = await accepted(ride.id, pia, { seats_requested: 2 })
    expect(await free(ride.id)).toBe(2)
    await forget()
    const first = await act(id, 'cancel', pia, { reason: 'Syk' })
    expect(first).toMatchObject({
      status: 200,
      body: { status: 'cancelled', ended_by: 'passenger', end_reason: 'Syk', contact: null },
    })
    expect(await free(ride.id)).toBe(4)
    const again = await act(id, 'cancel', pia, { reason: 'Noe annet' })
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(await news(driver)).toMatchObject([
      { kind: 'reservation_withdrawn', params: { name: 'Pia', reason: 'Syk', seats: 2 }, path: '/my-rides?tab=rides' },
    ])
    const [own] = (await call('GET', '/me/rides', driver)).body.items.filter((it: { id: string }) => it.id === ride.id)
    expect(own.reservations.map((it: { ended_by: string }) => it.ended_by)).toEqual(['passenger', 'passenger'])
    await ask(ride.id)
  })

  test('nobody withdraws or confirms for somebody else, and nobody after departure', async () => {
    const ride = await publish({ inHours: 1 })
    const id = await accepted(ride.id)
    const bare = (text: string) => text.replace(/"request_id":"[^"]+"/, '')
    for (const [verb, body] of [
      ['cancel', {}],
      ['confirm', { ride_version: 1 }],
    ] as const) {
      const foreign = [await act(id, verb, ola, body), await act(id, verb, driver, body)]
      const absent = await act(randomUUID(), verb, ola, body)
      expect(absent.status).toBe(404)
      for (const answer of foreign) expect(bare(answer.text)).toBe(bare(absent.text))
      const late = await at(2 * HOUR, () => act(id, verb, pia, body))
      expect([late.status, late.body.code]).toEqual([409, 'ride_departed'])
    }
  })

  test('the passenger says which version of the ride was looked at', async () => {
    const ride = await publish()
    await edit(ride.id, { notes: 'Vi møtes ved Shell' })
    const stale = await request(ride.id, pia, { ride_version: 1 })
    expect([stale.status, stale.body.code]).toEqual([409, 'ride_changed'])
    expect((await request(ride.id, pia, { ride_version: 2 })).status).toBe(201)
  })

  test('a double click and a retry with the same key are one request', async () => {
    await forget()
    const ride = await publish()
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(Array.from({ length: 8 }, () => request(ride.id, pia, {}, headers)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    const other = await request(ride.id, pia)
    expect([other.status, other.body.code]).toEqual([409, 'already_reserved'])
    expect(await kinds(driver)).toEqual(['request_received'])
  })

  describe('two trips at once', () => {
    const wish = (ride: string, as: TestPerson, body = {}) => request(ride, as, { accept_overlap: undefined, ...body })

    test('a section that overlaps with another trip is warned of; knowing it, one may ask all the same', async () => {
      const eva = await addPerson(t.db.kysely, { name: 'Eva' })
      const [first, second] = [await publish(), await publish({ inHours: 50 })]
      await ask(first.id, eva, { from_position: 0, to_position: 2 })
      const warned = await wish(second.id, eva)
      expect([warned.status, warned.body.code]).toEqual([409, 'overlapping_ride'])
      const { departure_time, route } = first
      expect(warned.body.params).toEqual({ from: 'Oslo', to: 'Lillehammer', departure_time })
      expect(Date.parse(route[2].passes_at)).toBeGreaterThan(Date.parse(second.departure_time))
      expect((await wish(second.id, eva, { accept_overlap: false })).status).toBe(409)
      expect((await wish(second.id, eva, { accept_overlap: true })).status).toBe(201)
    })

    test('a return the same day and a trip that begins where another ends are none', async () => {
      const eva = await addPerson(t.db.kysely, { name: 'Eva' })
      const there = await publish()
      const back = await publish({
        departure_time: there.arrival_time,
        arrival_time: moved(there, 7 * 60).arrival_time,
      })
      await ask(there.id, eva)
      expect((await wish(back.id, eva)).status).toBe(201)
    })

    test('an own ride counts, what was cancelled, refused or has expired does not', async () => {
      const eva = await addPerson(t.db.kysely, { name: 'Eva' })
      const [own, others, third] = [await publish({ start_location: 'Moss' }, eva), await publish(), await publish()]
      expect((await wish(others.id, eva)).body).toMatchObject({
        code: 'overlapping_ride',
        params: { from: 'Moss', to: 'Trondheim' },
      })
      await call('POST', `/rides/${own.id}/cancel`, eva)
      const id = (await wish(others.id, eva)).body.id
      expect((await wish(third.id, eva)).body.code).toBe('overlapping_ride')
      await act(id, 'cancel', eva)
      const refused = (await wish(third.id, eva)).body.id
      await act(refused, 'reject', driver)
      expect((await wish(others.id, eva)).status).toBe(201)
    })

    test('two requests at the same moment: one of them is warned', async () => {
      for (let round = 0; round < 4; round++) {
        const eva = await addPerson(t.db.kysely, { name: 'Eva' })
        const rides = await Promise.all([publish(), publish({}, ola), publish(), publish({}, ola)])
        const answers = await Promise.all(rides.map(({ id }) => wish(id, eva)))
        const codes = answers.map(({ status, body }) => (status === 201 ? 'asked' : body.code))
        expect(codes.filter((code) => code === 'asked')).toHaveLength(1)
        expect(codes.filter((code) => code === 'overlapping_ride')).toHaveLength(3)
      }
    }, 30_000)
  })

  describe('the driver changes the ride', () => {
    const own = async (id: string, as = pia) =>
      (await call('GET', '/me/reservations', as)).body.items.find((it: { id: string }) => it.id === id)
    const asDriver = async (ride: string, id: string) =>
      (await call('GET', '/me/rides', driver)).body.items
        .find((it: { id: string }) => it.id === ride)
        .reservations.find((it: { id: string }) => it.id === id)

    test('a quarter of an hour is told, more is to be confirmed; confirming is told once', async () => {
      const ride = await publish()
      const [id, open] = [await accepted(ride.id), await ask(ride.id, ola)]
      await forget()
      await edit(ride.id, moved(ride, 15))
      expect(await own(id)).toMatchObject({ change: null })
      expect(await news(pia)).toMatchObject([
        {
          kind: 'ride_changed',
          path: `/rides/${ride.id}`,
          params: { name: 'Dag', old_departure_time: ride.departure_time, ...departsAt(ride, 15) },
        },
      ])
      await edit(ride.id, moved(ride, 16))
      const agreed = { departure_time: ride.departure_time, start_location: 'Oslo', end_location: 'Trondheim' }
      expect((await own(id)).change).toMatchObject({ ...agreed, arrival_time: ride.arrival_time })
      expect(await asDriver(ride.id, id)).toMatchObject({ awaits_confirmation: true, status: 'accepted' })
      expect((await news(pia))[0]?.params).toMatchObject({ confirm: true })
      // Whoever has no seat yet has nothing to confirm.
      const [, last] = await news(ola)
      expect([last?.kind, last?.params]).toEqual(['ride_changed', expect.not.objectContaining({ confirm: true })])
      expect((await own(open, ola)).change).toBeNull()

      const stale = await act(id, 'confirm', pia, { ride_version: 2 })
      expect([stale.status, stale.body.code]).toEqual([409, 'ride_changed'])
      await forget()
      const confirmed = await act(id, 'confirm', pia, { ride_version: 3 })
      expect(confirmed).toMatchObject({ status: 200, body: { status: 'accepted', change: null } })
      expect((await act(id, 'confirm', pia, { ride_version: 3 })).body).toEqual(confirmed.body)
      expect(await news(driver)).toMatchObject([{ kind: 'change_confirmed', params: { name: 'Pia' } }])
      expect(await asDriver(ride.id, id)).toMatchObject({ awaits_confirmation: false })
    })

    test('declining frees the seat and is told as that; moving back leaves nothing to confirm', async () => {
      const ride = await publish()
      const id = await accepted(ride.id, pia, { seats_requested: 3 })
      await edit(ride.id, moved(ride, 60))
      await edit(ride.id, moved(ride, 5))
      expect((await own(id)).change).toBeNull()
      await edit(ride.id, moved(ride, 60))
      await forget()
      expect((await act(id, 'cancel', pia)).body).toMatchObject({ status: 'cancelled', change: null })
      expect(await free(ride.id)).toBe(4)
      expect(await kinds(driver)).toEqual(['change_declined'])
      // What had been asked for is told as it was.
      expect((await own(id)).ride.section).toMatchObject({ departure_time: ride.departure_time })
    })

    test('a request made or accepted after the change is about the ride as the passenger saw it', async () => {
      const ride = await publish()
      const [before, ...rest] = [await ask(ride.id)]
      expect(rest).toEqual([])
      await edit(ride.id, moved(ride, 120))
      const after = await ask(ride.id, ola)
      await act(before, 'accept', driver)
      await act(after, 'accept', driver)
      // The driver has accepted what the passenger had asked for before: the passenger has yet to agree.
      expect((await own(before)).change).toMatchObject({ departure_time: ride.departure_time })
      expect((await own(after, ola)).change).toBeNull()
    })

    test('a pending passenger may agree beforehand, once it has ended nobody can', async () => {
      const ride = await publish()
      const id = await ask(ride.id)
      await edit(ride.id, moved(ride, 120))
      await forget()
      expect((await act(id, 'confirm', pia, { ride_version: 2 })).status).toBe(200)
      expect(await kinds(driver)).toEqual([])
      await act(id, 'accept', driver)
      expect((await own(id)).change).toBeNull()
      await act(id, 'cancel', pia)
      const closed = await act(id, 'confirm', pia, { ride_version: 2 })
      expect([closed.status, closed.body.code]).toEqual([409, 'reservation_closed'])
    })

    test('the price falls for everybody who has asked, each on the own part, and is told once', async () => {
      const ride = await publish()
      const whole = await accepted(ride.id)
      const part = await ask(ride.id, ola, { from_position: 1, to_position: 2 })
      const paid = (await own(part, ola)).price
      await forget()
      await edit(ride.id, { price: 150 })
      expect((await own(whole)).price).toBe(150)
      expect((await own(part, ola)).price).toBe(Math.ceil(paid / 2))
      expect([await kinds(pia), await kinds(ola)]).toEqual([['ride_changed'], ['ride_changed']])
      // Seats and costs are the driver's own matter.
      await edit(ride.id, { total_seats: 3, extra_costs: 40 })
      expect([await kinds(pia), await kinds(ola)]).toEqual([[], []])
      expect(await findViolations(t.db.kysely)).toEqual([])
    })

    test('another route ends the requests, which stay readable as they were', async () => {
      const ride = await publish()
      const refused = await ask(ride.id, ola, { from_position: 2, to_position: 3 })
      await act(refused, 'reject', driver)
      const id = await ask(ride.id, pia, { from_position: 1, to_position: 3 })
      await forget()
      expect((await edit(ride.id, { stops: [], end_location: 'Bergen' })).status).toBe(200)
      expect(await own(id)).toMatchObject({
        status: 'cancelled',
        ended_by: 'route_changed',
        ride: {
          end_location: 'Bergen',
          section: { start_location: 'Hamar', end_location: 'Trondheim', departure_time: ride.route[1].passes_at },
        },
      })
      expect((await own(refused, ola)).ride.section).toMatchObject({ start_location: 'Lillehammer' })
      expect(await news(pia)).toMatchObject([
        { kind: 'ride_changed', params: { name: 'Dag', from: 'Hamar', to: 'Trondheim', ended: true } },
      ])
      expect(await kinds(ola)).toEqual([])
      expect((await act(id, 'accept', driver)).body.code).toBe('reservation_closed')
      await ask(ride.id)
      expect(await findViolations(t.db.kysely)).toEqual([])
    })

    test('cancelling tells everybody once, with the reason (22)', async () => {
      const ride = await publish()
      const [first, second] = [await accepted(ride.id), await ask(ride.id, ola)]
      await forget()
      for (let i = 0; i < 2; i++)
        expect(
          (await call('POST', `/rides/${ride.id}/cancel`, driver, { reason: 'Bilen er på verksted' })).status,
        ).toBe(200)
      for (const [id, person] of [
        [first, pia],
        [second, ola],
      ] as const) {
        const ended = { status: 'cancelled', ended_by: 'ride_cancelled', end_reason: 'Bilen er på verksted' }
        expect(await own(id, person)).toMatchObject({ ...ended, contact: null, change: null })
        expect(await news(person)).toMatchObject([
          { kind: 'ride_cancelled', params: { reason: 'Bilen er på verksted' } },
        ])
        expect((await act(id, 'cancel', person)).body).toMatchObject(ended)
      }
      expect((await request(ride.id)).body.code).toBe('ride_cancelled')
      expect((await call('GET', `/rides/${ride.id}`, ola)).body).toMatchObject({ status: 'cancelled', bookable: false })
    })
  })

  test('a block ends what is open; to the other side it looks like a refusal or a withdrawal, and is told as one (32)', async () => {
    const [bo, per] = [await addPerson(t.db.kysely, { name: 'Bo' }), await addPerson(t.db.kysely, { name: 'Per' })]
    const ride = await publish()
    const [id, kept, other] = [await ask(ride.id, bo), await ask(ride.id, per), await accepted(ride.id)]
    await forget()
    for (let i = 0; i < 2; i++) expect((await call('PUT', `/me/blocks/${bo.id}`, driver)).status).toBe(200)
    await call('PUT', `/me/blocks/${driver.id}`, per)
    const shown = async (as: TestPerson) => (await call('GET', '/me/reservations', as)).body.items[0]
    expect(await shown(bo)).toMatchObject({ id, status: 'rejected', ended_by: 'driver', end_reason: null })
    expect(await shown(per)).toMatchObject({ id: kept, status: 'cancelled', ended_by: 'passenger' })
    const told = [await kinds(bo), await kinds(per), await kinds(driver)]
    expect(told).toEqual([['request_rejected'], [], ['reservation_withdrawn']])
    const { body } = await call('GET', '/me/rides', driver)
    const requests = body.items.find((item: { id: string }) => item.id === ride.id).reservations
    expect(requests).toContainEqual(expect.objectContaining({ id: kept, status: 'cancelled', ended_by: 'passenger' }))
    expect(JSON.stringify(body)).not.toContain('"block"')
    expect((await act(other, 'cancel', pia)).status).toBe(200)
  })

  test('every pair of states: only what is listed happens (I-08)', async () => {
    const steps = { accept: driver, reject: driver, cancel: pia } as const
    type Verb = keyof typeof steps
    const before: [state: string, verbs: Verb[]][] = [
      ['pending', []],
      ['accepted', ['accept']],
      ['rejected', ['reject']],
      ['cancelled', ['cancel']],
      ['cancelled', ['accept', 'cancel']],
    ]
    const expected: Record<string, Record<Verb, string>> = {
      pending: { accept: 'accepted', reject: 'rejected', cancel: 'cancelled' },
      accepted: { accept: 'accepted', reject: 'reservation_closed', cancel: 'cancelled' },
      rejected: { accept: 'reservation_closed', reject: 'rejected', cancel: 'reservation_closed' },
      cancelled: { accept: 'reservation_closed', reject: 'reservation_closed', cancel: 'cancelled' },
    }
    for (const [state, verbs] of before) {
      for (const verb of ['accept', 'reject', 'cancel'] as const) {
        const ride = await publish()
        const id = await ask(ride.id)
        for (const step of verbs) expect((await act(id, step, steps[step])).status).toBe(200)
        const { status, body } = await act(id, verb, steps[verb])
        expect([state, verb, status === 200 ? body.status : body.code]).toEqual([state, verb, expected[state]?.[verb]])
        expect(await free(ride.id)).toBe(body.status === 'accepted' || (state === 'accepted' && status !== 200) ? 3 : 4)
      }
    }
    expect(await findViolations(t.db.kysely)).toEqual([])
  }, 30_000)

  test('one seat for three on two parts of the way; too many seats leave the request waiting (13, 16)', async () => {
    const ride = await publish({ total_seats: 1 })
    const [eva, per] = [await addPerson(t.db.kysely, { name: 'Eva' }), await addPerson(t.db.kysely, { name: 'Per' })]
    const [ab, bd, ac] = [
      await ask(ride.id, pia, { from_position: 0, to_position: 1 }),
      await ask(ride.id, eva, { from_position: 1, to_position: 3 }),
      await ask(ride.id, per, { from_position: 0, to_position: 2 }),
    ]
    expect((await act(ab, 'accept', driver)).status).toBe(200)
    expect((await act(bd, 'accept', driver)).status).toBe(200)
    const full = await act(ac, 'accept', driver)
    expect([full.status, full.body.code]).toEqual([409, 'not_enough_seats'])
    const [waiting] = (await call('GET', '/me/reservations', per)).body.items
    expect(waiting).toMatchObject({ id: ac, status: 'pending' })
    expect(await free(ride.id)).toBe(0)
  })

  test('the driver sees what the passenger was given, and who is still to be rated', async () => {
    const eva = await addPerson(t.db.kysely, { name: 'Eva' })
    const ride = await publish({ inHours: 1 }, eva)
    const id = await ask(ride.id)
    await act(id, 'accept', eva)
    const row = async () => (await call('GET', '/me/rides', eva)).body.items[0].reservations[0]
    expect(await row()).toMatchObject({ id, can_rate: false, own_rating: null })
    await at(2 * HOUR, async () => {
      expect(await row()).toMatchObject({ can_rate: true, own_rating: null, awaits_confirmation: false })
      expect((await call('POST', `/reservations/${id}/rating`, eva, { rating: 8 })).status).toBe(201)
      expect(await row()).toMatchObject({ can_rate: false, own_rating: 8 })
      const [own] = (await call('GET', '/me/reservations', pia)).body.items
      expect(own).toMatchObject({ id, can_rate: true, own_rating: null })
    })
  })

  test('both lists come in pages of fifty that join without a gap, each person’s own', async () => {
    const [eva, per] = [await addPerson(t.db.kysely, { name: 'Eva' }), await addPerson(t.db.kysely, { name: 'Per' })]
    const section = { from_position: 0, to_position: 1, seats_requested: 1, message: null, price: 300 }
    for (let i = 0; i < 53; i++) {
      // Some share their departure: the order must not depend on it.
      const departure = new Date(t.clock.now().getTime() + (100 + Math.floor(i / 5)) * HOUR)
      const ride_id = await addRide(t.db, { driverId: eva.id, route: ['Moss', 'Oslo'], departure })
      await insertReservation(t.db.kysely, { ride_id, passenger_id: per.id, ...section })
    }
    await t.db.kysely.updateTable('profile').set({ is_driver: true }).where('id', '=', eva.id).execute()
    await sql`update ride set created_at = app_now() where driver_id = ${eva.id}`.execute(t.db.kysely)
    for (const [path, as] of [
      ['/me/reservations', per],
      ['/me/rides', eva],
    ] as const) {
      const first = (await call('GET', path, as)).body
      expect([first.items.length, typeof first.next_cursor]).toEqual([50, 'string'])
      const second = (await call('GET', `${path}?cursor=${first.next_cursor}`, as)).body
      expect([second.items.length, second.next_cursor]).toEqual([3, null])
      const all = [...first.items, ...second.items]
      expect(new Set(all.map(({ id }) => id)).size).toBe(53)
      const order = all.map((it) => Date.parse(path === '/me/rides' ? it.departure_time : it.created_at))
      expect(order).toEqual(order.toSorted((a, b) => b - a))
      // Somebody else's place in a list is none.
      expect((await call('GET', `${path}?cursor=${first.next_cursor}`, ola)).body.items).toEqual([])
      for (const cursor of ['x', 'undefined', `${first.next_cursor}'`, ''])
        expect([cursor, (await call('GET', `${path}?cursor=${encodeURIComponent(cursor)}`, as)).body.fields]).toEqual([
          cursor,
          { cursor: 'invalid' },
        ])
    }
  }, 60_000)
})

const departsAt = (ride: { departure_time: string }, minutes: number) => ({
  departure_time: new Date(Date.parse(ride.departure_time) + minutes * MINUTE).toISOString(),
})
