/** Parts of every page: the bar with its menus, and the language. */
import type { Locator } from '@playwright/test'
import type { Person } from '../person.ts'

export class Nav {
  readonly #person: Person

  constructor(person: Person) {
    this.#person = person
  }

  get bar(): Locator {
    return this.#person.page.getByRole('navigation', { name: this.#person.t('nav.main') })
  }

  /** The links at the bottom of a phone. */
  get bottom(): Locator {
    return this.#person.page.getByRole('navigation', { name: this.#person.t('nav.shortcuts') })
  }

  link(id: 'nav.rides' | 'nav.reservations' | 'nav.my_rides' | 'nav.chat' | 'nav.profile'): Locator {
    return this.bar.getByRole('link', { name: new RegExp(`^${this.#person.t(id)}`) }).filter({ visible: true })
  }

  get unreadDot(): Locator {
    return this.link('nav.chat').getByText(this.#person.t('nav.chat_unread'))
  }

  get more(): Locator {
    return this.bar.getByRole('button', { name: this.#person.t('nav.more') })
  }

  get menuButton(): Locator {
    return this.bar.getByRole('button', { name: this.#person.t('nav.open_menu') })
  }

  get language(): Locator {
    return this.bar.getByLabel(this.#person.t('nav.language')).filter({ visible: true })
  }

  get signOut(): Locator {
    return this.bar.getByRole('button', { name: this.#person.t('nav.logout') }).filter({ visible: true })
  }

  get signIn(): Locator {
    return this.bar.getByRole('link', { name: this.#person.t('nav.login') }).filter({ visible: true })
  }
}
