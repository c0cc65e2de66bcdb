/** What stands between a passenger and a trip: a suspended driver, a block, and seats that others have taken. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rideBody, startTestApp, type TestApp } from '../../../test/app.ts'
import { databaseKinds } from '../../../test/database.ts'
import { settled, startMailServer, type MailServer } from '../../../test/mail-server.ts'
import { addPerson, signedInAgain, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { findViolations } from '#platform/db/invariants'
import { notifyDue } from './jobs.ts'

const HOUR = 3_600_000

describe.each(databaseKinds)('on the %s database', (kind) => {
  let t: TestApp
  let smtp: MailServer
  let admin: TestPerson
  let driver: TestPerson
  let pia: TestPerson
  let ola: TestPerson
  beforeAll(async () => {
    smtp = await startMailServer()
    t = await startTestApp({ kind, env: { SECRET: testSecret, SMTP_URL: smtp.url } })
    admin = await addPerson(t.db.kysely, { role: 'admin' })
  })
  afterAll(async () => {
    expect(await findViolations(t.db.kysely)).toEqual([])
    await t.close()
    await smtp.close()
  })
  beforeEach(async () => {
    driver = await addPerson(t.db.kysely, { name: 'Dag Sjåfør' })
    pia = await addPerson(t.db.kysely, { name: 'Pia Passasjer' })
    ola = await addPerson(t.db.kysely, { name: 'Ola Nordmann' })
  })

  const call = (method: string, path: string, as?: TestPerson, body?: object) =>
    t.call(method, `/api/v1${path}`, { as, body })
  const publish = async (changes: Record<string, unknown> = {}) =>
    (await call('POST', '/rides', driver, rideBody(t.clock, changes))).body
  const act = async (id: string, verb: string, as: TestPerson, body?: object) =>
    expect((await call('POST', `/reservations/${id}/${verb}`, as, body)).status).toBe(200)
  const ask = async (ride: string, as = pia, body: object = {}) =>
    (await call('POST', `/rides/${ride}/reservations`, as, { seats_requested: 1, accept_overlap: true, ...body })).body
      .id as string
  const actAsAdmin = async (verb: 'suspend' | 'lift' | 'delete') => {
    const [method, path] = verb === 'delete' ? ['DELETE', ''] : ['POST', `/${verb}`]
    const response = await call(method, `/admin/users/${driver.id}${path}`, admin, { reason: 'Hemmelig sak' })
    expect(response.status).toBe(200)
  }
  const ride = async (id: string, as?: TestPerson) => (await call('GET', `/rides/${id}`, as)).body
  const own = async (as: TestPerson) => (await call('GET', '/me/reservations', as)).body.items[0]
  const notificationsOf = async ({ id }: TestPerson, ...only: string[]) =>
    (
      await sql<{ kind: string; params: object; path: string }>`
      select kind, params, path from notification where user_id = ${id} order by id`.execute(t.db.kysely)
    ).rows.filter((row) => only.length === 0 || only.includes(row.kind))
  const mailsTo = async ({ email }: TestPerson) => {
    await settled(t)
    return smtp.mails.filter(({ to }) => to === email)
  }

  describe('a suspended driver', () => {
    const kinds = ['driver_unavailable', 'driver_available']

    test('passengers are notified once of each suspension and of its end, without the reason', async () => {
      const { id } = await publish()
      await act(await ask(id), 'accept', driver)
      await ask(id, ola, { from_position: 1, to_position: 2 })
      await actAsAdmin('suspend')
      const params = { name: 'Dag', from: 'Oslo', to: 'Trondheim', seats: 1 }
      expect(await notificationsOf(pia, ...kinds)).toMatchObject([
        { kind: 'driver_unavailable', params, path: `/rides/${id}` },
      ])
      expect(await notificationsOf(ola, ...kinds)).toMatchObject([{ params: { from: 'Hamar', to: 'Lillehammer' } }])
      const mail = (await mailsTo(pia)).at(-1)
      expect([mail?.subject, mail?.text.includes('Hemmelig')]).toEqual([
        'Dag kan ikke kjøre nå: Oslo – Trondheim',
        false,
      ])
      expect(mail?.link).toMatch(/^\/search\?from=Oslo&to=Trondheim&date=/)
      expect(JSON.stringify(await notificationsOf(pia))).not.toContain('Hemmelig')
      await actAsAdmin('lift')
      expect((await notificationsOf(pia, ...kinds)).map((row) => row.kind)).toEqual(kinds)
      expect((await mailsTo(pia)).at(-1)).toMatchObject({
        subject: 'Dag kan kjøre igjen: Oslo – Trondheim',
        link: `/rides/${id}`,
      })
      t.clock.advance(1000)
      await actAsAdmin('suspend')
      expect(await notificationsOf(pia, ...kinds)).toHaveLength(3)
    })

    test('ride and reservation show the driver as unavailable, without contact; the ride cannot be found or requested', async () => {
      const { id } = await publish()
      await act(await ask(id), 'accept', driver)
      expect(await ride(id, pia)).toMatchObject({ driver_unavailable: false, contact: { license_plate: 'AB12345' } })
      expect(await own(pia)).toMatchObject({ driver_unavailable: false, contact: { license_plate: 'AB12345' } })
      await actAsAdmin('suspend')
      for (const as of [undefined, pia, ola]) {
        const response = await ride(id, as)
        expect(response).toMatchObject({ driver_unavailable: true, bookable: false, contact: null })
        expect(JSON.stringify(response)).not.toMatch(/Hemmelig|suspend/)
      }
      expect(await own(pia)).toMatchObject({ driver_unavailable: true, status: 'accepted', contact: null })
      const found = await call('GET', `/rides?driver_id=${driver.id}`)
      expect(found.body.items).toEqual([])
      const refused = await call('POST', `/rides/${id}/reservations`, ola, { seats_requested: 1 })
      expect(refused).toMatchObject({ status: 409, body: { code: 'not_bookable' } })
      await actAsAdmin('lift')
      expect(await ride(id)).toMatchObject({ driver_unavailable: false, bookable: true })
      expect(await own(pia)).toMatchObject({ driver_unavailable: false, contact: { license_plate: 'AB12345' } })
    })

    test('deleting the account cancels the rides, of which alone the passengers are notified', async () => {
      const { id } = await publish()
      await act(await ask(id), 'accept', driver)
      await actAsAdmin('delete')
      expect((await notificationsOf(pia)).map((row) => row.kind)).toEqual(['request_accepted', 'ride_cancelled'])
    })
  })

  test('a reader whom the driver has blocked sees the same page as a visitor, and is refused only on a request', async () => {
    const { id } = await publish()
    const before = await ride(id, ola)
    expect((await call('PUT', `/me/blocks/${ola.id}`, driver)).status).toBe(200)
    expect(await ride(id, ola)).toEqual(before)
    expect(before).toEqual({ ...(await ride(id)), viewer: 'other' })
    expect(await ride(id, ola)).toMatchObject({ bookable: true })
    const refused = await call('POST', `/rides/${id}/reservations`, ola, { seats_requested: 1 })
    expect(refused).toMatchObject({ status: 409, body: { code: 'not_bookable' } })
  })

  describe('seats that others have taken', () => {
    test('a pending passenger is notified once of missing seats; the request stays, and can be accepted when seats are free', async () => {
      const { id } = await publish({ total_seats: 3 })
      const waiting = await ask(id, ola, { from_position: 0, to_position: 2, seats_requested: 2 })
      const short = await ask(id, await addPerson(t.db.kysely), { from_position: 0, to_position: 1 })
      const taker = await ask(id, pia, { from_position: 1, to_position: 3, seats_requested: 2 })
      expect((await own(ola)).ride.section.available_seats).toBe(3)
      await act(taker, 'accept', driver)
      expect((await own(ola)).ride.section.available_seats).toBe(1)
      expect(await notificationsOf(ola)).toMatchObject([
        { kind: 'seats_gone', params: { from: 'Oslo', to: 'Lillehammer', seats: 2 }, path: '/reservations' },
      ])
      const [mail] = await mailsTo(ola)
      expect(mail?.subject).toBe('Ikke nok plasser igjen: Oslo – Lillehammer')
      expect(mail?.text).toContain('De 2 plassene du ba om')
      expect(mail?.link).toMatch(/^\/search\?from=Oslo&to=Lillehammer&date=/)
      // Its part does not meet the taken one.
      await act(short, 'accept', driver)
      expect(await notificationsOf(ola)).toHaveLength(1)
      await act(short, 'remove', driver, { reason: 'Full bil' })
      await act(taker, 'cancel', pia)
      expect((await own(ola)).ride.section.available_seats).toBe(3)
      await act(waiting, 'accept', driver)
      expect((await own(ola)).status).toBe('accepted')
    })

    test('reducing the seats notifies pending passengers', async () => {
      const { id } = await publish({ total_seats: 4 })
      await ask(id, ola, { seats_requested: 3 })
      await ask(id, pia)
      expect((await call('PATCH', `/rides/${id}`, driver, { total_seats: 2 })).status).toBe(200)
      expect((await notificationsOf(ola)).map((row) => row.kind)).toEqual(['seats_gone'])
      expect(await notificationsOf(pia)).toEqual([])
    })
  })

  // Last, because the clock does not go back.
  test('there are no reminders of the trip until the account is open again', async () => {
    const { id } = await publish({ inHours: 60 })
    await act(await ask(id), 'accept', driver)
    await actAsAdmin('suspend')
    const deps = { ...t.app.parts, origin: t.app.origin }
    t.clock.advance(37 * HOUR)
    admin = await signedInAgain(t.db.kysely, admin)
    await notifyDue(deps)
    expect([await notificationsOf(pia, 'trip_tomorrow'), await notificationsOf(driver, 'trip_tomorrow')]).toEqual([
      [],
      [],
    ])
    await actAsAdmin('lift')
    await notifyDue(deps)
    expect([
      (await notificationsOf(pia, 'trip_tomorrow')).length,
      (await notificationsOf(driver, 'trip_tomorrow')).length,
    ]).toEqual([1, 1])
  })
})
