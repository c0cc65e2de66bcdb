/** The second factor over HTTP: setting it up, every way in, codes that work once. */
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, startTestApp, type Answer, type TestApp } from '../../../test/app.ts'
import { databaseKinds } from '../../../test/database.ts'
import { readConfig } from '../../config.ts'
import { beginChallenge } from './service-challenge.ts'
import { addPerson, addSession, testSecret, type TestPerson } from '../../../test/sessions.ts'

const services = ['en', 'to'].map((id) => ({ id, name: id, issuer: `https://${id}.example`, client_id: 'x' }))
const env = { SECRET: testSecret, OIDC_PROVIDERS: JSON.stringify(services) }
/** Mails are sent by a worker, on a machine that may be busy. */
const patience = { timeout: 10_000 }
let t: TestApp
beforeAll(async () => void (t = await startTestApp({ env: { ...env, EMAIL_CODE_SIGN_IN: 'on' } })))
afterAll(() => t.close())

const auth = (app: TestApp, path: string, body: object = {}, as?: { cookie: string }) =>
  app.call('POST', `/api/auth${path}`, { body, as })

/** A cookie header from an answer, without the ones it takes away. */
const cookies = ({ headers }: Answer) =>
  headers
    .getSetCookie()
    .filter((text) => !/^[^=]+=;/.test(text))
    .map((text) => text.split(';')[0])
    .join('; ')

interface Factor {
  person: { id: string; email: string; cookie: string }
  codes: string[]
  /** The code of now; each call is half a minute later, since no code is taken twice. */
  next(): string
}

async function enrol(app: TestApp, person?: Factor['person']): Promise<Factor> {
  const who = person ?? (await app.person())
  const { body } = await auth(app, '/two-factor/enable', {}, who)
  const secret = new URL(body.totpURI as string).searchParams.get('secret') ?? ''
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 })
  const next = () => {
    app.clock.advance(30_000)
    return totp.generate({ timestamp: app.clock.now().getTime() })
  }
  const confirmed = await auth(app, '/two-factor/verify-totp', { code: next() }, who)
  expect(confirmed.body).toEqual({ status: true })
  return { person: who, codes: body.backupCodes as string[], next }
}

/** Signs in with the password; answers the cookie of the challenge. */
async function challenge(app: TestApp, { email }: { email: string }) {
  const answer = await auth(app, '/sign-in/email', { email, password })
  expect(answer.body).toEqual({ twoFactorRedirect: true })
  return { cookie: cookies(answer) }
}

const me = (app: TestApp, as: { cookie: string }) => app.call('GET', '/api/v1/me', { as })
const ways = (app: TestApp, as: { cookie: string }) => app.call('GET', '/api/v1/me/sign-in-methods', { as })
const sessionsOf = ({ db }: TestApp, id: string) =>
  db.kysely.selectFrom('auth_session').select('id').where('user_id', '=', id).execute()

describe('setting it up', () => {
  test('shows an address for the app and ten recovery codes, and is off until a code came back', async () => {
    const person = await t.person()
    const { body } = await auth(t, '/two-factor/enable', {}, person)
    expect(body.totpURI).toMatch(/^otpauth:\/\/totp\/Samtur:.+issuer=Samtur&secret=[A-Z2-7]{32}&/)
    expect(new Set(body.backupCodes).size).toBe(10)
    expect((await ways(t, person)).body.two_factor).toEqual({ enabled: false, recovery_codes_left: 0, required: false })
    const wrong = await auth(t, '/two-factor/verify-totp', { code: '000000' }, person)
    expect([wrong.status, wrong.body.code]).toEqual([422, 'invalid_code'])
    expect((await auth(t, '/sign-in/email', { email: person.email, password })).body.user.id).toBe(person.id)
  })

  test('the code of the app turns it on; the session that did it stays, and the others end', async () => {
    const person = await t.person()
    const other = { cookie: await addSession(t.db.kysely, person.id) }
    await enrol(t, person)
    expect((await me(t, person)).body.two_factor_enabled).toBe(true)
    expect((await me(t, other)).status).toBe(401)
    expect((await ways(t, person)).body.two_factor).toEqual({ enabled: true, recovery_codes_left: 10, required: false })
  })

  test('is not done twice, and an old offer is over', async () => {
    const { person, next } = await enrol(t)
    expect((await auth(t, '/two-factor/enable', {}, person)).body.code).toBe('two_factor_already_on')
    expect((await auth(t, '/two-factor/verify-totp', { code: next() }, person)).body.code).toBe('two_factor_already_on')
    const late = await t.person()
    const { body } = await auth(t, '/two-factor/enable', {}, late)
    const totp = new TOTP({ secret: Secret.fromBase32(new URL(body.totpURI).searchParams.get('secret') ?? '') })
    t.clock.advance(31 * 60_000)
    const code = totp.generate({ timestamp: t.clock.now().getTime() })
    expect((await auth(t, '/two-factor/verify-totp', { code }, late)).body.code).toBe('invalid_code')
  })

  test('neither the secret nor a code lies open in the database', async () => {
    const person = await t.person()
    const { body } = await auth(t, '/two-factor/enable', {}, person)
    const secret = Secret.fromBase32(new URL(body.totpURI).searchParams.get('secret') ?? '')
    const rows = JSON.stringify([
      await t.db.kysely.selectFrom('two_factor').selectAll().where('user_id', '=', person.id).execute(),
      await t.db.kysely.selectFrom('recovery_code').selectAll().where('user_id', '=', person.id).execute(),
    ]).toLowerCase()
    for (const text of [secret.base32, secret.hex, ...(body.backupCodes as string[])])
      expect(rows).not.toContain(text.toLowerCase())
  })

  test('needs the password again', async () => {
    const person = await addPerson(t.db.kysely)
    await t.db.kysely
      .updateTable('auth_session')
      .set({ created_at: new Date(Date.now() - 6 * 60_000) })
      .where('user_id', '=', person.id)
      .execute()
    const answer = await auth(t, '/two-factor/enable', {}, person)
    expect([answer.status, answer.body.code]).toEqual([403, 'reauthentication_required'])
  })

  test('both changes are mailed to the account’s address', async () => {
    const { person, next } = await enrol(t)
    await auth(t, '/two-factor/disable', { code: next() }, person)
    const sent = async () => {
      const mails = t.db.kysely.selectFrom('outbox').select('kind').where('recipient', '=', person.email)
      const rows = await mails.where('kind', 'like', 'identities.%').where('sent_at', 'is not', null).execute()
      return rows.map(({ kind }) => kind).toSorted()
    }
    await expect.poll(sent, patience).toEqual(['identities.two_factor_off', 'identities.two_factor_on'])
  })
})

describe('signing in', () => {
  test('the password alone makes no session, and none of its cookies opens anything', async () => {
    const { person } = await enrol(t)
    const before = await sessionsOf(t, person.id)
    const answer = await auth(t, '/sign-in/email', { email: person.email, password })
    expect(answer.body).toEqual({ twoFactorRedirect: true })
    for (const text of answer.headers.getSetCookie())
      expect((await me(t, { cookie: text.split(';')[0] ?? '' })).status).toBe(401)
    expect(await sessionsOf(t, person.id)).toEqual(before)
  })

  test('the code opens it, once, and the same code nothing more', async () => {
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

  test('a recovery code opens it, however it is typed, and is gone', async () => {
    const { person, codes } = await enrol(t)
    const [code = ''] = codes
    const typed = ` ${code.toUpperCase().replace('-', ' ')} `
    const answer = await auth(t, '/two-factor/verify-backup-code', { code: typed }, await challenge(t, person))
    const now = { cookie: cookies(answer) }
    expect((await ways(t, now)).body.two_factor.recovery_codes_left).toBe(9)
    const again = await auth(t, '/two-factor/verify-backup-code', { code }, await challenge(t, person))
    expect([again.status, again.body.code]).toEqual([422, 'invalid_code'])
  })

  test('five wrong codes end the challenge, for the right one too', async () => {
    const { person, next, codes } = await enrol(t)
    const open = await challenge(t, person)
    for (let i = 0; i < 5; i++)
      expect((await auth(t, '/two-factor/verify-totp', { code: '000000' }, open)).status).toBe(422)
    const late = await auth(t, '/two-factor/verify-totp', { code: next() }, open)
    expect([late.status, late.body.code, late.headers.get('retry-after')]).toEqual([429, 'rate_limited', '600'])
    expect((await auth(t, '/two-factor/verify-backup-code', { code: codes[0] }, open)).status).toBe(429)
  })

  test('ten guesses at one account in a quarter of an hour are enough, whatever the number of challenges', async () => {
    const app = await startTestApp({ env: { ...env, RATE_LIMITS: 'on' } })
    const deps = { config: readConfig(), parts: app.app.parts, secret: testSecret }
    const quarter = 15 * 60_000
    // From the beginning of a window, so that the whole test fits into it.
    app.clock.advance(quarter - (app.clock.now().getTime() % quarter))
    const { person, next } = await enrol(app)
    const statuses: number[] = []
    for (let i = 0; i < 12; i++) {
      const open = { cookie: `two-factor=${await beginChallenge(deps, person.id)}` }
      statuses.push((await auth(app, '/two-factor/verify-totp', { code: '000000' }, open)).status)
    }
    // Setting it up was the first.
    expect(statuses).toEqual([...Array<number>(9).fill(422), ...Array<number>(3).fill(429)])
    const late = { cookie: `two-factor=${await beginChallenge(deps, person.id)}` }
    const answer = await auth(app, '/two-factor/verify-totp', { code: next() }, late)
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true])
    await app.close()
  })

  test('a stranger with the password who uses up the guesses does not shut out the owner on a known device', async () => {
    const app = await startTestApp({ env: { ...env, RATE_LIMITS: 'on' } })
    const deps = { config: readConfig(), parts: app.app.parts, secret: testSecret }
    const quarter = 15 * 60_000
    app.clock.advance(quarter - (app.clock.now().getTime() % quarter))
    const { person, next } = await enrol(app)
    const withCode = async (code: string, device = '') => {
      const cookie = `two-factor=${await beginChallenge(deps, person.id)}; ${device}`
      return auth(app, '/two-factor/verify-totp', { code }, { cookie })
    }
    const known = (await withCode(next())).headers.getSetCookie().find((text) => text.startsWith('device='))
    const device = known?.split(';')[0] ?? ''
    for (let i = 0; i < 10; i++) await withCode('000000')
    expect((await withCode(next())).status).toBe(429)
    expect((await withCode(next(), device)).status).toBe(200)
    // The known device has its own ten, and no more.
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) statuses.push((await withCode('000000', device)).status)
    expect(statuses.at(-1)).toBe(429)
    await app.close()
  })

  test('a challenge is over after ten minutes', async () => {
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

describe('no way around it', () => {
  const newest = async (email: string, pattern: RegExp) => {
    let found: string | undefined
    await expect
      .poll(async () => {
        const { body } = await t.call('GET', '/dev/mailbox.json')
        const mails = (body as { to: string; text: string }[]).filter(({ to }) => to === email)
        found = mails.map(({ text }) => pattern.exec(text)?.[1]).find(Boolean)
        return found
      }, patience)
      .toBeTruthy()
    return found ?? ''
  }

  test('by a code from the mail', async () => {
    const { person, next } = await enrol(t)
    const requested = await auth(t, '/email-otp/send-verification-otp', { email: person.email })
    const otp = await newest(person.email, /^(\d{6})$/m)
    const body = { email: person.email, otp }
    const answer = await auth(t, '/sign-in/email-otp', body, { cookie: cookies(requested) })
    expect([answer.body, cookies(answer)]).toEqual([
      { twoFactorRedirect: true },
      expect.stringMatching(/^two-factor=[\w-]{43}$/),
    ])
    const opened = await auth(t, '/two-factor/verify-totp', { code: next() }, { cookie: cookies(answer) })
    expect((await me(t, { cookie: cookies(opened) })).body.id).toBe(person.id)
  })

  test('by a new password', async () => {
    const { person } = await enrol(t)
    await auth(t, '/request-password-reset', { email: person.email })
    const token = await newest(person.email, /reset-password\/([\w-]+)/)
    const answer = await auth(t, '/reset-password', { newPassword: 'bil-paa-vinterveien', token })
    expect([answer.body.signed_in, cookies(answer)]).toEqual([false, ''])
    const again = await auth(t, '/sign-in/email', { email: person.email, password: 'bil-paa-vinterveien' })
    expect(again.body).toEqual({ twoFactorRedirect: true })
  })

  test('by trusting the device, or by requesting no session', async () => {
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

  test('for an account that was suspended meanwhile', async () => {
    const { person, next } = await enrol(t)
    const open = await challenge(t, person)
    await t.db.kysely
      .updateTable('auth_user')
      .set({ suspended_at: new Date(), suspended_reason: 'spam' })
      .where('id', '=', person.id)
      .execute()
    const answer = await auth(t, '/two-factor/verify-totp', { code: next() }, open)
    expect([answer.status, answer.body.code]).toEqual([403, 'account_suspended'])
    expect(cookies(answer)).toBe('')
  })

  test('over https its cookie belongs to this very host', async () => {
    const app = await startTestApp({ env: { ...env, PUBLIC_URL: 'https://samtur.example' } })
    const { person } = await enrol(app)
    const answer = await auth(app, '/sign-in/email', { email: person.email, password })
    const [text = ''] = answer.headers.getSetCookie().filter((one) => one.includes('two-factor'))
    expect(text).toMatch(/^__Host-two-factor=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
    const names = answer.headers.getSetCookie().map((one) => one.split('=')[0])
    expect(names.filter((name) => !name?.startsWith('__Host-'))).toEqual([])
    await app.close()
  })
})

describe('taking it away', () => {
  test('makes the password enough again', async () => {
    const { person, next } = await enrol(t)
    expect((await auth(t, '/two-factor/disable', { code: next() }, person)).body).toEqual({ status: true })
    expect((await auth(t, '/sign-in/email', { email: person.email, password })).body.user.id).toBe(person.id)
    const code = next()
    expect((await auth(t, '/two-factor/disable', { code }, person)).body.code).toBe('two_factor_off')
    expect((await auth(t, '/two-factor/generate-backup-codes', { code }, person)).body.code).toBe('two_factor_off')
  })

  test('new recovery codes put the old ones out of use', async () => {
    const { person, codes } = await enrol(t)
    const { body } = await auth(t, '/two-factor/generate-backup-codes', { code: codes[1] }, person)
    expect(new Set(body.backupCodes).size).toBe(10)
    const old = await auth(t, '/two-factor/verify-backup-code', { code: codes[0] }, await challenge(t, person))
    expect(old.status).toBe(422)
    const open = await challenge(t, person)
    const fresh = await auth(t, '/two-factor/verify-backup-code', { code: body.backupCodes[0] }, open)
    expect(fresh.status).toBe(200)
  })

  test('is not for an administrator who must have it', async () => {
    const app = await startTestApp({ env: { ...env, ADMIN_TWO_FACTOR: 'on', ADMIN_EMAIL: 'adele@example.no' } })
    const admin: TestPerson = await addPerson(app.db.kysely, { email: 'adele@example.no', role: 'admin' })
    expect((await app.call('GET', '/api/v1/admin/users', { as: admin })).body.code).toBe('two_factor_required')
    const { next } = await enrol(app, admin)
    expect((await app.call('GET', '/api/v1/admin/users', { as: admin })).status).toBe(200)
    expect((await ways(app, admin)).body.two_factor.required).toBe(true)
    expect((await auth(app, '/two-factor/disable', { code: next() }, admin)).body.code).toBe('protected_account')
    await app.close()
  })
})

describe.each(databaseKinds)('twenty at once (%s)', (kind) => {
  let app: TestApp
  beforeAll(async () => void (app = await startTestApp({ kind, env })))
  afterAll(() => app.close())

  const twenty = (work: (index: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: 20 }, (_, i) => work(i)))
  const twentyChallenges = ({ id }: { id: string }) =>
    Promise.all(
      Array.from({ length: 20 }, async () => {
        const deps = { config: readConfig(), parts: app.app.parts, secret: testSecret }
        return { cookie: `two-factor=${await beginChallenge(deps, id)}` }
      }),
    )
  const succeeded = (answers: Answer[]) => answers.filter(({ status }) => status === 200).length

  test('one recovery code in twenty challenges opens one session', async () => {
    const { person, codes } = await enrol(app)
    const challenges = await twentyChallenges(person)
    const before = (await sessionsOf(app, person.id)).length
    const answers = await twenty((i) => auth(app, '/two-factor/verify-backup-code', { code: codes[0] }, challenges[i]))
    expect(succeeded(answers)).toBe(1)
    expect(await sessionsOf(app, person.id)).toHaveLength(before + 1)
  })

  test('one code of the app in twenty challenges opens one session', async () => {
    const { person, next } = await enrol(app)
    const challenges = await twentyChallenges(person)
    const code = next()
    expect(succeeded(await twenty((i) => auth(app, '/two-factor/verify-totp', { code }, challenges[i])))).toBe(1)
  })

  test('ten recovery codes in one challenge open one session, and no more than five are tried', async () => {
    const { person, codes } = await enrol(app)
    const open = await challenge(app, person)
    const answers = await twenty((i) => auth(app, '/two-factor/verify-backup-code', { code: codes[i % 10] }, open))
    expect(succeeded(answers)).toBe(1)
    const { body } = await ways(app, person)
    expect(body.two_factor.recovery_codes_left).toBe(9)
  })

  test('the two last ways in are not both taken away', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await addPerson(app.db.kysely)
      for (const { id } of services)
        await sql`insert into auth_account (user_id, account_id, provider_id)
          values (${person.id}, ${person.id}, ${id})`.execute(app.db.kysely)
      const answers = await Promise.all(
        services.map(({ id }) => auth(app, '/unlink-account', { provider: id }, person)),
      )
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    }
  })
})

describe.each(databaseKinds)('a new password, on the %s database', (kind) => {
  let app: TestApp
  beforeAll(async () => void (app = await startTestApp({ kind, env })))
  afterAll(() => app.close())

  test('ends what was begun with the old one: the second factor opens nothing any more', async () => {
    const { person, next } = await enrol(app)
    const begun = await challenge(app, person)
    const parts = await app.db.kysely
      .selectFrom('two_factor_challenge')
      .selectAll()
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
    const body = { currentPassword: password, newPassword: 'ny-fjordtur-2027' }
    expect((await auth(app, '/change-password', body, person)).body).toEqual({ status: true })
    const before = await sessionsOf(app, person.id)
    const late = await auth(app, '/two-factor/verify-totp', { code: next() }, begun)
    expect([late.status, late.body.code]).toEqual([401, 'unauthenticated'])
    // The same, where the question was only just being asked while the password changed.
    await app.db.kysely.insertInto('two_factor_challenge').values(parts).execute()
    const justNow = await auth(app, '/two-factor/verify-totp', { code: next() }, begun)
    expect([justNow.status, justNow.body.code]).toEqual([401, 'invalid_credentials'])
    expect(await sessionsOf(app, person.id)).toEqual(before)
  })
})
