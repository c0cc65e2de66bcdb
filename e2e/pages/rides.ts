/** The home page's search, /search and /rides/{id}. */
import type { Locator } from '@playwright/test'
import type { Person } from '../person.ts'
import { typedDay } from '../texts.ts'

export class RideScreens {
  readonly #person: Person

  constructor(person: Person) {
    this.#person = person
  }

  get form(): Locator {
    return this.#person.page.getByRole('search', { name: this.#person.t('rides.search_label') })
  }

  place(id: 'rides.from' | 'rides.to'): Locator {
    return this.form.getByRole('combobox', { name: this.#person.t(id), exact: true })
  }

  get date(): Locator {
    return this.form.getByRole('textbox', { name: this.#person.t('rides.date'), exact: true })
  }

  get submit(): Locator {
    return this.form.getByRole('button', { name: this.#person.t('rides.search') })
  }

  async search({ from, to, day }: { from: string; to: string; day: string }) {
    await this.place('rides.from').fill(from)
    await this.place('rides.to').fill(to)
    await this.date.fill(typedDay(day, this.#person.language))
    await this.submit.click()
  }

  /** A filter above the results; in a narrow window `filters` opens it. */
  filter(id: 'search.seats' | 'search.max_price' | 'search.time' | 'search.luggage' | 'search.sort'): Locator {
    return this.#person.page.getByRole('combobox', { name: this.#person.t(id), exact: true })
  }

  get filters(): Locator {
    return this.#person.page.getByRole('main').getByRole('button', { name: this.#person.t('search.filters') })
  }

  /** The choice of whether rides by a detour are found, too. */
  get detours(): Locator {
    return this.#person.page.getByRole('main').getByRole('button', { name: this.#person.t('search.detours') })
  }

  /** The choice of rides that give a seat at once. */
  get instant(): Locator {
    return this.#person.page.getByRole('main').getByRole('button', { name: this.#person.t('rides.instant') })
  }

  /** The rides that make a detour to the place. */
  byDetour(count: number, place: string): Locator {
    return this.#person.page.getByRole('region', { name: this.#person.t('detours.heading_at', { count, place }) })
  }

  /** The cards on the page. */
  get cards(): Locator {
    return this.#person.page.getByRole('main').getByRole('article')
  }

  reserve(within: Locator = this.#person.page.getByRole('main')): Locator {
    return within.getByRole('button', { name: this.#person.t('rides.reserve') }).filter({ visible: true })
  }

  takeNow(within: Locator = this.#person.page.getByRole('main')): Locator {
    return within.getByRole('button', { name: this.#person.t('rides.take_now') }).filter({ visible: true })
  }

  joinList(within: Locator = this.#person.page.getByRole('main')): Locator {
    return within.getByRole('button', { name: this.#person.t('requests.join') }).filter({ visible: true })
  }

  askForDetour(within: Locator = this.#person.page.getByRole('main')): Locator {
    return within.getByRole('button', { name: this.#person.t('detours.ask') }).filter({ visible: true })
  }

  contact(within: Locator = this.#person.page.getByRole('main')): Locator {
    return within.getByRole('link', { name: this.#person.t('rides.contact') })
  }
}
