/** Uses a page by keyboard: Tab, Shift+Tab, arrows, Enter, Space and Esc. Counts the presses; typing does not count. */
import { expect, type Locator, type Page } from '@playwright/test'
import { patient } from './patience.ts'

/** Counts the presses and checks at every focus that it is visible. */
export class Keyboard {
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
    // While one types, the list may have the place further down.
    await expect(this.#page.getByRole('listbox').getByRole('option').first()).toContainText(text)
    await this.press('ArrowDown', 'Enter')
  }

  async tabTo(goal: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
    await goal.waitFor()
    for (let count = 0; count < 40; count++) {
      if (await goal.evaluate((element) => element === document.activeElement)) return
      await this.press(key)
      await this.#look()
    }
    await expect(goal, 'reached with the Tab key').toBeFocused()
  }

  /** Moves from the top to the last stop of the page. */
  async tabThrough() {
    const before = new Set<string>()
    for (let count = 0; count < 250; count++) {
      await this.press('Tab')
      await this.#look()
      const stop = await this.#page.evaluate(() => {
        const all = [...document.querySelectorAll('*')]
        return document.activeElement === document.body
          ? ''
          : String(all.indexOf(document.activeElement ?? document.body))
      })
      if (stop === '' || before.has(stop)) return
      before.add(stop)
    }
  }

  /** Presses the arrow to the next item, by the reading direction. */
  async forward() {
    const rtl = await this.#page.evaluate(() => document.documentElement.dir === 'rtl')
    await this.press(rtl ? 'ArrowLeft' : 'ArrowRight')
  }

  /** Expects that no focused element was hidden, and at most so many presses. */
  expectWithin(budget: number) {
    expect(this.hidden).toEqual([])
    expect(this.presses).toBeLessThanOrEqual(budget)
  }

  /** Checks that the focused element lies within the window, is not covered, and is drawn as focused, once the page has stopped moving. */
  async #look() {
    let problem = ''
    const looking = expect.poll(async () => (problem = await this.#problem()), { timeout: patient(2_000) })
    // Text that arrives after a press may move the page for a moment.
    await looking.toBe('').catch(() => this.hidden.push(problem))
  }

  #problem(): Promise<string> {
    return this.#page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return ''
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const inner = (from: number, to: number) => [(from + to) / 2, Math.min(from + 3, to), Math.max(to - 3, from)]
      const shows = (x: number, y: number) => {
        const above = document.elementFromPoint(x, y)
        return (
          above && (element.contains(above) || above.contains(element) || above.closest('label')?.contains(element))
        )
      }
      // A visible part is enough, because a toast in a corner may cover the rest.
      const seen = inner(left, right).some((x) => inner(top, bottom).some((y) => shows(x, y)))
      // The ring may be around the whole field, or around the card that a link opens.
      const ringed = (at: Element) => ['', '::after'].some((part) => getComputedStyle(at, part).outlineStyle !== 'none')
      let box: Element | null = element
      while (box && !ringed(box)) box = box.parentElement
      const name = element.outerHTML.slice(0, 120)
      if (!seen) return `covered or out of view: ${name}`
      return box ? '' : `without a focus ring: ${name}`
    })
  }
}
