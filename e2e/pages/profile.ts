/** /profile, /profile/{id} and /edit-profile. */
import { expect, type Locator } from '@playwright/test'
import type { Person } from '../person.ts'
import { loosely, oneDecimal } from '../texts.ts'

export class ProfileScreens {
  readonly #person: Person

  constructor(person: Person) {
    this.#person = person
  }

  async setPhone(phone: string) {
    const { page, nav, t } = this.#person
    await nav.link('nav.profile').click()
    await page.getByRole('link', { name: t('profiles.edit') }).click()
    await page.getByLabel(t('profiles.phone')).fill(phone)
    await page.getByRole('button', { name: t('core.save') }).click()
    await this.#person.expectToast(t('profiles.success'))
    await this.#person.expectToast(t('profiles.updated'))
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('main')).toContainText(loosely(phone))
  }

  get startChat(): Locator {
    return this.#person.page.getByRole('link', { name: this.#person.t('profiles.start_chat') })
  }

  /** '9,0 (1)', and the same in words for who listens. */
  async expectRating(value: number, count: number) {
    const { page, t, language } = this.#person
    const rating = oneDecimal(value, language)
    const main = page.getByRole('main')
    await expect(main.getByText(t('profiles.rating_label', { rating, count }))).toBeAttached()
    await expect(main.getByText(rating, { exact: true }).first()).toBeVisible()
    await expect(main.getByText(`(${count})`, { exact: true }).first()).toBeVisible()
  }
}
