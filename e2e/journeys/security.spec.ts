/** The security page: password, address, devices and the second factor, each with its effect on other devices. */
import { Secret, TOTP } from 'otpauth'
import type { TestPerson } from '../../apps/server/test/sessions.ts'
import { addSession } from '../../apps/server/test/sessions.ts'
import { expect, test } from '../fixtures.ts'
import { patient } from '../patience.ts'
import { testPassword as password, type Server } from '../server.ts'
import { refusal } from '../watch.ts'

/** Returns the session token of a cookie header. */
const tokenIn = (cookie: string) => decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)).split('.')[0] ?? ''

/** Signs the person in on one more device. */
const another = async (server: Server, person: TestPerson): Promise<TestPerson> => ({
  ...person,
  cookie: await addSession(server.db.kysely, person.id),
})

/** Makes every session of the person an hour old. */
async function letSessionsAge(server: Server, userId: string) {
  const past = new Date(Date.now() - 3_600_000)
  const change = { created_at: past, reauthenticated_at: null }
  await server.db.kysely.updateTable('auth_session').set(change).where('user_id', '=', userId).execute()
}

test('a new password signs the other devices out within two seconds', async ({ newPerson, server }) => {
  const account = await server.memberWithPassword('Kari Passord')
  const kari = await newPerson('no', { member: account })
  const elsewhere = await newPerson('no', { member: await another(server, account) })
  const { t, security, page } = kari
  kari.watch.allow(refusal(422))
  // Requests that are open while the session ends.
  elsewhere.watch.allow(refusal(401))
  await elsewhere.open('/my-rides')
  await expect(elsewhere.nav.signOut).toBeVisible()

  await security.open()
  await security.button('security.change_password').click()
  await expect(security.field('security.current_password')).toBeFocused()
  await security.fillPassword('helt-feil-passord', 'elgtur-i-fjellet', 'elgtur-i-dalen')
  await expect(security.field('accounts.repeat_password')).toHaveAccessibleDescription(t('accounts.passwords_differ'))
  await security.fillPassword('helt-feil-passord', 'elgtur-i-fjellet')
  await expect(security.field('security.current_password')).toHaveAccessibleDescription(
    t('account_errors.wrong_password'),
  )
  await expect(security.field('security.current_password')).toBeFocused()
  await expect(security.field('accounts.new_password')).toHaveValue('elgtur-i-fjellet')
  await security.fillPassword(password, 'passord')
  await expect(security.field('accounts.new_password')).toHaveAccessibleDescription(
    new RegExp(t('accounts.weak_common')),
  )
  await security.fillPassword(password, password)
  await expect(security.field('accounts.new_password')).toHaveAccessibleDescription(
    new RegExp(t('fields.password_same')),
  )
  await expect(elsewhere.nav.signOut).toBeVisible()

  await security.fillPassword(password, 'elgtur-i-fjellet')
  await kari.expectToast(t('accounts.password_updated'))
  await expect(elsewhere.nav.signIn).toBeVisible({ timeout: patient(2_000) })
  await expect(security.button('security.change_password')).toBeFocused()
  await expect(security.sessions).toHaveCount(1)
  await expect
    .poll(async () => (await server.mails(kari.email)).map(({ subject }) => subject))
    .toContain(t('mails.password_changed_subject'))

  await elsewhere.open('/auth')
  await elsewhere.auth.signIn(password)
  await elsewhere.expectToast(t('accounts.invalid_title'))
  await elsewhere.auth.signIn('elgtur-i-fjellet')
  await elsewhere.expectToast(t('accounts.welcome_back'))
  await page.reload()
  await expect(security.sessions).toHaveCount(2)
})

test('a sign-in on another device is mailed, and the page lists it as a new device', async ({ newPerson, server }) => {
  const [kari, stranger] = [await newPerson('no'), await newPerson('no')]
  const { security, t, email } = kari
  await server.account(kari)
  await kari.open('/auth')
  await kari.auth.signIn()
  await kari.expectToast(t('accounts.welcome_back'))
  await security.open()
  await expect(security.signIns).toHaveCount(1)
  await expect(security.signIns).not.toContainText(t('security.new_device'))

  await stranger.open('/auth')
  await stranger.auth.signIn(kari.password, email)
  await stranger.expectToast(t('accounts.welcome_back'))
  await expect
    .poll(async () => (await server.mails(email)).map(({ subject }) => subject))
    .toContain(t('mails.notification_device_subject'))
  await kari.page.reload()
  await expect(security.signIns).toHaveCount(2)
  await expect(security.signIns.first()).toContainText(t('security.new_device'))
})

test('a new address is confirmed by its link, and until then the old one works', async ({ newPerson, server }) => {
  const account = await server.memberWithPassword('Kari Adresse')
  const kari = await newPerson('no', { member: account })
  const { t, security, page } = kari
  const next = `ny-${kari.email}`
  await letSessionsAge(server, kari.id ?? '')
  kari.watch.allow(refusal(403, 422))

  await security.open()
  await security.button('security.change_email').click()
  await security.field('security.new_email').fill(kari.email)
  await security.button('security.send_email_link').click()
  await expect(security.field('security.new_email')).toHaveAccessibleDescription(new RegExp(t('fields.email_same')))
  await security.field('security.new_email').fill(next)
  await security.button('security.send_email_link').click()

  // The session is old: what was typed stays behind the dialog, also when that is cancelled.
  await expect(security.dialog('security.again_title')).toBeVisible()
  await security.showPassword('helt-feil-passord')
  const passwordField = security.dialog('security.again_title').getByRole('textbox', { name: t('accounts.password') })
  await expect(passwordField).toHaveAccessibleDescription(t('account_errors.wrong_password'))
  await page.keyboard.press('Escape')
  await expect(security.dialog('security.again_title')).toBeHidden()
  await expect(security.field('security.new_email')).toHaveValue(next)
  await security.button('security.send_email_link').click()
  await security.showPassword()
  await expect(security.part('security.email').getByRole('status').first()).toContainText(t('security.email_sent'))
  await expect(security.part('security.email')).toContainText(next)

  await expect.poll(async () => (await server.mails(next)).length).toBe(1)
  const toOld = async () => (await server.mails(kari.email)).map(({ subject }) => subject)
  await expect.poll(toOld).toContain(t('mails.email_notice_subject'))
  expect(await toOld()).not.toContain(t('mails.email_changed_subject'))
  const [mail] = await server.mails(next)
  const link = /https?:\/\/\S+\/confirm\?\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  expect((await server.call<{ email: string }>(await another(server, account), 'GET', '/me')).email).toBe(kari.email)

  await page.goto(link)
  await kari.expectToast(t('security.email_changed'))
  await expect(page).toHaveURL('/security')
  await expect(security.part('security.email')).toContainText(next)
  await expect.poll(toOld).toContain(t('mails.email_changed_subject'))
  await page.goto(link)
  await expect(page.getByText(t('accounts.link_title'))).toBeVisible()
})

test('a person signs out one device, the others, and all of them', async ({ newPerson, server }) => {
  const account = await server.memberWithPassword('Kari Enhet')
  const kari = await newPerson('no', { member: account })
  const phone = await newPerson('no', { member: await another(server, account) })
  // Requests that are open while the session ends.
  for (const { watch } of [kari, phone]) watch.allow(refusal(401))
  await phone.open('/reservations')
  const { t, security, page } = kari

  await security.open()
  await expect(security.sessions).toHaveCount(2)
  await expect(security.sessions.first()).toContainText(t('security.this_device'))
  await expect(security.sessions.first().getByRole('button')).toHaveCount(0)
  await security.sessions.nth(1).getByRole('button').click()
  await kari.expectToast(t('security.session_ended'))
  await expect(phone.nav.signIn).toBeVisible({ timeout: patient(2_000) })
  await expect(security.sessions).toHaveCount(1)
  await expect(page.getByRole('heading', { name: t('security.sessions') })).toBeFocused()

  await another(server, account)
  await another(server, account)
  await page.reload()
  await expect(security.sessions).toHaveCount(3)
  await security.button('security.end_others').click()
  await kari.expectToast(t('security.sessions_ended', { count: 2 }))
  await expect(security.sessions).toHaveCount(1)
  await expect(security.button('security.end_others')).toHaveCount(0)

  await security.button('security.end_all').click()
  const dialog = security.dialog('security.end_all_title')
  await dialog.getByRole('button', { name: t('core.cancel') }).click()
  await expect(security.button('security.end_all')).toBeFocused()
  await security.button('security.end_all').click()
  await dialog.getByRole('button', { name: t('security.end_all') }).click()
  await expect(page).toHaveURL('/')
  await expect(kari.nav.signIn).toBeVisible()
})

test('a second factor is turned on, used at the next sign-in, replaced by a recovery code, and turned off', async ({
  newPerson,
  server,
}) => {
  const account = await server.memberWithPassword('Kari Totrinn')
  const kari = await newPerson('no', { member: account })
  const { t, security, auth, nav, page } = kari
  kari.watch.allow(refusal(401, 403, 422))
  await letSessionsAge(server, kari.id ?? '')
  await security.open()
  await expect(security.part('security.two_factor')).toContainText(t('security.off'))
  // A person without a password gets a code by mail.
  await security.button('security.turn_on').click()
  await security.showCode()

  const enrolment = security.dialog('security.enrol_title')
  await expect(enrolment.getByRole('img', { name: t('security.qr_label') })).toBeVisible()
  const app = new TOTP({ secret: Secret.fromBase32(await security.secret()) })
  const code = enrolment.getByRole('textbox', { name: t('security.app_code') })
  const turnOn = enrolment.getByRole('button', { name: t('security.turn_on') })
  await turnOn.click()
  await expect(code).toHaveAccessibleDescription(new RegExp(t('fields.code_required')))
  await code.fill('000000')
  await turnOn.click()
  await expect(code).toHaveAccessibleDescription(new RegExp(t('accounts.wrong_app_code').slice(0, 20)))
  await code.fill(app.generate())
  await turnOn.click()

  // The codes are shown once: closing without saving them needs a confirmation.
  const sheet = security.dialog('security.codes_title')
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet.getByRole('alert')).toContainText(t('security.codes_warning'))
  const saved = page.waitForEvent('download')
  await sheet.getByRole('button', { name: t('security.codes_download') }).click()
  expect((await saved).suggestedFilename()).toBe('gjenopprettingskoder.txt')
  const codes = await security.keepCodes()
  expect(codes).toHaveLength(10)
  await expect(security.part('security.two_factor')).toContainText(t('security.on'))
  await expect(security.part('security.two_factor')).toContainText(t('security.codes_left', { count: 10 }))
  await expect(page.getByRole('heading', { name: t('security.two_factor') })).toBeFocused()

  // Takes the code of half a minute later, because the current one has been used.
  await nav.signOut.click()
  await expect(nav.signIn).toBeVisible()
  await expect(page).toHaveURL('/')
  await kari.open('/auth?next=%2Fsecurity')
  await auth.signIn(password)
  await page
    .getByRole('textbox', { name: t('accounts.app_code') })
    .fill(app.generate({ timestamp: Date.now() + 30_000 }))
  await auth.submit('accounts.sign_in').click()
  await expect(page).toHaveURL('/security')

  await nav.signOut.click()
  await expect(nav.signIn).toBeVisible()
  await expect(page).toHaveURL('/')
  await kari.open('/auth?next=%2Fsecurity')
  await auth.signIn(password)
  await page.getByRole('button', { name: t('accounts.use_recovery_code') }).click()
  await page.getByRole('textbox', { name: t('accounts.recovery_code') }).fill(codes[0] ?? '')
  await auth.submit('accounts.sign_in').click()
  await expect(page).toHaveURL('/security')
  await expect(security.part('security.two_factor')).toContainText(t('security.codes_left', { count: 9 }))

  // New codes, and turning it off, need a code of the factor, and so does everything else that needs the password again.
  const { id: other } = await server.db.kysely
    .updateTable('auth_session')
    .set({ aal: 'aal2' })
    .where('token', '=', tokenIn((await another(server, account)).cookie))
    .returning('id')
    .executeTakeFirstOrThrow()
  await page.reload()
  await letSessionsAge(server, kari.id ?? '')
  await security.button('security.end_others').click()
  const again = security.dialog('security.again_title')
  await expect(again).toContainText(t('security.again_factor'))
  await again.getByRole('textbox', { name: t('security.factor_code') }).fill(codes[1] ?? '')
  await again.getByRole('button', { name: t('security.confirm') }).click()
  await kari.expectToast(t('security.sessions_ended', { count: 1 }))
  const ended = server.db.kysely.selectFrom('auth_session').select('id').where('id', '=', other)
  expect(await ended.execute()).toEqual([])
  await security.button('security.new_codes').click()
  await security.showFactor('security.new_codes_title', 'security.new_codes', '000000')
  await expect(security.field('security.factor_code')).toHaveAccessibleDescription(t('account_errors.invalid_code'))
  await security.showFactor('security.new_codes_title', 'security.new_codes', codes[2] ?? '')
  const fresh = await security.keepCodes()
  expect(fresh.filter((each) => codes.includes(each))).toEqual([])
  await expect(security.part('security.two_factor')).toContainText(t('security.codes_left', { count: 10 }))

  await security.button('security.turn_off').click()
  await security.showFactor('security.turn_off_title', 'security.turn_off', fresh[0] ?? '')
  await kari.expectToast(t('security.two_factor_removed'))
  await expect(security.button('security.turn_on')).toBeVisible()
  await nav.signOut.click()
  await expect(nav.signIn).toBeVisible()
  await expect(page).toHaveURL('/')
  await kari.open('/auth?next=%2Fsecurity')
  await auth.signIn(password)
  await expect(page).toHaveURL('/security')
})
