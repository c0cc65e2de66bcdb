/** Somebody without a mouse: Tab, Shift+Tab, arrows, Enter, Space and Esc; the presses are counted, typing is not. */
import { expect, type Locator, type Page } from '@playwright/test'

/** Counts the presses and, wherever the focus goes, asks whether it can be seen. */
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
    await this.#page.getByRole('option', { name: text }).first().waitFor()
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

  /** From the top to the last stop of the page. */
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

  /** The arrow that leads on in a row: it depends on where reading goes. */
  async forward() {
    const rtl = await this.#page.evaluate(() => document.documentElement.dir === 'rtl')
    await this.press(rtl ? 'ArrowLeft' : 'ArrowRight')
  }

  /** Nothing that had the focus was hidden, and it took no more than so many presses. */
  expectWithin(budget: number) {
    expect(this.hidden).toEqual([])
    expect(this.presses).toBeLessThanOrEqual(budget)
  }

  /** The focused element lies within the window, nothing lies on it, and it is drawn as focused. */
  async #look() {
    const problem = await this.#page.evaluate(() => {
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
      // Part of it is enough: what is shown for a moment in a corner may lie over the rest.
      const seen = inner(left, right).some((x) => inner(top, bottom).some((y) => shows(x, y)))
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
