/**
 * How long a press of 'Search' over a list of rides and the keys of a place field wait for their picture, on a processor slowed four times. The
 * browser reports durations in steps of 8 ms, and none below 16.
 */
import { chromium, type Browser, type Page } from '@playwright/test'
import { chromiumFlags, findChromium } from '../../e2e/browser.ts'
import { type Figure, percentile, quick } from '../tools/report.ts'

const slowdown = 4
/** The list of all rides has 20 cards on its first page; a quick run has no demo. */
const list = '/search?sort=departure'
const cards = quick ? 0 : 20
const typed = 'Trondheim'
/** Milliseconds between pressing and releasing. */
const held = 100

const form = 'form[role=search]'

/** Records the longest event of each interaction since the last call of `longest`. */
async function watchInteractions(page: Page) {
  await page.addInitScript(() => {
    const durations: number[] = []
    Object.assign(globalThis, { durations })
    new PerformanceObserver((entries) => {
      for (const { interactionId, duration } of entries.getEntries() as PerformanceEventTiming[])
        if (interactionId) durations.push(duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  })
}

/** Returns the duration of the slowest interaction so far, once all are reported; 16 where each was shorter. */
const longest = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 500)))
    return Math.max(16, ...(globalThis as unknown as { durations: number[] }).durations.splice(0))
  })

/** Opens the list and waits until its scripts have taken over. */
async function openList(page: Page, url: string) {
  await page.goto(url + list)
  await page.waitForSelector('html[data-ready]')
  await page.waitForLoadState('networkidle')
  const shown = await page.locator('main article').count()
  if (shown < cards) throw new Error(`the list has ${shown} rides`)
}

async function visit(browser: Browser, url: string) {
  const context = await browser.newContext({ locale: 'nb-NO', viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await watchInteractions(page)
  const client = await context.newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  // As soon as the page is seen, while its scripts load and run.
  await page.goto(url + list, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  await page.locator(`${form} [name=from]`).click()
  const early = await longest(page)
  await openList(page, url)
  await longest(page)
  // From the list to a search and, with an empty field, back to a list of as many cards.
  await page.locator(`${form} [name=from]`).pressSequentially(typed, { delay: 120 })
  const key = await longest(page)
  await page.keyboard.press('Escape')
  await longest(page)
  await page.locator(`${form} [type=submit]`).click({ delay: held })
  await page.waitForURL(/from=/)
  await page.waitForLoadState('networkidle')
  const first = await longest(page)
  await page.locator(`${form} [name=from]`).fill('')
  await longest(page)
  await page.locator(`${form} [type=submit]`).click({ delay: held })
  const second = await longest(page)
  await context.close()
  return { early, press: Math.max(first, second), key }
}

export async function pressAndType(url: string, visits: number): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags })
  try {
    const early: number[] = []
    const press: number[] = []
    const key: number[] = []
    for (let count = 0; count < visits; count++) {
      const found = await visit(browser, url)
      early.push(found.early)
      press.push(found.press)
      key.push(found.key)
    }
    return [
      { what: 'a press while the page loads', value: percentile(early, 0.5), unit: 'ms', limit: 200 },
      { what: "a press of 'Search'", value: percentile(press, 0.5), unit: 'ms', limit: 100 },
      { what: 'a key in a place field', value: percentile(key, 0.5), unit: 'ms', limit: 50 },
    ]
  } finally {
    await browser.close()
  }
}
