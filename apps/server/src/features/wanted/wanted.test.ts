/** Wanted rides over HTTP: limits, changes, public posts, offers, previews and removal. */
import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { usualKind } from '../../../test/database.ts'
import { addRide } from '../../../test/rides.ts'
import { addPerson, signedInAgain, type TestPerson } from '../../../test/sessions.ts'
import { clockAt, setClock, sharedApp } from '../../../test/shared-app.ts'
import { addPeople, dayIn, listOwn, matchAll, notified, want } from '../../../test/wanted.ts'
import { instantInOslo } from '../../platform/clock.ts'
import { removeOldWanted } from './store.ts'

const DAY = 86_400_000
const start = '2027-03-10T12:00:00+01:00'

describe.each([usualKind])('on the %s database', (kind) => {
  const { t, call } = sharedApp({ kind, clock: clockAt(start) })
  let pia: TestPerson
  let dag: TestPerson
  beforeEach(async () => {
    await sql`delete from ride_wanted`.execute(t.db.kysely)
    await sql`delete from ride`.execute(t.db.kysely)
    setClock(t.clock, start)
    pia = await addPerson(t.db.kysely, { name: 'Pia Passasjer' })
    dag = await addPerson(t.db.kysely, { name: 'Dag Sjåfør' })
  })

  const way = { from: 'Hamar', to: 'Trondheim' }
  const ride = (days = 2, options: object = {}) =>
    addRide(t.db, {
      driverId: dag.id,
      route: ['Oslo', 'Hamar', 'Trondheim'],
      departure: instantInOslo(dayIn(t.clock, days), '08:00') ?? new Date(0),
      ...options,
    })
  const edit = (id: string, body: object, as = pia) => call('PATCH', `/ride-wanted/${id}`, as, body)
  const end = (id: string, as = pia) => call('DELETE', `/ride-wanted/${id}`, as)
  const rowsOf = async <Row>(query: RawBuilder<Row>) => (await query.execute(t.db.kysely)).rows
  const posts = async (query = '', as?: TestPerson) => (await call('GET', `/ride-wanted${query}`, as)).body

  test('the same twice is refused with the id of the first, until that has ended', async () => {
    const first = (await want(t, pia, way)).body.id
    expect(await want(t, pia, { ...way, note: 'En annen merknad' })).toMatchObject({
      status: 409,
      body: { code: 'wanted_exists', params: { id: first } },
    })
    const other = await want(t, pia, { ...way, seats: 2 })
    expect(other.status).toBe(201)
    expect(await edit(other.body.id, { seats: 1 })).toMatchObject({ status: 409, body: { params: { id: first } } })
    expect((await want(t, dag, way)).status).toBe(201)
    expect((await end(first)).body).toMatchObject({ state: 'ended', matches: [] })
    expect((await end(first)).status).toBe(200)
    expect((await want(t, pia, way)).status).toBe(201)
    expect(await edit(first, { seats: 4 })).toMatchObject({ status: 409, body: { code: 'wanted_ended' } })
  })

  test('one that has ended by itself does not stand in the way of the same one', async () => {
    const weekly = { ...way, date_from: null, weekdays: [5], until: dayIn(t.clock, 2) }
    const { body } = await want(t, pia, weekly)
    t.clock.advance(3 * DAY)
    const as = await signedInAgain(t.db.kysely, pia)
    expect((await listOwn(t, as)).items).toMatchObject([{ id: body.id, state: 'ended' }])
    expect((await want(t, as, { ...weekly, until: null })).status).toBe(201)
  })

  test('a person has twenty active ones; a paused or ended one makes room', async () => {
    const ids: string[] = []
    for (let price = 0; price < 20; price++) ids.push((await want(t, pia, { ...way, max_price: price })).body.id)
    const [one, other] = ids as [string, string]
    const more = () => want(t, pia, { ...way, max_price: 21 })
    const refused = { status: 409, body: { code: 'too_many_wanted' } }
    expect(await more()).toMatchObject(refused)
    expect((await edit(one, { paused: true })).body.state).toBe('paused')
    expect((await more()).status).toBe(201)
    expect(await edit(one, { paused: false })).toMatchObject(refused)
    for (const id of [one, other]) expect((await edit(id, { note: 'Hei' })).status).toBe(200)
    await end(other)
    expect((await edit(one, { paused: false })).status).toBe(200)
    const first = await listOwn(t, pia)
    const { body: second } = await call('GET', `/me/ride-wanted?cursor=${first.next_cursor}`, pia)
    const { body: third } = await call('GET', `/me/ride-wanted?cursor=${second.next_cursor}`, pia)
    const all = [first, second, third].flatMap(({ items }) => items.map(({ id }: { id: string }) => id))
    expect([all.length, new Set(all).size, third.next_cursor]).toEqual([21, 21, null])
  })

  test('a request that is sent again makes one', async () => {
    const key = randomUUID()
    const send = (body: object) => call('POST', '/ride-wanted', pia, body, { 'idempotency-key': key })
    const body = { ...way, weekdays: [1] }
    const [first, again] = [await send(body), await send(body)]
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
    expect(await send({ ...body, seats: 2 })).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
  })

  test('a change shows the rides that match then', async () => {
    const id = await ride(3)
    const { body } = await want(t, pia, { ...way, note: 'Hei & hå' })
    expect(body).toMatchObject({ match_count: 0, note: 'Hei & hå' })
    const day = dayIn(t.clock, 3)
    const changed = await edit(body.id, { date_from: day })
    expect(changed.body).toMatchObject({ match_count: 1, matches: [{ id }], note: 'Hei & hå', date_to: day })
    const weekly = { date_from: null, date_to: null, weekdays: [1], match_count: 0 }
    expect((await edit(body.id, { weekdays: [1] })).body).toMatchObject(weekly)
    const refused = await edit(body.id, { date_from: day, date_to: dayIn(t.clock, 2) })
    expect(refused).toMatchObject({ status: 422, body: { fields: { date_to: 'out_of_range' } } })
  })

  test('a public one shows the first name, route, days and seats, and nothing else', async () => {
    const { body } = await want(t, pia, { ...way, note: 'Hemmelig', max_price: 100, time_from: '08:00', public: true })
    await want(t, pia, { ...way, seats: 2 })
    const shown = {
      id: body.id,
      first_name: 'Pia',
      from: 'Hamar',
      to: 'Trondheim',
      from_place_id: expect.any(Number) as number,
      to_place_id: expect.any(Number) as number,
      date_from: dayIn(t.clock, 2),
      date_to: dayIn(t.clock, 2),
      weekdays: null,
      seats: 1,
    }
    expect(await posts()).toEqual({ items: [{ ...shown, user_id: null }], next_cursor: null })
    expect((await posts('', dag)).items).toEqual([{ ...shown, user_id: pia.id }])
    for (const [body_, count] of [
      [{ paused: true }, 0],
      [{ paused: false }, 1],
      [{ public: false }, 0],
    ] as const) {
      await edit(body.id, body_)
      expect((await posts()).items).toHaveLength(count)
    }
  })

  test('public ones are filtered by places within their radius, paged, and hidden from blocked people', async () => {
    const [ola, eva] = await addPeople(t, 2)
    if (!ola || !eva) throw new Error('no people')
    await want(t, pia, { ...way, public: true })
    await want(t, ola, { from: 'Oslo', to: 'Trondheim', radius_km: 10, public: true })
    await want(t, eva, { from: 'Oslo', to: 'Hamar', public: true })
    const seats = async (query: string, as?: TestPerson) =>
      (await posts(query, as)).items.map(({ from, to }: { from: string; to: string }) => `${from} ${to}`)
    expect(await seats('')).toEqual(['Oslo Hamar', 'Oslo Trondheim', 'Hamar Trondheim'])
    expect(await seats('?from=Oslo')).toEqual(['Oslo Hamar', 'Oslo Trondheim'])
    expect(await seats('?from=Lysaker')).toEqual(['Oslo Trondheim'])
    expect(await seats('?to=Trondheim&from=Hamar')).toEqual(['Hamar Trondheim'])
    const first = await posts('?limit=2')
    expect([first.items.length, (await posts(`?limit=2&cursor=${first.next_cursor}`)).items.length]).toEqual([2, 1])
    await sql`insert into user_block (blocker_id, blocked_id) values (${ola.id}, ${dag.id})`.execute(t.db.kysely)
    expect(await seats('', dag)).toEqual(['Oslo Hamar', 'Hamar Trondheim'])
    await sql`update auth_user set suspended_at = app_now(), suspended_reason = 'x' where id = ${eva.id}`.execute(
      t.db.kysely,
    )
    expect(await seats('')).toEqual(['Oslo Trondheim', 'Hamar Trondheim'])
  })

  const offer = (id: string, rideId: string, as = dag) =>
    call('POST', `/ride-wanted/${id}/offers`, as, { ride_id: rideId })

  test('an offered ride is notified once, and leads the person’s rides', async () => {
    const own = await ride(2, { price: 900 })
    const { body } = await want(t, pia, { ...way, max_price: 100, public: true })
    expect(body.match_count).toBe(0)
    const [first, again] = [await offer(body.id, own), await offer(body.id, own)]
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
    await matchAll(t)
    const params = { name: 'Dag', from: 'Hamar', to: 'Trondheim' }
    const path = `/rides/${own}?from_position=1&to_position=2`
    expect(await notified(t, pia)).toMatchObject([{ kind: 'ride_offered', path, params }])
    expect((await listOwn(t, pia)).items).toMatchObject([{ match_count: 0, matches: [{ id: own, offered: true }] }])
    const shown = { id: body.id, user_id: pia.id, offered: true, section: { start_location: 'Hamar' } }
    expect((await call('GET', `/ride-wanted/on-your-way?ride_id=${own}`, dag)).body.items).toMatchObject([shown])
    // The person knows of the ride, also when it matches later.
    await call('PATCH', `/rides/${own}`, dag, { price: 90 })
    await matchAll(t)
    expect(await notified(t, pia)).toHaveLength(1)
  })

  test('a ride that does not serve the person, or of another driver, is not offered', async () => {
    const { body } = await want(t, pia, { ...way, seats: 2, public: true })
    const other = (await want(t, pia, { ...way, seats: 3 })).body.id
    const [good, wrongDay, full, back] = [
      await ride(2),
      await ride(3),
      await ride(2, { seats: 1 }),
      await ride(2, { route: ['Trondheim', 'Hamar'] }),
    ]
    for (const [id, rideId, as, status, code] of [
      [body.id, wrongDay, dag, 409, 'not_on_the_way'],
      [body.id, full, dag, 409, 'not_on_the_way'],
      [body.id, back, dag, 409, 'not_on_the_way'],
      [body.id, good, pia, 404, 'not_found'],
      [other, good, dag, 404, 'not_found'],
      [body.id, randomUUID(), dag, 404, 'not_found'],
      [randomUUID(), good, dag, 404, 'not_found'],
    ] as const)
      expect(await offer(id, rideId, as)).toMatchObject({ status, body: { code } })
    await call('POST', `/rides/${wrongDay}/cancel`, dag)
    expect(await offer(body.id, wrongDay)).toMatchObject({ status: 409, body: { code: 'ride_cancelled' } })
    await sql`insert into user_block (blocker_id, blocked_id) values (${pia.id}, ${dag.id})`.execute(t.db.kysely)
    expect((await offer(body.id, good)).status).toBe(404)
    expect((await notified(t, pia)).filter(({ kind }) => kind === 'ride_offered')).toEqual([])
  })

  test('a preview counts what matches now and what went this way, and stores nothing', async () => {
    const preview = async (changes: object = {}, as?: TestPerson) =>
      (await call('POST', '/ride-wanted/preview', as, { ...way, date_from: dayIn(t.clock, 2), ...changes })).body
    const now = await ride(2)
    await ride(-2)
    await ride(-2, { route: ['Trondheim', 'Hamar'] })
    await ride(-31)
    await ride(-1)
    expect(await preview()).toMatchObject({ match_count: 1, matches: [{ id: now }], recent: null })
    await ride(-30)
    const { recent } = await preview({ max_price: 0 })
    expect([recent.rides, recent.days.length]).toEqual([3, 30])
    const counted = recent.days.filter(({ rides }: { rides: number }) => rides > 0)
    expect(counted).toEqual([-30, -2, -1].map((days) => ({ date: dayIn(t.clock, days), rides: 1 })))
    expect((await preview({}, dag)).match_count).toBe(0)
    expect((await preview()).planner.name).toBe('Entur')
    expect((await preview({ date_from: null, weekdays: [1] })).planner).toBeNull()
    expect((await preview({}, pia)).match_count).toBe(1)
    expect(await rowsOf(sql`select from ride_wanted union all select from ride_wanted_match`)).toEqual([])
  })

  test('a wanted ride is deleted 30 days after its end, with its matches', async () => {
    await ride(2)
    const [gone, stays, active] = [
      (await want(t, pia, way)).body.id,
      (await want(t, pia, { ...way, date_from: dayIn(t.clock, 3) })).body.id,
      (await want(t, pia, { ...way, date_from: null, weekdays: [5] })).body.id,
    ]
    await end(active)
    await sql`update ride_wanted set ended_at = null where id = ${active}`.execute(t.db.kysely)
    t.clock.advance(33 * DAY)
    expect(await removeOldWanted(t.db.read)).toBe(1)
    const left = await rowsOf(sql<{ id: string }>`select id from ride_wanted`)
    expect(new Set(left.map(({ id }) => id))).toEqual(new Set([stays, active]))
    const matches = await rowsOf(sql<{ wanted_id: string }>`select wanted_id from ride_wanted_match`)
    expect(matches.map(({ wanted_id }) => wanted_id)).not.toContain(gone)
  })

  test('nothing is left of an account that is deleted, also while it is matched', async () => {
    await want(t, pia, way)
    await ride(2)
    await sql`delete from auth_user where id = ${pia.id}`.execute(t.db.kysely)
    await matchAll(t)
    for (const table of ['ride_wanted', 'ride_wanted_match', 'ride_wanted_task'])
      expect(await rowsOf(sql`select from ${sql.table(table)}`), table).toEqual([])
  })

  test('a ride that is deleted takes its matches along', async () => {
    const id = await ride(2)
    await want(t, pia, way)
    await sql`delete from ride where id = ${id}`.execute(t.db.kysely)
    expect(await rowsOf(sql`select from ride_wanted_match`)).toEqual([])
  })
})
