/** /security and /blocked, and the dialog for the password. */
import { expect, type Locator } from '@playwright/test'
import type { Person } from '../person.ts'
import { containing } from '../texts.ts'

export class SecurityScreen {
  readonly #person: Person

  constructor(person: Person) {
    this.#person = person
  }

  async open() {
    await this.#person.open('/security')
    await expect(this.button('security.change_password')).toBeVisible()
  }

  button(id: ButtonText): Locator {
    return this.#person.page.getByRole('main').getByRole('button', { name: this.#person.t(id), exact: true })
  }

  field(id: FieldText): Locator {
    return this.#person.page.getByRole('textbox', { name: this.#person.t(id), exact: true })
  }

  dialog(
    id:
      | 'security.again_title'
      | 'security.enrol_title'
      | 'security.codes_title'
      | 'security.new_codes_title'
      | 'security.turn_off_title'
      | 'security.end_all_title',
  ): Locator {
    return this.#person.page.getByRole('dialog', { name: this.#person.t(id) })
  }

  part(
    id: 'security.two_factor' | 'security.email' | 'security.sessions' | 'security.sign_ins' | 'security.services',
  ): Locator {
    return this.#person.page.getByRole('region', { name: this.#person.t(id) })
  }

  get sessions(): Locator {
    return this.part('security.sessions').getByRole('listitem')
  }

  get signIns(): Locator {
    return this.part('security.sign_ins').getByRole('listitem')
  }

  async fillPassword(current: string, next: string, repeat = next) {
    await this.field('security.current_password').fill(current)
    await this.field('accounts.new_password').fill(next)
    await this.field('accounts.repeat_password').fill(repeat)
    await this.button('accounts.save_password').click()
  }

  /** Fills in the password dialog before a sensitive action. */
  async showPassword(password = this.#person.password) {
    const { t } = this.#person
    const dialog = this.dialog('security.again_title')
    await dialog.getByRole('textbox', { name: t('accounts.password') }).fill(password)
    await dialog.getByRole('button', { name: t('security.confirm') }).click()
  }

  /** Types a code of the second factor into the dialog for a sensitive action. */
  async showFactor(
    title: 'security.new_codes_title' | 'security.turn_off_title',
    button: 'security.new_codes' | 'security.turn_off',
    code: string,
  ) {
    const { t } = this.#person
    const dialog = this.dialog(title)
    await dialog.getByRole('textbox', { name: t('security.factor_code') }).fill(code)
    await dialog.getByRole('button', { name: t(button) }).click()
  }

  /** Fills the same dialog with a mailed code. */
  async showCode() {
    const { t, server, email } = this.#person
    const dialog = this.dialog('security.again_title')
    await dialog.getByRole('button', { name: t('security.code_instead') }).click()
    const code = dialog.getByRole('textbox', { name: t('security.mailed_code') })
    await expect(code).toBeFocused()
    const digits = async () => {
      const texts = (await server.mails(email)).map(({ subject, text }) => `${subject}\n${text}`)
      return texts.map((text) => /\b\d{8}\b/.exec(text)?.[0]).find(Boolean)
    }
    await expect.poll(digits, { message: 'the mail with the code' }).toBeTruthy()
    await code.fill((await digits()) ?? '')
    await dialog.getByRole('button', { name: t('security.confirm') }).click()
  }

  /** Returns the secret that the app would read from the screen. */
  async secret(): Promise<string> {
    const text = await this.dialog('security.enrol_title').locator('code').innerText()
    return text.replace(/\s/g, '')
  }

  /** Returns the recovery codes on the screen, confirms that they are saved and closes them. */
  async keepCodes(): Promise<string[]> {
    const { t } = this.#person
    const dialog = this.dialog('security.codes_title')
    const codes = await dialog
      .getByRole('list', { name: t('security.codes_list') })
      .getByRole('listitem')
      .allInnerTexts()
    await dialog.getByRole('checkbox', { name: t('security.codes_kept') }).check()
    await dialog.getByRole('button', { name: t('security.codes_done') }).click()
    return codes.map((code) => code.trim())
  }

  blocked(name: string): Locator {
    const list = this.#person.page.getByRole('list', { name: this.#person.t('blocks.title') })
    return list.getByRole('listitem').filter({ hasText: containing(name) })
  }

  unblock(name: string): Locator {
    return this.blocked(name).getByRole('button', { name: this.#person.t('blocks.unblock_person', { name }) })
  }
}

type ButtonText =
  | 'security.change_password'
  | 'accounts.save_password'
  | 'security.change_email'
  | 'security.send_email_link'
  | 'security.turn_on'
  | 'security.turn_off'
  | 'security.new_codes'
  | 'security.end_others'
  | 'security.end_all'
type FieldText =
  | 'security.current_password'
  | 'accounts.new_password'
  | 'accounts.repeat_password'
  | 'security.new_email'
  | 'security.mailed_code'
  | 'security.app_code'
  | 'security.factor_code'
