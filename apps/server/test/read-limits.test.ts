/** How many profiles and places one network may read in a minute; other networks are not limited by it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from './app.ts'
import { addPerson, testSecret, type TestPerson } from './sessions.ts'

let t: TestApp
let person: TestPerson
beforeAll(async () => {
  t = await startTestApp({
    env: { SECRET: testSecret, RATE_LIMITS: 'on', TRUST_PROXY: '1' },
    config: { localMailbox: false },
  })
  person = await addPerson(t.db.kysely)
})
afterAll(() => t.close())

const read = (path: string, from: string, as?: { cookie: string }) =>
  t.call('GET', path, { headers: { 'x-forwarded-for': from }, as })

test.each([
  ['profiles', () => `/api/v1/profiles/${person.id}`, 120],
  ['places', () => '/api/v1/places?q=oslo', 300],
])('%s: one network is limited, signed in or not, and another one is not', async (_, path, max) => {
  const statuses: number[] = []
  // Limits count minutes by the clock: moves to the start of a minute.
  t.clock.advance(60_000 - (t.clock.now().getTime() % 60_000))
  for (let sent = 0; sent < max + 20; sent += 20) {
    const answers = Array.from({ length: 20 }, (__, i) =>
      read(path(), `2001:db8:0:1::${i}`, i % 2 ? person : undefined),
    )
    statuses.push(...(await Promise.all(answers)).map(({ status }) => status))
  }
  expect(statuses.slice(0, max)).not.toContain(429)
  expect(statuses).toContain(429)
  const stopped = await read(path(), '2001:db8:0:1::ffff')
  expect(stopped).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await read(path(), '2001:db8:0:2::1')).status).toBe(200)
  expect((await read(path(), '192.0.2.1')).status).toBe(200)
})
