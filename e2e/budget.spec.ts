/**
 * Measures the first view of a visit: the size of its scripts, and layout shifts until it is hydrated. watch.ts checks in every test that nothing comes from
 * another host.
 */
import { expect, test } from './fixtures.ts'
import { rideBody } from './server.ts'
import type { Watch } from './watch.ts'

/** Bytes of all scripts of the page together, with its texts, as the server sends them: compressed with brotli. */
const scriptBudget = 160_000
const shiftBudget = 0.02
/** Milliseconds. Code behind such a timer loads after the first view, so the timer never ends here, however slow the machine is. */
const lateTimer = 2000

const views = [
  { path: '/', width: 360, tag: '@main' },
  { path: '/', width: 1280 },
  { path: '/search?sort=departure', width: 360 },
  // Two columns of cards, each as narrow as on a phone.
  { path: '/search?sort=departure', width: 800 },
  { path: '/search?sort=departure', width: 1280 },
  { path: '/search?from=Hamar&to=Trondheim', width: 360 },
  // The longest texts.
  { path: '/search?sort=departure', width: 360, language: 'ru' },
  { path: '/search?sort=departure', width: 360, language: 'ar', tag: '@main' },
] as const

for (const { path, width, ...view } of views) {
  const language = 'language' in view ? view.language : 'no'
  const tag = 'tag' in view ? [view.tag] : []
  test(`the first view of ${path} at ${width} px (${language})`, { tag }, async ({ newPerson, server }) => {
    const driver = await server.member('Ingrid Solberg')
    await Promise.all([3, 4, 5].map((daysAhead) => server.call(driver, 'POST', '/rides', rideBody({ daysAhead }))))
    const visitor = await newPerson(language, { viewport: { width, height: 800 } })
    const { page } = visitor
    const scripts = collectScripts(visitor.watch)
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(globalThis, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) shifts.push(entry.value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.addInitScript((late) => {
      const start = globalThis.setTimeout
      const startSoon = (task: (...values: unknown[]) => void, delay = 0, ...values: unknown[]) =>
        delay < late ? start(task, delay, ...values) : 0
      Object.assign(globalThis, { setTimeout: startSoon })
    }, lateTimer)
    await page.goto(server.url + path)
    await expect(visitor.rides.cards.first()).toBeVisible()
    await visitor.listening()
    await page.waitForLoadState('networkidle')
    const loaded = await scripts()
    const total = sizeOf(loaded)
    const shift = await page.evaluate(() =>
      (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
    )
    const figures = `${kB(total)} of scripts in ${loaded.length} files, layout shift ${shift.toFixed(3)}`
    test.info().annotations.push({ type: 'figures', description: figures })
    console.log(`${path} at ${width} px (${language}): ${figures}`)
    // Compressing a few bytes makes more of them.
    expect(loaded.filter(({ size, encoding }) => size > 500 && !/^(br|gzip)$/.test(encoding))).toEqual([])
    expect(total, JSON.stringify(loaded, null, 1)).toBeLessThanOrEqual(scriptBudget)
    expect(shift).toBeLessThanOrEqual(shiftBudget)
  })
}

const sizeOf = (scripts: readonly { size: number }[]) => scripts.reduce((sum, { size }) => sum + size, 0)
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

const collectScripts = (watch: Watch) =>
  watch.read((response) => {
    if (response.request().resourceType() !== 'script') return
    const measure = async () => ({
      name: new URL(response.url()).pathname,
      size: (await response.request().sizes()).responseBodySize,
      encoding: (await response.headerValue('content-encoding')) ?? 'none',
    })
    return measure()
  })
