/** Limits on requests about accounts: across processes, restarts, and the many addresses of one household. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { password, startTestApp, type TestApp } from '../../../test/app.ts'
import { describePostgres, freshServerDatabase, openServerDatabase } from '../../../test/database.ts'
import { addPerson, testSecret } from '../../../test/sessions.ts'
import { middleOf } from '../../../test/windows.ts'
import type { MovableClock } from '#platform/clock'
import type { Database } from '#platform/db/database'

const MINUTE = 60_000

const settings = { RATE_LIMITS: 'on', SECRET: testSecret, TRUST_PROXY: '1' }
const from = (address: string) => ({ 'x-forwarded-for': address })
const start = (clock: MovableClock, database?: Database) =>
  startTestApp({ clock, env: settings, config: { localMailbox: false }, ...(database && { database }) })

const signUp = (t: TestApp, email: string, address: string) =>
  t.call('POST', '/api/auth/sign-up/email', {
    body: { name: 'Ola', email, password, terms_accepted: true },
    headers: from(address),
  })
const ask = (t: TestApp, path: string, email: string, address = '192.0.2.1') =>
  t.call('POST', `/api/auth/${path}`, { body: { email }, headers: from(address) })
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status)

describe('in one process', () => {
  let t: TestApp
  beforeAll(async () => void (t = await start(middleOf(30 * MINUTE))))
  afterAll(() => t.close())
  let place: string
  beforeEach(() => void (place = `198.51.100.${Math.floor(Math.random() * 250)}`))

  test.each(['request-password-reset', 'send-verification-email'])(
    '%s: from one network a minute apart and five in half an hour for one address, known or not',
    async (path) => {
      const known = await addPerson(t.db.kysely)
      const before = t.clock.shift
      for (const email of [known.email, `${randomUUID()}@example.no`]) {
        t.clock.shift = before
        const answers = await Promise.all([1, 2, 3].map(() => ask(t, path, email, place)))
        expect(statuses(answers).toSorted((a, b) => a - b)).toEqual([200, 429, 429])
        const [refused] = answers.filter(({ status }) => status === 429)
        expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(50)
        const later = []
        for (let i = 0; i < 5; i++) {
          t.clock.advance(61_000)
          later.push(await ask(t, path, email.toUpperCase(), place))
        }
        expect(statuses(later)).toEqual([200, 200, 200, 200, 429])
      }
      t.clock.shift = before
    },
  )

  test('an address with a text after a plus sign counts as the same mailbox', async () => {
    const name = randomUUID()
    const answers = []
    for (let i = 1; i <= 7; i++) answers.push(await signUp(t, `${name}+${i}@example.no`, '203.0.113.100'))
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect((await signUp(t, `${randomUUID()}@example.no`, '203.0.113.120')).status).toBe(200)
  })

  test('an IPv6 /64 counts as one network', async () => {
    const answers = []
    for (let i = 1; i <= 6; i++) answers.push(await signUp(t, `${randomUUID()}@example.no`, `2001:db8:7:7::${i}`))
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 200, 429])
    expect((await signUp(t, `${randomUUID()}@example.no`, '2001:db8:7:8::1')).status).toBe(200)
  })

  test('an open session has ten guesses at the password, over all endpoints', async () => {
    const person = await addPerson(t.db.kysely)
    const guess = (i: number) =>
      i % 2
        ? t.call('POST', '/api/v1/me/reauthenticate', {
            body: { password: 'feil-passord' },
            as: person,
            headers: from(place),
          })
        : t.call('POST', '/api/auth/change-password', {
            body: { currentPassword: 'feil-passord', newPassword: 'ny-fjordtur-2027' },
            as: person,
            headers: from(place),
          })
    const answers = []
    for (let i = 0; i < 12; i++) answers.push(await guess(i))
    expect(statuses(answers)).toEqual([...Array<number>(10).fill(422), 429, 429])
  })
})

describePostgres('several processes', () => {
  test('two processes share every count, which survives a restart', async () => {
    const url = await freshServerDatabase()
    const clock = middleOf(30 * MINUTE)
    const open = async () => start(clock, await openServerDatabase(url, clock))
    const [first, second] = [await open(), await open()]
    const email = `${randomUUID()}@example.no`
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => ask(i % 2 ? first : second, 'request-password-reset', email)),
    )
    expect(statuses(responses).filter((status) => status === 200)).toHaveLength(1)
    const ups = await Promise.all(
      Array.from({ length: 12 }, (_, i) => signUp(i % 2 ? first : second, `${randomUUID()}@example.no`, '203.0.113.5')),
    )
    expect(statuses(ups).filter((status) => status === 200)).toHaveLength(5)
    await first.close()
    const third = await open()
    expect((await ask(third, 'request-password-reset', email)).status).toBe(429)
    expect((await signUp(third, `${randomUUID()}@example.no`, '203.0.113.5')).status).toBe(429)
    await Promise.all([second.close(), third.close()])
  })
})
