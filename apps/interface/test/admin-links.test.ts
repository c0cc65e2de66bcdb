/** Invitations, links and changes of address by the service key. */
import { createClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, startTestApp, type TestApp } from '../../server/test/app.ts'
import { startMailServer, type MailServer } from '../../server/test/mail-server.ts'
import { createProgram } from './client.ts'
import { newAddress } from './people.ts'

const serviceKey = 'service-key-of-tests-7Qm2Zr9Xw4Lp8Kd1'
const adminEmail = 'styrer@example.no'
const app = 'https://app.example.no/inn'
let t: TestApp
let smtp: MailServer
let admin: ReturnType<typeof createClient>['auth']['admin']
beforeAll(async () => {
  smtp = await startMailServer()
  const env = { SERVICE_KEY: serviceKey, ADMIN_EMAIL: adminEmail, SMTP_URL: smtp.url, REDIRECT_URLS: app }
  t = await startTestApp({ env })
  const auth = { persistSession: false, autoRefreshToken: false }
  admin = createClient(t.url, serviceKey, { auth }).auth.admin
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})

const data = { full_name: 'Ny Bruker', locale: 'no' }
const actionsOn = async (userId: string | undefined) => {
  const log = t.db.kysely.selectFrom('audit_log').select(['action', 'actor_id', 'details'])
  const entries = await log
    .where('subject_id', '=', userId ?? '')
    .orderBy('id')
    .execute()
  for (const entry of entries) expect(entry).toMatchObject({ actor_id: null, details: { by: 'service_key' } })
  return entries.map(({ action }) => action)
}
const errorOf = ({ error }: { error: { status?: number | undefined; code?: string | undefined } | null }) => [
  error?.status,
  error?.code,
]

describe('an invitation', () => {
  test('creates an account without a password, and the owner of the mailbox sets one', async () => {
    const email = newAddress()
    const invited = await admin.inviteUserByEmail(email, { data })
    expect(invited.error).toBeNull()
    expect(invited.data.user).toMatchObject({ email, user_metadata: { full_name: 'Ny Bruker' } })
    const { link } = await smtp.next(email)
    const token = new URL(link, t.url).searchParams.get('token')
    const body = { token, new_password: password }
    expect((await t.call('POST', '/api/auth/verify-email', { body })).status).toBe(200)
    expect((await createProgram(t).auth.signInWithPassword({ email, password })).error).toBeNull()
    expect(await actionsOn(invited.data.user?.id)).toEqual(['person_invited'])
    expect(errorOf(await admin.inviteUserByEmail(email, { data }))).toEqual([422, 'email_exists'])
  })

  test('needs a name, and leads to an allowed address in the end', async () => {
    expect(errorOf(await admin.inviteUserByEmail(newAddress()))).toEqual([422, 'validation_failed'])
    const email = newAddress()
    expect((await admin.inviteUserByEmail(email, { data, redirectTo: app })).error).toBeNull()
    const { searchParams } = new URL((await smtp.next(email)).link, t.url)
    const body = { token: searchParams.get('token'), flow: searchParams.get('flow'), new_password: password }
    const opened = await t.call('POST', '/api/auth/verify-email', { body })
    expect(opened.body.continue_to).toMatch(new RegExp(`^${app}#access_token=.*&type=invite$`))
  })
})

describe('a link', () => {
  test.each(['invite', 'magiclink'] as const)('of type %s opens a new account', async (type) => {
    const email = newAddress()
    const { data: made, error } = await admin.generateLink({ type, email, options: { data, redirectTo: app } })
    expect(error).toBeNull()
    expect(made.properties?.redirect_to).toBe(app)
    expect(made.properties?.action_link).toContain(`${t.url.replace('127.0.0.1', 'localhost')}/confirm?token=`)
    const program = createProgram(t)
    const opened = await program.auth.verifyOtp({
      token_hash: made.properties?.hashed_token ?? '',
      type: made.properties?.verification_type === 'invite' ? 'invite' : 'signup',
    })
    expect(opened.error).toBeNull()
    expect(opened.data.user).toMatchObject({ id: made.user?.id, email })
    expect(await actionsOn(made.user?.id)).toEqual(['user_created', 'link_made'])
  })

  test('of type signup needs a password, and a new address', async () => {
    const link = { type: 'signup' as const, email: newAddress(), password, options: { data } }
    expect((await admin.generateLink(link)).data.properties?.verification_type).toBe('signup')
    expect(errorOf(await admin.generateLink(link))).toEqual([422, 'email_exists'])
    const without = { ...link, email: newAddress(), password: undefined as unknown as string }
    expect(errorOf(await admin.generateLink(without))).toEqual([422, 'validation_failed'])
  })

  test('of type magiclink opens a confirmed account once, and its owner is told', async () => {
    const { id, email } = await t.person()
    const { data: made, error } = await admin.generateLink({ type: 'magiclink', email, options: { redirectTo: app } })
    expect([error, made.properties?.verification_type, made.properties?.email_otp]).toEqual([null, 'magiclink', ''])
    const notice = await smtp.next(email)
    expect([notice.link, notice.text.includes(made.properties?.hashed_token ?? '')]).toEqual(['', false])
    const opening = { token_hash: made.properties?.hashed_token ?? '', type: 'magiclink' as const }
    expect((await createProgram(t).auth.verifyOtp(opening)).data.user?.id).toBe(id)
    expect(errorOf(await createProgram(t).auth.verifyOtp(opening))).toEqual([403, 'otp_expired'])
    expect(await actionsOn(id)).toEqual(['link_made'])
    const other = new URL((await admin.generateLink({ type: 'magiclink', email })).data.properties?.action_link ?? '')
    const body = { token: other.searchParams.get('token') }
    expect((await t.call('POST', '/api/auth/verify-email', { body })).body).toMatchObject({ purpose: 'sign_in' })
  })

  test('of type recovery leads a confirmed account to a new password, and on to the program', async () => {
    const { id, email } = await t.person()
    const { data: made } = await admin.generateLink({ type: 'recovery', email, options: { redirectTo: app } })
    await smtp.next(email)
    const opened = await t.call('GET', (made.properties?.action_link ?? '').replace(/^https?:\/\/[^/]+/, ''))
    const page = new URL(opened.headers.get('location') ?? '', t.url)
    const [cookie = ''] = opened.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
    const body = { newPassword: 'another-fjord-2026', flow: page.searchParams.get('flow') ?? undefined }
    const reset = await t.call('POST', '/api/auth/reset-password', { body, as: { cookie } })
    expect([page.pathname, reset.status]).toEqual(['/reset-password', 200])
    expect(reset.body.continue_to).toMatch(new RegExp(`^${app}#access_token=.*&type=recovery$`))
    const opening = { token_hash: '', type: 'recovery' as const }
    opening.token_hash = (await admin.generateLink({ type: 'recovery', email })).data.properties?.hashed_token ?? ''
    expect((await createProgram(t).auth.verifyOtp(opening)).data.user?.id).toBe(id)
    expect(await actionsOn(id)).toEqual(['link_made', 'link_made'])
  })

  test('of other types is not made for a confirmed account, nor for one that is suspended or leads elsewhere', async () => {
    const { id, email } = await t.person()
    const newEmail = newAddress()
    expect(errorOf(await admin.generateLink({ type: 'email_change_new', email, newEmail }))).toEqual([409, 'conflict'])
    const current = await admin.generateLink({ type: 'email_change_current', email, newEmail })
    expect(errorOf(current)).toEqual([422, 'validation_failed'])
    expect(errorOf(await admin.generateLink({ type: 'invite', email }))).toEqual([422, 'email_exists'])
    expect(errorOf(await admin.generateLink({ type: 'recovery', email: newEmail }))).toEqual([404, 'user_not_found'])
    const away = { redirectTo: 'https://evil.example/' }
    expect(errorOf(await admin.generateLink({ type: 'magiclink', email, options: away }))).toEqual([
      400,
      'validation_failed',
    ])
    await t.db.kysely.updateTable('auth_user').set({ suspended_at: new Date(), suspended_reason: 'x' }).where('id', '=', id).execute() // prettier-ignore
    expect(errorOf(await admin.generateLink({ type: 'magiclink', email }))).toEqual([400, 'user_banned'])
    expect(await actionsOn(id)).toEqual([])
  })

  test('never opens the administrator’s account', async () => {
    const link = { type: 'signup' as const, email: adminEmail, password, options: { data } }
    expect(errorOf(await admin.generateLink(link))).toEqual([409, 'conflict'])
  })
})

test('an act that cannot be written to the log does not happen', async () => {
  const [kari, email] = [await t.person(), newAddress()]
  const { data: signedIn } = await createProgram(t).auth.signInWithPassword({ email: kari.email, password })
  await sql`alter table audit_log add constraint audit_log_shut check (false) not valid`.execute(t.db.kysely)
  const change = await admin.updateUserById(kari.id, { email, password: 'another-fjord-2026' })
  const end = await admin.signOut(signedIn.session?.access_token ?? '', 'global')
  await sql`alter table audit_log drop constraint audit_log_shut`.execute(t.db.kysely)
  expect([change.error?.status, end.error?.status]).toEqual([500, 500])
  const { user } = (await admin.getUserById(kari.id)).data
  expect([user?.email, await actionsOn(kari.id)]).toEqual([kari.email, []])
  expect((await t.call('GET', '/api/v1/me', { as: kari })).status).toBe(200)
})

test.each(['local', 'others'] as const)('sessions of scope %s are ended with the person’s token', async (scope) => {
  const kari = await t.person()
  const program = createProgram(t)
  const { data: signedIn } = await program.auth.signInWithPassword({ email: kari.email, password })
  expect((await admin.signOut(signedIn.session?.access_token ?? '', scope)).error).toBeNull()
  const onThePage = (await t.call('GET', '/api/v1/me', { as: kari })).status
  expect([onThePage, (await program.auth.getUser()).error === null]).toEqual(
    scope === 'local' ? [200, false] : [401, true],
  )
  expect(await actionsOn(kari.id)).toEqual(['sessions_ended'])
})

test('a person’s session is ended with the person’s token, as the library does it', async () => {
  const kari = await t.person()
  const { data: signedIn } = await createProgram(t).auth.signInWithPassword({ email: kari.email, password })
  const token = signedIn.session?.access_token ?? ''
  expect((await admin.signOut(token, 'global')).error).toBeNull()
  expect((await t.call('GET', '/api/v1/me', { as: kari })).status).toBe(401)
  expect(await actionsOn(kari.id)).toEqual(['sessions_ended'])
  expect((await admin.signOut(token, 'global')).error?.name).toBe('AuthSessionMissingError')
})
