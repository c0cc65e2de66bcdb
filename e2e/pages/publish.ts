/** /publish-ride. */
import type { Locator } from '@playwright/test'
import type { Person } from '../person.ts'
import { typedDay } from '../texts.ts'

export interface Trip {
  from: string
  to: string
  stops?: readonly string[]
  day: string
  departure: string
  arrival: string
  price: string
}

export const car = { make: 'Volvo', model: 'V60', colour: 'Blå', plate: 'EK 12345' } as const

export class PublishScreen {
  readonly #person: Person

  constructor(person: Person) {
    this.#person = person
  }

  async open() {
    await this.#person.open('/publish-ride')
  }

  place(id: 'rides.from' | 'rides.to'): Locator {
    return this.#person.page.getByRole('combobox', { name: this.#person.t(id), exact: true })
  }

  stop(number: number): Locator {
    return this.#person.page.getByRole('combobox', { name: this.#person.t('publish.stop', { number }), exact: true })
  }

  field(
    id:
      | 'rides.date'
      | 'publish.departure'
      | 'publish.arrival'
      | 'publish.price'
      | 'publish.distance'
      | 'publish.extra_costs'
      | 'publish.notes'
      | 'publish.car_make'
      | 'publish.car_model'
      | 'publish.car_color'
      | 'publish.license_plate',
  ): Locator {
    return this.#person.page.getByRole('main').getByRole('textbox', { name: this.#person.t(id) })
  }

  /** What the form knows of the road between the stops. */
  get road(): Locator {
    return this.#person.page.getByRole('region', { name: this.#person.t('publish.road'), exact: true })
  }

  /** By how many minutes detours may lengthen the trip; 0 is none. */
  detour(minutes: number): Locator {
    const { page, t } = this.#person
    const name = minutes === 0 ? t('publish.detours_none') : String(minutes)
    return page.getByRole('radiogroup', { name: t('publish.detours') }).getByRole('radio', { name, exact: true })
  }

  /** Who gets a seat without an answer. */
  instant(choice: 'publish.instant_off' | 'publish.instant_all'): Locator {
    const { page, t } = this.#person
    return page.getByRole('radiogroup', { name: t('rides.instant') }).getByRole('radio', { name: t(choice) })
  }

  get addStop(): Locator {
    return this.#person.page.getByRole('button', { name: this.#person.t('publish.add_stop') })
  }

  get submit(): Locator {
    return this.#person.page.getByRole('button', { name: this.#person.t('publish.submit') }).filter({ visible: true })
  }

  /** Types a place and takes the suggestion of that name. */
  async choosePlace(field: Locator, name: string) {
    await field.fill(name)
    await this.#person.page.getByRole('listbox').getByRole('option', { name }).first().click()
  }

  async fillRoute({ from, to, stops = [] }: Pick<Trip, 'from' | 'to' | 'stops'>) {
    await this.choosePlace(this.place('rides.from'), from)
    await this.choosePlace(this.place('rides.to'), to)
    for (const [index, stop] of stops.entries()) {
      await this.addStop.click()
      await this.choosePlace(this.stop(index + 1), stop)
    }
  }

  async fillTimes({ day, departure, arrival, price }: Trip) {
    await this.field('rides.date').fill(typedDay(day, this.#person.language))
    await this.field('publish.departure').fill(departure)
    await this.field('publish.arrival').fill(arrival)
    await this.field('publish.price').fill(price)
  }

  async fillCar() {
    await this.field('publish.car_make').fill(car.make)
    await this.field('publish.car_model').fill(car.model)
    await this.field('publish.car_color').fill(car.colour)
    await this.field('publish.license_plate').fill(car.plate)
  }

  async fill(trip: Trip) {
    await this.fillRoute(trip)
    await this.fillTimes(trip)
    await this.fillCar()
  }
}
