/** A driver removes an accepted passenger from a ride. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rideBody, startTestApp, type TestApp } from '../../../test/app.ts'
import { databaseKinds } from '../../../test/database.ts'
import { settled, startMailServer, type MailServer } from '../../../test/mail-server.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { dayOf } from '#platform/clock'
import { findViolations } from '#platform/db/invariants'
import { forgetMessages } from './store.ts'

const HOUR = 3_600_000

describe.each(databaseKinds)('on the %s database', (kind) => {
  let t: TestApp
  let smtp: MailServer
  let driver: TestPerson
  let pia: TestPerson
  let ola: TestPerson
  beforeAll(async () => {
    smtp = await startMailServer()
    t = await startTestApp({ kind, env: { SECRET: testSecret, SMTP_URL: smtp.url } })
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

  const call = (method: string, path: string, as: TestPerson, body?: object) =>
    t.call(method, `/api/v1${path}`, { as, body })
  const publish = async (changes: Record<string, unknown> = {}) =>
    (await call('POST', '/rides', driver, rideBody(t.clock, changes))).body
  const act = (id: string, verb: string, as: TestPerson, body?: object) =>
    call('POST', `/reservations/${id}/${verb}`, as, body)
  const remove = (id: string, as = driver, reason: unknown = 'Bilen er full') => act(id, 'remove', as, { reason })
  const ask = async (ride: string, as = pia, body: object = {}) =>
    (await call('POST', `/rides/${ride}/reservations`, as, { seats_requested: 1, accept_overlap: true, ...body })).body
      .id as string
  const accepted = async (ride: string, as = pia, body: object = {}) => {
    const id = await ask(ride, as, body)
    expect((await act(id, 'accept', driver)).status).toBe(200)
    return id
  }
  const notificationsOf = async ({ id }: TestPerson) =>
    (
      await sql<{ kind: string; params: object; path: string }>`
      select kind, params, path from notification where user_id = ${id} order by id`.execute(t.db.kysely)
    ).rows
  const bare = (text: string) => text.replace(/"request_id":"[^"]+"/, '')

  test('removing a passenger frees the seats, hides the contact, and notifies the passenger once, with the reason', async () => {
    const ride = await publish()
    const id = await accepted(ride.id, pia, { from_position: 1, to_position: 3, seats_requested: 2 })
    const other = await accepted(ride.id, ola)
    const free = async () => (await call('GET', `/rides/${ride.id}`, ola)).body.section.available_seats as number
    expect(await free()).toBe(1)
    const first = await remove(id, driver, '  Skiene tar\r\nplassen ')
    const ended = { status: 'cancelled', ended_by: 'removed', end_reason: 'Skiene tar\nplassen' }
    expect(first).toMatchObject({ status: 200, body: { id, ...ended, passenger: { id: pia.id, phone: null } } })
    expect(await free()).toBe(3)
    const again = await remove(id, driver, 'Noe annet')
    expect([again.status, again.body]).toEqual([200, first.body])

    const [own] = (await call('GET', '/me/reservations', pia)).body.items
    expect(own).toMatchObject({ id, ...ended, contact: null, can_rate: false })
    const trip = { from: 'Hamar', to: 'Trondheim', departure_time: ride.route[1].passes_at as string }
    expect((await notificationsOf(pia)).at(-1)).toEqual({
      kind: 'passenger_removed',
      params: { name: 'Dag', ...trip, seats: 2, reason: 'Skiene tar\nplassen', reservation_id: id },
      path: '/reservations',
    })
    expect(await notificationsOf(pia)).toHaveLength(2)
    await settled(t)
    const mails = smtp.mails.filter((mail) => mail.to === pia.email)
    expect([mails.length, mails[1]?.subject]).toEqual([2, 'Ikke plass likevel: Hamar – Trondheim'])
    expect(mails[1]?.text).toContain('Skiene tar')
    expect(mails[1]?.text).not.toContain(driver.email)
    expect(mails[1]?.link).toBe(`/search?from=Hamar&to=Trondheim&date=${dayOf(new Date(trip.departure_time))}`)
    // The other passenger keeps the seat and hears nothing.
    expect((await notificationsOf(ola)).map((one) => one.kind)).toEqual(['request_accepted'])
    const [rest] = (await call('GET', '/me/reservations', ola)).body.items
    expect(rest).toMatchObject({ id: other, status: 'accepted', contact: { license_plate: 'AB12345' } })
  })

  test('only the driver removes, and another driver’s reservation looks like an unknown one', async () => {
    const ride = await publish()
    const id = await accepted(ride.id)
    const absent = await remove(randomUUID())
    expect(absent.status).toBe(404)
    for (const as of [pia, ola, await addPerson(t.db.kysely)]) {
      expect(bare((await remove(id, as)).text)).toBe(bare(absent.text))
    }
    expect((await call('GET', '/me/reservations', pia)).body.items[0].status).toBe('accepted')
  })

  test('only an accepted passenger is removed, and only before departure', async () => {
    const ride = await publish({ inHours: 2 })
    const pending = await ask(ride.id)
    const refused = await ask(ride.id, ola)
    await act(refused, 'reject', driver)
    for (const id of [pending, refused]) {
      expect(await remove(id)).toMatchObject({ status: 409, body: { code: 'reservation_closed' } })
    }
    await act(pending, 'accept', driver)
    t.clock.advance(3 * HOUR)
    const late = await remove(pending)
    t.clock.advance(-3 * HOUR)
    expect(late).toMatchObject({ status: 409, body: { code: 'ride_departed' } })
    await act(pending, 'cancel', pia)
    expect(await remove(pending)).toMatchObject({ status: 409, body: { code: 'reservation_closed' } })
    const called = await publish()
    const gone = await accepted(called.id)
    await call('POST', `/rides/${called.id}/cancel`, driver)
    expect(await remove(gone)).toMatchObject({ status: 409, body: { code: 'reservation_closed' } })
  })

  test.each([
    [undefined, 'required'],
    ['', 'required'],
    [' \n\u200b', 'required'],
    ['a'.repeat(501), 'too_long'],
    [7, 'invalid'],
  ])('the reason %j is refused: %s', async (reason, code) => {
    const id = await accepted((await publish()).id)
    expect(await act(id, 'remove', driver, { reason })).toMatchObject({
      status: 422,
      body: { fields: { reason: code } },
    })
    expect(await remove(id, driver, 'a'.repeat(500))).toMatchObject({ status: 200 })
  })

  test('a removed passenger may request seats again, three times in all', async () => {
    const ride = await publish()
    for (let times = 1; times <= 3; times++) await remove(await accepted(ride.id))
    const fourth = await call('POST', `/rides/${ride.id}/reservations`, pia, { seats_requested: 1 })
    expect(fourth).toMatchObject({ status: 409, body: { code: 'too_many_attempts' } })
  })

  test('the reason is deleted with the driver’s account', async () => {
    const id = await accepted((await publish()).id)
    await remove(id)
    await forgetMessages(t.db.kysely, driver.id)
    const [own] = (await call('GET', '/me/reservations', pia)).body.items
    expect(own).toMatchObject({ ended_by: 'removed', end_reason: null })
  })
})
