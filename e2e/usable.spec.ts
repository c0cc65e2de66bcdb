/** Pages under people's own settings: the keyboard, wider text, less motion, the system's own colours. */
import type { Page } from '@playwright/test'
import { languages } from '@samtur/i18n/translate'
import { createPerson, expect } from './fixtures.ts'
import { Keyboard } from './keyboard.ts'
import { patient } from './patience.ts'
import type { Person } from './person.ts'
import { stillTest } from './actors.ts'
import { makeAdmin } from './server.ts'
import { dayInOslo, type Language } from './texts.ts'
import type { Dataset } from './dataset.ts'

const test = stillTest.extend<{ driver: Person }>({
  driver: async ({ browser, server, dataset }, use) => {
    const person = await createPerson(browser, server, 'no', { member: dataset.driver, viewport: phone })
    await use(person)
    expect(person.watch.take()).toEqual([])
    await person.close()
  },
})
test.describe.configure({ timeout: patient(120_000) })

const phone = { width: 360, height: 640 }
const screens = [phone, { width: 1280, height: 800 }]

const addresses = ({ openRide, pendingRide, passenger }: Dataset) => [
  '/',
  `/search?from=Hamar&date=${dayInOslo(30)}`,
  `/rides/${openRide}`,
  `/rides/${pendingRide}/edit`,
  '/my-rides?tab=rides',
  '/reservations',
  '/profile',
  `/profile/${passenger.id}`,
  '/edit-profile',
  '/publish-ride',
  '/chat',
  '/notifications?tab=settings',
  '/help-support',
  '/help-support/emergency',
  '/green-mission',
  '/terms',
]

test('the focus is visible at every stop of the Tab key', async ({ driver, dataset }) => {
  const { page } = driver
  for (const viewport of screens) {
    await page.setViewportSize(viewport)
    for (const path of ['/', `/rides/${dataset.openRide}`, '/my-rides?tab=rides', '/publish-ride', '/help-support']) {
      const keys = new Keyboard(page)
      await driver.open(path)
      await keys.tabThrough()
      expect.soft(keys.hidden, `${path}, ${viewport.width} px`).toEqual([])
    }
  }
})

test('reduced motion stops animations, help is in the same place, and wider text is not cut off', async ({
  driver,
  dataset,
}) => {
  const { page } = driver
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const bars = new Set<string>()
  const feet: string[][] = []
  for (const path of addresses(dataset)) {
    await driver.open(path)
    expect.soft(await moving(page), `animations of ${path}`).toEqual([])
    const [bar, foot] = await linksAround(page)
    expect.soft(bar, path).toContain('/help-support')
    expect.soft(foot, path).toContain('/help-support')
    bars.add(String(bar))
    feet.push(foot)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    expect.soft(await cutOff(page), `cut off on ${path}`).toEqual([])
  }
  expect([...bars]).toHaveLength(1)
  // Members have fewer links below the pages that do not inform, in the same order.
  const shared = feet.map((foot) => foot.filter((link) => feet.every((other) => other.includes(link))))
  for (const foot of shared) expect(foot).toEqual(shared[0])
})

test('with text of twice the size nothing is wider than a phone', async ({ driver, dataset }) => {
  const { page } = driver
  await page.setViewportSize({ width: 360, height: 740 })
  const settings = await page.context().newCDPSession(page)
  await settings.send('Page.enable')
  await settings.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  for (const path of addresses(dataset)) {
    await driver.open(path)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    expect.soft(await wide(page), path).toEqual([])
  }
})

/** Returns what reaches over the window's end, where the page scrolls sideways; and the bar's parts that do. */
const wide = (page: Page) =>
  page.evaluate(() => {
    const over = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 1 && (right > innerWidth + 1 || left < -1)
    }
    const sideways = document.documentElement.scrollWidth > innerWidth
    return [...document.querySelectorAll(sideways ? 'body *' : ':is(header, .bottom-nav) *')]
      .filter((element) => element.checkVisibility() && over(element))
      .map((element) => element.outerHTML.slice(0, 150))
  })

/** Returns the elements that are still animated. */
const moving = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0) > 200)
      .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.outerHTML.slice(0, 120) : '')),
  )

/** Returns the addresses that the bar and the footer lead to, in their order. */
const linksAround = (page: Page) =>
  page.evaluate(() => {
    const within = (part: string) =>
      [...document.querySelectorAll<HTMLAnchorElement>(`body > div ${part} a[href]`)].map((each) => each.pathname)
    return [within('header nav'), within('footer')] as const
  })

/** Sets the four distances of WCAG 1.4.12. Elements that shorten their text on purpose are marked. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
        'p { margin-bottom: 2em !important }',
    )
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    const shortened = '.truncate, [class*=line-clamp], select, input, textarea'
    const isCut = (element: Element) => {
      const { overflowX, overflowY } = getComputedStyle(element)
      // For screen readers only.
      if (element.clientWidth <= 1) return false
      const hides = (way: string) => way === 'hidden' || way === 'clip'
      const tooHigh = hides(overflowY) && element.scrollHeight > element.clientHeight + 2
      const tooWide = hides(overflowX) && element.scrollWidth > element.clientWidth + 2
      return (tooHigh || tooWide) && element.textContent?.trim() !== ''
    }
    const cut = [...document.querySelectorAll('main *, header *, footer *')]
      .filter((element) => element.checkVisibility() && !element.closest(shortened) && isCut(element))
      .map((element) => element.outerHTML.slice(0, 150))
    return document.documentElement.scrollWidth > innerWidth ? [...cut, 'the page scrolls sideways'] : cut
  })
}

for (const language of Object.keys(languages) as Language[])
  test(`the bar fits its content with the longest words (${language})`, async ({ browser, server, dataset }) => {
    // An unread message, driver and administrator at once: the fullest bar.
    const member = await makeAdmin(server, 'Adele Allround', { is_driver: true })
    const { id } = await server.call<{ id: string }>(dataset.passenger, 'POST', '/chats', { user_id: member.id })
    await server.call(dataset.passenger, 'POST', `/chats/${id}/messages`, { content: 'Hei!' })
    const person = await createPerson(browser, server, language, { member })
    const { page, nav, t } = person
    await person.open('/my-rides')
    await expect(nav.bar.getByRole('link', { name: t('admin.button') })).toBeVisible()
    await expect(nav.unreadDot).toBeAttached()
    for (const width of [320, 360, 768, 1199, 1200, 1216, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect.soft(await tooWide(page), `${width} px`).toEqual([])
    }
    expect(person.watch.take()).toEqual([])
    await person.close()
  })

/** Returns the parts of the bar that reach over the window's edge or over a neighbour. */
async function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const nav = document.querySelector('header nav')
    if (!nav) return ['there is no bar']
    const parts = [...nav.querySelectorAll('a, button, label')]
      .filter((each) => each.checkVisibility() && !each.closest('[popover]'))
      .map((each) => ({
        text: each.textContent,
        box: each.getBoundingClientRect(),
        cut: each.scrollWidth > each.clientWidth + 1,
      }))
    const over = parts.filter(({ box, cut }, index) => {
      const beside = parts
        .slice(index + 1)
        .some((other) => box.left < other.box.right - 1 && other.box.left < box.right - 1)
      return cut || beside || box.left < 0 || box.right > innerWidth || box.height > 48
    })
    const sideways = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []
    return [...over.map(({ text }) => text), ...sideways]
  })
}

test('with forced system colours the focus, the buttons and the icons stay visible', async ({ driver, dataset }) => {
  const { page } = driver
  await page.emulateMedia({ forcedColors: 'active' })
  for (const path of ['/', `/rides/${dataset.openRide}`, '/my-rides?tab=rides', '/publish-ride']) {
    const keys = new Keyboard(page)
    await driver.open(path)
    await keys.tabThrough()
    expect.soft(keys.hidden, path).toEqual([])
    const lost = await page.evaluate(() => {
      const shows = (element: Element) => {
        const { borderStyle, textDecorationLine } = getComputedStyle(element)
        return borderStyle !== 'none' || textDecorationLine !== 'none' || element.textContent?.trim() !== ''
      }
      const sameAsGround = (icon: Element) => {
        const { color, fill, stroke } = getComputedStyle(icon)
        const ground = getComputedStyle(document.body).backgroundColor
        return [color, fill, stroke].every((each) => each === ground || each === 'none')
      }
      const seen = (selector: string) =>
        [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility())
      const empty = seen('button, a').filter((each) => !shows(each) && !each.querySelector('svg, img'))
      return [...empty, ...seen('svg').filter(sameAsGround)].map((each) => each.outerHTML.slice(0, 150))
    })
    expect.soft(lost, path).toEqual([])
  }
})
