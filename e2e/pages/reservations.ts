/** Requesting seats, /reservations, /my-rides, and the rating afterwards. */
import { expect, type Locator } from '@playwright/test'
import { PRODUCT_NAME } from '@samtur/contract/constants'
import type { Person } from '../person.ts'
import { containing } from '../texts.ts'

export class ReservationScreens {
  readonly #person: Person

  constructor(person: Person) {
    this.#person = person
  }

  get dialog(): Locator {
    return this.#person.page.getByRole('dialog', { name: this.#person.t('reservations.dialog_title') })
  }

  seats(count: number): Locator {
    return this.dialog.getByRole('radio', { name: this.#person.t('reservations.seats', { count }) })
  }

  get message(): Locator {
    return this.dialog.getByLabel(this.#person.t('reservations.message_label'))
  }

  get send(): Locator {
    return this.dialog.getByRole('button', { name: this.#person.t('reservations.send') })
  }

  /** The choice of the hours in which the passenger wants an answer. */
  answerWithin(hours: number): Locator {
    const { t } = this.#person
    return this.dialog.getByRole('radio', { name: t('requests.within_hours', { hours: String(hours) }), exact: true })
  }

  /** Takes an instant seat in the dialog. */
  async takeNow() {
    const { t } = this.#person
    await expect(this.dialog).toContainText(t('requests.at_once'))
    await this.dialog.getByRole('button', { name: t('rides.take_now') }).click()
    await this.#person.expectToast(t('requests.taken_title'))
    await expect(this.dialog).toBeHidden()
  }

  /** Joins the waiting list in its dialog. */
  async waitFor(count: number) {
    const { page, t } = this.#person
    const dialog = page.getByRole('dialog', { name: t('requests.list') })
    await dialog.getByRole('radio', { name: t('reservations.seats', { count }) }).check()
    await dialog.getByRole('button', { name: t('requests.join') }).click()
    await this.#person.expectToast(t('requests.joined_text'))
    await expect(dialog).toBeHidden()
  }

  /** Until when a request can be answered, within a card or a request. */
  deadline(within: Locator): Locator {
    return within.getByText(containing(this.#person.t('requests.answer_by', { time: '' }).trim())).first()
  }

  /** The seats that are held for the person. */
  get offers(): Locator {
    return this.#person.page.getByRole('region', { name: this.#person.t('requests.offers') })
  }

  /** Sends the request; `by` is the button of a detour's dialog. */
  async ask(count: number, message: string, by: 'reservations.send' | 'detours.ask' = 'reservations.send') {
    const { t } = this.#person
    await expect(this.dialog).toContainText(t('reservations.pay_driver', { product: PRODUCT_NAME }))
    await this.seats(count).check()
    await this.message.fill(message)
    await this.dialog.getByRole('button', { name: t(by) }).click()
    await this.#person.expectToast(t('reservations.sent_title'))
    await this.#person.expectToast(t('reservations.sent_text'))
    await expect(this.dialog).toBeHidden()
  }

  /** A tab of /my-rides; its name contains the count. */
  tab(of: 'reservations' | 'rides'): Locator {
    const { page, t } = this.#person
    const name = t(of === 'rides' ? 'reservations.my_rides' : 'reservations.my_reservations')
    return page.getByRole('tab', { name: containing(name) })
  }

  get cards(): Locator {
    return this.#person.page.getByRole('main').getByRole('article')
  }

  /** A passenger's request, or the passenger in the opened row of the driver's own ride. */
  request(name: string): Locator {
    return this.#person.page.getByRole('main').getByRole('listitem', { name })
  }

  accept(name: string): Locator {
    return this.request(name).getByRole('button', { name: this.#person.t('reservations.accept') })
  }

  /** The person's own reservation, by where it starts. */
  own(from: string): Locator {
    return this.cards.filter({ hasText: from })
  }

  /** Ends an own reservation: the dialog, the reason, the toast. */
  async giveUp(card: Locator, of: 'withdraw' | 'give_back', reason: string) {
    const { page, t } = this.#person
    const label = t(`reservations.${of}`)
    await card.getByRole('button', { name: containing(label) }).click()
    const dialog = page.getByRole('dialog', { name: t(`reservations.${of}_title`) })
    await dialog.getByLabel(t('reservations.reason')).fill(reason)
    await dialog.getByRole('button', { name: label }).click()
    await this.#person.expectToast(t(of === 'withdraw' ? 'reservations.withdrawn' : 'reservations.given_back'))
    await expect(dialog).toBeHidden()
  }

  confirmChange(card: Locator): Locator {
    return card.getByRole('button', { name: containing(this.#person.t('reservations.confirm_change')) })
  }

  get rate(): Locator {
    return this.#person.page.getByRole('button', { name: this.#person.t('ratings.rate_ride') })
  }

  get ratingDialog(): Locator {
    return this.#person.page.getByRole('dialog', { name: this.#person.t('ratings.dialog_title') })
  }

  async giveRating(value: number, comment: string) {
    await this.rate.click()
    await this.#fillRating(this.ratingDialog, value, comment)
  }

  /** Opens the rows of all rides or reservations. */
  async openRows() {
    await expect(this.cards.first()).toBeVisible()
    await this.cards.locator('details').evaluateAll((rows: HTMLDetailsElement[]) => {
      for (const row of rows) row.open = true
    })
  }

  /** Opens the row of the latest own ride that is over. */
  async openPastRide() {
    const { page, t } = this.#person
    const heading = page.getByRole('heading', { level: 2, name: t('reservations.past_rides') })
    await page.locator('section').filter({ has: heading }).locator('summary').first().click()
  }

  /** Rates a passenger of a ride that is over, which has to be opened first. */
  async ratePassenger(name: string, value: number, comment: string) {
    const { page, t } = this.#person
    await this.openPastRide()
    await page.getByRole('button', { name: `${t('ratings.rate_passenger')} ${name}` }).click()
    await this.#fillRating(page.getByRole('dialog', { name: t('ratings.passenger_title') }), value, comment)
    await expect(page.getByText(t('ratings.you_gave', { rating: value }))).toBeVisible()
  }

  async #fillRating(dialog: Locator, value: number, comment: string) {
    const { t } = this.#person
    // The radio button itself lies below its star.
    await dialog.getByRole('radio', { name: t('ratings.option', { value }), exact: true }).check({ force: true })
    await dialog.getByLabel(t('ratings.comment_label')).fill(comment)
    await dialog.getByRole('button', { name: t('ratings.submit') }).click()
    await this.#person.expectToast(t('ratings.sent'))
    await expect(dialog).toBeHidden()
  }
}
