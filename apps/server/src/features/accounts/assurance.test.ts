/** Who has passed the second factor: the session that did, and no other of the account. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { password, startTestApp, type TestResponse, type TestApp } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { LiveClient, refusedHandshake } from '../../../test/live-client.ts'
import { addPerson, addSession, makeStale, testSecret } from '../../../test/sessions.ts'
import { codesOf } from '../../../test/second-factor.ts'

describe.each([usualKind])('on the %s database', (kind) => {
  let t: TestApp
  let kari: { id: string; email: string; cookie: string }
  beforeAll(async () => void (t = await startTestApp({ kind, env: { SECRET: testSecret, ADMIN_TWO_FACTOR: 'on' } })))
  afterAll(() => t.close())
  beforeEach(async () => void (kari = { ...(await t.person()) }))

  const auth = (path: string, body: object = {}, as?: { cookie: string }) =>
    t.call('POST', `/api/auth${path}`, { body, as })
  const me = async (as: { cookie: string }) => (await t.call('GET', '/api/v1/me', { as: { ...as } })).status
  const users = (as: { cookie: string }) => t.call('GET', '/api/v1/admin/users', { as: { ...as } })
  const outcome = ({ status, body }: TestResponse) => [status, body.code as string | undefined]
  const setRole = (role: 'admin' | 'user') =>
    t.db.kysely.updateTable('auth_user').set({ role }).where('id', '=', kari.id).execute()
  const reauthenticate = (code: string) =>
    t.call('POST', '/api/v1/me/reauthenticate/second-factor', { body: { code }, as: kari })

  async function offer() {
    const { body } = await auth('/two-factor/enable', {}, kari)
    return { next: codesOf(t, body.totpURI as string), codes: body.backupCodes as string[] }
  }
  async function enrol() {
    const { next, codes } = await offer()
    expect(outcome(await auth('/two-factor/verify-totp', { code: next() }, kari))).toEqual([200, undefined])
    return { next, codes }
  }

  test('switching it on elsewhere gives a session with the password alone nothing: it ends, with its socket', async () => {
    await setRole('admin')
    const thief = { cookie: await addSession(t.db.kysely, kari.id) }
    expect(outcome(await users(thief))).toEqual([403, 'two_factor_required'])
    const socket = await LiveClient.open(t.url, thief.cookie)
    const { codes } = await enrol()
    expect(await socket.closing()).toBe(4401)
    expect(outcome(await users(thief))).toEqual([401, 'unauthenticated'])
    const drawn = await auth('/two-factor/generate-backup-codes', { code: codes[0] }, thief)
    expect(outcome(drawn)).toEqual([401, 'unauthenticated'])
    expect((await users(kari)).status).toBe(200)
  })

  test('the session in which it is set up has passed it by its first code, and gets another token', async () => {
    await setRole('admin')
    const before = { ...kari }
    await enrol()
    expect([await me(before), await me(kari), (await users(kari)).status]).toEqual([401, 200, 200])
  })

  test('a session that has not passed it is none, however it came about', async () => {
    await enrol()
    const odd = { cookie: await addSession(t.db.kysely, kari.id) }
    expect([await me(odd), await me(kari)]).toEqual([401, 200])
    expect((await refusedHandshake(t.url, { ...odd, origin: t.url })).status).toBe(401)
  })

  test('a sign-in by password while the factor is switched on is ended by that, or needs the factor', async () => {
    const { next } = await offer()
    // Fewer than would end the session in which it is switched on.
    const signIns = Array.from({ length: 8 }, () => auth('/sign-in/email', { email: kari.email, password }))
    const [confirmed, ...answers] = await Promise.all([
      auth('/two-factor/verify-totp', { code: next() }, kari),
      ...signIns,
    ])
    expect(confirmed?.status).toBe(200)
    for (const answer of answers) {
      const session = answer.headers.getSetCookie().find((text) => /^session=[^;]/.test(text))
      if (session) expect(await me({ cookie: session.split(';')[0] ?? '' })).toBe(401)
    }
    const left = t.db.kysely.selectFrom('auth_session').select('aal').where('user_id', '=', kari.id)
    expect(await left.execute()).toEqual([{ aal: 'aal2' }])
  })

  test('signing in with it makes a session that has passed it', async () => {
    await setRole('admin')
    const { next } = await enrol()
    const begun = await auth('/sign-in/email', { email: kari.email, password })
    const challenge = { cookie: begun.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
    const passed = await auth('/two-factor/verify-totp', { code: next() }, challenge)
    const session = passed.headers.getSetCookie().find((text) => text.startsWith('session='))
    expect((await users({ cookie: session?.split(';')[0] ?? '' })).status).toBe(200)
  })

  test.each(['generate-backup-codes', 'disable'])('%s needs a code of the factor', async (path) => {
    const { next, codes } = await enrol()
    const missing = await auth(`/two-factor/${path}`, { password }, kari)
    expect([missing.status, missing.body.fields]).toEqual([422, { code: 'required' }])
    expect(outcome(await auth(`/two-factor/${path}`, { code: '000000' }, kari))).toEqual([422, 'invalid_code'])
    await makeStale(t.db.kysely, kari.id)
    const code = path === 'disable' ? next() : codes[3]
    expect((await auth(`/two-factor/${path}`, { code }, kari)).status).toBe(200)
  })

  test('taken away and set up again, it has been passed only by the session that set it up', async () => {
    const { next } = await enrol()
    await auth('/two-factor/disable', { code: next() }, kari)
    const rows = t.db.kysely.selectFrom('auth_session').select('aal').where('user_id', '=', kari.id)
    expect(await rows.execute()).toEqual([{ aal: 'aal1' }])
    const other = { cookie: await addSession(t.db.kysely, kari.id) }
    await enrol()
    expect([await me(other), await me(kari)]).toEqual([401, 200])
  })

  describe('showing once more that one is the person', () => {
    test('takes a code of the factor and not the password, and gives the session another token', async () => {
      const { next, codes } = await enrol()
      await makeStale(t.db.kysely, kari.id)
      const byPassword = await t.call('POST', '/api/v1/me/reauthenticate', { body: { password }, as: kari })
      expect(outcome(byPassword)).toEqual([403, 'second_factor_required'])
      expect(outcome(await reauthenticate('000000'))).toEqual([422, 'invalid_code'])
      const before = { ...kari }
      expect(outcome(await reauthenticate(next()))).toEqual([200, undefined])
      expect([await me(before), await me(kari)]).toEqual([401, 200])
      const end = () => t.call('POST', '/api/v1/me/sessions/end', { body: { scope: 'others' }, as: kari })
      expect((await end()).status).toBe(200)
      await makeStale(t.db.kysely, kari.id)
      expect(outcome(await end())).toEqual([403, 'reauthentication_required'])
      expect(outcome(await reauthenticate(codes[0] ?? ''))).toEqual([200, undefined])
      expect(outcome(await reauthenticate(codes[0] ?? ''))).toEqual([422, 'invalid_code'])
    })

    test('takes the password where there is no factor', async () => {
      expect(outcome(await reauthenticate('123456'))).toEqual([409, 'two_factor_off'])
    })
  })

  describe('a lost one', () => {
    let admin: { id: string; cookie: string }
    let mails: () => Promise<{ kind: string }[]>
    beforeEach(async () => {
      admin = await addPerson(t.db.kysely, { role: 'admin' })
      const passed = { aal: 'aal2' as const }
      await t.db.kysely.updateTable('auth_session').set(passed).where('user_id', '=', admin.id).execute()
      await enrol()
      mails = () =>
        t.db.kysely
          .selectFrom('outbox')
          .select('kind')
          .where('recipient', '=', kari.email)
          .where('kind', '=', 'moderation.factor_lifted')
          .execute()
    })
    const lift = (id: string, reason = 'Mistet telefonen, legitimert på telefon', as = admin) =>
      t.call('POST', `/api/v1/admin/users/${id}/lift-second-factor`, { body: { reason }, as })

    test('is lifted by an administrator, with a reason, a mail and a line in the log; the person signs in by password', async () => {
      expect((await lift(kari.id, '')).body.fields).toEqual({ reason: 'required' })
      const { status, body } = await lift(kari.id)
      expect([status, body.two_factor_enabled, body.sessions]).toEqual([200, false, []])
      expect(body.audit[0]).toMatchObject({
        action: 'second_factor_lifted',
        actor: { id: admin.id },
        reason: 'Mistet telefonen, legitimert på telefon',
      })
      expect([await me(kari), await mails()]).toEqual([401, [{ kind: 'moderation.factor_lifted' }]])
      expect((await auth('/sign-in/email', { email: kari.email, password })).body.user.id).toBe(kari.id)
      expect(outcome(await lift(kari.id))).toEqual([409, 'two_factor_off'])
    })

    test('needs the administrator’s password again, and never lifts the own factor', async () => {
      expect(outcome(await lift(admin.id))).toEqual([409, 'protected_account'])
      await makeStale(t.db.kysely, admin.id)
      expect(outcome(await lift(kari.id))).toEqual([403, 'reauthentication_required'])
      expect([await me(kari), await mails()]).toEqual([200, []])
    })

    test('twenty at once: one lifts, one mail', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => lift(kari.id)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await mails()).toHaveLength(1)
    })
  })
})
