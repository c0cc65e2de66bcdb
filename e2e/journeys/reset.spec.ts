/** A forgotten password: the mail, the link that works once, and the sessions of other devices. */
import { expect, test } from '../fixtures.ts'
import { patient } from '../patience.ts'
import { mainIn, testedLanguages } from '../texts.ts'
import { refusal } from '../watch.ts'

const resetLink = /https?:\/\/\S+reset-password\/\S+/

for (const language of testedLanguages) {
  test(
    `a person with a wrong password sets a new one, and other devices are signed out (${language})`,
    mainIn(language),
    async ({ newPerson, mailing: server }) => {
      const person = await newPerson(language, { server })
      const elsewhere = await newPerson(language, { server })
      const { auth, page, t, email } = person
      person.watch.allow(refusal(401, 422))
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
      // A weak one is refused by the server, and does not use the link up.
      await auth.choosePassword('passord')
      await expect(auth.field('accounts.new_password')).toHaveAccessibleDescription(
        `${t('accounts.weak_common')} ${t('accounts.weak_choose')}`,
      )
      await expect(auth.field('accounts.new_password')).toBeFocused()
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
