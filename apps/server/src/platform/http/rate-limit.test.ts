import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import {
  databaseKinds,
  describePostgres,
  freshServerDatabase,
  openServerDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../test/database.ts'
import { MovableClock } from '../clock.ts'
import { createRateLimiter, type Limit } from './rate-limit.ts'

const limit: Limit = { name: 'test', max: 20, per: 3600 }

/** The middle of an hour, so that no window ends while a test runs. */
function middleOfWindow() {
  const clock = new MovableClock()
  clock.advance(1_800_000 - (Date.now() % 3_600_000))
  return clock
}

/** Returns how many of the calls passed; every other one must be refused. */
async function passing(calls: Promise<void>[]) {
  const outcomes = await Promise.allSettled(calls)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'rate_limited', status: 429 })
  return outcomes.filter((outcome) => outcome.status === 'fulfilled').length
}

describe.each(databaseKinds)('counted in the %s database', (kind) => {
  let db: TestDatabase
  beforeAll(async () => void (db = await openTestDatabase(kind)))
  afterAll(() => db.close())
  const limiter = (clock: MovableClock, addressFactor = 1) =>
    createRateLimiter({ db, clock, enabled: true, addressFactor })

  test('50 at once: exactly as many as allowed pass, and the rest learn when to come back', async () => {
    const clock = middleOfWindow()
    const { use: count } = limiter(clock)
    const subject = randomUUID()
    expect(await passing(Array.from({ length: 50 }, () => count(limit, subject)))).toBe(limit.max)
    await expect(count(limit, subject)).rejects.toMatchObject({
      data: { params: { retry_after: expect.closeTo(1800, -1) } },
    })
  })

  test('the next window and another subject start afresh', async () => {
    const clock = middleOfWindow()
    const { use: count } = limiter(clock)
    const subject = randomUUID()
    expect(await passing(Array.from({ length: 25 }, () => count(limit, subject)))).toBe(limit.max)
    expect(await passing([count(limit, randomUUID()), count({ ...limit, name: 'other' }, subject)])).toBe(2)
    clock.advance(3_600_000)
    expect(await passing([count(limit, subject)])).toBe(1)
  })

  test.each([
    ['one /64 of IPv6', ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:DB8:1:2:0:0:0:7', '2001:0db8:0001:0002::5']],
    ['IPv4 written as IPv6', ['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:192.0.2.7', '::ffff:c000:207']],
  ])('%s counts as one', async (_, addresses) => {
    const { use: count } = limiter(middleOfWindow())
    const byAddress = { ...limit, name: randomUUID(), max: 2, byAddress: true }
    expect(await passing([...addresses, ...addresses].map((address) => count(byAddress, address)))).toBe(2)
  })

  test('neighbouring /64s and addresses count each for itself', async () => {
    const { use: count } = limiter(middleOfWindow())
    const byAddress = { ...limit, name: randomUUID(), max: 1, byAddress: true }
    const addresses = [
      '2001:db8:1:2::1',
      '2001:db8:1:3::1',
      '2001:db8:1::1',
      '::1',
      '::2:0:0:0:1',
      '192.0.2.7',
      '192.0.2.8',
    ]
    expect(await passing(addresses.map((address) => count(byAddress, address)))).toBe(addresses.length)
  })

  test('the factor widens limits by address only', async () => {
    const { use: count } = limiter(middleOfWindow(), 3)
    const name = randomUUID()
    expect(
      await passing(Array.from({ length: 10 }, () => count({ name, max: 2, per: 3600, byAddress: true }, '192.0.2.7'))),
    ).toBe(6)
    expect(await passing(Array.from({ length: 10 }, () => count({ name, max: 2, per: 3600 }, 'one person')))).toBe(2)
  })

  test('with a maximum of one, uses are a whole window apart, also across its edge', async () => {
    const clock = middleOfWindow()
    const { use: count } = limiter(clock)
    const once: Limit = { name: randomUUID(), max: 1, per: 60 }
    clock.advance(60_000 - (clock.now().getTime() % 60_000) - 500)
    expect(await passing(Array.from({ length: 20 }, () => count(once, 'ola@example.no')))).toBe(1)
    clock.advance(2_000)
    await expect(count(once, 'ola@example.no')).rejects.toMatchObject({
      data: { params: { retry_after: expect.closeTo(58, -1) } },
    })
    clock.advance(58_500)
    expect(await passing(Array.from({ length: 20 }, () => count(once, 'ola@example.no')))).toBe(1)
  })

  test('no address is readable in the counts', async () => {
    const { use: count } = limiter(middleOfWindow())
    await count(limit, 'kari@example.no')
    await count({ ...limit, byAddress: true }, '192.0.2.77')
    await count({ ...limit, max: 1 }, 'kari@example.no')
    const counted = await db.read.selectFrom('rate_limit').select('key').execute()
    const paused = await db.read.selectFrom('rate_pause').select('key').execute()
    expect(JSON.stringify([counted, paused])).not.toMatch(/kari|192\.0/)
  })

  test('switched off, nothing is counted', async () => {
    const off = createRateLimiter({ db, clock: new MovableClock(), enabled: false, addressFactor: 1 })
    expect(await passing(Array.from({ length: 30 }, () => off.use({ ...limit, name: 'off' }, 'x')))).toBe(30)
    expect(await db.read.selectFrom('rate_limit').select('key').where('key', 'like', 'off:%').execute()).toEqual([])
  })
})

describePostgres('between processes', () => {
  test('50 at once through two databases of one server: exactly as many as allowed pass, and a restart forgets nothing', async () => {
    const url = await freshServerDatabase()
    const clock = middleOfWindow()
    const databases = [await openServerDatabase(url, clock), await openServerDatabase(url, clock)]
    const limiters = databases.map((db) => createRateLimiter({ db, clock, enabled: true, addressFactor: 1 }))
    expect(await passing(Array.from({ length: 50 }, (_, i) => limiters[i % 2]!.use(limit, 'one person')))).toBe(
      limit.max,
    )
    await databases[0]!.close()
    const again = await openServerDatabase(url, clock)
    const restarted = createRateLimiter({ db: again, clock, enabled: true, addressFactor: 1 })
    expect(await passing([restarted.use(limit, 'one person')])).toBe(0)
    await Promise.all([databases[1]!.close(), again.close()])
  })
})

describe('counted in the process', () => {
  let clock: MovableClock
  beforeEach(() => void (clock = middleOfWindow()))
  const limiter = () => createRateLimiter({ db: undefined as never, clock, enabled: true, addressFactor: 1 })
  const tries = (attempt: () => void, times: number) => {
    let passed = 0
    for (let i = 0; i < times; i++) {
      try {
        attempt()
        passed++
      } catch {
        // Refused.
      }
    }
    return passed
  }

  test('as many as allowed pass in a window, per subject and name', () => {
    const { useLocally } = limiter()
    expect(tries(() => useLocally(limit, 'a'), 50)).toBe(limit.max)
    expect(tries(() => useLocally(limit, 'b'), 1)).toBe(1)
    expect(tries(() => useLocally({ ...limit, name: 'other' }, 'a'), 1)).toBe(1)
    clock.advance(3_600_000)
    expect(tries(() => useLocally(limit, 'a'), 1)).toBe(1)
  })

  test('500 requests wait at once, and the limiter of another server in the process does not count them', async () => {
    const [full, other] = [limiter(), limiter()]
    expect(await passing([...Array.from({ length: 501 }, () => full.slowDown()), other.slowDown()])).toBe(501)
  })

  test('many addresses do not make the limiter forget an earlier count', () => {
    const { useLocally } = limiter()
    expect(tries(() => useLocally(limit, 'a'), limit.max)).toBe(limit.max)
    for (let i = 0; i < 10_050; i++) useLocally(limit, `visitor ${i}`)
    expect(tries(() => useLocally(limit, 'a'), 1)).toBe(0)
  })
})

describe('over HTTP', () => {
  const searches = async (t: TestApp, count: number, headers: (i: number) => Record<string, string>) => {
    const statuses: number[] = []
    for (let i = 0; i < count; i++)
      statuses.push((await t.call('GET', '/api/v1/rides?limit=1', { headers: headers(i) })).status)
    return statuses.filter((status) => status === 200).length
  }
  const start = (env: Record<string, string> = {}) =>
    startTestApp({ clock: middleOfWindow(), env: { RATE_LIMITS: 'on', ...env }, config: { localMailbox: false } })

  test('an invented X-Forwarded-For changes nothing when no proxy is trusted', async () => {
    const t = await start()
    expect(
      await searches(t, 65, (i) => ({ 'x-forwarded-for': `203.0.113.${i}`, forwarded: `for=203.0.113.${i}` })),
    ).toBe(60)
    const refused = await t.call('GET', '/api/v1/rides')
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBe(refused.body.params.retry_after)
    await t.close()
  })

  test('behind one proxy only what that proxy adds counts', async () => {
    const t = await start({ TRUST_PROXY: '1' })
    expect(await searches(t, 65, (i) => ({ 'x-forwarded-for': `203.0.113.${i}, 198.51.100.1` }))).toBe(60)
    expect(await searches(t, 5, () => ({ 'x-forwarded-for': '203.0.113.9, 198.51.100.2' }))).toBe(5)
    await t.close()
  })

  test('tags behind one address and new addresses from one place share the sign-up limit', async () => {
    const t = await start()
    const signUp = (i: number) =>
      t.call('POST', '/api/auth/sign-up/email', {
        body: { name: 'Ola', email: `ola+${i}@example.no`, password: 'fjordtur-2026', terms_accepted: true },
      })
    const statuses = []
    for (let i = 0; i < 7; i++) statuses.push((await signUp(i)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    await t.close()
  })
})
