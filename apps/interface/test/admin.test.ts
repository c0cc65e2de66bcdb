/** The administrator's part of the service interface through the client library, with the service key. */
import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, startTestApp, type TestApp } from '../../server/test/app.ts'
import { enrol } from '../../server/test/second-factor.ts'
import { addPerson } from '../../server/test/sessions.ts'
import { clientKey, createProgram } from './client.ts'

const serviceKey = 'service-key-of-tests-7Qm2Zr9Xw4Lp8Kd1'
const adminEmail = 'styrer@example.no'
let t: TestApp
let admin: ReturnType<typeof createServer>['auth']['admin']
beforeAll(async () => {
  t = await startTestApp({ env: { SERVICE_KEY: serviceKey, ADMIN_EMAIL: adminEmail } })
  admin = createServer(t, serviceKey).auth.admin
})
afterAll(() => t.close())

const createServer = ({ url }: TestApp, key: string) =>
  createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, storageKey: `server-${randomUUID()}` },
  })

/** Returns the entries of the log about an account, oldest first. */
const logOf = (userId: string | undefined) =>
  t.db.kysely
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'details'])
    .where('subject_id', '=', userId ?? '')
    .orderBy('id')
    .execute()
const entry = (action: string, details: object = {}) => ({
  action,
  actor_id: null,
  details: { by: 'service_key', ...details },
})
const mailsTo = async (recipient: string) =>
  (await t.db.kysely.selectFrom('outbox').select('kind').where('recipient', '=', recipient).execute()).map(
    ({ kind }) => kind,
  )
const errorOf = ({ error }: { error: { status?: number | undefined; code?: string | undefined } | null }) => [
  error?.status,
  error?.code,
]
const newcomer = (changes: object = {}) => ({
  email: `${randomUUID()}@example.no`,
  password,
  user_metadata: { full_name: 'Ny Bruker', locale: 'no' },
  ...changes,
})

describe('the key', () => {
  const list = (headers: Record<string, string>, app = t) => app.call('GET', '/auth/v1/admin/users', { headers })
  const bearer = (token: string, apikey = clientKey) => ({ apikey, authorization: `Bearer ${token}` })

  test('is needed: a visitor, a member and an administrator are refused', async () => {
    const member = await t.person()
    const administrator = await t.person('Adele Styrer', adminEmail)
    await t.db.kysely
      .updateTable('auth_user')
      .set({ role: 'admin', mailbox_password: true })
      .where('id', '=', administrator.id)
      .execute()
    expect((await list({})).status).toBe(401)
    expect((await list(bearer('wrong', 'wrong'))).body).toMatchObject({ error_code: 'no_authorization' })
    expect(await list({ apikey: clientKey })).toMatchObject({ status: 403, body: { error_code: 'not_admin' } })
    for (const { email } of [member, administrator]) {
      const { data } = await createProgram(t).auth.signInWithPassword({ email, password })
      const refused = await list(bearer(data.session?.access_token ?? ''))
      expect([refused.status, refused.body.error_code]).toEqual([403, 'not_admin'])
    }
    // The key identifies the program, and the token says who acts.
    expect((await list({ apikey: serviceKey })).status).toBe(403)
    expect((await list(bearer(serviceKey, serviceKey))).status).toBe(200)
    expect((await list(bearer(`${serviceKey}x`, serviceKey))).status).toBe(403)
  })

  test.each([
    ['origin', 'https://app.example.no'],
    ['sec-fetch-site', 'cross-site'],
    ['sec-fetch-site', 'same-origin'],
  ])('is refused from a browser (%s: %s)', async (name, value) => {
    const refused = await list({ ...bearer(serviceKey, serviceKey), [name]: value })
    expect([refused.status, refused.body.error_code]).toEqual([401, 'no_authorization'])
    const asProgram = await t.call('GET', '/auth/v1/settings', { headers: { apikey: serviceKey, [name]: value } })
    expect(asProgram.status).toBe(401)
  })

  test('belongs in both headers, and never in the address or beside another key', async () => {
    const both = bearer(serviceKey, serviceKey)
    const sent: [string, Record<string, string>, string, number][] = [
      ['both headers', both, '', 200],
      ['as the token alone', bearer(serviceKey), '', 401],
      ['as the token, without a key', { authorization: `Bearer ${serviceKey}` }, '', 401],
      ['in the address', { authorization: `Bearer ${serviceKey}` }, `?apikey=${serviceKey}`, 401],
      ['in the address, too', both, `?apikey=${serviceKey}`, 401],
      ['twice in the address', both, `?apikey=${serviceKey}&apikey=${serviceKey}`, 401],
      ['with another key in the address', both, `?apikey=${clientKey}`, 401],
      ['with an empty key in the address', both, '?apikey=', 401],
      ['beside another key', { apikey: `${serviceKey}, ${clientKey}`, authorization: `Bearer ${serviceKey}` }, '', 401],
    ]
    for (const [name, headers, query, status] of sent)
      for (const path of ['/auth/v1/admin/users', `/auth/v1/admin/users/${randomUUID()}`]) {
        const expected = path.endsWith('users') || status !== 200 ? status : 404
        expect([name, path, (await t.call('GET', path + query, { headers })).status]).toEqual([name, path, expected])
      }
    // Of a program with the client key, as a visitor.
    for (const path of ['/auth/v1/settings', '/rest/v1/rides', '/storage/v1/bucket'])
      expect([path, (await t.call('GET', `${path}?apikey=${serviceKey}`)).status]).toEqual([path, 401])
    expect((await t.call('GET', `/auth/v1/settings?apikey=${clientKey}`)).status).toBe(200)
  })

  test('opens no table and is no person’s session', async () => {
    const server = createServer(t, serviceKey)
    expect((await server.from('profiles').select('*')).status).toBe(404)
    expect((await server.from('messages').select('*').eq('chat_id', randomUUID())).status).toBe(404)
    const user = await t.call('GET', '/auth/v1/user', { headers: bearer(serviceKey, serviceKey) })
    expect([user.status, user.body.error_code]).toEqual([401, 'no_authorization'])
  })

  test('is off by default', async () => {
    const other = await startTestApp()
    expect((await list(bearer(serviceKey, serviceKey), other)).status).toBe(401)
    expect((await list(bearer(serviceKey), other)).status).toBe(403)
    await other.close()
  })
})

describe('accounts', () => {
  test('are listed by pages, newest first, with their number and the links that the library reads', async () => {
    for (let i = 0; i < 3; i++) await t.person()
    const { count } = await t.db.kysely
      .selectFrom('auth_user')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    const { data, error } = await admin.listUsers({ page: 1, perPage: 2 })
    expect(error).toBeNull()
    expect(data).toMatchObject({ aud: 'authenticated', total: Number(count), nextPage: 2 })
    expect(data.users).toHaveLength(2)
    const all = await admin.listUsers()
    expect(all.data.users.map(({ id }) => id)).toHaveLength(Number(count))
    expect(all.data.users.slice(0, 2)).toEqual(data.users)
    expect(Object.keys(all.data.users[0] ?? {})).not.toContain('last_sign_in_at')
    const beyond = await admin.listUsers({ page: 1000, perPage: 50 })
    expect([beyond.error, beyond.data.users]).toEqual([null, []])
  })

  test.each([{ page: 0 }, { page: -1 }, { page: 1.5 }, { perPage: 0 }, { perPage: 1001 }])(
    'pages outside of the bounds are refused: %o',
    async (page) => {
      expect(errorOf(await admin.listUsers(page))).toEqual([400, 'validation_failed'])
    },
  )

  test('are created with a confirmed address and a password, which opens them', async () => {
    const person = newcomer({ email_confirm: true })
    const { data, error } = await admin.createUser(person)
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: person.email, user_metadata: { full_name: 'Ny Bruker', locale: 'no' } })
    expect(data.user?.email_confirmed_at).toBeTruthy()
    expect((await createProgram(t).auth.signInWithPassword(person)).error).toBeNull()
    expect(await logOf(data.user?.id)).toEqual([entry('user_created')])
    expect(errorOf(await admin.createUser(person))).toEqual([422, 'email_exists'])
  })

  test('are created unconfirmed, and without a password no sign-in succeeds', async () => {
    const { password: _, ...person } = newcomer()
    const { data } = await admin.createUser(person)
    expect([data.user?.email_confirmed_at, await mailsTo(person.email)]).toEqual([undefined, []])
    const signedIn = await createProgram(t).auth.signInWithPassword({ email: person.email, password })
    expect(signedIn.error?.code).toBe('invalid_credentials')
  })

  test.each([
    ['a phone number', { phone: '+4791234567' }],
    ['another role', { role: 'service_role' }],
    ['data of the server', { app_metadata: { role: 'admin' } }],
    ['an id', { id: randomUUID() }],
    ['a hash', { password_hash: '$2y$10$abc' }],
    ['a ban', { ban_duration: '24h' }],
    ['no name', { user_metadata: undefined }],
    ['a field of the profile', { user_metadata: { full_name: 'Ny', phone: '+4791234567' } }],
    ['the address of the administrator', { email: adminEmail }],
  ])('are not created with %s', async (_, changes) => {
    const { status } = (await admin.createUser(newcomer(changes))).error ?? {}
    expect([409, 422]).toContain(status)
  })

  test('have the same rules for passwords and names as a sign-up', async () => {
    expect(errorOf(await admin.createUser(newcomer({ password: '123456' })))).toEqual([422, 'weak_password'])
    const reserved = newcomer({ user_metadata: { full_name: 'Administrator' } })
    expect(errorOf(await admin.createUser(reserved))).toEqual([422, 'validation_failed'])
  })

  test('are read by id; an unknown id is 404', async () => {
    const kari = await t.person('Kari Nordmann')
    const { data } = await admin.getUserById(kari.id)
    expect(data.user).toMatchObject({ id: kari.id, email: kari.email, phone: '' })
    expect(data.user?.identities).toBeUndefined()
    expect(errorOf(await admin.getUserById(randomUUID()))).toEqual([404, 'user_not_found'])
    const headers = { apikey: serviceKey, authorization: `Bearer ${serviceKey}` }
    expect((await t.call('GET', '/auth/v1/admin/users/1', { headers })).status).toBe(404)
    expect(errorOf(await admin.updateUserById(randomUUID(), {}))).toEqual([404, 'user_not_found'])
    expect(errorOf(await admin.deleteUser(randomUUID()))).toEqual([404, 'user_not_found'])
  })

  test('are suspended and opened again, with the reason in the mail and the log', async () => {
    const kari = await t.person()
    const ban = { ban_duration: '876000h', app_metadata: { reason: 'Falske turer' } }
    const { data, error } = await admin.updateUserById(kari.id, ban)
    expect([error, Boolean(data.user?.banned_until)]).toEqual([null, true])
    expect((await t.call('GET', '/api/v1/me', { as: kari })).status).toBe(401)
    const refused = await createProgram(t).auth.signInWithPassword({ email: kari.email, password })
    expect(refused.error?.code).toBe('user_banned')
    // A repetition changes nothing.
    expect((await admin.updateUserById(kari.id, { ban_duration: '876000h' })).error).toBeNull()
    const opened = await admin.updateUserById(kari.id, { ban_duration: 'none' })
    expect(opened.data.user?.banned_until).toBeUndefined()
    expect((await createProgram(t).auth.signInWithPassword({ email: kari.email, password })).error).toBeNull()
    expect(await logOf(kari.id)).toEqual([entry('user_suspended'), entry('user_lifted')])
    expect(await mailsTo(kari.email)).toEqual(expect.arrayContaining(['moderation.suspended', 'moderation.lifted']))
  })

  test.each([
    ['a shorter ban', { ban_duration: '24h' }],
    ['a phone number', { phone: '+4791234567' }],
    ['a language', { user_metadata: { locale: 'pl' } }],
    ['a reserved name', { user_metadata: { full_name: 'Administrator' } }],
    ['a name that is none', { user_metadata: { full_name: '' } }],
    ['a role', { role: 'service_role' }],
    ['data of the server', { app_metadata: { provider: 'vipps' } }],
    ['an unconfirmed address', { email_confirm: false }],
    ['a reason alone', { app_metadata: { reason: 'Hvorfor?' } }],
  ])('are not changed by %s', async (_, changes) => {
    const kari = await t.person()
    expect(errorOf(await admin.updateUserById(kari.id, changes))).toEqual([422, 'validation_failed'])
    expect(await logOf(kari.id)).toEqual([])
  })

  test('get another name, password and address, and the owner is told of each', async () => {
    const kari = await t.person()
    const email = `${randomUUID()}@example.no`
    const changes = { user_metadata: { full_name: 'Kari Berg' }, password: 'another-fjord-2026', email }
    const { data, error } = await admin.updateUserById(kari.id, changes)
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, user_metadata: { full_name: 'Kari Berg' } })
    expect(data.user?.email_confirmed_at).toBeTruthy()
    // The sessions that there were have ended, and the new password opens the account under the new address.
    expect((await t.call('GET', '/api/v1/me', { as: kari })).status).toBe(401)
    const old = await createProgram(t).auth.signInWithPassword({ email, password })
    expect(old.error?.code).toBe('invalid_credentials')
    const opened = await createProgram(t).auth.signInWithPassword({ email, password: changes.password })
    expect(opened.data.user?.user_metadata).toMatchObject({ full_name: 'Kari Berg' })
    expect(await logOf(kari.id)).toEqual([entry('user_renamed'), entry('password_set'), entry('address_changed')])
    const told = ['moderation.account_changed', 'accounts.password_changed', 'accounts.email_changed']
    expect(await mailsTo(kari.email)).toEqual(expect.arrayContaining(told))
    expect(await mailsTo(email)).not.toEqual(expect.arrayContaining(told.slice(0, 1)))
    const { name } = await t.db.kysely
      .selectFrom('auth_user')
      .select('name')
      .where('id', '=', kari.id)
      .executeTakeFirstOrThrow()
    expect(name).toBe('Kari Berg')
  })

  test('are named in no mail where nobody has confirmed the address', async () => {
    const kari = await addPerson(t.db.kysely, { name: 'Kari Nordmann', verified: false })
    const changes = { user_metadata: { full_name: 'Kari Berg' }, password: 'another-fjord-2026' }
    expect((await admin.updateUserById(kari.id, changes)).error).toBeNull()
    const rows = await t.db.kysely
      .selectFrom('outbox')
      .select(['kind', 'data'])
      .where('recipient', '=', kari.email)
      .execute()
    expect(rows.map(({ kind }) => kind)).not.toContain('moderation.account_changed')
    expect(JSON.stringify(rows)).not.toMatch(/Kari/)
  })

  test('have the same rules for a new password and a new address, and change as a whole or not at all', async () => {
    const [kari, ola] = [await t.person(), await t.person()]
    const user_metadata = { full_name: 'Kari Berg' }
    for (const [changes, refusal] of [
      [{ password: '123456' }, [422, 'weak_password']],
      [{ email: ola.email }, [422, 'email_exists']],
      [{ email: adminEmail }, [409, 'conflict']],
      [{ email: 'no-address' }, [422, 'validation_failed']],
    ] as const)
      expect([changes, errorOf(await admin.updateUserById(kari.id, { user_metadata, ...changes }))]).toEqual([
        changes,
        refusal,
      ])
    expect((await admin.getUserById(kari.id)).data.user).toMatchObject({
      email: kari.email,
      user_metadata: { full_name: 'Kari Nordmann' },
    })
    expect([await logOf(kari.id), (await t.call('GET', '/api/v1/me', { as: kari })).status]).toEqual([[], 200])
  })

  test('may be sent as they are', async () => {
    const kari = await t.person()
    const { user } = (await admin.getUserById(kari.id)).data
    const { user_metadata = {}, app_metadata = {} } = user ?? {}
    expect((await admin.updateUserById(kari.id, { user_metadata, app_metadata, email_confirm: true })).error).toBeNull()
  })

  test('are deleted with the time to undo it, and the person is notified', async () => {
    const kari = await t.person()
    expect((await admin.deleteUser(kari.id)).error).toBeNull()
    const { data } = await admin.getUserById(kari.id)
    const left = new Date(data.user?.deleted_at ?? 0).getTime() - t.clock.now().getTime()
    expect(Math.round(left / 86_400_000)).toBe(14)
    expect((await t.call('GET', `/api/v1/profiles/${kari.id}`)).status).toBe(404)
    expect((await admin.deleteUser(kari.id)).error).toBeNull()
    expect(await logOf(kari.id)).toEqual([entry('user_deleted')])
    expect(await mailsTo(kari.email)).toContain('moderation.deleted')
    expect(errorOf(await admin.deleteUser((await t.person()).id, true))).toEqual([422, 'validation_failed'])
  })

  test.each(['an administrator', 'the owner of ADMIN_EMAIL'])('of %s are protected', async (whose) => {
    const { id, email: own } = await t.person()
    const { session } = (await createProgram(t).auth.signInWithPassword({ email: own, password })).data
    const table = t.db.kysely.updateTable('auth_user').where('id', '=', id)
    if (whose === 'an administrator') await table.set({ role: 'admin' }).execute()
    else {
      await t.db.kysely.updateTable('auth_user').set({ email: 'en.annen@example.no' }).where('email', '=', adminEmail).execute() // prettier-ignore
      await table.set({ email: adminEmail }).execute()
    }
    const { email = '' } = (await admin.getUserById(id)).data.user ?? {}
    const mails = await mailsTo(email)
    expect(errorOf(await admin.deleteUser(id))).toEqual([409, 'conflict'])
    for (const changes of [
      { ban_duration: '876000h' },
      { password: 'another-fjord-2026' },
      { email: 'ny@example.no' },
      { user_metadata: { full_name: 'En Annen' } },
    ])
      expect([changes, errorOf(await admin.updateUserById(id, changes))]).toEqual([changes, [409, 'conflict']])
    for (const type of ['magiclink', 'recovery'] as const)
      expect([type, errorOf(await admin.generateLink({ type, email }))]).toEqual([type, [409, 'conflict']])
    expect(errorOf(await admin.signOut(session?.access_token ?? ''))).toEqual([409, 'conflict'])
    expect([await logOf(id), await mailsTo(email)]).toEqual([[], mails])
  })
})

describe('second factors', () => {
  test('are listed, and taken away from a person who has lost one', async () => {
    const { person } = await enrol(t)
    const { data } = await admin.mfa.listFactors({ userId: person.id })
    expect(data?.factors).toMatchObject([{ factor_type: 'totp', status: 'verified' }])
    const [factor] = data?.factors ?? []
    const other = { userId: person.id, id: randomUUID() }
    expect(errorOf(await admin.mfa.deleteFactor(other))).toEqual([404, 'mfa_factor_not_found'])
    expect((await admin.mfa.deleteFactor({ userId: person.id, id: factor?.id ?? '' })).error).toBeNull()
    expect((await admin.mfa.listFactors({ userId: person.id })).data?.factors).toEqual([])
    expect(await logOf(person.id)).toEqual([entry('second_factor_lifted', { ended: 1 })])
    expect(await mailsTo(person.email)).toContain('moderation.factor_lifted')
  })

  test('of administrators stay', async () => {
    const { person } = await enrol(t)
    await t.db.kysely.updateTable('auth_user').set({ role: 'admin' }).where('id', '=', person.id).execute()
    const [factor] = (await admin.mfa.listFactors({ userId: person.id })).data?.factors ?? []
    expect(errorOf(await admin.mfa.deleteFactor({ userId: person.id, id: factor?.id ?? '' }))).toEqual([
      409,
      'conflict',
    ])
  })
})
