/** Signing in with a mailed code, over HTTP. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestResponse, type TestApp } from '../../../test/app.ts'
import { databaseKinds } from '../../../test/database.ts'
import { addPerson, suspend, testSecret } from '../../../test/sessions.ts'
import { middleOf } from '../../../test/windows.ts'
import { mailsTo } from '../../../test/mailbox.ts'

const env = { SECRET: testSecret, EMAIL_CODE_SIGN_IN: 'on', PUBLIC_URL: 'http://localhost:3999' }
/** Mails are sent by a worker, on a machine that may be busy. */
const patience = { timeout: 10_000 }

/** A browser: its cookies, and the network it is in. */
class Browser {
  #app: TestApp
  #from: string | undefined
  cookies = new Map<string, string>()

  constructor(app: TestApp, from?: string) {
    this.#app = app
    this.#from = from
  }

  async post(path: string, body: object): Promise<TestResponse> {
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await this.#app.call('POST', `/api/auth${path}`, {
      body,
      headers: { ...(cookie && { cookie }), ...(this.#from && { 'x-forwarded-for': this.#from }) },
    })
    for (const text of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      if (value) this.cookies.set(name, value)
      else this.cookies.delete(name)
    }
    return answer
  }

  request = (email: string) => this.post('/email-otp/send-verification-otp', { email })
  use = (email: string, otp: string) => this.post('/sign-in/email-otp', { email, otp })
  session = () => ({ cookie: `session=${this.cookies.get('session') ?? ''}` })
}

/** Returns the codes in the mailbox, the newest first, once there are that many. */
async function codesIn(app: TestApp, email: string, count: number): Promise<string[]> {
  let codes: string[] = []
  const read = async () => {
    codes = (await mailsTo(app, email)).flatMap(({ text }) => /^\d{8}$/m.exec(text)?.[0] ?? [])
    return codes.length
  }
  await expect.poll(read, patience).toBe(count)
  return codes
}

/** Requests a code and reads it in the mailbox, which then holds that many. */
async function mailed(app: TestApp, browser: Browser, { email }: { email: string }, count = 1): Promise<string> {
  expect((await browser.request(email)).status).toBe(200)
  return (await codesIn(app, email, count))[0] ?? ''
}

const wrongOf = (right: string) => (right === '11111111' ? '22222222' : '11111111')
const me = (app: TestApp, as: { cookie: string }) => app.call('GET', '/api/v1/me', { as })

describe('a code by mail', () => {
  let t: TestApp
  beforeAll(async () => void (t = await startTestApp({ env })))
  afterAll(() => t.close())

  const outboxOf = (email: string) =>
    t.db.kysely.selectFrom('outbox').select(['kind', 'data', 'sent_at']).where('recipient', '=', email).execute()

  test('opens a session, once', async () => {
    const kari = await addPerson(t.db.kysely)
    const browser = new Browser(t)
    const code = await mailed(t, browser, kari)
    const kept = browser.cookies.get('email-code') ?? ''
    const answer = await browser.use(kari.email.toUpperCase(), ` ${code.slice(0, 3)} ${code.slice(3)} `)
    expect(answer.body).toEqual({ user: { id: kari.id } })
    expect((await me(t, browser.session())).body.id).toBe(kari.id)
    expect(browser.cookies.has('email-code')).toBe(false)
    browser.cookies.set('email-code', kept)
    const again = await browser.use(kari.email, code)
    expect([again.status, again.body.code]).toEqual([422, 'invalid_code'])
  })

  test('does not work in a browser that did not request it', async () => {
    const kari = await addPerson(t.db.kysely)
    const [browser, other] = [new Browser(t), new Browser(t)]
    const code = await mailed(t, browser, kari)
    expect((await other.use(kari.email, code)).body.code).toBe('invalid_code')
    await other.request('ingen@example.no')
    expect((await other.use(kari.email, code)).body.code).toBe('invalid_code')
    expect((await browser.use(kari.email, code)).status).toBe(200)
  })

  test('does not work for another address', async () => {
    const [kari, ola] = [await addPerson(t.db.kysely), await addPerson(t.db.kysely)]
    const browser = new Browser(t)
    const code = await mailed(t, browser, kari)
    expect((await browser.use(ola.email, code)).body.code).toBe('invalid_code')
  })

  test('stops working after five wrong ones, after ten minutes, and when the browser requests a newer one', async () => {
    const kari = await addPerson(t.db.kysely)
    const browser = new Browser(t)
    const right = await mailed(t, browser, kari)
    for (let i = 0; i < 5; i++) expect((await browser.use(kari.email, wrongOf(right))).status).toBe(422)
    expect((await browser.use(kari.email, right)).status).toBe(422)
    const old = await mailed(t, browser, kari, 2)
    t.clock.advance(10 * 60_000 + 1000)
    expect((await browser.use(kari.email, old)).body.code).toBe('invalid_code')
    const earlier = await mailed(t, browser, kari, 3)
    const kept = new Map(browser.cookies)
    const newest = await mailed(t, browser, kari, 4)
    const before = new Browser(t)
    before.cookies = kept
    expect((await before.use(kari.email, earlier)).body.code).toBe('invalid_code')
    if (earlier !== newest) expect((await browser.use(kari.email, earlier)).body.code).toBe('invalid_code')
    expect((await browser.use(kari.email, newest)).status).toBe(200)
  })

  test('is kept by the browser in a cookie that no script reads', async () => {
    const answer = await new Browser(t).request('ingen@example.no')
    const [cookie] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^email-code=[\w-]{43}; Max-Age=1200; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  test('a request has the same response for every address, and mails confirmed accounts only', async () => {
    const known = await addPerson(t.db.kysely)
    const unconfirmed = await addPerson(t.db.kysely, { verified: false })
    const addresses = [known.email, unconfirmed.email, 'ingen@example.no']
    const browsers = addresses.map(() => new Browser(t))
    const answers: TestResponse[] = []
    for (const [i, address] of addresses.entries()) answers.push(await browsers[i]!.request(address))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    const cookies = answers.map(({ headers }) => String(headers.getSetCookie()).replace(/=[\w-]{43};/, '='))
    expect(new Set(cookies).size).toBe(1)
    for (const address of addresses) {
      await expect.poll(async () => (await outboxOf(address))[0]?.sent_at, patience).toBeTruthy()
      expect((await outboxOf(address))[0]).toMatchObject({ kind: 'identities.email_code', data: {} })
    }
    const reached = await Promise.all(addresses.map(async (address) => (await mailsTo(t, address)).length))
    expect(reached).toEqual([1, 0, 0])
    const refusals = []
    for (const [i, address] of addresses.entries()) refusals.push(await browsers[i]!.use(address, '00000000'))
    const shown = refusals.map(({ status, body: { request_id: _, ...rest } }) => JSON.stringify([status, rest]))
    expect(new Set(shown).size).toBe(1)
  })

  test('never makes an account, and opens none that is suspended', async () => {
    const before = await t.db.kysely.selectFrom('auth_user').select('id').execute()
    const browser = new Browser(t)
    await browser.request('ny@example.no')
    expect((await browser.use('ny@example.no', '12345678')).status).toBe(422)
    expect(await t.db.kysely.selectFrom('auth_user').select('id').execute()).toHaveLength(before.length)
    const kari = await addPerson(t.db.kysely)
    const code = await mailed(t, browser, kari)
    await suspend(t.db.kysely, kari.id)
    const answer = await browser.use(kari.email, code)
    expect([answer.status, answer.body.code, answer.body.params]).toEqual([
      403,
      'account_suspended',
      { reason: 'spam' },
    ])
    expect(browser.cookies.has('session')).toBe(false)
  })

  test('does not open an administrator’s account, who is told so in place of the code', async () => {
    const admin = await addPerson(t.db.kysely, { role: 'admin' })
    const browser = new Browser(t)
    expect((await browser.request(admin.email)).body).toEqual({ success: true })
    const toAdmin = () => mailsTo(t, admin.email)
    await expect.poll(toAdmin, patience).toHaveLength(1)
    expect((await toAdmin())[0]?.text).not.toMatch(/\d{8}/)
    const kari = await addPerson(t.db.kysely)
    const earlier = new Browser(t)
    const code = await mailed(t, earlier, kari)
    await t.db.kysely.updateTable('auth_user').set({ role: 'admin' }).where('id', '=', kari.id).execute()
    expect((await earlier.use(kari.email, code)).body.code).toBe('invalid_code')
  })

  test('is no way in that is left for an administrator who removes the last service', async () => {
    const [kari, admin] = [await addPerson(t.db.kysely), await addPerson(t.db.kysely, { role: 'admin' })]
    const outcomes: unknown[] = []
    for (const person of [kari, admin]) {
      const linked = { user_id: person.id, account_id: randomUUID(), provider_id: 'prove' }
      await t.db.kysely.insertInto('auth_account').values(linked).execute()
      const shown = await t.call('GET', '/api/v1/me/sign-in-methods', { as: person })
      const body = { provider: 'prove' }
      const { status } = await t.call('POST', '/api/auth/unlink-account', { body, as: person })
      outcomes.push([shown.body.email_code, status])
    }
    expect(outcomes).toEqual([
      [true, 200],
      [false, 409],
    ])
  })

  test('neither the address, nor the code, nor the cookie stands in its table', async () => {
    const kari = await addPerson(t.db.kysely)
    const browser = new Browser(t)
    const code = await mailed(t, browser, kari)
    const rows = JSON.stringify(await t.db.kysely.selectFrom('email_code').selectAll().execute())
    for (const text of [kari.email, `"${code}"`, browser.cookies.get('email-code')!]) expect(rows).not.toContain(text)
  })

  test.each(databaseKinds)('twenty uses at once open one session (%s)', async (kind) => {
    const app = await startTestApp({ kind, env })
    const kari = await addPerson(app.db.kysely)
    const browser = new Browser(app)
    const code = await mailed(app, browser, kari)
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.use(kari.email, code)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(19).fill(422)])
    await app.close()
  })
})

describe('under attack', () => {
  let t: TestApp
  beforeAll(async () => {
    const clock = middleOf(24 * 3_600_000)
    t = await startTestApp({ clock, env: { ...env, RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
  })
  afterAll(() => t.close())

  let last = 0
  const newNetwork = () => `10.9.${Math.floor(++last / 250)}.${last % 250}`
  const newEmail = () => `${randomUUID()}@example.no`

  test('strangers in twelve networks cannot use up the code that the owner requested', async () => {
    const kari = await addPerson(t.db.kysely)
    const owner = new Browser(t, newNetwork())
    const code = await mailed(t, owner, kari)
    const strangers = Array.from({ length: 12 }, () => new Browser(t, newNetwork()))
    await Promise.all(strangers.slice(0, 6).map((stranger) => stranger.request(kari.email)))
    const guesses = strangers.map(async (stranger) => {
      const statuses = []
      for (let i = 0; i < 6; i++) statuses.push((await stranger.use(kari.email, wrongOf(code))).status)
      return statuses
    })
    expect(new Set((await Promise.all(guesses)).flat())).toEqual(new Set([422]))
    // The right code in the wrong browser is a wrong one too.
    for (const stranger of strangers) expect((await stranger.use(kari.email, code)).status).toBe(422)
    expect((await owner.use(kari.email, code)).status).toBe(200)
  })

  test('a stranger in the owner’s own network cannot use it up either', async () => {
    const kari = await addPerson(t.db.kysely)
    const network = newNetwork()
    const owner = new Browser(t, network)
    const code = await mailed(t, owner, kari)
    const stranger = new Browser(t, network)
    const answers = []
    for (let i = 0; i < 320; i++) answers.push((await stranger.use(kari.email, wrongOf(code))).status)
    expect(answers.at(-1)).toBe(429)
    expect((await owner.use(kari.email, code)).status).toBe(200)
  })

  test('strangers who use up the mails of a mailbox do not keep a known device from its code', async () => {
    const kari = await addPerson(t.db.kysely)
    const network = newNetwork()
    const owner = new Browser(t, network)
    const code = await mailed(t, owner, kari)
    expect((await owner.use(kari.email, code)).status).toBe(200)
    const here = new Browser(t, network)
    expect((await here.request(kari.email)).status).toBe(429)
    const strangers = await Promise.all(
      Array.from({ length: 12 }, () => new Browser(t, newNetwork()).request(kari.email)),
    )
    expect(new Set(strangers.map(({ status }) => status))).toEqual(new Set([200]))
    // Ten in half an hour: the owner's first one and nine of the strangers'.
    await codesIn(t, kari.email, 10)
    const again = await mailed(t, owner, kari, 11)
    expect((await owner.use(kari.email, again)).status).toBe(200)
  })

  test('a browser whose request brought no new mail keeps the code it has', async () => {
    const kari = await addPerson(t.db.kysely)
    const owner = new Browser(t, newNetwork())
    const code = await mailed(t, owner, kari)
    await Promise.all(Array.from({ length: 9 }, () => new Browser(t, newNetwork()).request(kari.email)))
    t.clock.advance(61_000)
    expect((await owner.request(kari.email)).status).toBe(200)
    expect((await owner.use(kari.email, code)).status).toBe(200)
  })

  test('a mailbox gets at most thirty code mails a day from unknown devices', async () => {
    const kari = await addPerson(t.db.kysely)
    for (let round = 0; round < 4; round++) {
      await Promise.all(Array.from({ length: 11 }, () => new Browser(t, newNetwork()).request(kari.email)))
      t.clock.advance(31 * 60_000)
    }
    const queued = await t.db.kysely.selectFrom('outbox').select('id').where('recipient', '=', kari.email).execute()
    expect(queued).toHaveLength(30)
  })

  test('a known device gets at most thirty code mails a day', async () => {
    const kari = await addPerson(t.db.kysely)
    const owner = new Browser(t, newNetwork())
    const code = await mailed(t, owner, kari)
    expect((await owner.use(kari.email, code)).status).toBe(200)
    for (let round = 0; round < 7; round++) {
      t.clock.advance(30 * 60_000)
      for (let i = 0; i < 5; i++) {
        t.clock.advance(61_000)
        expect((await owner.request(kari.email)).status).toBe(200)
      }
    }
    const queued = await t.db.kysely.selectFrom('outbox').select('id').where('recipient', '=', kari.email).execute()
    // The first one was requested before the device was known.
    expect(queued).toHaveLength(31)
  })

  test('is requested at most once a minute in one network, for unknown addresses too', async () => {
    const kari = await addPerson(t.db.kysely)
    for (const email of [kari.email, newEmail()]) {
      const browser = new Browser(t, newNetwork())
      expect((await browser.request(email)).status).toBe(200)
      expect((await browser.request(email)).status).toBe(429)
    }
  })
})
