import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { UserDetail, UserSummary } from '@samtur/contract/moderation'
import { type Answer, rideBody, startTestApp, type TestApp } from '../../../test/app.ts'
import { databaseKinds } from '../../../test/database.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { acceptReservation, act } from '../../../test/reservations.ts'
import { addRide, findRides } from '../../../test/rides.ts'
import { signedInAgain, addPerson, addSession, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { grantAdmin } from '#features/accounts/store'
import { findViolations } from '#platform/db/invariants'

const HOUR = 3_600_000
/** What several at once were answered, whoever was first. */
const outcomes = (answers: Answer[]) => answers.map(({ status, body }) => String(body.code ?? status)).toSorted()
const reason = 'Ber om penger utenom.\nTredje gang.'

describe.each(databaseKinds)('on the %s database', (kind) => {
  let t: TestApp
  let admin: TestPerson
  let second: TestPerson
  let ola: TestPerson

  beforeAll(async () => {
    t = await startTestApp({ kind, env: { SECRET: testSecret, SUPPORT_EMAIL: 'hjelp@example.no' } })
    admin = await addPerson(t.db.kysely, { name: 'Adele Styrer', role: 'admin' })
    second = await addPerson(t.db.kysely, { name: 'Else Styrer', role: 'admin' })
  })
  afterAll(() => t.close())
  beforeEach(async () => {
    ola = await addPerson(t.db.kysely, { name: 'Ola Nilsen' })
  })

  const deed = (verb: 'suspend' | 'lift', id = ola.id, as = admin, body: unknown = { reason }) =>
    t.call('POST', `/api/v1/admin/users/${id}/${verb}`, { as, body })
  const remove = (id = ola.id, as = admin) => t.call('DELETE', `/api/v1/admin/users/${id}`, { as, body: { reason } })
  const detail = async (id = ola.id): Promise<UserDetail> =>
    (await t.call('GET', `/api/v1/admin/users/${id}`, { as: admin })).body as UserDetail
  const list = async (query: Record<string, string>) => {
    const answer = await t.call('GET', `/api/v1/admin/users?${new URLSearchParams(query).toString()}`, { as: admin })
    return answer.body as { items: UserSummary[]; next_cursor: string | null; total: number }
  }
  const found = async (q: string) => (await list({ q })).items.map(({ id }) => id)
  const mailTo = (address: string, subject: RegExp) =>
    vi.waitFor(
      async () => {
        const mails = await t.db.kysely.selectFrom('local_mail').selectAll().where('recipient', '=', address).execute()
        const mail = mails.find((one) => subject.test(one.subject))
        expect(mail).toBeDefined()
        return mail!
      },
      { timeout: 10_000, interval: 10 },
    )
  /** Passes two of its places twice. */
  const rideOf = async (driver: TestPerson, from: string) => {
    await t.db.kysely.updateTable('profile').set({ is_driver: true }).where('id', '=', driver.id).execute()
    return addRide(t.db, {
      driverId: driver.id,
      route: [from, 'Hamar', 'Lillehammer', from, 'Hamar'],
      departure: new Date(t.clock.now().getTime() + 48 * HOUR),
    })
  }
  const sections = async (rideId: string) =>
    (
      await sql`select * from ride_section where ride_id = ${rideId} order by from_position, to_position`.execute(
        t.db.kysely,
      )
    ).rows
  const sound = async () => expect(await findViolations(t.db.kysely)).toEqual([])

  describe('the list', () => {
    test('finds part of a name or an address, whatever its case and accents', async () => {
      const mark = randomUUID().slice(0, 8)
      const asa = await addPerson(t.db.kysely, { name: `Åsa Ødegård ${mark}`, email: `asa.${mark}@bær.example.no` })
      for (const q of [`asa odegard ${mark}`, `ÅSA ØDEGÅRD ${mark}`, `GÅRD ${mark}`, `a.${mark}@BAR`, `  ${mark} `])
        expect(await found(q), q).toEqual([asa.id])
      expect(await found(`${mark} asa`)).toEqual([])
      const rus = await addPerson(t.db.kysely, { name: `Юлия Жукова ${mark}` })
      expect(await found(`жукова ${mark}`)).toEqual([rus.id])
    })

    test('%, _ and \\ are signs like others, also in their wide forms', async () => {
      const odd = await addPerson(t.db.kysely, { name: 'Per 100%_\\ Sikker' })
      for (const q of ['100%', '%_', '_\\', '%_\\ s']) expect(await found(q), q).toEqual([odd.id])
      for (const q of ['10%_s', '％', '＿', '1_0%']) expect(await found(q), q).toEqual([])
    })

    test('by state, newest first, page by page, with the number of all', async () => {
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
      await deed('suspend', people[0]!.id)
      const byState = async (state: string) => (await list({ q: mark, state })).items.map(({ id }) => id)
      expect(await byState('unconfirmed')).toEqual([people[2]!.id])
      expect(await byState('suspended')).toEqual([people[0]!.id])
      expect((await list({ q: mark, state: 'active' })).total).toBe(3)
      expect((await list({ q: mark, state: 'closing' })).total).toBe(0)
    })

    test('refuses what it did not write or does not know', async () => {
      const code = async (query: string) =>
        (await t.call('GET', `/api/v1/admin/users?${query}`, { as: admin })).body.fields as unknown
      expect(await code('cursor=x')).toEqual({ cursor: 'invalid' })
      expect(await code('state=gone')).toEqual({ state: 'invalid' })
      expect(await code(`q=${'x'.repeat(255)}`)).toEqual({ q: 'too_long' })
      expect(await code('limit=51')).toEqual({ limit: 'out_of_range' })
    })
  })

  test('a detail holds nothing of phone, address, machine or messages', async () => {
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
      counts: { rides: 1, reservations: 0 },
      sessions: [{ device: { kind: 'desktop', browser: 'Firefox', system: 'Linux' } }],
      audit: [],
    })
    expect(Object.keys(body.sessions[0]).toSorted()).toEqual(['created_at', 'device', 'id', 'last_active_on'])
  })

  describe('a suspended person', () => {
    test('is out at once: sessions and sockets; the reason is stored, logged and mailed', async () => {
      const other = { cookie: await addSession(t.db.kysely, ola.id) }
      const sockets = [await LiveClient.open(t.url, ola.cookie), await LiveClient.open(t.url, other.cookie)]
      const started = performance.now()
      const answer = await deed('suspend')
      expect(answer).toMatchObject({ status: 200, body: { state: 'suspended', suspended: { reason }, sessions: [] } })
      expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4401, 4401])
      expect(performance.now() - started).toBeLessThan(1000)
      for (const as of [ola, other]) expect((await t.call('GET', '/api/v1/me', { as })).status).toBe(401)
      expect(answer.body.audit).toMatchObject([
        { action: 'user_suspended', actor: { full_name: 'Adele Styrer' }, subject: { id: ola.id }, reason },
      ])
      const mail = await mailTo(ola.email, /stengt/)
      for (const part of ['Hei Ola Nilsen!', 'Begrunnelse: Ber om penger utenom.', 'Tredje gang.', 'hjelp@example.no'])
        expect(mail.text).toContain(part)
      expect((await deed('lift')).body).toMatchObject({ state: 'active', suspended: null })
      expect((await mailTo(ola.email, /åpnet igjen/)).text).toContain(`${t.app.origin()}/auth`)
      await sound()
    })

    test('drives nobody until it is lifted: rides are not found, not booked, and nothing is accepted', async () => {
      const from = `Ås ${ola.id.slice(0, 8)}`
      const rideId = await rideOf(ola, from)
      const [pia, nils] = [await addPerson(t.db.kysely), await addPerson(t.db.kysely)]
      const reserve = (as: TestPerson) =>
        t.call('POST', `/api/v1/rides/${rideId}/reservations`, { as, body: { seats_requested: 1, to_position: 2 } })
      const asked = await reserve(pia)
      const before = await sections(rideId)
      const accept = (cookie: string) =>
        t.call('POST', `/api/v1/reservations/${asked.body.id}/accept`, { as: { cookie } })
      const seen = async () => ({
        found: (await findRides(t, { from })).length,
        bookable: [
          (await t.call('GET', `/api/v1/rides/${rideId}`)).body.bookable as boolean,
          (await t.call('GET', `/api/v1/rides/${rideId}`, { as: nils })).body.bookable as boolean,
        ],
      })
      expect(await seen()).toEqual({ found: 1, bookable: [true, true] })

      await deed('suspend')
      expect(await seen()).toEqual({ found: 0, bookable: [false, false] })
      expect(await sections(rideId)).toEqual([])
      expect(await reserve(nils)).toMatchObject({ status: 409, body: { code: 'not_bookable' } })
      expect((await accept(await addSession(t.db.kysely, ola.id))).status).toBe(401)
      expect(await acceptReservation(t.db, asked.body.id as string, ola.id)).toBe('reservation_closed')
      await sound()

      await deed('lift')
      expect(await seen()).toEqual({ found: 1, bookable: [true, true] })
      expect(await sections(rideId)).toEqual(before)
      expect(await accept(await addSession(t.db.kysely, ola.id))).toMatchObject({ status: 200 })
      await sound()
    })

    test('rides along with nobody either: the driver cannot accept meanwhile', async () => {
      const driver = await addPerson(t.db.kysely, { name: 'Dag Sjåfør' })
      const rideId = await rideOf(driver, 'Moss')
      const asked = await t.call('POST', `/api/v1/rides/${rideId}/reservations`, {
        as: ola,
        body: { seats_requested: 1 },
      })
      const accept = () => t.call('POST', `/api/v1/reservations/${asked.body.id}/accept`, { as: driver })
      await deed('suspend')
      expect(await accept()).toMatchObject({ status: 409, body: { code: 'reservation_closed' } })
      await deed('lift')
      expect(await accept()).toMatchObject({ status: 200, body: { status: 'accepted' } })
    })

    test('gets the seats right when some were taken or given back meanwhile', async () => {
      const rideId = await rideOf(ola, `Ås ${ola.id.slice(0, 8)}`)
      const pia = await addPerson(t.db.kysely)
      const asked = await t.call('POST', `/api/v1/rides/${rideId}/reservations`, {
        as: pia,
        body: { seats_requested: 2, from_position: 1, to_position: 3 },
      })
      await t.call('POST', `/api/v1/reservations/${asked.body.id}/accept`, { as: ola })
      const taken = await sections(rideId)
      await deed('suspend')
      await deed('lift')
      expect(await sections(rideId)).toEqual(taken)
      await deed('suspend')
      await act(t.db, { id: asked.body.id as string, personId: pia.id, action: 'withdraw' })
      await deed('lift')
      await sound()
    })
  })

  describe('deleting', () => {
    test('shuts the account and begins the deletion; lifting takes both back, but not what was cancelled', async () => {
      const rideId = await rideOf(ola, `Ås ${ola.id.slice(0, 8)}`)
      const pia = await addPerson(t.db.kysely, { name: 'Pia Passasjer' })
      const asked = await t.call('POST', `/api/v1/rides/${rideId}/reservations`, {
        as: pia,
        body: { seats_requested: 1 },
      })
      const answer = await remove()
      expect(answer).toMatchObject({ status: 200, body: { state: 'closing', full_name: '', suspended: { reason } } })
      const days = (Date.parse(answer.body.purge_at as string) - t.clock.now().getTime()) / (24 * HOUR)
      expect(Math.round(days)).toBe(14)
      expect((await t.call('GET', '/api/v1/me', { as: ola })).status).toBe(401)
      const statusOf = async () =>
        (await t.call('GET', '/api/v1/me/reservations', { as: pia })).body.items[0].status as string
      expect(await statusOf()).toBe('cancelled')
      const mail = await mailTo(ola.email, /blir slettet/)
      for (const part of ['Hei Ola Nilsen!', '14 dager', 'Ber om penger utenom.', 'hjelp@example.no'])
        expect(mail.text).toContain(part)
      expect(await remove()).toMatchObject({ status: 409, body: { code: 'already_closing' } })
      expect((await list({ q: ola.email, state: 'closing' })).items.map(({ id }) => id)).toEqual([ola.id])
      await sound()

      expect((await deed('lift')).body).toMatchObject({
        state: 'active',
        full_name: 'Ola Nilsen',
        purge_at: null,
        suspended: null,
      })
      expect(await statusOf()).toBe('cancelled')
      expect(await sections(rideId)).toEqual([])
      expect((await detail()).audit.map(({ action }) => action)).toEqual(['user_lifted', 'user_deleted'])
      expect(asked.status).toBe(201)
      await sound()
    })

    test('lifting leaves alone what the person had asked for', async () => {
      await t.db.kysely
        .updateTable('auth_session')
        .set({ reauthenticated_at: new Date() })
        .where('user_id', '=', ola.id)
        .execute()
      expect((await t.call('POST', '/api/v1/me/deletion', { as: ola })).status).toBe(200)
      expect((await deed('suspend')).body).toMatchObject({ state: 'closing', suspended: { reason } })
      expect((await deed('lift')).body).toMatchObject({
        state: 'closing',
        suspended: null,
        purge_at: expect.any(String),
      })
      await sound()
    })

    test('of a person who is suspended already says so, and one of two at once wins', async () => {
      await deed('suspend')
      const answers = await Promise.all([remove(), remove(ola.id, second)])
      expect(outcomes(answers)).toEqual(['200', 'already_closing'])
      expect((await deed('suspend')).body.code).toBe('already_suspended')
      await sound()
    })
  })

  test('two administrators at once: one suspends, the other hears that it is done; one entry in the log', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await addPerson(t.db.kysely)
      const answers = await Promise.all([deed('suspend', id), deed('suspend', id, second), deed('suspend', id)])
      expect(outcomes(answers)).toEqual(['200', 'already_suspended', 'already_suspended'])
      const lifts = await Promise.all([deed('lift', id), deed('lift', id, second)])
      expect(outcomes(lifts)).toEqual(['200', 'not_suspended'])
      expect((await detail(id)).audit.map(({ action }) => action)).toEqual(['user_lifted', 'user_suspended'])
    }
  })

  test('publishing while one is suspended leaves nothing to be found', async () => {
    for (let round = 0; round < 8; round++) {
      const driver = await addPerson(t.db.kysely)
      const publish = () => t.call('POST', '/api/v1/rides', { as: driver, body: rideBody(t.clock) })
      const answers = await Promise.all([publish(), publish(), deed('suspend', driver.id), publish()])
      expect(answers[2].status).toBe(200)
      for (const { status } of answers) expect([200, 201, 401]).toContain(status)
      await sound()
      await deed('lift', driver.id)
      await sound()
    }
  })

  test('administrators are out of reach, also for themselves and for one who is just becoming one', async () => {
    for (const target of [admin.id, second.id])
      for (const answer of [await deed('suspend', target), await remove(target)])
        expect(answer).toMatchObject({ status: 409, body: { code: 'protected_account' } })
    for (let round = 0; round < 8; round++) {
      const { id } = await addPerson(t.db.kysely)
      await t.db.kysely.updateTable('auth_user').set({ mailbox_password: true }).where('id', '=', id).execute()
      const [, answer] = await Promise.all([grantAdmin(t.db.kysely, id), deed('suspend', id)])
      expect([200, 409]).toContain(answer.status)
      await sound()
      await t.db.kysely.updateTable('auth_user').set({ role: 'user' }).where('id', '=', id).execute()
    }
  })

  test('a reason is needed, of at most 2000 characters', async () => {
    const fields = async (body: unknown) => (await deed('suspend', ola.id, admin, body)).body.fields as unknown
    expect(await fields({})).toEqual({ reason: 'required' })
    expect(await fields({ reason: ' \n ' })).toEqual({ reason: 'required' })
    expect(await fields({ reason: 'x'.repeat(2001) })).toEqual({ reason: 'too_long' })
    expect(await fields({ reason: 'a\u0000b' })).toEqual({ reason: 'invalid_characters' })
    expect(await fields({ reason: 'Sak', until: 'i morgen' })).toEqual({ until: 'unknown_field' })
    expect((await deed('suspend', ola.id, admin, { reason: '🚗'.repeat(2000) })).status).toBe(200)
  })

  test('somebody unknown and something that is no id are answered alike', async () => {
    const bare = (text: string) => text.replace(/"request_id":"[^"]+"/, '')
    for (const [method, end] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/suspend'],
      ['POST', '/lift'],
      ['DELETE', '/sessions'],
    ] as const) {
      const answers = await Promise.all(
        [randomUUID(), 'undefined'].map((id) =>
          t.call(method, `/api/v1/admin/users/${id}${end}`, {
            as: admin,
            ...(method !== 'GET' && end !== '/sessions' && { body: { reason } }),
          }),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual([404, 404])
      expect(bare(answers[0]!.text)).toBe(bare(answers[1]!.text))
    }
    expect(await deed('lift')).toMatchObject({ status: 409, body: { code: 'not_suspended' } })
  })

  test('signing a person out everywhere ends sessions and sockets and keeps the account open', async () => {
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

  test('an invitation leads to sign-up with the address filled in; the log keeps only part of it', async () => {
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

  test('the log shows everything once, newest first', async () => {
    await deed('suspend')
    await deed('lift', ola.id, second)
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

test('invitations: one a day and address, fifty a day and administrator, across restarts of the day', async () => {
  const t = await startTestApp({ env: { SECRET: testSecret, RATE_LIMITS: 'on' } })
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
