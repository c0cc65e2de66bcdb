/** /help-support with its tabs, the assistant, and the help button of the front page. */
import { expect, type Locator } from '@playwright/test'
import type { Person } from '../person.ts'

type Tab = 'knowledge' | 'contact' | 'requests' | 'chat'
type FieldId = 'support.name' | 'support.email' | 'support.type' | 'support.subject' | 'support.description'

export class HelpScreens {
  readonly #person: Person

  constructor(person: Person) {
    this.#person = person
  }

  async open(tab?: Tab) {
    await this.#person.open(tab ? `/help-support?tab=${tab}` : '/help-support')
  }

  tab(tab: Tab): Locator {
    return this.#person.page.getByRole('tab', { name: this.#person.t(`helpdesk.tab_${tab}`) })
  }

  get search(): Locator {
    return this.#person.page.getByLabel(this.#person.t('helpdesk.search'))
  }

  get articles(): Locator {
    return this.#person.page.getByRole('tabpanel').getByRole('listitem')
  }

  /** A field of the form, on its page or in the help dialog. */
  field(id: FieldId): Locator {
    return this.#person.page.getByLabel(this.#person.t(id), { exact: true })
  }

  get send(): Locator {
    return this.#button(this.#person.t('support.send'))
  }

  async fill({ subject, description }: { subject: string; description: string }) {
    await this.field('support.subject').fill(subject)
    await this.field('support.description').fill(description)
  }

  request(subject: string): Locator {
    return this.#person.page.getByRole('tabpanel').getByRole('listitem', { name: subject })
  }

  /** The messages of a request. */
  get talk(): Locator {
    return this.#person.page.getByRole('log', { name: this.#person.t('support.log') })
  }

  get message(): Locator {
    return this.#person.page.getByLabel(this.#person.t('support.message'))
  }

  get sendMessage(): Locator {
    return this.#button(this.#person.t('support.message_send'))
  }

  get chatButton(): Locator {
    return this.#button(this.#person.t('helpdesk.chat_button'))
  }

  get helpButton(): Locator {
    return this.#button(this.#person.t('helpdesk.help'))
  }

  get helpDialog(): Locator {
    return this.#person.page.getByRole('dialog', { name: this.#person.t('helpdesk.title') })
  }

  /** The conversation with the assistant. */
  get log(): Locator {
    return this.#person.page.getByRole('log', { name: this.#person.t('helpdesk.log') })
  }

  get question(): Locator {
    return this.#person.page.getByLabel(this.#person.t('helpdesk.question'))
  }

  async openChat() {
    await this.chatButton.click()
    await expect(this.log).toBeVisible()
  }

  async ask(question: string) {
    await this.question.fill(question)
    await this.question.press('Enter')
    await expect(this.log.getByText(question)).toBeVisible()
  }

  #button(name: string): Locator {
    return this.#person.page.getByRole('button', { name, exact: true })
  }
}
