/** The states of signing in that a plain installation does not have, or only after a mail. */
import { expect } from '@playwright/test'
import type { ConfirmationPurpose } from '@samtur/contract/accounts'
import type { Person } from './person.ts'
import { screen, type Screen } from './screen.ts'
import { refusal } from './watch.ts'

/** Opens a page with the server's own data about itself replaced. */
async function openAs({ page, open }: Pick<Person, 'page'> & { open: () => Promise<void> }, from: RegExp, to: string) {
  await page.route(
    (url) => !/\.|^\/(api|live)/.test(url.pathname),
    async (route) => {
      const answer = await route.fetch()
      const html = await answer.text()
      expect(html).toMatch(from)
      await route.fulfill({ response: answer, body: html.replace(from, to) })
    },
  )
  await open()
}

const noOtherWay = /"sign_in":\{[^}]*\}/
const everyWay =
  '"sign_in":{"email_code":true,"providers":[{"id":"vipps","name":"Vipps"},{"id":"bankid","name":"BankID"}]}'

const openGenerous = (person: Person) =>
  openAs({ page: person.page, open: () => person.open('/auth') }, noOtherWay, everyWay)

const openLink = (person: Person, state: 'ready' | 'password', purpose: ConfirmationPurpose) =>
  openAs(
    { page: person.page, open: () => person.open('/confirm?token=x') },
    /"confirmation":\{[^}]*\}/,
    `"confirmation":{"state":"${state}","purpose":"${purpose}","email":"k…@example.no"}`,
  )

export const authScreens: Screen[] = [
  screen('a link that is used up', 'visitor', async (person) => {
    await person.open('/confirm?token=x')
    await person.page.getByRole('button', { name: person.t('accounts.send_again') }).click()
    await expect(person.page.getByText(person.t('fields.email_required'))).toBeVisible()
  }),
  screen('confirming in another browser', 'visitor', async (person) => {
    const { page, t, auth } = person
    person.watch.allow(refusal(422))
    await page.route('**/verify-email', (route) =>
      route.fulfill({ status: 422, json: { code: 'wrong_password', request_id: 'r' } }),
    )
    await openLink(person, 'password', 'confirm')
    await auth.field('accounts.password').fill('feil-passord')
    await page.getByRole('button', { name: t('accounts.confirm_button') }).click()
    await expect(page.getByText(t('account_errors.wrong_password'))).toBeVisible()
  }),
  screen('confirming in another browser with a new password', 'visitor', async (person) => {
    const { page, t, auth } = person
    await openLink(person, 'password', 'confirm')
    await page.getByRole('button', { name: t('accounts.confirm_choose_new') }).click()
    await auth.field('accounts.new_password').fill('kort')
    await auth.field('accounts.repeat_password').fill('lang')
    await page.getByRole('button', { name: t('accounts.confirm_save') }).click()
    await expect(page.getByText(t('accounts.passwords_differ'))).toBeVisible()
  }),
  screen('confirming a new address in another browser', 'visitor', (person) =>
    openLink(person, 'password', 'change_email'),
  ),
  screen('a link to sign in with', 'visitor', (person) => openLink(person, 'ready', 'sign_in')),
  screen('continuing in an app', 'visitor', async (person) => {
    const { page, t, auth } = person
    person.watch.allow(/does not have a registered handler/, /^no\.example\.app:/)
    const json = { status: true, purpose: 'sign_in', signed_in: false, continue_to: 'no.example.app://signed-in' }
    await page.route('**/verify-email', (route) => route.fulfill({ json }))
    await openLink(person, 'ready', 'sign_in')
    await auth.submit('accounts.sign_in').click()
    await expect(page.getByRole('link', { name: t('accounts.to_app_button') })).toBeVisible()
  }),
  screen('sign in with other ways', 'visitor', openGenerous),
  screen('a code by mail that is wrong', 'visitor', async (person) => {
    const { page, auth, email, t } = person
    person.watch.allow(refusal(404, 422))
    await page.route('**/send-verification-otp', (route) => route.fulfill({ json: { success: true } }))
    await page.route('**/sign-in/email-otp', (route) =>
      route.fulfill({ status: 422, json: { code: 'invalid_code', request_id: 'r' } }),
    )
    await openGenerous(person)
    await auth.field('accounts.email').fill(email)
    await auth.button('accounts.send_code').click()
    await auth.field('accounts.code').fill('12345678')
    await auth.submit('accounts.sign_in').click()
    await expect(page.getByText(t('account_errors.invalid_code'))).toBeVisible()
  }),
  screen('second factor', 'visitor', async (person) => {
    await person.open('/auth?step=two-factor')
    await person.auth.submit('accounts.sign_in').click()
    await expect(person.page.getByText(person.t('fields.code_required'))).toBeVisible()
  }),
  screen('recovery code in place of the second factor', 'visitor', async (person) => {
    await person.open('/auth?step=two-factor')
    await person.auth.button('accounts.use_recovery_code').click()
    await expect(person.auth.field('accounts.recovery_code')).toBeVisible()
  }),
  screen('a link that is too old, and a new one', 'visitor', async (person) => {
    const { page, auth, email, t } = person
    await person.open('/auth?error=link')
    await auth.field('accounts.email').fill(email)
    await page.route('**/request-password-reset', (route) => route.fulfill({ json: { status: true } }))
    await auth.button('accounts.forgot_password').click()
    await expect(page.getByText(t('accounts.reset_sent_text', { email }))).toBeVisible()
  }),
  screen('suspended account', 'visitor', async (person) => {
    const body = { code: 'account_suspended', params: { reason: 'Har bedt om penger utenom.' }, request_id: 'r' }
    person.watch.allow(refusal(403))
    await person.page.route('**/sign-in/email', (route) => route.fulfill({ status: 403, json: body }))
    await person.open('/auth')
    await person.auth.signIn()
    await expect(person.page.getByText(body.params.reason)).toBeVisible()
  }),
  screen('new password with errors', 'visitor', async (person) => {
    const open = () => person.open('/reset-password')
    await openAs({ page: person.page, open }, /"recovery":false/, '"recovery":true')
    await person.auth.choosePassword('kort', 'lang')
    await expect(person.page.getByText(person.t('accounts.passwords_differ'))).toBeVisible()
  }),
]
