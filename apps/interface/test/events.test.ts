/** All login events of the specification's section 7, and when the client library refreshes a session by itself. */
import type { AuthChangeEvent } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { password, startTestApp, type TestApp } from '../../server/test/app.ts'
import { type MailServer, startMailServer } from '../../server/test/mail-server.ts'
import { createProgram } from './client.ts'

const other = 'ny-fjordtur-2027'
/** The library looks at its session at every tick. */
const TICK = 30_000

let smtp: MailServer
let t: TestApp
beforeAll(async () => {
  smtp = await startMailServer()
  t = await startTestApp({ env: { SMTP_URL: smtp.url } })
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})
afterEach(() => void vi.useRealTimers())

/** Returns a program, and the events that it reports. */
function listen() {
  const program = createProgram(t)
  const events: AuthChangeEvent[] = []
  program.auth.onAuthStateChange((event) => void events.push(event))
  return { program, events }
}

test('one program sees all seven events, in the order of what the person does', async () => {
  const kari = await t.person()
  const { program, events } = listen()
  const { auth } = program
  await auth.getSession()
  expect(events).toEqual(['INITIAL_SESSION'])

  await auth.resetPasswordForEmail(kari.email)
  const token_hash = /reset-password\/([\w-]+)/.exec((await smtp.next(kari.email)).link)?.[1] ?? ''
  expect((await auth.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull()
  expect((await auth.updateUser({ password: other })).error).toBeNull()
  expect((await auth.signOut()).error).toBeNull()
  expect((await auth.signInWithPassword({ email: kari.email, password: other })).error).toBeNull()
  expect((await auth.refreshSession()).error).toBeNull()
  const { data: factor } = await auth.mfa.enroll({ factorType: 'totp' })
  const totp = new TOTP({ secret: Secret.fromBase32(factor?.totp.secret ?? ''), digits: 6, period: 30 })
  const code = totp.generate({ timestamp: t.clock.now().getTime() })
  expect((await auth.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code })).error).toBeNull()

  expect(events).toEqual([
    'INITIAL_SESSION',
    'PASSWORD_RECOVERY',
    'USER_UPDATED',
    'SIGNED_OUT',
    'SIGNED_IN',
    'TOKEN_REFRESHED',
    'MFA_CHALLENGE_VERIFIED',
  ])
})

test('the library refreshes the session by itself three ticks before it expires, and no tick earlier', async () => {
  const kari = await t.person()
  const start = Math.ceil(Date.now() / 1000) * 1000
  // The requests and the server go on: only the ticks and the date are the test's.
  vi.useFakeTimers({ now: start, toFake: ['setInterval', 'clearInterval', 'Date'] })
  const { program, events } = listen()
  const { data } = await program.auth.signInWithPassword({ email: kari.email, password })
  const expiresAt = (data.session?.expires_at ?? 0) * 1000
  expect(expiresAt).toBe(start + 3_600_000)
  await program.auth.startAutoRefresh()

  vi.setSystemTime(expiresAt - 5 * TICK)
  await vi.advanceTimersByTimeAsync(TICK)
  // Waits for the tick, and needs no refresh of its own.
  expect((await program.auth.getSession()).data.session?.refresh_token).toBe(data.session?.refresh_token)
  expect(events).not.toContain('TOKEN_REFRESHED')

  await vi.advanceTimersByTimeAsync(TICK)
  await vi.waitFor(() => expect(events).toContain('TOKEN_REFRESHED'))
  const renewed = (await program.auth.getSession()).data.session
  expect(renewed?.refresh_token).not.toBe(data.session?.refresh_token)
  expect((renewed?.expires_at ?? 0) * 1000).toBe(expiresAt - 3 * TICK + 3_600_000)
  expect((await program.auth.getUser()).data.user?.id).toBe(kari.id)
  await program.auth.stopAutoRefresh()
})
