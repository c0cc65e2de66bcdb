/** /auth, and the mail that confirms the address. */
import { expect, type Locator } from '@playwright/test'
import type { Person } from '../person.ts'

type AuthField =
  | 'accounts.name'
  | 'accounts.email'
  | 'accounts.password'
  | 'accounts.new_password'
  | 'accounts.repeat_password'
  | 'accounts.code'
  | 'accounts.app_code'
  | 'accounts.recovery_code'

type AuthButton =
  | 'accounts.forgot_password'
  | 'accounts.send_code'
  | 'accounts.use_recovery_code'
  | 'accounts.back_to_sign_in'
  | 'accounts.save_password'

export class AuthScreen {
  readonly #person: Person

  constructor(person: Person) {
    this.#person = person
  }

  tab(id: 'accounts.sign_in' | 'accounts.sign_up'): Locator {
    return this.#person.page.getByRole('tab', { name: this.#person.t(id) })
  }

  field(id: AuthField): Locator {
    return this.#person.page.getByRole('textbox', { name: this.#person.t(id), exact: true })
  }

  get terms(): Locator {
    return this.#person.page.getByRole('checkbox')
  }

  submit(id: 'accounts.sign_in' | 'accounts.sign_up'): Locator {
    return this.#person.page.getByRole('main').getByRole('button', { name: this.#person.t(id), exact: true })
  }

  button(id: AuthButton): Locator {
    return this.#person.page.getByRole('main').getByRole('button', { name: this.#person.t(id) })
  }

  async fillSignUp({ terms = true }: { terms?: boolean } = {}) {
    const { name, email, password } = this.#person
    await this.tab('accounts.sign_up').click()
    await this.field('accounts.name').fill(name)
    await this.field('accounts.email').fill(email)
    await this.field('accounts.password').fill(password)
    if (terms) await this.terms.check()
  }

  /** Signs up, opens the mailed link, and ends signed in. */
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
    const link = /https?:\/\/\S+\/confirm\?\S+/.exec(mail[0]?.text ?? '')?.[0]
    expect(mail[0]?.subject).toBe(t('mails.confirm_subject'))
    await page.goto(link ?? 'about:blank')
    await this.#person.expectToast(t('accounts.confirmed_title'))
  }

  async signIn(password = this.#person.password, email = this.#person.email) {
    await this.field('accounts.email').fill(email)
    await this.field('accounts.password').fill(password)
    await this.submit('accounts.sign_in').click()
  }

  /** Fills in both fields of the page behind the mailed link. */
  async choosePassword(password: string, repeat = password) {
    await this.field('accounts.new_password').fill(password)
    await this.field('accounts.repeat_password').fill(repeat)
    await this.button('accounts.save_password').click()
  }

  /** Returns the match of the pattern in the newest mail with that subject. */
  async mailed(subject: Parameters<Person['t']>[0], pattern: RegExp, email = this.#person.email): Promise<string> {
    const { server, t } = this.#person
    const expected = (t as (id: string) => string)(subject)
    const find = async () => (await server.mails(email)).find((mail) => mail.subject === expected)
    await expect.poll(find, { message: `a mail '${expected}'` }).toBeTruthy()
    return pattern.exec((await find())?.text ?? '')?.[0] ?? ''
  }
}
