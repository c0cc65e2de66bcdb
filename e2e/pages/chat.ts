/** /chat. */
import { expect, type Locator } from '@playwright/test'
import type { Person } from '../person.ts'

export class ChatScreen {
  readonly #person: Person

  constructor(person: Person) {
    this.#person = person
  }

  log(other: string): Locator {
    return this.#person.page.getByRole('log', { name: this.#person.t('chat.log', { name: other }) })
  }

  message(other: string, text: string): Locator {
    return this.log(other).getByText(text, { exact: true })
  }

  input(other: string): Locator {
    return this.#person.page.getByRole('textbox', { name: this.#person.t('chat.write_to', { name: other }) })
  }

  get send(): Locator {
    return this.#person.page.getByRole('button', { name: this.#person.t('chat.send'), exact: true })
  }

  conversation(other: string): Locator {
    const { page, t } = this.#person
    return page.getByRole('navigation', { name: t('chat.conversations') }).getByRole('link', { name: other })
  }

  get disconnected(): Locator {
    return this.#person.page.getByText(this.#person.t('chat.disconnected')).filter({ visible: true })
  }

  async say(other: string, text: string) {
    await this.input(other).fill(text)
    await this.send.click()
    await expect(this.message(other, text)).toBeVisible()
  }
}
