/** The theme: stored on the device, changed in every tab at once, and applied before anything is painted. */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { Device } from '../pages/device.ts'
import type { Person } from '../person.ts'
import { testedLanguages } from '../texts.ts'

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
const light = 'rgb(246, 247, 242)'
const dark = 'rgb(13, 22, 18)'

/** Returns the colour scheme of the browser's own controls. */
const edge = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
      .filter(({ media }) => matchMedia(media).matches)
      .map(({ content }) => content),
  )

const choice = ({ page, t }: Person, id: 'appearance.light' | 'appearance.dark' | 'appearance.device') =>
  page.getByRole('radio', { name: t(id) })

for (const language of testedLanguages) {
  test(`a visitor chooses dark (${language})`, async ({ newPerson, server }) => {
    const visitor = await newPerson(language, { colorScheme: 'light' })
    const { page, nav, context } = visitor
    await visitor.open('/terms')
    const other = await visitor.newTab()
    await other.open('/search')
    expect(await ground(page)).toBe(light)
    // Nothing is stored before a choice.
    expect(await context.cookies()).toEqual([])

    await test.step('by keyboard, in the menu More', async () => {
      await nav.more.focus()
      await page.keyboard.press('Enter')
      await expect(choice(visitor, 'appearance.device')).toBeChecked()
      for (let presses = 0; presses < 6; presses++) await page.keyboard.press('Tab')
      await expect(choice(visitor, 'appearance.device')).toBeFocused()
      await page.keyboard.press('ArrowUp')
      await expect(choice(visitor, 'appearance.dark')).toBeChecked()
      expect(await ground(page)).toBe(dark)
      expect(await edge(page)).toEqual(['#14201a'])
    })

    await test.step('the other tab turns dark at once, and a new page is dark before any script', async () => {
      await expect.poll(() => ground(other.page)).toBe(dark)
      const [cookie] = await context.cookies()
      expect(cookie).toMatchObject({ name: 'theme', value: 'dark', sameSite: 'Lax', path: '/' })
      const html = await (await context.request.get(`${server.url}/terms`)).text()
      expect(html).toMatch(/<html[^>]* data-theme="dark"/)
      expect(html).toContain('<meta name="color-scheme" content="dark"')
    })

    await test.step('every painted frame is dark', async () => {
      await other.page.addInitScript(() => {
        const seen: string[] = []
        Object.assign(globalThis, { seen })
        const look = () => {
          if (document.body) seen.push(getComputedStyle(document.documentElement).backgroundColor)
          requestAnimationFrame(look)
        }
        look()
      })
      await other.open('/search')
      const seen = await other.page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
      expect(seen.length).toBeGreaterThan(0)
      expect([...new Set(seen)]).toEqual([dark])
      expect(await edge(other.page)).toEqual(['#14201a'])
    })

    await test.step('the device prefers dark, the choice is light', async () => {
      await page.emulateMedia({ colorScheme: 'dark' })
      await choice(visitor, 'appearance.light').check()
      expect(await ground(page)).toBe(light)
      await page.reload()
      await expect(visitor.heading).toBeVisible()
      expect(await ground(page)).toBe(light)
      expect(await edge(page)).toEqual(['#ffffff'])
    })

    await test.step('the choice to follow the device stores nothing', async () => {
      // The heading above was there before the scripts.
      await visitor.listening()
      await nav.more.click()
      await choice(visitor, 'appearance.device').check()
      expect(await ground(page)).toBe(dark)
      expect(await context.cookies()).toEqual([])
      expect(await page.evaluate(() => localStorage.length)).toBe(0)
      await expect.poll(() => ground(other.page)).toBe(light)
    })

    await test.step('on a phone, in the menu, and after going back', async () => {
      await page.keyboard.press('Escape')
      await page.setViewportSize({ width: 360, height: 740 })
      await page.emulateMedia({ colorScheme: 'light' })
      await nav.menuButton.click()
      await choice(visitor, 'appearance.dark').check()
      expect(await ground(page)).toBe(dark)
      await page.goto(`${server.url}/search`)
      await expect(visitor.heading).toBeVisible()
      expect(await ground(page)).toBe(dark)
      await page.goBack()
      await expect(visitor.heading).toBeVisible()
      expect(await ground(page)).toBe(dark)
    })
  })
}

test('the choice dark holds without a network, before anything else of the page has loaded', async ({ newPerson }) => {
  const person = await newPerson('no', { member: true, serviceWorkers: 'allow', colorScheme: 'light' })
  const { page, context } = person
  const device = new Device(person)
  await person.open('/my-rides')
  await device.ready('src/routes/my-rides.ts')
  await context.addCookies([{ name: 'theme', value: 'dark', url: person.server.url }])
  await device.goOffline()
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(globalThis, { seen })
    const look = () => {
      if (document.body) seen.push(document.documentElement.dataset['theme'] ?? 'none')
      requestAnimationFrame(look)
    }
    look()
  })
  await person.open('/my-rides')
  expect(await ground(page)).toBe(dark)
  expect(await edge(page)).toEqual(['#14201a'])
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
  expect([...new Set(seen)]).toEqual(['dark'])
})
