/** What goes wrong when signing up and in: it is said, and nothing typed is lost. */
import { password } from '@samtur/contract/constants'
import { expect, test } from '../fixtures.ts'
import type { Person } from '../person.ts'
import { told } from '../texts.ts'
import { refusal } from '../watch.ts'

async function expectKept({ auth, name, email, password: typed }: Person) {
  await expect(auth.field('accounts.name')).toHaveValue(name)
  await expect(auth.field('accounts.email')).toHaveValue(email)
  await expect(auth.field('accounts.password')).toHaveValue(typed)
}

for (const language of told) {
  test(`a wrong password is told, help is offered, and the right one leads on (${language})`, async ({
    newPerson,
    server,
  }) => {
    const person = await newPerson(language)
    const { t, auth, page } = person
    await server.account(person)
    person.watch.allow(refusal(401))
    await person.open('/auth?next=%2Fterms')
    await expect(page.getByRole('button', { name: t('accounts.forgot_password') })).toHaveCount(0)
    await auth.signIn('feil-passord')
    await person.expectToast(t('accounts.invalid_title'))
    await person.expectToast(t('errors.invalid_credentials'))
    await expect(page.getByRole('button', { name: t('accounts.forgot_password') })).toBeVisible()
    await expect(auth.field('accounts.email')).toHaveValue(person.email)
    await expect(auth.field('accounts.password')).toHaveValue('feil-passord')
    await auth.signIn()
    await person.expectToast(t('accounts.welcome_back'))
    await expect(page).toHaveURL('/terms')
    await person.nav.signOut.click()
    await expect(person.nav.signIn).toBeVisible()
    await expect(page).toHaveURL('/')
  })

  test(`an address that has an account already (${language})`, async ({ newPerson, server }) => {
    const person = await newPerson(language)
    const { t, auth } = person
    await server.account(person)
    person.watch.allow(refusal(409, 422))
    await person.open('/auth')
    await auth.fillSignUp()
    await auth.submit('accounts.sign_up').click()
    await person.expectToast(t('errors.already_registered'))
    await expectKept(person)
    await person.page
      .getByRole('region', { name: t('core.messages') })
      .getByRole('button', { name: t('accounts.sign_in') })
      .click()
    await expect(auth.tab('accounts.sign_in')).toHaveAttribute('aria-selected', 'true')
    await expect(auth.field('accounts.email')).toHaveValue(person.email)
  })

  test(`the terms and every field are asked for (${language})`, async ({ newPerson }) => {
    const person = await newPerson(language)
    const { t, auth, page } = person
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
    const { min } = password
    await expect(page.getByText(t('fields.name_required'))).toBeVisible()
    await expect(page.getByText(t('fields.email_invalid'))).toBeVisible()
    await expect(page.getByText(t('fields.password_too_short', { min }))).toBeVisible()
    await expect(auth.field('accounts.name')).toBeFocused()
    await expect(auth.field('accounts.email')).toHaveValue('ola@')
  })
}

test('a password that is guessed first is refused at its field', async ({ newPerson }) => {
  const person = await newPerson('no')
  const { t, auth } = person
  person.watch.allow(refusal(422))
  await person.open('/auth')
  await auth.fillSignUp()
  await auth.field('accounts.password').fill('passord')
  await auth.submit('accounts.sign_up').click()
  await expect(auth.field('accounts.password')).toHaveAccessibleDescription(new RegExp(t('accounts.weak_common')))
  await expect(auth.field('accounts.email')).toHaveValue(person.email)
})
