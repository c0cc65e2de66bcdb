/** Visitors who have to sign up first: the mailed link leads back to the page they wanted, in the same browser and in another one. */
import { expect, test } from '../fixtures.ts'
import type { Person } from '../person.ts'
import { rideBody } from '../server.ts'
import { mainIn, testedLanguages, testedIn } from '../texts.ts'
import { refusal } from '../watch.ts'

const link = /https?:\/\/\S+\/confirm\?\S+/

async function signUp(person: Person) {
  const { auth, t } = person
  await auth.fillSignUp()
  await auth.submit('accounts.sign_up').click()
  await person.expectToast(t('accounts.registered'))
  return auth.mailed('mails.confirm_subject', link)
}

/** Opens the mailed link in another tab, as a mail program does. */
async function openMail(person: Person) {
  const address = await signUp(person)
  const tab = await person.newTab()
  await tab.page.goto(address)
  await tab.expectToast(person.t('accounts.confirmed_title'))
  return tab
}

for (const language of testedIn('en', 'ar')) {
  test(
    `a visitor presses 'reserve', signs up, and the mailed link opens the reservation dialog (${language})`,
    mainIn(language),
    async ({ newPerson, server }) => {
      const driver = await server.member('Ingrid Solberg')
      const { id } = await server.call<{ id: string }>(driver, 'POST', '/rides', rideBody({ daysAhead: 11 }))
      const visitor = await newPerson(language)
      const { t, page, rides } = visitor
      const part = `/rides/${id}?from_position=1&to_position=2`
      await visitor.open(part)
      await rides.reserve().click()
      await visitor.expectToast(t('reservations.login_to_reserve'))
      await page
        .getByRole('dialog')
        .getByRole('link', { name: t('reservations.sign_up') })
        .click()
      const tab = await openMail(visitor)
      await expect(tab.page).toHaveURL(part)
      await tab.reservations.ask(2, 'Kan jeg ta med en liten sekk?')
      // A reload does not open the dialog again.
      await tab.page.reload()
      await expect(tab.reservations.dialog).toHaveCount(0)
      const answer = await tab.context.request.get(`${server.url}/api/v1/rides/${id}`)
      const { reservation } = (await answer.json()) as { reservation: object | null }
      expect(reservation).toMatchObject({ status: 'pending', from_position: 1, to_position: 2 })
    },
  )
}

for (const language of testedLanguages) {
  test(`a visitor wants to publish, signs up, and the mailed link opens the form in both tabs (${language})`, async ({
    newPerson,
  }) => {
    const visitor = await newPerson(language)
    const { t, page } = visitor
    await visitor.open('/publish-ride')
    await page
      .getByRole('main')
      .getByRole('link', { name: t('core.log_in'), exact: true })
      .click()
    const tab = await openMail(visitor)
    await expect(tab.page).toHaveURL('/publish-ride')
    await expect(tab.heading).toHaveText(t('publish.heading'))
    // The tab that waits for the mail is signed in, too.
    await expect(page).toHaveURL('/publish-ride')
    await expect(visitor.nav.signOut).toBeVisible()
  })

  test(`a link opened in another browser needs the password or a new one, and one that does not work is replaced (${language})`, async ({
    newPerson,
  }) => {
    const attacker = await newPerson(language)
    await attacker.open('/auth?next=%2Fterms')
    const address = await signUp(attacker)
    const owner = await newPerson(language)
    const { t, page, auth } = owner
    owner.watch.allow(refusal(422))
    await page.goto(address)
    await expect(owner.heading).toHaveText(t('accounts.confirm_heading'))
    await expect(page.getByText(attacker.email)).toHaveCount(0)
    await expect(page.getByText(`${attacker.email.slice(0, 1)}…@example.no`)).toBeVisible()
    await auth.field('accounts.password').fill('feil-passord')
    await page.getByRole('button', { name: t('accounts.confirm_button') }).click()
    await expect(auth.field('accounts.password')).toHaveAccessibleDescription(t('account_errors.wrong_password'))
    await page.getByRole('button', { name: t('accounts.confirm_choose_new') }).click()
    await expect(auth.field('accounts.new_password')).toBeFocused()
    await auth.field('accounts.new_password').fill('elgtur-i-fjellet')
    await auth.field('accounts.repeat_password').fill('elgtur-i-fjellet')
    await page.getByRole('button', { name: t('accounts.confirm_save') }).click()
    await owner.expectToast(t('accounts.confirmed_title'))
    await expect(page).toHaveURL('/terms')

    attacker.watch.allow(refusal(401))
    await attacker.open('/auth')
    await attacker.auth.signIn()
    await attacker.expectToast(t('account_errors.invalid_credentials'))

    await attacker.open('/confirm?token=no-such-token&next=%2Fterms')
    await expect(attacker.page.getByText(t('accounts.confirm_invalid_text'))).toBeVisible()
    await attacker.auth.field('accounts.email').fill('ingen@example.no')
    await attacker.page.getByRole('button', { name: t('accounts.send_again') }).click()
    await expect(attacker.page.getByRole('main').getByText(t('accounts.sent_again'))).toBeVisible()
    await attacker.page.getByRole('link', { name: t('accounts.to_sign_in') }).click()
    await expect(attacker.page).toHaveURL('/auth?next=%2Fterms')
  })
}
