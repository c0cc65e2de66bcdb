/** How long sessions last, how many there are at once, and when they get another token. */
import { session as limits } from '@samtur/contract/constants'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { password, startTestApp, type TestResponse, type TestApp } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { addPerson, addSession, makeStale, type TestPerson, testSecret } from '../../../test/sessions.ts'
import { mailsTo } from '../../../test/mailbox.ts'
import { findHolders } from './views.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe.each([usualKind])('on the %s database', (kind) => {
  let t: TestApp
  let moved = 0
  beforeAll(async () => void (t = await startTestApp({ kind, env: { SECRET: testSecret } })))
  afterAll(() => t.close())
  const later = (milliseconds: number) => {
    moved += milliseconds
    t.clock.advance(milliseconds)
  }
  afterEach(() => {
    t.clock.advance(-moved)
    moved = 0
  })

  const me = async (as: { cookie: string }, headers = {}) =>
    (await t.call('GET', '/api/v1/me', { as: { ...as }, headers })).status
  const signIn = (email: string, as?: { cookie: string }) =>
    t.call('POST', '/api/auth/sign-in/email', { body: { email, password }, as })
  const cookieOf = (answer: TestResponse) => ({ cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' })
  const idsOf = async ({ id }: { id: string }) =>
    (await t.db.kysely.selectFrom('auth_session').select('id').where('user_id', '=', id).execute()).map((row) => row.id)
  const queuedFor = (email: string, kind_: string) =>
    t.db.kysely.selectFrom('outbox').selectAll().where('recipient', '=', email).where('kind', '=', kind_).execute()
  const reauthenticate = (as: { cookie: string }, headers = {}) =>
    t.call('POST', '/api/v1/me/reauthenticate', { body: { password }, as, headers })

  describe('the lifetime of a session', () => {
    test('is thirty days from signing in, with any use', async () => {
      const kari = await t.person()
      for (let day = 0; day < limits.maxDays - 1; day += 7) {
        expect(await me(kari)).toBe(200)
        later(7 * DAY)
      }
      later(limits.maxDays * DAY - moved - MINUTE)
      expect(await me(kari)).toBe(200)
      await t.db.kysely
        .updateTable('auth_session')
        .set({ expires_at: new Date(Date.now() + 90 * DAY) })
        .where('user_id', '=', kari.id)
        .execute()
      later(2 * MINUTE)
      expect(await me(kari)).toBe(401)
    })

    test('of an administrator ends after twelve hours, and after thirty minutes without use', async () => {
      const admin = await addPerson(t.db.kysely, { role: 'admin' })
      const other = { cookie: await addSession(t.db.kysely, admin.id) }
      for (let i = 0; i < 12 * 3 - 1; i++) {
        later(20 * MINUTE)
        expect(await me(admin)).toBe(200)
      }
      expect(await me(other)).toBe(401)
      later(19 * MINUTE)
      expect(await me(admin)).toBe(200)
      later(2 * MINUTE)
      expect(await me(admin)).toBe(401)
    })

    test('requests that an administrator’s page sends by itself do not extend the session', async () => {
      const admin = await addPerson(t.db.kysely, { role: 'admin' })
      for (const minutes of [10, 10, 9]) {
        later(minutes * MINUTE)
        expect(await me(admin, { 'x-idle': '1' })).toBe(200)
      }
      later(2 * MINUTE)
      expect(await me(admin)).toBe(401)
    })

    test('a new administrator has an administrator’s limits at once, and other people do not', async () => {
      const kari = await addPerson(t.db.kysely)
      later(13 * HOUR)
      expect(await me(kari)).toBe(200)
      const setRole = (role: 'admin' | 'user') =>
        t.db.kysely.updateTable('auth_user').set({ role }).where('id', '=', kari.id).execute()
      await setRole('admin')
      expect(await me(kari)).toBe(401)
      await setRole('user')
      expect(await me(kari)).toBe(200)
    })
  })

  describe('the number of sessions', () => {
    test('the eleventh ends the oldest with its socket, and a mail says which', async () => {
      const kari = await t.person()
      const socket = await LiveClient.open(t.url, kari.cookie)
      for (let i = 0; i < limits.maxPerAccount - 1; i++) {
        later(1000)
        await signIn(kari.email)
      }
      expect([await me(kari), await idsOf(kari)]).toEqual([
        200,
        expect.objectContaining({ length: limits.maxPerAccount }),
      ])
      later(1000)
      const eleventh = cookieOf(await signIn(kari.email))
      expect([await socket.closing(), await me(kari), await me(eleventh)]).toEqual([4401, 401, 200])
      expect(await idsOf(kari)).toHaveLength(limits.maxPerAccount)
      expect(await queuedFor(kari.email, 'accounts.oldest_session_ended')).toHaveLength(1)
    })

    test('twenty sign-ins at once leave ten sessions, and each of them works', async () => {
      const kari = await t.person()
      const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(kari.email)))
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
      expect(await idsOf(kari)).toHaveLength(limits.maxPerAccount)
      const statuses = await Promise.all(answers.map((answer) => me(cookieOf(answer))))
      expect(statuses.filter((status) => status === 200)).toHaveLength(limits.maxPerAccount)
    })

    test('signing in again in one browser ends the session that it had, also another person’s', async () => {
      const [kari, ola] = [await t.person(), await t.person('Ola')]
      const before = { ...kari }
      const socket = await LiveClient.open(t.url, before.cookie)
      const again = cookieOf(await signIn(kari.email, { ...kari }))
      expect([await socket.closing(), await me(before), await me(again)]).toEqual([4401, 401, 200])
      expect(await idsOf(kari)).toHaveLength(1)
      const others = cookieOf(await signIn(ola.email, again))
      expect([await idsOf(kari), await me(others)]).toEqual([[], 200])
    })

    test('a wrong password ends nothing', async () => {
      const kari = await t.person()
      const body = { email: kari.email, password: 'feil-passord' }
      expect((await t.call('POST', '/api/auth/sign-in/email', { body, as: kari })).status).toBe(401)
      expect(await me(kari)).toBe(200)
    })
  })

  describe('a new token of the session', () => {
    let kari: TestPerson
    beforeEach(async () => void (kari = { ...(await t.person()) }))

    test('is set when the password is given again; the old one is invalid, and the socket reconnects with the new one', async () => {
      const before = { ...kari }
      const socket = await LiveClient.open(t.url, before.cookie)
      expect((await reauthenticate(kari)).status).toBe(200)
      expect(kari.cookie).not.toBe(before.cookie)
      expect([await socket.closing(), await me(before), await me(kari)]).toEqual([4408, 401, 200])
      const back = await LiveClient.open(t.url, kari.cookie)
      expect(await back.subscribe('inbox')).toBe('subscribed')
      back.socket.terminate()
      expect(await idsOf(kari)).toHaveLength(1)
    })

    test('is set with a new password, too', async () => {
      const before = { ...kari }
      const body = { currentPassword: password, newPassword: 'ny-fjordtur-2027' }
      expect((await t.call('POST', '/api/auth/change-password', { body, as: kari })).status).toBe(200)
      expect([await me(before), await me(kari)]).toEqual([401, 200])
    })

    test('of twenty requests with the password at once one gets a cookie, which is signed in', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => reauthenticate({ ...kari })))
      const cookies = answers.flatMap(({ headers }) => headers.getSetCookie())
      expect(cookies).toHaveLength(1)
      expect(await me({ cookie: cookies[0]?.split(';')[0] ?? '' })).toBe(200)
    })

    test('makes earlier bearer tokens invalid; a request with a bearer token renews nothing', async () => {
      const bearer = async () => {
        const { body } = await t.call('GET', '/api/auth/token', { as: kari })
        return { authorization: `Bearer ${body.token as string}` }
      }
      const old = await bearer()
      const statusWith = async (headers: Record<string, string>) =>
        (await t.call('GET', '/api/v1/me', { headers })).status
      const byToken = await t.call('POST', '/api/v1/me/reauthenticate', { body: { password }, headers: old })
      expect([byToken.status, byToken.headers.getSetCookie(), await me(kari)]).toEqual([200, [], 200])
      expect(await statusWith(old)).toBe(200)
      await reauthenticate(kari)
      expect([await statusWith(old), await statusWith(await bearer())]).toEqual([401, 200])
    })
  })

  describe('actions that need the password again', () => {
    let kari: TestPerson
    beforeEach(async () => {
      kari = { ...(await t.person()) }
      await makeStale(t.db.kysely, kari.id)
    })
    const setPhone = (phone: string | null) => t.call('PATCH', '/api/v1/me/profile', { body: { phone }, as: kari })

    test.each([
      ['ending one session', 'DELETE', () => `/me/sessions/${kari.id}`, undefined],
      ['ending the others', 'POST', () => '/me/sessions/end', { scope: 'others' }],
      ['showing the calendar address', 'GET', () => '/me/calendar', undefined],
      ['renewing the calendar address', 'POST', () => '/me/calendar', undefined],
    ])('%s', async (_, method, path, body) => {
      const ask = () => t.call(method, `/api/v1${path()}`, { body, as: kari })
      expect((await ask()).body.code).toBe('reauthentication_required')
      await reauthenticate(kari)
      expect((await ask()).body.code).not.toBe('reauthentication_required')
    })

    test('changing or removing a phone number, but not giving the first one', async () => {
      expect((await setPhone('+4791234567')).status).toBe(200)
      expect((await setPhone('+4791234567')).status).toBe(200)
      for (const phone of ['+4799999999', null]) {
        const refused = await setPhone(phone)
        expect([refused.status, refused.body.code]).toEqual([403, 'reauthentication_required'])
      }
      await reauthenticate(kari)
      expect((await setPhone('+4799999999')).body.phone).toBe('+4799999999')
    })
  })

  test('a new password gives the calendar another address, and the mail says so; without a calendar it says nothing', async () => {
    const [kari, ola] = [await t.person(), await t.person('Ola')]
    const { body: feed } = await t.call('POST', '/api/v1/me/calendar', { as: kari })
    const change = (as: { cookie: string }) =>
      t.call('POST', '/api/auth/change-password', {
        body: { currentPassword: password, newPassword: 'ny-fjordtur-2027' },
        as,
      })
    await change(kari)
    await change(ola)
    expect((await t.call('GET', new URL(feed.url as string).pathname)).status).toBe(404)
    const { body: renewed } = await t.call('GET', '/api/v1/me/calendar', { as: kari })
    expect((await t.call('GET', new URL(renewed.url as string).pathname)).status).toBe(200)
    expect((await t.call('GET', '/api/v1/me/calendar', { as: ola })).body.url).toBeNull()
    const told = async (email: string) => {
      const mail = (await mailsTo(t, email)).find(({ subject }) => subject === 'Your password has been changed')
      return mail && mail.text.includes('calendar address is new')
    }
    await expect.poll(() => told(kari.email), { timeout: 10_000 }).toBe(true)
    await expect.poll(() => told(ola.email), { timeout: 10_000 }).toBe(false)
  })

  test('open connections have the same limits when their sessions are looked up', async () => {
    const [kari, admin] = [await addPerson(t.db.kysely), await addPerson(t.db.kysely, { role: 'admin' })]
    const ids = [...(await idsOf(kari)), ...(await idsOf(admin))]
    const alive = async () => (await findHolders(t.db.read, ids)).map((holder) => holder !== null)
    expect(await alive()).toEqual([true, true])
    later(31 * MINUTE)
    expect(await alive()).toEqual([true, false])
    later(limits.maxDays * DAY)
    expect(await alive()).toEqual([false, false])
  })
})
