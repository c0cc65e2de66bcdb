/** One server for all tests of a file or of a `describe`, with a short way to call its API. */
import { afterAll, beforeAll } from 'vitest'
import { MovableClock } from '../src/platform/clock.ts'
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts'
import { testSecret } from './sessions.ts'

/** The server is started before the first test; `t` is empty until then. */
export function sharedApp(options: TestAppOptions = {}) {
  const t = {} as TestApp
  beforeAll(async () => {
    Object.assign(t, await startTestApp({ ...options, env: { SECRET: testSecret, ...options.env } }))
  })
  afterAll(() => t.close())
  const call = (method: string, path: string, as?: { cookie: string }, body?: unknown, headers = {}) =>
    t.call(method, `/api/v1${path}`, { as, body, headers })
  return { t, call }
}

/** Returns a clock that begins at a time. */
export function clockAt(time: string): MovableClock {
  const clock = new MovableClock()
  setClock(clock, time)
  return clock
}

export const setClock = (clock: MovableClock, time: string) => clock.advance(Date.parse(time) - clock.now().getTime())
