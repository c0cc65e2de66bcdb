import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Me } from '@samtur/contract/accounts'
import { fakeServer, kari, noNetwork, refusal, ofStatus } from '../../test/server.ts'
import type { SessionEvent } from './session.ts'

const ola: Me = { ...kari, id: 'u1', email: 'ola@example.no', profile: { ...kari.profile, id: 'u1', full_name: 'Ola' } }

let failures: (() => ReturnType<typeof refusal>)[]
let expiresAt: string
let waiting: Promise<void> | undefined

/** Delays the response of a request, or makes it fail. */
async function withFailures<Body>(found: () => Body) {
  const answer = found()
  await waiting
  const failure = failures.shift()
  return failure ? failure() : answer
}

const server = fakeServer({
  answers: {
    'GET /get-session': () =>
      withFailures(() => {
        const user = { id: 'u1', name: 'Ola', email: ola.email }
        return server.me && { session: { id: 's-1', expiresAt }, user }
      }),
    'accounts.me': () => withFailures(() => server.me ?? refusal('unauthenticated')),
    'chat.list': () => refusal('unauthenticated'),
    'POST /sign-out': () => ({ success: true }),
  },
})

beforeEach(() => {
  failures = []
  waiting = undefined
  expiresAt = '2026-12-01'
})

afterEach(() => {
  vi.useRealTimers()
  document.getElementById('boot')?.remove()
})

const open = new Set<BroadcastChannel>()
const Real = BroadcastChannel

/** Loads the page: imports the modules again, as in another tab. */
async function load(me?: Me | null, { recovery = false } = {}) {
  vi.resetModules()
  if (me !== undefined) {
    const data = { language: 'en', me, config: { recovery, sign_in: { email_code: false, providers: [] } } }
    document.body.insertAdjacentHTML('beforeend', `<script id="boot" type="application/json"></script>`)
    document.getElementById('boot')!.textContent = JSON.stringify(data)
  }
  vi.stubGlobal(
    'BroadcastChannel',
    class extends Real {
      constructor(name: string) {
        super(name)
        open.add(this)
      }
    },
  )
  const session = await import('./session.ts')
  const events: SessionEvent[] = []
  session.onSessionEvent((event) => events.push(event))
  await Promise.resolve()
  document.getElementById('boot')?.remove()
  return { ...session, ...(await import('./sign-out.ts')), events, api: (await import('./api.ts')).api }
}

afterEach(() => {
  for (const channel of open) channel.close()
  open.clear()
})

test('without data from the server the session is loading until the first response', async () => {
  server.me = ola
  let answer = () => {}
  waiting = new Promise((resolve) => (answer = resolve))
  const tab = await load()
  expect(tab.getSession()).toEqual({ status: 'loading', me: null })
  expect(tab.events).toEqual([])
  answer()
  await vi.waitFor(() => expect(tab.getSession()).toEqual({ status: 'signed-in', me: ola }))
  expect(tab.events).toEqual(['INITIAL_SESSION'])
})

test('with data from the server the session is known at once, and so is a followed link for a new password', async () => {
  const tab = await load(null, { recovery: true })
  expect(tab.getSession().status).toBe('signed-out')
  expect(tab.events).toEqual(['INITIAL_SESSION'])
  expect(tab.inRecovery()).toBe(true)
  tab.endRecovery()
  expect(tab.inRecovery()).toBe(false)
})

test('temporary failures are retried, with doubled delays', async () => {
  vi.useFakeTimers()
  server.me = ola
  failures = [() => refusal('unavailable'), noNetwork, () => ofStatus(502), () => ofStatus(504)]
  const tab = await load()
  for (const [delay, tries] of [
    [200, 1],
    [400, 2],
    [800, 3],
    [1600, 4],
  ] as const) {
    await vi.advanceTimersByTimeAsync(delay - 1)
    expect(server.sent).toHaveLength(tries)
    await vi.advanceTimersByTimeAsync(1)
  }
  await vi.advanceTimersByTimeAsync(10)
  expect(tab.getSession().status).toBe('signed-in')
})

test('the first request ends, even without a response', async () => {
  vi.useFakeTimers()
  failures = Array.from({ length: 6 }, () => () => refusal('unavailable'))
  const tab = await load()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(tab.getSession().status).toBe('signed-out')
})

test('a missing response changes nothing', async () => {
  vi.useFakeTimers()
  const tab = await load(ola)
  failures = Array.from({ length: 6 }, () => () => refusal('unavailable'))
  const refreshed = tab.refreshSession()
  await vi.advanceTimersByTimeAsync(10_000)
  await refreshed
  expect(tab.getSession().status).toBe('signed-in')
})

test('a dead session ends at the first response that reports it; drafts stay for the way back', async () => {
  const tab = await load(ola)
  sessionStorage.setItem('draft', 'x')
  await expect(tab.api.chat.list()).rejects.toMatchObject({ code: 'unauthenticated' })
  await vi.waitFor(() => expect(tab.getSession().status).toBe('signed-out'))
  expect(tab.events).toEqual(['INITIAL_SESSION', 'SIGNED_OUT'])
  expect(sessionStorage.getItem('draft')).toBe('x')
})

test('a prolonged session, a changed account and another person are reported', async () => {
  server.me = ola
  const tab = await load(ola)
  await tab.refreshSession()
  expect(tab.events).toEqual(['INITIAL_SESSION'])
  expiresAt = '2026-12-02'
  await tab.refreshSession()
  expect(tab.events.at(-1)).toBe('TOKEN_REFRESHED')
  server.me = { ...ola, email: 'ny@example.no' }
  await tab.refreshSession()
  expect(tab.events.at(-1)).toBe('USER_UPDATED')
  server.me = kari
  await tab.refreshSession()
  expect(tab.events.at(-1)).toBe('SIGNED_IN')
  expect(tab.getSession().me?.id).toBe(kari.id)
})

test('a response to a request from before signing in does not undo it', async () => {
  const tab = await load(null)
  let answer = () => {}
  waiting = new Promise((resolve) => (answer = resolve))
  const early = tab.refreshSession()
  waiting = undefined
  server.me = ola
  await tab.enterSession()
  answer()
  await early
  expect(tab.getSession().status).toBe('signed-in')
  expect(tab.events).toEqual(['INITIAL_SESSION', 'SIGNED_IN'])
})

test('a change in one tab happens in the others', async () => {
  const first = await load(null)
  const second = await load(null)
  server.me = ola
  await first.enterSession()
  await vi.waitFor(() => expect(second.events).toContain('SIGNED_IN'))

  server.me = { ...ola, profile: { ...ola.profile, full_name: 'Ola Nordmann' } }
  first.setOwnProfile(server.me.profile)
  await vi.waitFor(() => expect(second.events).toContain('USER_UPDATED'))
  expect(second.getSession().me?.profile.full_name).toBe('Ola Nordmann')

  sessionStorage.setItem('draft', 'x')
  vi.stubGlobal('location', { assign: vi.fn<(url: string) => void>() })
  await first.signOut()
  expect(location.assign).toHaveBeenCalledWith('/')
  expect(sessionStorage.getItem('draft')).toBeNull()
  // In this test both tabs share one storage, so the draft is written again.
  sessionStorage.setItem('draft', 'x')
  expect(first.events.at(-1)).toBe('SIGNED_OUT')
  await vi.waitFor(() => expect(second.getSession().status).toBe('signed-out'))
  expect(second.events.at(-1)).toBe('SIGNED_OUT')
  expect(sessionStorage.getItem('draft')).toBeNull()
})

test('tasks that need the session run before it ends, and a slow one does not delay it', async () => {
  server.me = ola
  const tab = await load(ola)
  const found: string[] = []
  tab.beforeSignOut(async () => void found.push(`${tab.getSession().status}, ${server.sent.length} requests`))
  tab.beforeSignOut(async () => Promise.reject(new Error('no')))
  tab.beforeSignOut(async () => void found.push('taken back'))()
  server.sent = []
  vi.stubGlobal('location', { assign: vi.fn<(url: string) => void>() })
  await tab.signOut()
  expect(found).toEqual(['signed-in, 0 requests'])
  expect(location.assign).toHaveBeenCalledWith('/')
})

test('a page with a session notifies tabs without one', async () => {
  const old = await load(null)
  server.me = ola
  server.sent = []
  await load(ola)
  await vi.waitFor(() => expect(old.getSession().status).toBe('signed-in'))
  // A tab that knows the session sends no request.
  server.sent = []
  await load(ola)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(server.sent).toEqual([])
})

test('returning to a page checks the session, after a while', async () => {
  const tab = await load(ola)
  dispatchEvent(new Event('focus'))
  expect(server.sent).toEqual([])
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31_000)
  dispatchEvent(new Event('focus'))
  await vi.waitFor(() => expect(tab.getSession().status).toBe('signed-out'))
})
