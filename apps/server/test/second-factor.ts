/** The second factor in tests: setting it up and signing in with it. */
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { password, type TestResponse, type TestApp } from './app.ts'

export const auth = (app: TestApp, path: string, body: object = {}, as?: { cookie: string }) =>
  app.call('POST', `/api/auth${path}`, { body, as })

/** Returns a cookie header of the cookies that a response sets, without those that it removes. */
export const cookies = ({ headers }: TestResponse) =>
  headers
    .getSetCookie()
    .filter((text) => !/^[^=]+=;/.test(text))
    .map((text) => text.split(';')[0])
    .join('; ')

interface Enrolled {
  person: { id: string; email: string; cookie: string }
  /** Recovery codes. */
  codes: string[]
  /** Returns the code of now. Each call moves the clock half a minute, because no code is taken twice. */
  next(): string
}

/** Switches the second factor on, for a new person unless one is given. */
export async function enrol(app: TestApp, person?: Enrolled['person']): Promise<Enrolled> {
  const who = person ?? (await app.person())
  const { body } = await auth(app, '/two-factor/enable', {}, who)
  const next = codesOf(app, body.totpURI as string)
  const confirmed = await auth(app, '/two-factor/verify-totp', { code: next() }, who)
  expect(confirmed.body).toEqual({ status: true })
  return { person: who, codes: body.backupCodes as string[], next }
}

/** Returns a function that gives the codes of an app which has read the address. */
export function codesOf(app: Pick<TestApp, 'clock'>, address: string) {
  const secret = Secret.fromBase32(new URL(address).searchParams.get('secret') ?? '')
  const totp = new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 })
  return () => {
    app.clock.advance(30_000)
    return totp.generate({ timestamp: app.clock.now().getTime() })
  }
}

/** Signs in with the password; returns the cookie of the challenge. */
export async function challenge(app: TestApp, { email }: { email: string }) {
  const answer = await auth(app, '/sign-in/email', { email, password })
  expect(answer.body).toEqual({ twoFactorRedirect: true })
  return { cookie: cookies(answer) }
}

export const me = (app: TestApp, as: { cookie: string }) => app.call('GET', '/api/v1/me', { as })
export const signInMethods = (app: TestApp, as: { cookie: string }) =>
  app.call('GET', '/api/v1/me/sign-in-methods', { as })
export const sessionsOf = ({ db }: TestApp, id: string) =>
  db.kysely.selectFrom('auth_session').select('id').where('user_id', '=', id).execute()
