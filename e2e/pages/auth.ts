/** /auth, and the mail that confirms the address. */
import { expect, type Locator } from '@playwright/test'
import type { Person } from '../person.ts'

export class AuthScreen {
  readonly #person: Person

  constructor(person: Person) {
    this.#person = person
  }

  tab(id: 'accounts.sign_in' | 'accounts.sign_up'): Locator {
    return this.#person.page.getByRole('tab', { name: this.#person.t(id) })
  }

  field(id: 'accounts.name' | 'accounts.email' | 'accounts.password'): Locator {
    return this.#person.page.getByRole('textbox', { name: this.#person.t(id), exact: true })
  }

  get terms(): Locator {
    return this.#person.page.getByRole('checkbox')
  }

  submit(id: 'accounts.sign_in' | 'accounts.sign_up'): Locator {
    return this.#person.page.getByRole('main').getByRole('button', { name: this.#person.t(id), exact: true })
  }

  async fillSignUp({ terms = true }: { terms?: boolean } = {}) {
    const { name, email, password } = this.#person
    await this.tab('accounts.sign_up').click()
    await this.field('accounts.name').fill(name)
    await this.field('accounts.email').fill(email)
    await this.field('accounts.password').fill(password)
    if (terms) await this.terms.check()
  }

  /** From the form to the mail's link: afterwards the person is signed in. */
  async register() {
    const { t } = this.#person
    await this.#person.open('/auth')
    await this.fillSignUp()
    await this.submit('accounts.sign_up').click()
    await this.#person.expectToast(t('accounts.registered'))
    await this.confirm()
  }

  async confirm() {
    const { page, server, email, t } = this.#person
    const mail = await expect
      .poll(() => server.mails(email), { message: 'the mail that confirms the address' })
      .toHaveLength(1)
      .then(() => server.mails(email))
    const link = /https?:\/\/\S+verify-email\S+/.exec(mail[0]?.text ?? '')?.[0]
    expect(mail[0]?.subject).toBe(t('mails.confirm_subject'))
    await page.goto(link ?? 'about:blank')
    await this.#person.expectToast(t('core.confirmed_title'))
  }

  async signIn(password = this.#person.password) {
    await this.field('accounts.email').fill(this.#person.email)
    await this.field('accounts.password').fill(password)
    await this.submit('accounts.sign_in').click()
  }
}
