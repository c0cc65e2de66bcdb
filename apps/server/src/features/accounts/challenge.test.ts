/** Signing in with the second factor, over HTTP, and that no other way in leaves it out. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, startTestApp, type TestApp, type TestResponse } from '../../../test/app.ts'
import { auth, challenge, cookies, enrol, me, sessionsOf, signInMethods } from '../../../test/second-factor.ts'
import { suspend, testSecret } from '../../../test/sessions.ts'
import { mailed } from '../../../test/mailbox.ts'
import { readConfig } from '../../config.ts'
import { beginChallenge } from './service-challenge.ts'

const env = { SECRET: testSecret }
let t: TestApp
beforeAll(async () => void (t = await startTestApp({ env: { ...env, EMAIL_CODE_SIGN_IN: 'on' } })))
afterAll(() => t.close())

describe('signing in with the second factor', () => {
  test('the password alone begins no session, and none of its cookies gives access', async () => {
    const { person } = await enrol(t)
    const before = await sessionsOf(t, person.id)
    const answer = await auth(t, '/sign-in/email', { email: person.email, password })
    expect(answer.body).toEqual({ twoFactorRedirect: true })
    for (const text of answer.headers.getSetCookie())
      expect((await me(t, { cookie: text.split(';')[0] ?? '' })).status).toBe(401)
    expect(await sessionsOf(t, person.id)).toEqual(before)
  })

  test('a code signs in once', async () => {
    const { person, next } = await enrol(t)
    const code = next()
    const first = await challenge(t, person)
    const answer = await auth(t, '/two-factor/verify-totp', { code }, { ...first })
    expect(answer.body).toEqual({ user: { id: person.id } })
    expect((await me(t, { cookie: cookies(answer) })).body.id).toBe(person.id)
    expect((await auth(t, '/two-factor/verify-totp', { code: next() }, first)).status).toBe(401)
    const again = await auth(t, '/two-factor/verify-totp', { code }, await challenge(t, person))
    expect([again.status, again.body.code]).toEqual([422, 'invalid_code'])
  })

  test('a recovery code signs in once, however it is typed', async () => {
    const { person, codes } = await enrol(t)
    const [code = ''] = codes
    const typed = ` ${code.toUpperCase().replace('-', ' ')} `
    const answer = await auth(t, '/two-factor/verify-backup-code', { code: typed }, await challenge(t, person))
    const now = { cookie: cookies(answer) }
    expect((await signInMethods(t, now)).body.two_factor.recovery_codes_left).toBe(9)
    const again = await auth(t, '/two-factor/verify-backup-code', { code }, await challenge(t, person))
    expect([again.status, again.body.code]).toEqual([422, 'invalid_code'])
  })

  test('five wrong codes end the challenge: the right one is refused, too', async () => {
    const { person, next, codes } = await enrol(t)
    const open = await challenge(t, person)
    for (let i = 0; i < 5; i++)
      expect((await auth(t, '/two-factor/verify-totp', { code: '000000' }, open)).status).toBe(422)
    const late = await auth(t, '/two-factor/verify-totp', { code: next() }, open)
    expect([late.status, late.body.code, late.headers.get('retry-after')]).toEqual([429, 'rate_limited', '600'])
    expect((await auth(t, '/two-factor/verify-backup-code', { code: codes[0] }, open)).status).toBe(429)
  })

  test('a challenge ends after ten minutes', async () => {
    const { person, next } = await enrol(t)
    const open = await challenge(t, person)
    t.clock.advance(10 * 60_000)
    expect((await auth(t, '/two-factor/verify-totp', { code: next() }, open)).status).toBe(401)
  })

  test('a challenge is not passed with another person’s code', async () => {
    const [mine, other] = [await enrol(t), await enrol(t)]
    const code = mine.next()
    expect((await auth(t, '/two-factor/verify-totp', { code }, await challenge(t, other.person))).status).toBe(422)
    const recovery = { code: mine.codes[3] }
    expect((await auth(t, '/two-factor/verify-backup-code', recovery, await challenge(t, other.person))).status).toBe(
      422,
    )
  })

  test.each(['', 'two-factor=', 'two-factor=abc', 'two-factor=a; two-factor=b'])(
    '%j is no challenge',
    async (cookie) => {
      expect((await auth(t, '/two-factor/verify-totp', { code: '123456' }, { cookie })).status).toBe(401)
      expect((await auth(t, '/two-factor/verify-backup-code', { code: 'x' }, { cookie })).status).toBe(401)
    },
  )
})

describe('the limits of guesses', () => {
  let app: TestApp
  beforeAll(async () => void (app = await startTestApp({ env: { ...env, RATE_LIMITS: 'on' } })))
  afterAll(() => app.close())

  const QUARTER = 15 * 60_000
  /** Moves the clock to the beginning of a window, so that the whole test fits into it. */
  const toNext = (window: number) => app.clock.advance(window - (app.clock.now().getTime() % window))
  const begin = async ({ id }: { id: string }, device = '') => {
    const deps = { config: readConfig(), parts: app.app.parts, secret: testSecret }
    return { cookie: `two-factor=${await beginChallenge(deps, id)}; ${device}` }
  }
  const guess = async (person: { id: string }, code = '000000', device = '') =>
    auth(app, '/two-factor/verify-totp', { code }, await begin(person, device))
  const statusesOf = async (count: number, work: (index: number) => Promise<TestResponse>) => {
    const statuses: number[] = []
    for (let i = 0; i < count; i++) statuses.push((await work(i)).status)
    return statuses
  }

  test('an account has ten in a quarter of an hour, whatever the number of challenges', async () => {
    toNext(QUARTER)
    const { person, next } = await enrol(app)
    // Setting it up was the first.
    expect(await statusesOf(12, () => guess(person))).toEqual([...Array<number>(9).fill(422), 429, 429, 429])
    const answer = await guess(person, next())
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true])
  })

  test('an account has fifty at codes of the app in a day, after which recovery codes still work', async () => {
    toNext(24 * 3_600_000)
    const { person, next, codes } = await enrol(app)
    const statuses = await statusesOf(54, (i) => {
      if (i % 9 === 0) app.clock.advance(QUARTER)
      return guess(person)
    })
    expect([statuses.lastIndexOf(422), statuses.indexOf(429)]).toEqual([49, 50])
    app.clock.advance(QUARTER)
    expect((await guess(person, next())).status).toBe(429)
    const recovery = { code: codes[0] }
    expect((await auth(app, '/two-factor/verify-backup-code', recovery, await begin(person))).status).toBe(200)
  })

  test('the owner signs in on a known device after a stranger with the password has used them up', async () => {
    toNext(QUARTER)
    const { person, next } = await enrol(app)
    const known = (await guess(person, next())).headers.getSetCookie().find((text) => text.startsWith('device='))
    const device = known?.split(';')[0] ?? ''
    await statusesOf(10, () => guess(person))
    expect((await guess(person, next())).status).toBe(429)
    expect((await guess(person, next(), device)).status).toBe(200)
    // The known device has its own ten, and no more.
    expect((await statusesOf(11, () => guess(person, '000000', device))).at(-1)).toBe(429)
  })
})

describe('a sign-in needs the second factor', () => {
  test('after a code from the mail', async () => {
    const { person, next } = await enrol(t)
    const requested = await auth(t, '/email-otp/send-verification-otp', { email: person.email })
    const otp = await mailed(t, person.email, /^(\d{8})$/m)
    const body = { email: person.email, otp }
    const answer = await auth(t, '/sign-in/email-otp', body, { cookie: cookies(requested) })
    expect([answer.body, cookies(answer)]).toEqual([
      { twoFactorRedirect: true },
      expect.stringMatching(/^two-factor=[\w-]{43}$/),
    ])
    const opened = await auth(t, '/two-factor/verify-totp', { code: next() }, { cookie: cookies(answer) })
    expect((await me(t, { cookie: cookies(opened) })).body.id).toBe(person.id)
  })

  test('after a new password', async () => {
    const { person } = await enrol(t)
    await auth(t, '/request-password-reset', { email: person.email })
    const token = await mailed(t, person.email, /reset-password\/([\w-]+)/)
    const answer = await auth(t, '/reset-password', { newPassword: 'bil-paa-vinterveien', token })
    expect([answer.body.signed_in, cookies(answer)]).toEqual([false, ''])
    const again = await auth(t, '/sign-in/email', { email: person.email, password: 'bil-paa-vinterveien' })
    expect(again.body).toEqual({ twoFactorRedirect: true })
  })

  test('after trusting the device, and with a request for no session', async () => {
    const { person, codes, next } = await enrol(t)
    const open = await challenge(t, person)
    const first = await auth(t, '/two-factor/verify-totp', { code: next(), trustDevice: true }, open)
    const kept = {
      cookie: first.headers
        .getSetCookie()
        .map((text) => text.split(';')[0])
        .join('; '),
    }
    await auth(t, '/sign-out', {}, kept)
    const again = await t.call('POST', '/api/auth/sign-in/email', { body: { email: person.email, password }, as: kept })
    expect(again.body).toEqual({ twoFactorRedirect: true })
    const none = await auth(t, '/two-factor/verify-backup-code', { code: codes[0], disableSession: true }, open)
    expect(none.status).toBe(401)
  })

  test('and gives no session when the account was suspended meanwhile', async () => {
    const { person, next } = await enrol(t)
    const open = await challenge(t, person)
    await suspend(t.db.kysely, person.id)
    const answer = await auth(t, '/two-factor/verify-totp', { code: next() }, open)
    expect([answer.status, answer.body.code]).toEqual([403, 'account_suspended'])
    expect(cookies(answer)).toBe('')
  })
})
