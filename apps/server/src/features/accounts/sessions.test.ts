/** The own sessions, the password of a signed-in person, and accounts that are shut. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { password, signIn as signInAs, startTestApp, type Person, type TestApp } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { personWithMailbox, startMailServer, type MailServer } from '../../../test/mail-server.ts'
import { suspend } from '../../../test/sessions.ts'

const chosen = 'ny-fjordtur-2027'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

let smtp: MailServer
beforeAll(async () => void (smtp = await startMailServer()))
afterAll(() => smtp.close())

describe.each([usualKind])('on the %s database', (kind) => {
  let t: TestApp
  beforeAll(async () => void (t = await startTestApp({ kind, env: { SMTP_URL: smtp.url } })))
  afterAll(() => t.close())

  const signIn = (email: string, secret: string, headers = {}) =>
    t.call('POST', '/api/auth/sign-in/email', { body: { email, password: secret }, headers })
  const list = async (as: Person) => (await t.call('GET', '/api/v1/me/sessions', { as })).body.items as { id: string }[]
  const alive = async (as: { cookie: string }) => (await t.call('GET', '/api/v1/me', { as })).status === 200
  const another = () => signInAs(t.call, kari)
  const open = ({ cookie }: Person) => LiveClient.open(t.url, cookie)
  let kari: Person
  beforeEach(async () => {
    kari = await personWithMailbox(t, smtp)
  })

  test('a person sees the own sessions: this one first, then the newest, and never a token', async () => {
    await signIn(kari.email, password, { 'user-agent': phone })
    await another()
    const { body, text } = await t.call('GET', '/api/v1/me/sessions', { as: kari })
    expect(body.items.map(({ current }: { current: boolean }) => current)).toEqual([true, false, false])
    expect(body.items[2]).toMatchObject({
      device: { kind: 'mobile', browser: 'Safari', system: 'iOS' },
      ip_address: '127.0.0.1',
    })
    expect(Date.parse(body.items[1].created_at)).toBeGreaterThanOrEqual(Date.parse(body.items[2].created_at))
    const rows = await t.db.read.selectFrom('auth_session').select('token').where('user_id', '=', kari.id).execute()
    for (const { token } of rows) expect(text).not.toContain(token)
  })

  test('a session is listed whatever its user agent is', async () => {
    for (const agent of ['', 'x', '\u00ff'.repeat(300), 'Mozilla/5.0 ('.repeat(200)])
      expect((await signIn(kari.email, password, { 'user-agent': agent })).status).toBe(200)
    expect(await list(kari)).toHaveLength(5)
  })

  test('ending one session ends it at once, socket included, and only that one', async () => {
    const other = await another()
    const [mine, theirs] = [await open(kari), await open(other)]
    const [, { id } = { id: '' }] = await list(kari)
    expect((await t.call('DELETE', `/api/v1/me/sessions/${id}`, { as: kari })).body).toEqual({ ended: 1 })
    expect(await theirs.closing()).toBe(4401)
    expect([await alive(kari), await alive(other), mine.socket.readyState]).toEqual([true, false, 1])
    mine.socket.terminate()
  })

  test('another person’s session is not found, like an unknown one', async () => {
    const [{ id } = { id: '' }] = await list(kari)
    const ola = await t.person('Ola')
    const [foreign, unknown] = await Promise.all(
      [id, randomUUID()].map((one) => t.call('DELETE', `/api/v1/me/sessions/${one}`, { as: ola })),
    )
    const bare = (text = '') => text.replace(/"request_id":"[^"]+"/, '')
    expect([foreign?.status, bare(foreign?.text)]).toEqual([404, bare(unknown?.text)])
    expect(await alive(kari)).toBe(true)
  })

  test('a person ends the other sessions, or all', async () => {
    const others = [await another(), await another()]
    const sockets = await Promise.all(others.map(open))
    const end = (scope: string) => t.call('POST', '/api/v1/me/sessions/end', { body: { scope }, as: kari })
    expect((await end('others')).body).toEqual({ ended: 2 })
    expect(await Promise.all(sockets.map((socket) => socket.closing()))).toEqual([4401, 4401])
    expect([await alive(kari), ...(await Promise.all(others.map(alive)))]).toEqual([true, false, false])
    const own = await open(kari)
    expect((await end('everything')).body.fields).toEqual({ scope: 'invalid' })
    expect((await end('all')).body).toEqual({ ended: 1 })
    expect([await own.closing(), await alive(kari)]).toEqual([4401, false])
  })

  test('signing in never reuses the session of the browser', async () => {
    const { cookie } = await t.person('Ola')
    const answer = await t.call('POST', '/api/auth/sign-in/email', {
      body: { email: kari.email, password },
      as: { cookie },
    })
    const [given = ''] = answer.headers.getSetCookie().map((text) => text.split(';')[0] ?? '')
    expect(given).not.toBe(cookie)
    expect((await t.call('GET', '/api/v1/me', { as: { cookie: given } })).body.id).toBe(kari.id)
    // Invented before signing in: not taken up either.
    const invented = 'session=invented.by-an-attacker'
    const fixed = await t.call('POST', '/api/auth/sign-in/email', {
      body: { email: kari.email, password },
      as: { cookie: invented },
    })
    expect(fixed.headers.getSetCookie().join()).not.toContain('invented')
    expect(await alive({ cookie: invented })).toBe(false)
  })

  test('changing the password needs the current one; the other sessions end within a second, and a mail says so', async () => {
    const other = await another()
    expect((await smtp.next(kari.email)).subject).toBe('New login to your account')
    const socket = await open(other)
    const change = (currentPassword: string, newPassword: string) =>
      t.call('POST', '/api/auth/change-password', { body: { currentPassword, newPassword }, as: kari })
    const wrong = await change('feil-passord', chosen)
    expect([wrong.status, wrong.body.code, wrong.body.fields]).toEqual([422, 'wrong_password', undefined])
    expect((await change(password, password)).body.fields).toEqual({ newPassword: 'same_as_before' })
    expect((await change(password, 'kari-nordmann')).body.fields).toEqual({ newPassword: 'weak_password' })
    expect(await alive(other)).toBe(true)
    expect((await change(password, chosen)).body).toEqual({ status: true })
    expect(await socket.closing()).toBe(4401)
    expect([await alive(kari), await alive(other)]).toEqual([true, false])
    expect([(await signIn(kari.email, password)).status, (await signIn(kari.email, chosen)).status]).toEqual([401, 200])
    expect((await smtp.next(kari.email)).subject).toBe('Your password has been changed')
  })

  test('no session opened with the old password survives the change of the password, also of requests at once', async () => {
    const change = t.call('POST', '/api/auth/change-password', {
      body: { currentPassword: password, newPassword: chosen },
      as: kari,
    })
    // Fewer than would end the session in which the password is changed.
    const some = () => Array.from({ length: 4 }, () => signIn(kari.email, password))
    const first = some()
    await Promise.race(first)
    const answers = await Promise.all([...first, ...some()])
    expect((await change).status).toBe(200)
    const outcomes = answers.map(({ status, body }) => (status === 200 ? 'in' : String(body.code)))
    expect(outcomes.filter((outcome) => outcome !== 'in' && outcome !== 'invalid_credentials')).toEqual([])
    expect((await signIn(kari.email, password)).body.code).toBe('invalid_credentials')
    expect((await list(kari)).length).toBe(1)
  })

  test.runIf(kind === 'server').each([
    ['a new password', sql`update auth_account set password = 'another'`, 'invalid_credentials'],
    ['a second factor', sql`update auth_user set two_factor_enabled = true`, 'invalid_credentials'],
    ['a suspension', sql`update auth_user set suspended_at = now(), suspended_reason = 'Spam'`, 'account_suspended'],
  ])('signing in waits for %s that is under way, and is refused then', async (what, write, code) => {
    const { promise, resolve: commit } = Promise.withResolvers<void>()
    const column = sql.raw(what === 'a new password' ? 'user_id' : 'id')
    const begun = Promise.withResolvers<void>()
    const writing = t.db.kysely.transaction().execute(async (tx) => {
      await sql`${write} where ${column} = ${kari.id}`.execute(tx)
      begun.resolve()
      await promise
    })
    await begun.promise
    const answer = signIn(kari.email, password)
    const waiting = () =>
      sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
        t.db.kysely,
      )
    await vi.waitFor(async () => expect((await waiting()).rows).toHaveLength(1))
    commit()
    await writing
    expect((await answer).body.code).toBe(code)
    const open = t.db.read.selectFrom('auth_session').select('id').where('user_id', '=', kari.id)
    // Only the earlier session is left.
    expect(await open.execute()).toHaveLength(1)
  })

  describe('showing the password or a code once more', () => {
    const reauthenticate = (body: object) => t.call('POST', '/api/v1/me/reauthenticate', { body, as: kari })
    const askForCode = () => t.call('POST', '/api/v1/me/reauthenticate/code', { as: kari })
    const codeIn = async () => /^\d{8}$/m.exec((await smtp.next(kari.email)).text)?.[0] ?? ''
    const not = (code: string) => String((Number(code) + 1) % 100_000_000).padStart(8, '0')

    test('the password', async () => {
      const right = await reauthenticate({ password })
      expect(right.status).toBe(200)
      expect(Date.parse(right.body.until) - Date.now()).toBeGreaterThan(4.9 * 60_000)
      expect((await reauthenticate({ password: 'feil-passord' })).body.code).toBe('wrong_password')
      expect((await reauthenticate({})).body.fields).toEqual({ password: 'required' })
      expect((await reauthenticate({ password, code: '12345678' })).status).toBe(422)
    })

    test('twenty uses of one code at once: one passes', async () => {
      expect((await askForCode()).body).toEqual({ sent: true })
      const code = await codeIn()
      const stored = await t.db.read.selectFrom('account_token').select('hash').where('user_id', '=', kari.id).execute()
      expect(JSON.stringify(stored)).not.toContain(code)
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => reauthenticate({ code: `${code.slice(0, 3)} ${code.slice(3)}` })),
      )
      const passed = answers.filter(({ status }) => status === 200)
      // The request that passes gets another cookie, so later look-ups find an old one.
      const refused = answers.filter(({ body }) => ['invalid_code', 'unauthenticated'].includes(body.code as string))
      expect([passed.length, refused.length]).toEqual([1, 19])
    })

    test('five wrong guesses, also at once, make the code invalid; a new one works', async () => {
      await askForCode()
      const code = await codeIn()
      await Promise.all(Array.from({ length: 5 }, () => reauthenticate({ code: not(code) })))
      expect((await reauthenticate({ code })).body.code).toBe('invalid_code')
      await askForCode()
      expect((await reauthenticate({ code: await codeIn() })).status).toBe(200)
    })

    test('a code works in the session that requested it only', async () => {
      await askForCode()
      const code = await codeIn()
      const elsewhere = await signInAs(t.call, kari)
      const foreign = await t.call('POST', '/api/v1/me/reauthenticate', { body: { code }, as: elsewhere })
      expect(foreign.body.code).toBe('invalid_code')
      expect((await reauthenticate({ code })).status).toBe(200)
    })

    test('a code works for ten minutes, and for its owner only', async () => {
      await askForCode()
      const code = await codeIn()
      const ola = await t.person('Ola')
      const foreign = await t.call('POST', '/api/v1/me/reauthenticate', { body: { code }, as: ola })
      expect(foreign.body.code).toBe('invalid_code')
      t.clock.advance(10.1 * 60_000)
      expect((await reauthenticate({ code })).body.code).toBe('invalid_code')
    })
  })

  test('a suspended account has no session, and the reason is shown after the right password only', async () => {
    await suspend(t.db.kysely, kari.id, 'Falske turer')
    expect(await alive(kari)).toBe(false)
    expect((await t.call('GET', '/api/auth/get-session', { as: kari })).body).toBeNull()
    const right = await signIn(kari.email, password)
    expect([right.status, right.body.code, right.body.params]).toEqual([
      403,
      'account_suspended',
      { reason: 'Falske turer' },
    ])
    expect(
      right.headers.getSetCookie().filter((cookie) => cookie.startsWith('session=') && !cookie.includes('Max-Age=0')),
    ).toEqual([])
    const wrong = await signIn(kari.email, 'feil-passord')
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials'])
    expect((await list(kari)) ?? []).toEqual([])
  })

  test('an unconfirmed address is reported after the right password only', async () => {
    const email = `${randomUUID()}@example.no`
    await t.call('POST', '/api/auth/sign-up/email', { body: { name: 'Ola', email, password, terms_accepted: true } })
    expect((await signIn(email, password)).body.code).toBe('email_not_verified')
    expect((await signIn(email, 'feil-passord')).body.code).toBe('invalid_credentials')
  })
})
