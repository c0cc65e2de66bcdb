/** Signing up, in and out through the client library. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, startTestApp, type TestApp } from '../../server/test/app.ts'
import { clientKey, createProgram } from './client.ts'

let t: TestApp
beforeAll(async () => void (t = await startTestApp()))
afterAll(() => t.close())

describe('a person with an account', () => {
  test('signs in, reads the account, refreshes the session and signs out', async () => {
    const kari = await t.person('Kari Nordmann')
    const program = createProgram(t)
    const events: string[] = []
    program.auth.onAuthStateChange((event) => void events.push(event))
    const { data, error } = await program.auth.signInWithPassword({ email: kari.email, password })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ id: kari.id, email: kari.email, role: 'authenticated' })
    expect((await program.auth.getUser()).data.user?.user_metadata['full_name']).toBe('Kari Nordmann')
    expect((await program.auth.getClaims()).data?.claims).toMatchObject({
      sub: kari.id,
      role: 'authenticated',
      aal: 'aal1',
    })
    const refreshed = await program.auth.refreshSession()
    expect(refreshed.error).toBeNull()
    expect(refreshed.data.session?.refresh_token).not.toBe(data.session?.refresh_token)
    expect((await program.auth.signOut()).error).toBeNull()
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'TOKEN_REFRESHED', 'SIGNED_OUT'])
  })

  test('is refused with a wrong password, with the error of the service', async () => {
    const kari = await t.person()
    const { error } = await createProgram(t).auth.signInWithPassword({ email: kari.email, password: 'not-this-one' })
    expect([error?.status, error?.code, error?.message]).toEqual([
      400,
      'invalid_credentials',
      'Invalid login credentials',
    ])
  })
})

test('a sign-up with a known address gets the response of a new one, where the configuration keeps known addresses secret', async () => {
  const secretive = await startTestApp({ env: { SIGN_UP_TELLS_KNOWN_ADDRESSES: 'off' } })
  const signUp = async () => {
    const options = { data: { full_name: 'Ola Nordmann' } }
    const { data, error } = await createProgram(secretive).auth.signUp({ email: 'ola@example.no', password, options })
    expect(error).toBeNull()
    const user = JSON.parse(JSON.stringify(data.user)) as Record<string, unknown>
    // Ids and times differ from one account to the next.
    const text = JSON.stringify(user).replaceAll(String(user['id']), 'id')
    return text.replaceAll(/"identity_id":"[^"]+"/g, 'identity').replaceAll(String(user['created_at']), 'now')
  }
  const first = await signUp()
  expect(await signUp()).toBe(first)
  await secretive.close()
})

test('a new person signs up and has to confirm the address', async () => {
  const email = 'ola@example.no'
  const program = createProgram(t)
  const { data, error } = await program.auth.signUp({
    email,
    password,
    options: { data: { full_name: 'Ola Nordmann' } },
  })
  expect(error).toBeNull()
  expect([data.session, data.user?.email, data.user?.identities?.length]).toEqual([null, email, 1])
  const early = await program.auth.signInWithPassword({ email, password })
  expect(early.error?.code).toBe('email_not_confirmed')
  const again = await program.auth.signUp({ email, password, options: { data: { full_name: 'Ola Nordmann' } } })
  expect(again.error?.message).toContain('already registered')
})

test('requests for tokens are limited per network', async () => {
  const limited = await startTestApp({ env: { RATE_LIMITS: 'on', SMTP_URL: 'smtp://127.0.0.1:9' } })
  const request = async () => {
    const body = { refresh_token: 'unknown' }
    const headers = { apikey: clientKey }
    return (await limited.call('POST', '/auth/v1/token?grant_type=refresh_token', { body, headers })).body.error_code
  }
  expect(await request()).toBe('refresh_token_not_found')
  // Twice as many as fit into a minute, because another one may begin meanwhile.
  const codes = new Set<unknown>()
  for (let i = 0; i < 600 && !codes.has('over_request_rate_limit'); i++) codes.add(await request())
  expect(codes).toContain('over_request_rate_limit')
  await limited.close()
})
