import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, kari } from '../../test/server.ts'

const MINUTE = 60_000

const { refreshSession } = vi.hoisted(() => ({ refreshSession: vi.fn(async () => {}) }))
vi.mock('./session.ts', () => ({ refreshSession }))

// Runs before the module is imported, which starts counting.
vi.useFakeTimers()
const { request } = await import('./http.ts')
await import('./idle.ts')

const server = fakeServer({ me: kari })

beforeEach(() => void refreshSession.mockClear())
afterAll(() => vi.useRealTimers())

const ask = () => request({ method: 'GET', url: '/api/v1/me' })
const press = () => dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))

test.each(['pointerdown', 'keydown', 'wheel', 'touchmove'])(
  'requests are marked as idle from a minute after the last %s, until the next one',
  async (kind) => {
    dispatchEvent(new Event(kind))
    vi.advanceTimersByTime(MINUTE - 1)
    await ask()
    vi.advanceTimersByTime(1)
    await ask()
    dispatchEvent(new Event(kind))
    await ask()
    expect(server.sent.map(({ headers }) => headers.get('x-idle'))).toEqual([null, '1', null])
  },
)

test('the server is notified of a person who types for long, at most every five minutes, and of no absent one', () => {
  vi.advanceTimersByTime(5 * MINUTE)
  expect(refreshSession).not.toHaveBeenCalled()
  press()
  expect(refreshSession).toHaveBeenCalledTimes(1)
  for (let seconds = 0; seconds < 290; seconds += 10) {
    vi.advanceTimersByTime(10_000)
    press()
  }
  expect(refreshSession).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(10_000)
  press()
  expect(refreshSession).toHaveBeenCalledTimes(2)
})
