import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fakeServer, kari } from '../../test/server.ts'
import type * as Http from './http.ts'

const MINUTE = 60_000

const server = fakeServer({ me: kari })
let http: typeof Http

beforeAll(async () => {
  // The module starts counting when it is loaded.
  vi.resetModules()
  vi.useFakeTimers()
  await import('./idle.ts')
  http = await import('./http.ts')
  // The first request of the session ends.
  await vi.advanceTimersByTimeAsync(10_000)
})
afterAll(() => vi.useRealTimers())

const ask = () => http.request({ method: 'GET', url: '/api/v1/me' })
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

test('the server is notified of a person who types for long, at most every five minutes, and of no absent one', async () => {
  const told = () => server.sentTo('GET /get-session').length
  await vi.advanceTimersByTimeAsync(5 * MINUTE)
  expect(told()).toBe(0)
  press()
  expect(told()).toBe(1)
  for (let seconds = 0; seconds < 290; seconds += 10) {
    await vi.advanceTimersByTimeAsync(10_000)
    press()
  }
  expect(told()).toBe(1)
  await vi.advanceTimersByTimeAsync(10_000)
  press()
  expect(told()).toBe(2)
})
