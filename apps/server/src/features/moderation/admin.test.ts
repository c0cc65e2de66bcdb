/** An administrator finds people, ends sessions, invites, and reads the log. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  admin,
  change,
  detail,
  found,
  list,
  mailTo,
  ola,
  rideOf,
  second,
  setUpAdministration,
  t,
} from '../../../test/administration-fixtures.ts'
import { startTestApp } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { addReservation } from '../../../test/reservations.ts'
import { addPerson, addSession, signedInAgain, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { middleOf } from '../../../test/windows.ts'

const HOUR = 3_600_000

describe.each([usualKind])('on the %s database', (kind) => {
  setUpAdministration(kind)

  describe('the list', () => {
    test('finds parts of names and addresses regardless of case and accents', async () => {
      const mark = randomUUID().slice(0, 8)
      const asa = await addPerson(t.db.kysely, { name: `Åsa Ødegård ${mark}`, email: `asa.${mark}@bær.example.no` })
      for (const q of [`asa odegard ${mark}`, `ÅSA ØDEGÅRD ${mark}`, `GÅRD ${mark}`, `a.${mark}@BAR`, `  ${mark} `])
        expect(await found(q), q).toEqual([asa.id])
      expect(await found(`${mark} asa`)).toEqual([])
      const rus = await addPerson(t.db.kysely, { name: `Юлия Жукова ${mark}` })
      expect(await found(`жукова ${mark}`)).toEqual([rus.id])
    })

    test('%, _ and \\ are ordinary characters, also in their wide forms', async () => {
      const odd = await addPerson(t.db.kysely, { name: 'Per 100%_\\ Sikker' })
      for (const q of ['100%', '%_', '_\\', '%_\\ s']) expect(await found(q), q).toEqual([odd.id])
      for (const q of ['10%_s', '％', '＿', '1_0%']) expect(await found(q), q).toEqual([])
    })

    test('filters by state, newest first, in pages, with the total', async () => {
      const mark = randomUUID()
      const people: TestPerson[] = []
      for (let i = 0; i < 5; i++) people.push(await addPerson(t.db.kysely, { name: `Side ${mark}`, verified: i !== 2 }))
      // Several at one instant: the id decides.
      await t.db.kysely
        .updateTable('auth_user')
        .set({ created_at: new Date() })
        .where('name', '=', `Side ${mark}`)
        .execute()
      const first = await list({ q: mark, limit: '2' })
      const rest = await list({ q: mark, limit: '50', cursor: first.next_cursor! })
      expect([first.total, rest.total, rest.next_cursor]).toEqual([5, 5, null])
      const ids = [...first.items, ...rest.items].map(({ id }) => id)
      expect(ids).toEqual(
        people
          .map(({ id }) => id)
          .toSorted()
          .toReversed(),
      )
      await change('suspend', people[0]!.id)
      const byState = async (state: string) => (await list({ q: mark, state })).items.map(({ id }) => id)
      expect(await byState('unconfirmed')).toEqual([people[2]!.id])
      expect(await byState('suspended')).toEqual([people[0]!.id])
      expect((await list({ q: mark, state: 'active' })).total).toBe(3)
      expect((await list({ q: mark, state: 'closing' })).total).toBe(0)
    })

    test('refuses invalid cursors, states, texts and limits', async () => {
      const code = async (query: string) =>
        (await t.call('GET', `/api/v1/admin/users?${query}`, { as: admin })).body.fields as unknown
      expect(await code('cursor=x')).toEqual({ cursor: 'invalid' })
      expect(await code('state=gone')).toEqual({ state: 'invalid' })
      expect(await code(`q=${'x'.repeat(255)}`)).toEqual({ q: 'too_long' })
      expect(await code('limit=51')).toEqual({ limit: 'out_of_range' })
    })
  })

  test('the detail of a person holds no phone number, address, IP address or message', async () => {
    await t.db.kysely
      .updateTable('profile')
      .set({ phone: '+4791234567', address: 'Storgata 1' })
      .where('id', '=', ola.id)
      .execute()
    await t.db.kysely
      .updateTable('auth_session')
      .set({
        ip_address: '203.0.113.7',
        user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      })
      .where('user_id', '=', ola.id)
      .execute()
    await rideOf(ola, 'Ås')
    const { text, body } = await t.call('GET', `/api/v1/admin/users/${ola.id}`, { as: admin })
    for (const secret of ['+4791234567', 'Storgata', '203.0.113.7', 'Mozilla', 'token'])
      expect(text).not.toContain(secret)
    expect(body).toMatchObject({
      id: ola.id,
      state: 'active',
      suspended: null,
      counts: { rides: 1, reservations: 0, not_met: 0 },
      sessions: [{ device: { kind: 'desktop', browser: 'Firefox', system: 'Linux' } }],
      audit: [],
    })
    expect(Object.keys(body.sessions[0]).toSorted()).toEqual(['created_at', 'device', 'id', 'last_active_on'])
  })

  test('the detail counts the trips on which others say that they did not meet the person', async () => {
    const [driver, passenger] = [await addPerson(t.db.kysely), await addPerson(t.db.kysely)]
    const say = async (person: TestPerson, reservation: string, kind: string) =>
      sql`insert into check_in (ride_id, reservation_id, person_id, kind, at)
        select ride_id, id, ${person.id}, ${kind}, app_now() from reservation where id = ${reservation}`.execute(
        t.db.kysely,
      )
    const notMet = async (person: TestPerson) => (await detail(person.id)).counts.not_met
    const trip = async () =>
      addReservation(t.db.kysely, {
        ride_id: await rideOf(driver, 'Ås'),
        passenger_id: passenger.id,
        status: 'accepted',
      })
    const [missed, met] = [await trip(), await trip()]
    await say(passenger, missed, 'not_met')
    await say(passenger, met, 'not_met')
    expect([await notMet(driver), await notMet(passenger)]).toEqual([2, 0])
    await say(driver, met, 'met')
    expect([await notMet(driver), await notMet(passenger)]).toEqual([1, 0])
    await sql`update ride set departure_time = departure_time - interval '400 days', arrival_time = arrival_time - interval '400 days'
      where id = (select ride_id from reservation where id = ${missed})`.execute(t.db.kysely)
    expect(await notMet(driver)).toBe(0)
  })

  test('ending a person’s sessions closes the sockets and keeps the account open', async () => {
    const socket = await LiveClient.open(t.url, ola.cookie)
    await addSession(t.db.kysely, ola.id)
    const end = () => t.call('DELETE', `/api/v1/admin/users/${ola.id}/sessions`, { as: admin })
    expect(await end()).toMatchObject({ status: 200, body: { ended: 2 } })
    expect(await socket.closed).toBe(4401)
    expect((await t.call('GET', '/api/v1/me', { as: ola })).status).toBe(401)
    expect((await end()).body).toEqual({ ended: 0 })
    expect(await detail()).toMatchObject({
      state: 'active',
      audit: [{ action: 'sessions_ended', details: { ended: 0 } }, { details: { ended: 2 } }],
    })
  })

  test('an invitation links to sign-up with the address filled in; the log keeps only part of it', async () => {
    const invite = (email: string) => t.call('POST', '/api/v1/admin/invitations', { as: admin, body: { email } })
    const address = `gjest.${randomUUID()}@bærum.example`
    expect(await invite(address)).toMatchObject({ status: 200, body: { invited: true } })
    const ascii = address.replace('bærum', 'xn--brum-voa')
    const mail = await mailTo(ascii, /invite/)
    expect(mail.text).toContain(`${t.app.origin()}/auth?tab=sign-up&email=${encodeURIComponent(ascii)}`)
    expect(await invite(ola.email.toUpperCase())).toMatchObject({
      status: 422,
      body: { code: 'already_registered', fields: { email: 'invalid' } },
    })
    expect((await invite('ola@')).body.fields).toEqual({ email: 'invalid' })
    const { body, text } = await t.call('GET', '/api/v1/admin/audit-log?limit=1', { as: admin })
    expect(body.items).toMatchObject([
      { action: 'person_invited', subject: null, details: { email: 'g…@xn--brum-voa.example' } },
    ])
    expect(text).not.toContain('gjest')
  })

  test('the log shows every entry once, newest first', async () => {
    await change('suspend')
    await change('lift', ola.id, second)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = cursor ? `&cursor=${cursor}` : ''
      const { body } = await t.call('GET', `/api/v1/admin/audit-log?limit=3${query}`, { as: admin })
      seen.push(...(body.items as { id: string }[]).map(({ id }) => id))
      cursor = body.next_cursor as string | null
    }
    const { count } = await t.db.kysely
      .selectFrom('audit_log')
      .select(sql<number>`count(*)::integer`.as('count'))
      .executeTakeFirstOrThrow()
    expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => Number(b) - Number(a)))
    expect(seen).toHaveLength(count)
    const { body } = await t.call('GET', '/api/v1/admin/audit-log?cursor=0x1', { as: admin })
    expect(body.fields).toEqual({ cursor: 'invalid' })
  })
})

test('invitations are limited to one a day for each address and fifty a day for each administrator', async () => {
  const t = await startTestApp({ clock: middleOf(24 * HOUR), env: { SECRET: testSecret, RATE_LIMITS: 'on' } })
  try {
    let admin = await addPerson(t.db.kysely, { role: 'admin' })
    const invite = (email: string) => t.call('POST', '/api/v1/admin/invitations', { as: admin, body: { email } })
    expect((await invite('en@example.no')).status).toBe(200)
    expect(await invite('EN@example.no')).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    t.clock.advance(25 * HOUR)
    admin = await signedInAgain(t.db.kysely, admin)
    expect((await invite('en@example.no')).status).toBe(200)
    const answers = []
    for (let i = 0; i < 50; i++) answers.push((await invite(`gjest${i}@example.no`)).status)
    expect([answers.filter((status) => status === 200).length, answers.at(-1)]).toEqual([49, 429])
  } finally {
    await t.close()
  }
})
