/** /admin/users: the list of users, the dialog for one of them, the log. */
import { expect, type Locator } from '@playwright/test'
import type { Person } from '../person.ts'

type ActionId = 'admin.suspend' | 'admin.lift' | 'admin.lift_factor' | 'admin.delete'

export class AdminScreens {
  readonly #person: Person

  constructor(person: Person) {
    this.#person = person
  }

  async open(query = '') {
    await this.#person.open(`/admin/users${query}`)
  }

  get search(): Locator {
    return this.#person.page.getByLabel(this.#person.t('admin.search'))
  }

  get state(): Locator {
    return this.#person.page.getByLabel(this.#person.t('admin.state'))
  }

  /** The scrolling part of the list. */
  get list(): Locator {
    return this.#person.page.getByRole('region', { name: this.#person.t('admin.tab_users') })
  }

  get log(): Locator {
    return this.#person.page.getByRole('region', { name: this.#person.t('admin.tab_log') })
  }

  user(name: string): Locator {
    return this.list.getByRole('button', { name })
  }

  tab(id: 'admin.tab_users' | 'admin.tab_log'): Locator {
    return this.#person.page.getByRole('tab', { name: this.#person.t(id) })
  }

  dialog(title: string): Locator {
    return this.#person.page.getByRole('dialog', { name: title })
  }

  async show(name: string) {
    await this.user(name).click()
    await expect(this.dialog(name).getByRole('heading', { name: this.#person.t('admin.facts') })).toBeVisible()
  }

  /** Presses the action in the person's dialog; returns the dialog for the reason. */
  async ask(name: string, action: ActionId): Promise<Locator> {
    const { t } = this.#person
    const title = {
      'admin.suspend': t('admin.suspend_title', { name }),
      'admin.lift': t('admin.lift_title', { name }),
      'admin.lift_factor': t('admin.lift_factor_title', { name }),
      'admin.delete': t('admin.delete_title', { name }),
    }[action]
    await this.dialog(name)
      .getByRole('button', { name: t(action) })
      .click()
    const dialog = this.dialog(title)
    await expect(dialog).toBeVisible()
    return dialog
  }

  /** Does it, with a reason, and waits until it is done. */
  async act(name: string, action: ActionId, reason: string) {
    const { t } = this.#person
    const dialog = await this.ask(name, action)
    await dialog.getByLabel(t('admin.reason')).fill(reason)
    await dialog.getByRole('button', { name: t(action) }).click()
    await expect(dialog).toHaveCount(0)
  }
}
