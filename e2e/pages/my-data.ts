/** /my-data. */
import type { Download, Locator } from '@playwright/test'
import type { Person } from '../person.ts'

export class MyDataScreen {
  readonly #person: Person

  constructor(person: Person) {
    this.#person = person
  }

  get startExport(): Locator {
    return this.#person.page.getByRole('button', { name: this.#person.t('privacy.export_start') })
  }

  get download(): Locator {
    return this.#person.page.getByRole('link', { name: this.#person.t('privacy.export_download') })
  }

  get delete(): Locator {
    return this.#person.page.getByRole('main').getByRole('button', { name: this.#person.t('privacy.delete_account') })
  }

  get question(): Locator {
    return this.#person.page.getByRole('dialog', { name: this.#person.t('privacy.delete_question') })
  }

  /** Presses the link; returns the browser's download. */
  async fetch(): Promise<Download> {
    const arriving = this.#person.page.waitForEvent('download')
    await this.download.click()
    return arriving
  }

  async confirmDeletion() {
    const { t } = this.#person
    await this.delete.click()
    await this.question.getByRole('checkbox').check()
    await this.question.getByRole('button', { name: t('privacy.delete_account') }).click()
  }
}
