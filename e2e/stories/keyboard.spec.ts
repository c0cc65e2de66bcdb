/** The main job without a mouse: Tab, Enter, arrows and Space, with a budget of presses. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { rideBody } from '../server.ts'
import { dayInOslo, typedDay } from '../texts.ts'

/** Counts the presses and, wherever the focus goes, asks whether it can be seen. */
class Keyboard {
  presses = 0
  readonly hidden: string[] = []
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async press(...keys: string[]) {
    for (const key of keys) {
      this.presses++
      await this.#page.keyboard.press(key)
    }
  }

  async type(text: string) {
    await this.#page.keyboard.type(text)
  }

  /** Types a place and takes the first suggestion with the arrow. */
  async choosePlace(text: string) {
    await this.type(text)
    await this.#page.getByRole('option', { name: text }).first().waitFor()
    await this.press('ArrowDown', 'Enter')
  }

  async tabTo(goal: Locator) {
    for (let count = 0; count < 40; count++) {
      if (await goal.evaluate((element) => element === document.activeElement).catch(() => false)) return
      await this.press('Tab')
      await this.#look()
    }
    await expect(goal, 'reached with the Tab key').toBeFocused()
  }

  /** The focused element lies within the window, nothing lies on it, and it is drawn as focused. */
  async #look() {
    const problem = await this.#page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return ''
      const { left, top, width, height } = element.getBoundingClientRect()
      const above = document.elementFromPoint(left + width / 2, top + height / 2)
      const seen =
        above && (element.contains(above) || above.contains(element) || above.closest('label')?.contains(element))
      // The ring may be round the whole field, or round the card that a link opens.
      const ringed = (at: Element) => ['', '::after'].some((part) => getComputedStyle(at, part).outlineStyle !== 'none')
      let box: Element | null = element
      while (box && !ringed(box)) box = box.parentElement
      const name = element.outerHTML.slice(0, 120)
      if (!seen) return `covered or out of view: ${name}`
      return box ? '' : `without a focus ring: ${name}`
    })
    if (problem) this.hidden.push(problem)
  }
}

test('finding a ride and asking for seats', async ({ newPerson, ownServer: server }) => {
  const driver = await server.member('Ingrid Solberg')
  await server.call(driver, 'POST', '/rides', rideBody({ daysAhead: 15 }))
  const passenger = await newPerson('no', { member: true, server })
  const { page, t, rides, reservations } = passenger
  const keys = new Keyboard(page)
  await passenger.open('/')
  await keys.press('Tab')
  await expect(page.getByRole('link', { name: t('core.skip_to_content') })).toBeFocused()
  await keys.press('Enter')
  await keys.tabTo(rides.place('rides.from'))
  await keys.choosePlace('Hamar')
  await keys.tabTo(rides.place('rides.to'))
  await keys.choosePlace('Trondheim')
  await keys.tabTo(rides.date)
  await keys.type(typedDay(dayInOslo(15), 'no'))
  await keys.press('Enter')

  await expect(rides.cards).toHaveCount(1)
  await expect(passenger.heading).toBeFocused()
  await keys.tabTo(rides.cards.getByRole('heading').getByRole('link'))
  await keys.press('Enter')
  await expect(page).toHaveURL(/\/rides\//)
  await expect(passenger.heading).toBeFocused()
  await keys.tabTo(rides.reserve())
  await keys.press('Enter')

  await expect(reservations.dialog).toBeVisible()
  await keys.tabTo(reservations.seats(1))
  await keys.press('ArrowRight')
  await expect(reservations.seats(2)).toBeChecked()
  await keys.tabTo(reservations.message)
  await keys.type('Jeg står ved stasjonen.')
  await keys.tabTo(reservations.send)
  await keys.press('Enter')
  await passenger.expectToast(t('reservations.sent_title'))
  await expect(reservations.dialog).toBeHidden()
  expect(keys.hidden).toEqual([])
  expect(keys.presses).toBeLessThanOrEqual(60)
})

test('a dialog keeps the focus, and Esc gives it back', async ({ newPerson, server }) => {
  const driver = await server.member('Ingrid Solberg')
  const { id } = await server.call<{ id: string }>(driver, 'POST', '/rides', rideBody({ daysAhead: 16 }))
  const passenger = await newPerson('no', { member: true })
  const { page, rides, reservations } = passenger
  await passenger.open(`/rides/${id}`)
  await rides.reserve().press('Enter')
  await expect(reservations.dialog.getByRole('heading', { level: 2 })).toBeFocused()
  for (let count = 0; count < 12; count++) {
    await page.keyboard.press('Tab')
    const outside = await page.evaluate(() => {
      const { activeElement } = document
      return activeElement !== document.body && !activeElement?.closest('dialog')
    })
    expect(outside).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(reservations.dialog).toBeHidden()
  await expect(rides.reserve()).toBeFocused()
})

test('publishing a ride with a stop', async ({ newPerson }) => {
  const driver = await newPerson('no', { member: true })
  const { page, t, publish } = driver
  const keys = new Keyboard(page)
  await driver.open('/publish-ride')
  await keys.press('Tab', 'Enter')
  await keys.tabTo(publish.place('rides.from'))
  await keys.choosePlace('Oslo')
  await keys.tabTo(publish.addStop)
  await keys.press('Enter')
  await expect(publish.stop(1)).toBeFocused()
  await keys.choosePlace('Hamar')
  await keys.tabTo(publish.place('rides.to'))
  await keys.choosePlace('Trondheim')
  await keys.tabTo(publish.field('rides.date'))
  await keys.type(typedDay(dayInOslo(4), 'no'))
  await keys.tabTo(publish.field('publish.departure'))
  await keys.type('7')
  await keys.tabTo(publish.field('publish.arrival'))
  await keys.type('1400')
  await keys.tabTo(publish.field('publish.price'))
  await keys.type('300')
  for (const [field, text] of [
    ['publish.car_make', 'Volvo'],
    ['publish.car_model', 'V60'],
    ['publish.car_color', 'Blå'],
    ['publish.license_plate', 'ek 12345'],
  ] as const) {
    await keys.tabTo(publish.field(field))
    await keys.type(text)
  }
  await keys.tabTo(publish.submit)
  await keys.press('Enter')
  await driver.expectToast(t('publish.success_text'))
  await expect(page).toHaveURL(/\/my-rides/)
  expect(keys.hidden).toEqual([])
  expect(keys.presses).toBeLessThanOrEqual(80)
})
