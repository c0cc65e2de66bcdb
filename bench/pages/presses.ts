/**
 * Presses controls of pages that are still loading, on slow 4G, at 20 moments from the first paint on. Counts the presses of a control that looked
 * ready and that nothing followed.
 */
import { chromium, type Browser, type Page } from '@playwright/test'
import { chromiumFlags, findChromium } from '../../e2e/browser.ts'
import { type Figure, quick } from '../tools/report.ts'

const moments = 20
/** Milliseconds between moments. */
const step = 150
/** Milliseconds in which a press has to show an effect: the scripts take up to 3 s to arrive. */
const patience = 8000
/** Lighthouse's slow 4G: latency in ms, bytes in a second. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 }

/** Returns the controls in view that look ready, marked with their number. A link to the page itself or to another program has nothing to show. */
const readyControls = (page: Page) =>
  page.evaluate(() => {
    const looksReady = (element: Element | null): boolean =>
      element === null || (getComputedStyle(element).opacity === '1' && looksReady(element.parentElement))
    const controls = document.querySelectorAll<HTMLElement>('a[href^="/"], button, summary, input, select')
    return [...controls].flatMap((control, number) => {
      const { left, top, width, height } = control.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      if (width === 0 || !control.contains(document.elementFromPoint(x, y)) || !looksReady(control)) return []
      if (control instanceof HTMLAnchorElement && control.href === location.href) return []
      if (control.matches(':disabled, [aria-disabled=true], [aria-current=page], :checked')) return []
      control.dataset['pressed'] = String(number)
      return [{ x, y, name: `${control.localName} ${control.ariaLabel ?? control.textContent.trim().slice(0, 30)}` }]
    })
  })

/** Returns what an effect changes: the address, what is open or chosen, notices, and the field with the focus. */
const stateOf = (page: Page) =>
  page.evaluate(() => {
    const open = '[aria-expanded=true], [open], :popover-open, [aria-checked=true], [aria-pressed=true], :checked'
    const marks = [...document.querySelectorAll(open)].map((element) => element.outerHTML.length)
    const notices = [...document.querySelectorAll('[role=status], [role=alert]')].map(({ textContent }) => textContent)
    const field = document.activeElement?.matches('input, select') && document.activeElement.id
    return JSON.stringify([location.href, marks, notices, field, document.documentElement.lang])
  })

interface Press {
  path: string
  moment: number
  /** Chooses among the controls. */
  turn: number
}

/** Presses once. Returns what was pressed without an effect; undefined where the press had one. */
async function pressOnce(browser: Browser, url: string, { path, moment, turn }: Press): Promise<string | undefined> {
  const context = await browser.newContext({ locale: 'nb-NO', viewport: { width: 390, height: 844 } })
  try {
    const page = await context.newPage()
    const client = await context.newCDPSession(page)
    await client.send('Network.enable')
    await client.send('Network.emulateNetworkConditions', slow4G)
    await page.goto(url + path, { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await page.waitForTimeout(moment * step)
    const controls = await readyControls(page)
    const control = controls[turn % controls.length]
    if (!control) throw new Error(`${path} shows no control that looks ready`)
    const before = await stateOf(page)
    await page.mouse.click(control.x, control.y)
    // The next page may be on its way, which ends what runs in this one.
    const isSame = () =>
      stateOf(page).then(
        (now) => now === before,
        () => false,
      )
    const until = Date.now() + patience
    while (await isSame()) {
      if (Date.now() > until) return `${path} after ${moment * step} ms: ${control.name}`
      await page.waitForTimeout(50)
    }
    return undefined
  } finally {
    await context.close()
  }
}

/** `paths` are pages that the server renders for visitors. */
export async function pressWhileLoading(url: string, paths: readonly string[]): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags })
  try {
    const lost: string[] = []
    const loads = quick ? 1 : moments * paths.length
    for (let turn = 0; turn < loads; turn++) {
      const path = paths[turn % paths.length] ?? '/'
      const without = await pressOnce(browser, url, { path, moment: turn % moments, turn: turn * 7 })
      if (without !== undefined) lost.push(without)
    }
    for (const press of lost) console.log(`No effect: ${press}`)
    return [{ what: `presses without an effect, of ${loads}`, value: lost.length, limit: 0 }]
  } finally {
    await browser.close()
  }
}
