/** /admin/reports and /admin/support: the administrator's reports and requests. */
import { expect, type Locator } from '@playwright/test'
import type { Person } from '../person.ts'

export class ModerationScreens {
  readonly #person: Person

  constructor(person: Person) {
    this.#person = person
  }

  /** The administrator's menu, on every page. */
  get button(): Locator {
    const { page, t } = this.#person
    const bar = page.getByRole('navigation', { name: t('nav.main') })
    return bar.getByRole('link', { name: t('admin.button') }).filter({ visible: true })
  }

  async openReports(query = '') {
    await this.#person.open(`/admin/reports${query}`)
  }

  async openSupport(query = '') {
    await this.#person.open(`/admin/support${query}`)
  }

  /** The scrolling part of the list. */
  get reports(): Locator {
    return this.#person.page.getByRole('region', { name: this.#person.t('admin_reports.title'), exact: true })
  }

  get requests(): Locator {
    return this.#person.page.getByRole('region', { name: this.#person.t('admin_support.requests'), exact: true })
  }

  /** The row of a report or request that contains a text. */
  report(text: string): Locator {
    return this.reports.getByRole('listitem').filter({ hasText: text })
  }

  request(subject: string): Locator {
    return this.requests.locator('[data-request]').filter({ hasText: subject })
  }

  get search(): Locator {
    return this.#person.page.getByLabel(this.#person.t('admin_support.search'))
  }

  dialog(title: string): Locator {
    return this.#person.page.getByRole('dialog', { name: title })
  }

  async showRequest(subject: string): Promise<Locator> {
    await this.request(subject).getByRole('button', { name: subject, exact: true }).click()
    const dialog = this.dialog(subject)
    const heading = { name: this.#person.t('admin_support.request_info'), exact: true }
    await expect(dialog.getByRole('heading', heading)).toBeVisible()
    return dialog
  }

  async showReport(reported: string, reason: string): Promise<Locator> {
    await this.report(reason).getByRole('button').first().click()
    const dialog = this.dialog(this.#person.t('admin_reports.title_one', { name: reported }))
    await expect(dialog.getByText(reason, { exact: true }).first()).toBeVisible()
    return dialog
  }

  /** Fills in the reason, if any, and confirms. */
  async confirm(title: string, label: string, reason?: string) {
    const dialog = this.dialog(title)
    if (reason !== undefined) await dialog.getByLabel(this.#person.t('admin.reason')).fill(reason)
    await dialog.getByRole('button', { name: label, exact: true }).click()
    await expect(dialog).toHaveCount(0)
  }

  async figure(name: 'total' | 'pending' | 'in_progress' | 'resolved'): Promise<number> {
    const text = await this.#person.page.locator(`[data-counter="${name}"]`).innerText()
    return Number(text.replace(/\D/g, ''))
  }
}
