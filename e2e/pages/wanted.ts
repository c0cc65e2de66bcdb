/** The offer to keep a search, /wanted, /wanted/posts and /rides/{id}/wanted; and what is offered in place of a lost trip. */
import type { Locator } from '@playwright/test'
import type { Person } from '../person.ts'
import { containing } from '../texts.ts'

export class WantedScreens {
  readonly #person: Person

  constructor(person: Person) {
    this.#person = person
  }

  /** The card in the results of a search. */
  get offer(): Locator {
    return this.#person.page.getByRole('region', { name: this.#person.t('wanted.heading') })
  }

  get tellMe(): Locator {
    return this.#person.page.getByRole('main').getByRole('button', { name: this.#person.t('wanted.tell_me') })
  }

  get dialog(): Locator {
    return this.#person.page.getByRole('dialog')
  }

  get cards(): Locator {
    return this.#person.page.getByRole('main').getByRole('article')
  }

  button(
    id: 'wanted.pause' | 'wanted.resume' | 'wanted.edit' | 'wanted.end' | 'wanted.show_drivers',
    within: Locator = this.#person.page.getByRole('main'),
  ): Locator {
    return within.getByRole('button', { name: containing(this.#person.t(id)) })
  }

  /** The rides in a card that match. */
  matches(card: Locator): Locator {
    return card.getByRole('link')
  }

  publishFor(card: Locator): Locator {
    return card.getByRole('link', { name: containing(this.#person.t('posts.publish_for')) })
  }

  /** The rides in place of a lost one. */
  instead(within: Locator = this.#person.page.getByRole('main')): Locator {
    const { t } = this.#person
    return within.getByRole('list', { name: t('rescue.rides') }).getByRole('listitem')
  }

  /** The press that keeps a search for a lost trip, and the link that it becomes. */
  get tellMeOfAnother(): Locator {
    return this.#person.page.getByRole('main').getByRole('button', { name: this.#person.t('rescue.tell_me') })
  }

  get toWanted(): Locator {
    return this.#person.page.getByRole('main').getByRole('link', { name: containing(this.#person.t('rescue.told')) })
  }

  planner(name: string): Locator {
    const { page, t } = this.#person
    return page.getByRole('main').getByRole('link', { name: containing(t('rescue.planner', { planner: name })) })
  }
}
