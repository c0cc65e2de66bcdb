/** Wrong tries of strangers use up their own tries and never the owner's. */
// @module-tag slow
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, startTestApp, type TestApp } from '../../../test/app.ts'
import { describePostgres, freshServerDatabase, openServerDatabase } from '../../../test/database.ts'
import { withRealHashes } from '../../../test/quick-hashes.ts'
import { addPerson, testSecret } from '../../../test/sessions.ts'
import { middleOf } from '../../../test/windows.ts'
import { hashPassword } from './service-hashing.ts'
import { insertConfirmedAccounts } from './store.ts'

const MINUTE = 60_000
const settings = { RATE_LIMITS: 'on', SECRET: testSecret, TRUST_PROXY: '1' }

let last = 0
/** Returns a network that no test has used before. */
const newNetwork = () => `10.${Math.floor(++last / 250) % 250}.${last % 250}.7`

async function addAccount(t: TestApp) {
  const email = `${randomUUID()}@example.no`
  const account = { name: 'Kari Nordmann', email, locale: 'no', role: 'user' as const, createdAt: new Date() }
  await insertConfirmedAccounts(t.db.kysely, [account], await hashPassword(password))
  return email
}

interface Try {
  from: string
  password?: string
  cookie?: string
}

const signIn = (t: TestApp, email: string, { from, password: typed = password, cookie }: Try) =>
  t.call('POST', '/api/auth/sign-in/email', {
    body: { email, password: typed },
    headers: { 'x-forwarded-for': from, ...(cookie && { cookie }) },
  })
const guess = (t: TestApp, email: string, from: string) => signIn(t, email, { from, password: 'feil-passord' })
const deviceCookie = (answer: { headers: Headers }) =>
  answer.headers
    .getSetCookie()
    .map((text) => text.split(';')[0] ?? '')
    .find((text) => /^(__Host-)?device=/.test(text))
const count = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length

/** Signs in once, as the owner has on the own device. */
async function ownDevice(t: TestApp, email: string) {
  const answer = await signIn(t, email, { from: newNetwork() })
  return deviceCookie(answer) ?? ''
}

describe('in one process', () => {
  let t: TestApp
  beforeAll(
    async () =>
      void (t = await startTestApp({ clock: middleOf(60 * MINUTE), env: settings, config: { localMailbox: false } })),
  )
  afterAll(() => t.close())

  test('while wrong passwords come from twelve networks, the owner signs in from a known device and from a new one', async () => {
    const email = await addAccount(t)
    const cookie = await ownDevice(t, email)
    const networks = Array.from({ length: 12 }, newNetwork)
    const attack = Promise.all(
      networks.map(async (from) => {
        const answers = []
        for (let i = 0; i < 14; i++) answers.push(await guess(t, email, from))
        return answers
      }),
    )
    const during = await Promise.all([
      signIn(t, email, { from: newNetwork(), cookie }),
      signIn(t, email, { from: networks[0]!, cookie }),
    ])
    expect(during.map(({ status }) => status)).toEqual([200, 200])
    const answers = (await attack).flat()
    // A hundred in the hour, then two for each network that has not used up its own.
    expect(count(answers, 401)).toBeLessThanOrEqual(124)
    expect(count(answers, 401) + count(answers, 429)).toBe(answers.length)
    expect(count(answers, 429)).toBeGreaterThan(0)
    expect((await signIn(t, email, { from: networks[0]!, cookie })).status).toBe(200)
    expect((await signIn(t, email, { from: newNetwork() })).status).toBe(200)
  }, 120_000)

  test('an account under attack gives every further network two slow tries, and the right password is never refused there', async () => {
    const email = await addAccount(t)
    for (let i = 0; i < 10; i++) {
      const from = newNetwork()
      await Promise.all(Array.from({ length: 10 }, () => guess(t, email, from)))
    }
    const from = newNetwork()
    const started = performance.now()
    expect((await guess(t, email, from)).status).toBe(401)
    expect(performance.now() - started).toBeGreaterThan(1_500)
    expect((await guess(t, email, from)).status).toBe(401)
    expect((await guess(t, email, from)).status).toBe(429)
    expect((await signIn(t, email, { from: newNetwork() })).status).toBe(200)
    // One customer's 65,536 networks of IPv6 are one guesser.
    const six = await Promise.all(Array.from({ length: 6 }, (_, i) => guess(t, email, `2001:db8:9:${i}::1`)))
    expect(count(six, 401)).toBe(2)
  }, 120_000)

  test('a guesser in one network gets ten quick tries and three slow ones, and is refused afterwards', async () => {
    const email = await addAccount(t)
    const from = newNetwork()
    const answers = await Promise.all(Array.from({ length: 30 }, () => guess(t, email, from)))
    expect([count(answers, 401), count(answers, 429)]).toEqual([13, 17])
    expect((await signIn(t, email, { from })).status).toBe(429)
  })

  test('an unknown device in the guesser’s network signs in slowly, and a right password uses up no slow try', async () => {
    const email = await addAccount(t)
    const from = newNetwork()
    await Promise.all(Array.from({ length: 10 }, () => guess(t, email, from)))
    for (let i = 0; i < 4; i++) {
      const started = performance.now()
      expect((await signIn(t, email, { from })).status).toBe(200)
      expect(performance.now() - started).toBeGreaterThan(1_500)
    }
  }, 60_000)

  test('a network is not refused for the right passwords of many people', async () => {
    const from = newNetwork()
    for (let i = 0; i < 4; i++) {
      const email = await addAccount(t)
      for (let j = 0; j < 9; j++) expect((await signIn(t, email, { from })).status).toBe(200)
    }
  }, 60_000)

  test('right passwords use up no try', async () => {
    const email = await addAccount(t)
    const from = newNetwork()
    for (let i = 0; i < 15; i++) expect((await signIn(t, email, { from })).status).toBe(200)
  })

  test('right passwords beyond thirty in a quarter of an hour count as tries', async () => {
    const email = await addAccount(t)
    const cookie = await ownDevice(t, email)
    const answers = []
    for (let i = 0; i < 41; i++) answers.push(await signIn(t, email, { from: newNetwork(), cookie }))
    expect([count(answers, 200), count(answers, 429)]).toEqual([39, 2])
  }, 60_000)

  test('a known device guesses ten times as well, and only for its own account', async () => {
    const [email, other] = [await addAccount(t), await addAccount(t)]
    const cookie = await ownDevice(t, email)
    const wrong = { password: 'feil-passord', cookie }
    const answers = []
    for (let i = 0; i < 12; i++) answers.push(await signIn(t, email, { from: newNetwork(), ...wrong }))
    expect([count(answers, 401), count(answers, 429)]).toEqual([10, 2])
    const from = newNetwork()
    const elsewhere = []
    for (let i = 0; i < 12; i++) elsewhere.push(await signIn(t, other, { from, ...wrong }))
    expect(count(elsewhere, 401)).toBe(12)
    await guess(t, other, from)
    expect((await signIn(t, other, { from, cookie })).status).toBe(429)
  }, 60_000)

  test('a changed password and a changed cookie make the device unknown', async () => {
    const email = await addAccount(t)
    const first = await signIn(t, email, { from: newNetwork() })
    const cookie = deviceCookie(first) ?? ''
    const from = newNetwork()
    await Promise.all(Array.from({ length: 13 }, () => guess(t, email, from)))
    const forged = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    expect((await signIn(t, email, { from, cookie: forged })).status).toBe(429)
    expect((await signIn(t, email, { from, cookie: `${cookie}; ${cookie}` })).status).toBe(429)
    expect((await signIn(t, email, { from, cookie })).status).toBe(200)
    const session = first.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ')
    const newPassword = 'ny-fjordtur-2027'
    const changed = await t.call('POST', '/api/auth/change-password', {
      body: { currentPassword: password, newPassword },
      headers: { cookie: session, 'x-forwarded-for': from },
    })
    expect(changed.status).toBe(200)
    expect((await signIn(t, email, { from, cookie, password: newPassword })).status).toBe(429)
    // The browser in which it was changed stays known.
    expect((await signIn(t, email, { from, cookie: deviceCookie(changed) ?? '', password: newPassword })).status).toBe(
      200,
    )
  })

  test('one browser is known to several accounts', async () => {
    const [first, second] = [await addAccount(t), await addAccount(t)]
    const one = await ownDevice(t, first)
    const both = deviceCookie(await signIn(t, second, { from: newNetwork(), cookie: one })) ?? ''
    const from = newNetwork()
    for (const email of [first, second]) await Promise.all(Array.from({ length: 13 }, () => guess(t, email, from)))
    for (const email of [first, second]) expect((await signIn(t, email, { from, cookie: both })).status).toBe(200)
  })

  test('a flood of hashes does not keep a known device out', async () => {
    await withRealHashes(async () => {
      const email = await addAccount(t)
      const cookie = await ownDevice(t, email)
      const flood = Promise.all(Array.from({ length: 150 }, () => guess(t, `${randomUUID()}@example.no`, newNetwork())))
      const own = await Promise.all([1, 2, 3].map(() => signIn(t, email, { from: newNetwork(), cookie })))
      expect(own.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(count(await flood, 429)).toBeGreaterThan(0)
    })
  }, 60_000)

  test('only a browser that has signed in gets the cookie, which no script can read', async () => {
    const email = await addAccount(t)
    expect(deviceCookie(await guess(t, email, newNetwork()))).toBeUndefined()
    const answer = await signIn(t, email, { from: newNetwork() })
    const cookie = answer.headers.getSetCookie().find((text) => text.startsWith('device='))
    expect(cookie).toMatch(/; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(cookie).not.toContain(answer.body.user.id)
  })

  test('sign-ups to a mailbox from one network end there and leave its owner alone, and the mailbox is not filled', async () => {
    const name = randomUUID()
    const signUp = (email: string, from: string) =>
      t.call('POST', '/api/auth/sign-up/email', {
        body: { name: 'Ola', email, password, terms_accepted: true },
        headers: { 'x-forwarded-for': from },
      })
    const answers = []
    for (let network = 0; network < 6; network++) {
      const from = newNetwork()
      for (let i = 0; i < 5; i++) answers.push(await signUp(`${name}+${network}-${i}@example.no`, from))
    }
    expect(count(answers, 200)).toBe(30)
    expect((await signUp(`${name}@example.no`, newNetwork())).status).toBe(200)
    const mails = await t.db.kysely
      .selectFrom('outbox')
      .select('recipient')
      .where('recipient', 'like', `${name}%`)
      .execute()
    expect(mails).toHaveLength(20)
    const again = await t.call('POST', '/api/auth/send-verification-email', {
      body: { email: `${name}@example.no` },
      headers: { 'x-forwarded-for': newNetwork() },
    })
    expect(again.status).toBe(200)
    const own = await t.db.kysely
      .selectFrom('outbox')
      .select('id')
      .where('recipient', '=', `${name}@example.no`)
      .execute()
    expect(own).toHaveLength(1)
  })

  test.each(['request-password-reset', 'send-verification-email'])(
    '%s: strangers do not use up the requests of the owner, and the mailbox gets one mail a minute',
    async (path) => {
      const { email } = await addPerson(t.db.kysely)
      const ask = (from: string) =>
        t.call('POST', `/api/auth/${path}`, { body: { email }, headers: { 'x-forwarded-for': from } })
      const strangers = await Promise.all(Array.from({ length: 20 }, () => ask(newNetwork())))
      expect(count(strangers, 200)).toBe(20)
      expect((await ask(newNetwork())).status).toBe(200)
      const queued = () => t.db.kysely.selectFrom('outbox').select('id').where('recipient', '=', email).execute()
      expect(await queued()).toHaveLength(1)
      t.clock.advance(61_000)
      expect((await ask(newNetwork())).status).toBe(200)
      expect(await queued()).toHaveLength(2)
    },
  )
})

describePostgres('several processes', () => {
  test('count tries at one account together: thirteen from a network pass, however they are spread', async () => {
    const url = await freshServerDatabase()
    const clock = middleOf(60 * MINUTE)
    const open = async () => {
      const database = await openServerDatabase(url, clock)
      return startTestApp({ clock, env: settings, config: { localMailbox: false }, database })
    }
    const both = [await open(), await open()] as const
    const email = await addAccount(both[0])
    const from = newNetwork()
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => guess(both[i % 2]!, email, from)))
    expect([count(answers, 401), count(answers, 429)]).toEqual([13, 17])
    await Promise.all(both.map((t) => t.close()))
  })
})
