/** The kinds of errors that the specification's section 8 names for `/auth/v1`, as the client library recognises them. */
import {
  type AuthError,
  isAuthApiError,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  isAuthWeakPasswordError,
} from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { clientKey, createProgram } from './client.ts'
import { newAddress, signInByPassword } from './people.ts'

let t: TestApp
beforeAll(async () => {
  const away = { id: 'borte', name: 'Borte', issuer: 'http://127.0.0.1:9', client_id: 'samtur' }
  t = await startTestApp({ env: { OIDC_PROVIDERS: JSON.stringify([away]) } })
})
afterAll(() => t.close())

const kindOf = ({ error }: { error: AuthError | null }) => [error?.name, error?.status, error?.code]

test('a refusal is an API error with status and code, whichever version of the body the program asks for', async () => {
  const wrong = { email: newAddress(), password: 'not-this-one' }
  const { error } = await createProgram(t).auth.signInWithPassword(wrong)
  expect(isAuthApiError(error)).toBe(true)
  expect(kindOf({ error })).toEqual(['AuthApiError', 400, 'invalid_credentials'])
  const send = (headers: object) =>
    t.call('POST', '/auth/v1/token?grant_type=password', { body: wrong, headers: { apikey: clientKey, ...headers } })
  const message = 'Invalid login credentials'
  expect((await send({})).body).toEqual({ code: 400, error_code: 'invalid_credentials', msg: message })
  const newer = await send({ 'x-supabase-api-version': '2024-01-01' })
  expect(newer.headers.get('x-supabase-api-version')).toBe('2024-01-01')
  expect(newer.body).toEqual({ code: 'invalid_credentials', message })
})

test('a session that is missing, or has ended elsewhere, is a missing session', async () => {
  const visitor = await createProgram(t).auth.getUser()
  expect([isAuthSessionMissingError(visitor.error), visitor.error?.message]).toEqual([true, 'Auth session missing!'])
  const kari = await t.person()
  const [program, phone] = [await signInByPassword(t, kari), await signInByPassword(t, kari)]
  expect((await phone.auth.signOut({ scope: 'others' })).error).toBeNull()
  expect(isAuthSessionMissingError((await program.auth.getUser()).error)).toBe(true)
})

test.each([
  ['kort', ['length']],
  ['123456', ['pwned']],
])('the weak password %s has the reasons %j', async (password, reasons) => {
  const options = { data: { full_name: 'Kari Nordmann' } }
  const { error } = await createProgram(t).auth.signUp({ email: newAddress(), password, options })
  expect(isAuthWeakPasswordError(error) && error.reasons).toEqual(reasons)
})

test('a service that is away, and a server that cannot be reached, are retryable', async () => {
  const away = await createProgram(t).auth.signInWithIdToken({ provider: 'borte', token: 'not.a.token' })
  expect([isAuthRetryableFetchError(away.error), away.error?.status]).toEqual([true, 503])
  const gone = createProgram({ url: 'http://127.0.0.1:9' })
  const unreached = await gone.auth.signInWithPassword({ email: newAddress(), password: 'not-this-one' })
  expect([isAuthRetryableFetchError(unreached.error), unreached.error?.status]).toEqual([true, 0])
})

test('a token that is none, or that another key has signed, is an invalid JWT', async () => {
  const program = await signInByPassword(t, await t.person())
  const token = (await program.auth.getSession()).data.session?.access_token ?? ''
  const forged = token.replace(/[^.]+$/, Buffer.alloc(64).toString('base64url'))
  for (const one of ['not-a-token', forged])
    expect((await program.auth.getClaims(one)).error?.name).toBe('AuthInvalidJwtError')
  expect(kindOf(await program.auth.getUser(forged))).toEqual(['AuthApiError', 403, 'bad_jwt'])
})

test('a code that no flow has given is refused, and one without its verifier never leaves the program', async () => {
  const without = await createProgram(t, 'pkce').auth.exchangeCodeForSession('no-code')
  expect(without.error?.name).toBe('AuthPKCECodeVerifierMissingError')
  const body = { auth_code: 'no-code', code_verifier: 'x'.repeat(43) }
  const refused = await t.call('POST', '/auth/v1/token?grant_type=pkce', { body, headers: { apikey: clientKey } })
  expect([refused.status, refused.body.error_code]).toEqual([404, 'flow_state_not_found'])
})
