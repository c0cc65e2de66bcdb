/** Errors when signing up and in: each is shown, and nothing typed is lost. */
import { password } from '@samtur/contract/constants'
import { URI, type TOTP } from 'otpauth'
import { addSession } from '../../apps/server/test/sessions.ts'
import { expect, test } from '../fixtures.ts'
import type { Person } from '../person.ts'
import type { Server } from '../server.ts'
import { mainIn, testedLanguages } from '../texts.ts'
import { refusal } from '../watch.ts'

async function expectKept({ auth, name, email, password: typed }: Person) {
  await expect(auth.field('accounts.name')).toHaveValue(name)
  await expect(auth.field('accounts.email')).toHaveValue(email)
  await expect(auth.field('accounts.password')).toHaveValue(typed)
}

for (const language of testedLanguages) {
  test(
    `a wrong password shows an error and offers help, and the right one signs in (${language})`,
    mainIn(language),
    async ({ newPerson, server }) => {
      const person = await newPerson(language)
      const { t, auth, page } = person
      await server.account(person)
      person.watch.allow(refusal(401))
      await person.open('/auth?next=%2Fterms')
      await expect(page.getByRole('button', { name: t('accounts.forgot_password') })).toHaveCount(0)
      await auth.signIn('feil-passord')
      await person.expectToast(t('accounts.invalid_title'))
      await person.expectToast(t('account_errors.invalid_credentials'))
      await expect(page.getByRole('button', { name: t('accounts.forgot_password') })).toBeVisible()
      await expect(auth.field('accounts.email')).toHaveValue(person.email)
      await expect(auth.field('accounts.password')).toHaveValue('feil-passord')
      await auth.signIn()
      await person.expectToast(t('accounts.welcome_back'))
      await expect(page).toHaveURL('/terms')
      await person.nav.signOut.click()
      await expect(person.nav.signIn).toBeVisible()
      await expect(page).toHaveURL('/')
    },
  )

  test(
    `each error of a sign-up stands at its field, and nothing typed is lost (${language})`,
    mainIn(language),
    async ({ newPerson, server }) => {
      const person = await newPerson(language)
      const { t, auth, page } = person
      await server.account(person)
      await person.open('/auth')
      await auth.fillSignUp({ terms: false })
      await auth.submit('accounts.sign_up').click()
      await expect(auth.terms).toHaveAccessibleDescription(t('fields.terms_must_accept'))
      await expect(auth.terms).toBeFocused()
      await expectKept(person)

      await auth.field('accounts.name').fill('')
      await auth.field('accounts.email').fill('ola@')
      await auth.field('accounts.password').fill('12345')
      await auth.submit('accounts.sign_up').click()
      await expect(page.getByText(t('fields.name_required'))).toBeVisible()
      await expect(page.getByText(t('fields.email_invalid'))).toBeVisible()
      await expect(page.getByText(t('fields.password_too_short', { min: password.min }))).toBeVisible()
      await expect(auth.field('accounts.name')).toBeFocused()
      await expect(auth.field('accounts.email')).toHaveValue('ola@')

      person.watch.allow(refusal(409, 422))
      await auth.fillSignUp()
      await auth.field('accounts.password').fill('passord')
      await auth.submit('accounts.sign_up').click()
      await expect(auth.field('accounts.password')).toHaveAccessibleDescription(new RegExp(t('accounts.weak_common')))
      await expect(auth.field('accounts.email')).toHaveValue(person.email)

      // The address has an account.
      await auth.field('accounts.password').fill(person.password)
      await auth.submit('accounts.sign_up').click()
      await person.expectToast(t('account_errors.already_registered'))
      await expectKept(person)
      await page
        .getByRole('region', { name: t('core.messages') })
        .getByRole('button', { name: t('accounts.sign_in') })
        .click()
      await expect(auth.tab('accounts.sign_in')).toHaveAttribute('aria-selected', 'true')
      await expect(auth.field('accounts.email')).toHaveValue(person.email)
    },
  )
}

test('a mailed code signs in once, and a wrong one shows an error', async ({ newPerson, mailing: server }) => {
  const person = await newPerson('no', { server })
  const { t, auth, page } = person
  await server.account(person)
  person.watch.allow(refusal(422))
  await person.open('/auth?next=%2Fterms')
  await auth.button('accounts.send_code').click()
  await person.expectToast(t('accounts.email_first'))
  await auth.field('accounts.email').fill(person.email)
  await auth.button('accounts.send_code').click()
  const code = await auth.mailed('mails.email_code_subject', /\b\d{8}\b/)
  await auth.field('accounts.code').fill(code === '00000000' ? '11111111' : '00000000')
  await auth.submit('accounts.sign_in').click()
  await expect(auth.field('accounts.code')).toHaveAccessibleDescription(t('account_errors.invalid_code'))
  await auth.field('accounts.code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await auth.submit('accounts.sign_in').click()
  await person.expectToast(t('accounts.welcome_back'))
  await expect(page).toHaveURL('/terms')
})

test('every way of signing in needs the second factor', async ({ newPerson, mailing: server }) => {
  const person = await newPerson('no', { server })
  const { t, auth, page } = person
  await server.account(person)
  // Requests of the page that are open while the session ends are refused with 401.
  person.watch.allow(refusal(401, 422))
  const { totp, recoveryCodes } = await addSecondFactor(server, person.email)
  await person.open('/auth?next=%2Fterms')
  await auth.signIn()
  await auth.field('accounts.app_code').fill('000000')
  await auth.submit('accounts.sign_in').click()
  await expect(auth.field('accounts.app_code')).toHaveAccessibleDescription(t('accounts.wrong_app_code'))
  await auth.field('accounts.app_code').fill(totp.generate({ timestamp: Date.now() + 30_000 }))
  await auth.submit('accounts.sign_in').click()
  await person.expectToast(t('accounts.welcome_back'))
  await expect(page).toHaveURL('/terms')
  await person.nav.signOut.click()
  await expect(page).toHaveURL('/')

  await person.open('/auth')
  await auth.field('accounts.email').fill(person.email)
  await auth.button('accounts.send_code').click()
  await auth.field('accounts.code').fill(await auth.mailed('mails.email_code_subject', /\b\d{8}\b/))
  await auth.submit('accounts.sign_in').click()
  await auth.button('accounts.use_recovery_code').click()
  await auth.field('accounts.recovery_code').fill(recoveryCodes[0] ?? '')
  await auth.submit('accounts.sign_in').click()
  await person.expectToast(t('accounts.welcome_back'))
  await expect(person.nav.signOut).toBeVisible()
})

/** Sets a second factor up as the security page does, with the code of an app. */
async function addSecondFactor(server: Server, email: string) {
  const { kysely } = server.db
  const { id } = await kysely.selectFrom('auth_user').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const cookie = await addSession(kysely, id)
  const headers = { cookie, origin: server.url, 'content-type': 'application/json' }
  const post = async (path: string, body: object) => {
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(`${server.url}/api/auth/two-factor/${path}`, init)
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`)
    return (await response.json()) as { totpURI: string; backupCodes: string[] }
  }
  const offer = await post('enable', {})
  const totp = URI.parse(offer.totpURI) as TOTP
  await post('verify-totp', { code: totp.generate() })
  return { totp, recoveryCodes: offer.backupCodes }
}
