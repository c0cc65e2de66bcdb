/** The second factor through the client library. */
import { session as limits } from '@samtur/contract/constants'
import type { SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { addSession } from '../../server/test/sessions.ts'
import { clientKey, createProgram } from './client.ts'
import { signInByPassword } from './people.ts'

const QUARTER_MS = 15 * 60_000

let t: TestApp
beforeAll(async () => void (t = await startTestApp({ env: { RATE_LIMITS: 'on' } })))
afterAll(() => t.close())

/** Returns a program in which a new person is signed in. */
async function signedIn() {
  const person = await t.person()
  return { person, program: await signInByPassword(t, person) }
}

/** Switches the factor on; returns its id, and codes, each for another half minute because none is taken twice. */
async function enrol(program: SupabaseClient) {
  const { data, error } = await program.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Telefon' })
  if (error) throw error
  const totp = new TOTP({ secret: Secret.fromBase32(data.totp.secret), algorithm: 'SHA1', digits: 6, period: 30 })
  const next = () => {
    t.clock.advance(30_000)
    return totp.generate({ timestamp: t.clock.now().getTime() })
  }
  const factorId = data.id
  return { data, factorId, next, show: (to = program) => to.auth.mfa.challengeAndVerify({ factorId, code: next() }) }
}

async function withFactor() {
  const { person, program } = await signedIn()
  const factor = await enrol(program)
  expect((await factor.show()).error).toBeNull()
  return { person, program, ...factor }
}

const levelsOf = async (program: SupabaseClient) => {
  const { data } = await program.auth.mfa.getAuthenticatorAssuranceLevel()
  return [data?.currentLevel, data?.nextLevel]
}
const tokenOf = async (program: SupabaseClient) => (await program.auth.getSession()).data.session?.access_token ?? ''
const bearer = async (program: SupabaseClient) => ({
  apikey: clientKey,
  authorization: `Bearer ${await tokenOf(program)}`,
})
/** Returns the status of the product's own API for the program's token. */
const ownApi = async (program: SupabaseClient) =>
  (await t.call('GET', '/api/v1/me', { headers: await bearer(program) })).status

describe('setting the factor up', () => {
  test('gives a QR code, the secret and the address, and the first code raises the session', async () => {
    const { program } = await signedIn()
    const events: string[] = []
    program.auth.onAuthStateChange((event) => void events.push(event))
    const { data, show } = await enrol(program)
    expect(data.friendly_name).toBe('Telefon')
    expect(data.totp.uri).toContain(`secret=${data.totp.secret}`)
    expect(data.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg .*<\/svg>$/)
    expect(await levelsOf(program)).toEqual(['aal1', 'aal1'])
    const before = await tokenOf(program)
    expect((await show()).error).toBeNull()
    expect(await levelsOf(program)).toEqual(['aal2', 'aal2'])
    expect(events).toContain('MFA_CHALLENGE_VERIFIED')
    const listed = await program.auth.mfa.listFactors()
    expect(listed.data?.totp.map(({ id, status }) => [id, status])).toEqual([[data.id, 'verified']])
    const old = await t.call('GET', '/auth/v1/user', {
      headers: { apikey: clientKey, authorization: `Bearer ${before}` },
    })
    expect([old.status, old.body.error_code]).toEqual([403, 'session_not_found'])
  })

  test('is refused for another kind, for a second factor, and in a session that is not fresh', async () => {
    const { program } = await withFactor()
    const again = await program.auth.mfa.enroll({ factorType: 'totp' })
    expect(again.error?.code).toBe('too_many_enrolled_mfa_factors')
    const other = await signedIn()
    const phone = await other.program.auth.mfa.enroll({ factorType: 'phone', phone: '+4791234567' })
    expect(phone.error?.code).toBe('mfa_phone_enroll_not_enabled')
    await t.db.kysely
      .updateTable('auth_session')
      .set({ created_at: new Date(Date.now() - 3_600_000) })
      .where('user_id', '=', other.person.id)
      .execute()
    const late = await other.program.auth.mfa.enroll({ factorType: 'totp' })
    expect(late.error?.code).toBe('reauthentication_needed')
  })

  test('ends with DELETE while the factor is only offered', async () => {
    const { program } = await signedIn()
    const { factorId } = await enrol(program)
    expect((await program.auth.mfa.unenroll({ factorId })).error).toBeNull()
    expect((await program.auth.mfa.listFactors()).data?.all).toEqual([])
    expect((await program.auth.mfa.challenge({ factorId })).error?.code).toBe('mfa_factor_not_found')
  })
})

describe('a session that has not passed the factor yet', () => {
  test('opens user, factors and logout alone until a code raises it', async () => {
    const { person, show, factorId } = await withFactor()
    const program = await signInByPassword(t, person)
    expect(await levelsOf(program)).toEqual(['aal1', 'aal2'])
    expect((await program.auth.getUser()).data.user?.id).toBe(person.id)
    expect(await ownApi(program)).toBe(401)
    expect((await program.auth.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('insufficient_aal')
    expect((await program.auth.mfa.unenroll({ factorId })).error?.code).toBe('insufficient_aal')
    expect((await program.auth.refreshSession()).error).toBeNull()
    expect(await levelsOf(program)).toEqual(['aal1', 'aal2'])
    expect((await show(program)).error).toBeNull()
    expect(await levelsOf(program)).toEqual(['aal2', 'aal2'])
    expect(await ownApi(program)).toBe(200)
    const { data } = await program.auth.getClaims()
    expect(data?.claims.amr?.map((one) => (typeof one === 'string' ? one : one.method))).toEqual(['password', 'totp'])
    expect((await (await signInByPassword(t, person)).auth.signOut({ scope: 'local' })).error).toBeNull()
  })

  test('is no sign-in yet: the owner’s list and the mail about a new device have it once the code is shown', async () => {
    const { person, show } = await withFactor()
    const signIns = () => t.db.kysely.selectFrom('sign_in').select('id').where('user_id', '=', person.id).execute()
    const notices = () =>
      t.db.kysely.selectFrom('notification').select('kind').where('user_id', '=', person.id).execute()
    const before = [(await signIns()).length, (await notices()).length]
    const program = await signInByPassword(t, person)
    expect([(await signIns()).length, (await notices()).length]).toEqual(before)
    await show(program)
    expect((await signIns()).length).toBe((before[0] ?? 0) + 1)
    expect((await notices()).map(({ kind }) => kind)).toEqual(
      Array.from({ length: (before[1] ?? 0) + 1 }, () => 'new_device'),
    )
    await show(program)
    expect((await signIns()).length).toBe((before[0] ?? 0) + 1)
  })

  test('ends no session of the owner: neither by signing out nor by being one too many', async () => {
    const { person, program, show } = await withFactor()
    for (let i = 0; i <= limits.maxPerAccount; i++) await signInByPassword(t, person)
    const half = await signInByPassword(t, person)
    expect((await half.auth.signOut({ scope: 'others' })).error).toBeNull()
    const again = await signInByPassword(t, person)
    expect((await again.auth.signOut({ scope: 'global' })).error).toBeNull()
    expect(await ownApi(program)).toBe(200)
    const kept = () =>
      t.db.kysely.selectFrom('auth_session').select('aal').where('user_id', '=', person.id).orderBy('aal').execute()
    expect((await kept()).map(({ aal }) => aal)).toEqual([
      ...Array<string>(limits.maxPerAccount - 1).fill('aal1'),
      'aal2',
    ])
    // Raised, it is one of the owner's, and they have the same limit.
    for (let i = 1; i < limits.maxPerAccount; i++) await addSession(t.db.kysely, person.id)
    await t.db.kysely.updateTable('auth_session').set({ aal: 'aal2' }).where('user_id', '=', person.id).execute()
    const late = await signInByPassword(t, person)
    expect((await show(late)).error).toBeNull()
    expect(await kept()).toHaveLength(limits.maxPerAccount)
    expect(await ownApi(late)).toBe(200)
  })

  test('has its refresh token from before replaced', async () => {
    const { person, show } = await withFactor()
    const program = await signInByPassword(t, person)
    const before = (await program.auth.getSession()).data.session?.refresh_token ?? ''
    await show(program)
    expect((await createProgram(t).auth.refreshSession({ refresh_token: before })).error?.code).toBe(
      'refresh_token_not_found',
    )
    expect(await ownApi(program)).toBe(200)
  })
})

describe('a challenge', () => {
  test('takes five wrong codes, and the account ten in fifteen minutes', async () => {
    // From the beginning of a window, so that the whole test fits into it.
    t.clock.advance(QUARTER_MS - (t.clock.now().getTime() % QUARTER_MS))
    const { person, factorId, next } = await withFactor()
    const program = await signInByPassword(t, person)
    const guess = async (challengeId: string, code = '000000') =>
      (await program.auth.mfa.verify({ factorId, challengeId, code })).error?.code
    const { data: first } = await program.auth.mfa.challenge({ factorId })
    for (let tries = 0; tries < 5; tries++) expect(await guess(first?.id ?? '')).toBe('mfa_verification_failed')
    expect(await guess(first?.id ?? '', next())).toBe('over_request_rate_limit')
    const { data: second } = await program.auth.mfa.challenge({ factorId })
    // The code that switched the factor on was a guess, too.
    for (let tries = 0; tries < 4; tries++) expect(await guess(second?.id ?? '')).toBe('mfa_verification_failed')
    expect(await guess(second?.id ?? '', next())).toBe('over_request_rate_limit')
    expect(await levelsOf(program)).toEqual(['aal1', 'aal2'])
  })

  test('works once, for ten minutes, and in its own session alone', async () => {
    const { person, factorId, next } = await withFactor()
    const [one, other] = [await signInByPassword(t, person), await signInByPassword(t, person)]
    const { data } = await one.auth.mfa.challenge({ factorId })
    const challengeId = data?.id ?? ''
    const verify = async (program: SupabaseClient, id = challengeId) =>
      (await program.auth.mfa.verify({ factorId, challengeId: id, code: next() })).error?.code
    expect(await verify(other)).toBe('mfa_challenge_expired')
    const cookie = `two-factor=${challengeId}`
    const onThePage = await t.call('POST', '/api/auth/two-factor/verify-totp', {
      body: { code: next() },
      as: { cookie },
    })
    expect(onThePage.status).toBe(401)
    expect(await verify(one)).toBeUndefined()
    expect(await verify(other)).toBe('mfa_challenge_expired')
    const late = (await other.auth.mfa.challenge({ factorId })).data?.id ?? ''
    t.clock.advance(11 * 60_000)
    expect(await verify(other, late)).toBe('mfa_challenge_expired')
  })

  test('of another person’s factor is not found', async () => {
    const { factorId } = await withFactor()
    const { program } = await signedIn()
    expect((await program.auth.mfa.challenge({ factorId })).error?.code).toBe('mfa_factor_not_found')
    expect((await program.auth.mfa.unenroll({ factorId })).error?.code).toBe('mfa_factor_not_found')
  })
})

describe('removing the factor', () => {
  test('needs a session that has shown it within the last minutes', async () => {
    const { person, program, factorId, show } = await withFactor()
    const half = await signInByPassword(t, person)
    expect((await half.auth.mfa.unenroll({ factorId })).error?.code).toBe('insufficient_aal')
    await t.db.kysely
      .updateTable('auth_session')
      .set({ reauthenticated_at: new Date(Date.now() - 3_600_000) })
      .where('user_id', '=', person.id)
      .execute()
    expect((await program.auth.mfa.unenroll({ factorId })).error?.code).toBe('reauthentication_needed')
    expect((await show()).error).toBeNull()
    expect((await program.auth.mfa.unenroll({ factorId })).error).toBeNull()
    expect((await program.auth.mfa.listFactors()).data?.all).toEqual([])
    expect((await program.auth.refreshSession()).error).toBeNull()
    expect(await levelsOf(program)).toEqual(['aal1', 'aal1'])
  })
})
