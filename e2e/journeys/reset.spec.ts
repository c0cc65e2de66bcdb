/** A forgotten password: the mail, the link that works once, and the sessions of other devices. */
import { expect, test as base } from '../fixtures.ts'
import { patient } from '../patience.ts'
import { startServer, type Server } from '../server.ts'
import { mainIn, testedLanguages } from '../texts.ts'
import { refusal } from '../watch.ts'

const resetLink = /https?:\/\/\S+reset-password\/\S+/

/** Mail is sent over SMTP here. */
const test = base.extend<object, { mailing: Server }>({
  mailing: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures a test uses
    async ({}, use) => {
      const server = await startServer({ smtp: true })
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
})

for (const language of testedLanguages) {
  test(
    `a person with a wrong password sets a new one, and other devices are signed out (${language})`,
    mainIn(language),
    async ({ newPerson, mailing: server }) => {
      const person = await newPerson(language, { server })
      const elsewhere = await newPerson(language, { server })
      const { auth, page, t, email } = person
      person.watch.allow(refusal(401))
      elsewhere.watch.allow(refusal(401))
      await server.account(person)
      await elsewhere.open('/auth?next=%2Fmy-rides')
      await elsewhere.auth.signIn(person.password, email)
      await expect(elsewhere.page).toHaveURL('/my-rides')

      await person.open('/auth')
      await auth.signIn('feil-passord')
      await auth.button('accounts.forgot_password').click()
      await person.expectToast(t('accounts.reset_sent'))
      await expect(page.getByText(t('accounts.reset_sent_text', { email }))).toBeVisible()
      const link = await auth.mailed('mails.reset_subject', resetLink)
      await page.goto(link)
      await expect(page).toHaveURL('/reset-password')
      await expect(person.heading).toHaveText(t('accounts.reset_heading'))

      await auth.choosePassword('elgtur-i-fjellet', 'elgtur-i-dalen')
      await expect(auth.field('accounts.repeat_password')).toHaveAccessibleDescription(t('accounts.passwords_differ'))
      await auth.choosePassword('elg')
      await expect(auth.field('accounts.new_password')).toHaveAccessibleDescription(
        t('fields.password_too_short', { min: 6 }),
      )
      await expect(elsewhere.nav.signOut).toBeVisible()
      await auth.choosePassword('elgtur-i-fjellet')
      await person.expectToast(t('accounts.password_updated'))
      await expect(page).toHaveURL('/')
      await expect(person.nav.signOut).toBeVisible()
      await expect(elsewhere.nav.signIn).toBeVisible({ timeout: patient(2_000) })
      await elsewhere.expectToast(t('core.signed_out'))
      await auth.mailed('mails.password_changed_subject', /\S/)

      // The link has been used.
      await elsewhere.page.goto(link)
      await expect(elsewhere.page).toHaveURL('/auth?error=link')
      await expect(elsewhere.page.getByText(t('accounts.link_title'))).toBeVisible()
      await elsewhere.auth.signIn(person.password, email)
      await elsewhere.expectToast(t('accounts.invalid_title'))
      await elsewhere.auth.signIn('elgtur-i-fjellet', email)
      await elsewhere.expectToast(t('accounts.welcome_back'))
    },
  )
}

test('a weak new password is refused with its reason, and the link still works', async ({
  newPerson,
  mailing: server,
}) => {
  const person = await newPerson('no', { server })
  const { auth, page, t } = person
  person.watch.allow(refusal(422))
  await server.account(person)
  await person.open('/auth?error=link')
  await auth.field('accounts.email').fill(person.email)
  await auth.button('accounts.forgot_password').click()
  await page.goto(await auth.mailed('mails.reset_subject', resetLink))
  await auth.choosePassword('passord')
  await expect(auth.field('accounts.new_password')).toHaveAccessibleDescription(
    `${t('accounts.weak_common')} ${t('accounts.weak_choose')}`,
  )
  await expect(auth.field('accounts.new_password')).toBeFocused()
  await auth.choosePassword('elgtur-i-fjellet')
  await person.expectToast(t('accounts.password_updated'))
})

test('an address without an account shows the same text, and gets no mail', async ({ newPerson, mailing: server }) => {
  const person = await newPerson('no', { server })
  const known = await newPerson('no', { server })
  const { auth, page, t, email } = person
  await server.account(known)
  for (const { email: address } of [person, known]) {
    await person.open('/auth?error=link')
    await auth.field('accounts.email').fill(address)
    await auth.button('accounts.forgot_password').click()
    await expect(page.getByText(t('accounts.reset_sent_text', { email: address }))).toBeVisible()
  }
  await known.auth.mailed('mails.reset_subject', resetLink)
  expect(await server.mails(email)).toEqual([])
})

test('without a link the page for a new password leads to signing in', async ({ newPerson, mailing: server }) => {
  const person = await newPerson('no', { server })
  await person.open('/reset-password')
  await expect(person.page).toHaveURL('/auth')
  await person.auth.tab('accounts.sign_up').waitFor()
})
