/** Setting the second factor up and removing it, over HTTP. */
import { Secret } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, startTestApp, type TestApp } from '../../../test/app.ts'
import { auth, challenge, codesOf, enrol, me, signInMethods } from '../../../test/second-factor.ts'
import { addPerson, addSession, makeStale, type TestPerson, testSecret } from '../../../test/sessions.ts'

const env = { SECRET: testSecret }
/** Mails are sent by a worker, on a machine that may be busy. */
const patience = { timeout: 10_000 }
let t: TestApp
beforeAll(async () => void (t = await startTestApp({ env })))
afterAll(() => t.close())

describe('setting the second factor up', () => {
  test('shows an address for the app and ten recovery codes; the factor is off until the first code', async () => {
    const person = await t.person()
    const { body } = await auth(t, '/two-factor/enable', {}, person)
    expect(body.totpURI).toMatch(/^otpauth:\/\/totp\/Samtur:.+issuer=Samtur&secret=[A-Z2-7]{32}&/)
    expect(new Set(body.backupCodes).size).toBe(10)
    expect((await signInMethods(t, person)).body.two_factor).toEqual({
      enabled: false,
      recovery_codes_left: 0,
      required: false,
    })
    const wrong = await auth(t, '/two-factor/verify-totp', { code: '000000' }, person)
    expect([wrong.status, wrong.body.code]).toEqual([422, 'invalid_code'])
    expect((await auth(t, '/sign-in/email', { email: person.email, password })).body.user.id).toBe(person.id)
  })

  test('the code of the app turns it on; this session stays, and the others end', async () => {
    const person = await t.person()
    const other = { cookie: await addSession(t.db.kysely, person.id) }
    await enrol(t, person)
    expect((await me(t, person)).body.two_factor_enabled).toBe(true)
    expect((await me(t, other)).status).toBe(401)
    expect((await signInMethods(t, person)).body.two_factor).toEqual({
      enabled: true,
      recovery_codes_left: 10,
      required: false,
    })
  })

  test('is refused a second time, and half an hour after the offer', async () => {
    const { person, next } = await enrol(t)
    expect((await auth(t, '/two-factor/enable', {}, person)).body.code).toBe('two_factor_already_on')
    expect((await auth(t, '/two-factor/verify-totp', { code: next() }, person)).body.code).toBe('two_factor_already_on')
    const late = await t.person()
    const { body } = await auth(t, '/two-factor/enable', {}, late)
    const codes = codesOf(t, body.totpURI as string)
    t.clock.advance(31 * 60_000)
    const code = codes()
    expect((await auth(t, '/two-factor/verify-totp', { code }, late)).body.code).toBe('invalid_code')
  })

  test('stores neither the secret nor a code in plain text', async () => {
    const person = await t.person()
    const { body } = await auth(t, '/two-factor/enable', {}, person)
    const secret = Secret.fromBase32(new URL(body.totpURI).searchParams.get('secret') ?? '')
    const rows = JSON.stringify([
      await t.db.kysely.selectFrom('two_factor').selectAll().where('user_id', '=', person.id).execute(),
      await t.db.kysely.selectFrom('recovery_code').selectAll().where('user_id', '=', person.id).execute(),
    ]).toLowerCase()
    for (const text of [secret.base32, secret.hex, ...(body.backupCodes as string[])])
      expect(rows).not.toContain(text.toLowerCase())
  })

  test('needs a recently authenticated session', async () => {
    const person = await addPerson(t.db.kysely)
    await makeStale(t.db.kysely, person.id)
    const answer = await auth(t, '/two-factor/enable', {}, person)
    expect([answer.status, answer.body.code]).toEqual([403, 'reauthentication_required'])
  })

  test('setting it up and removing it are mailed to the account’s address', async () => {
    const { person, next } = await enrol(t)
    await auth(t, '/two-factor/disable', { code: next() }, person)
    const sent = async () => {
      const mails = t.db.kysely.selectFrom('outbox').select('kind').where('recipient', '=', person.email)
      const rows = await mails.where('kind', 'like', 'identities.%').where('sent_at', 'is not', null).execute()
      return rows.map(({ kind }) => kind).toSorted()
    }
    await expect.poll(sent, patience).toEqual(['identities.two_factor_off', 'identities.two_factor_on'])
  })
})

describe('removing the second factor', () => {
  test('lets the password alone sign in again', async () => {
    const { person, next } = await enrol(t)
    expect((await auth(t, '/two-factor/disable', { code: next() }, person)).body).toEqual({ status: true })
    expect((await auth(t, '/sign-in/email', { email: person.email, password })).body.user.id).toBe(person.id)
    const code = next()
    expect((await auth(t, '/two-factor/disable', { code }, person)).body.code).toBe('two_factor_off')
    expect((await auth(t, '/two-factor/generate-backup-codes', { code }, person)).body.code).toBe('two_factor_off')
  })

  test('new recovery codes replace the old ones', async () => {
    const { person, codes } = await enrol(t)
    const { body } = await auth(t, '/two-factor/generate-backup-codes', { code: codes[1] }, person)
    expect(new Set(body.backupCodes).size).toBe(10)
    const old = await auth(t, '/two-factor/verify-backup-code', { code: codes[0] }, await challenge(t, person))
    expect(old.status).toBe(422)
    const open = await challenge(t, person)
    const fresh = await auth(t, '/two-factor/verify-backup-code', { code: body.backupCodes[0] }, open)
    expect(fresh.status).toBe(200)
  })

  test('is refused to an administrator who must have it', async () => {
    const app = await startTestApp({ env: { ...env, ADMIN_TWO_FACTOR: 'on', ADMIN_EMAIL: 'adele@example.no' } })
    const admin: TestPerson = await addPerson(app.db.kysely, { email: 'adele@example.no', role: 'admin' })
    expect((await app.call('GET', '/api/v1/admin/users', { as: admin })).body.code).toBe('two_factor_required')
    const { next } = await enrol(app, admin)
    expect((await app.call('GET', '/api/v1/admin/users', { as: admin })).status).toBe(200)
    expect((await signInMethods(app, admin)).body.two_factor.required).toBe(true)
    expect((await auth(app, '/two-factor/disable', { code: next() }, admin)).body.code).toBe('protected_account')
    await app.close()
  })
})
