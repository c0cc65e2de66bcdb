/** Scans every screen in every look: no finding of axe, nothing wider than a narrow window, no missing text. */
import type { Page } from '@playwright/test'
import { PRODUCT_NAME } from '@samtur/contract/constants'
import { languages } from '@samtur/i18n/translate'
import { findings } from './axe.ts'
import { expect } from './fixtures.ts'
import { isDone, lookedAt, looksOf, matrix, narrowest, noteDone, pictureOf, type Look } from './looks.ts'
import { patient } from './patience.ts'
import type { Person } from './person.ts'
import type { Screen } from './screen.ts'
import { screens } from './screens.ts'
import { stillTest as test } from './actors.ts'
import { everyLanguage, missingText, type Language } from './texts.ts'
import { readable } from './watch.ts'

/** The screens that plain `npm test` scans, in Norwegian: one of each kind. */
const firstScreens = new Set([
  'home',
  'search with results',
  'ride',
  'reservation dialog',
  'sign in with a wrong password',
  'publish with errors',
  'reservations',
  'conversation',
  'own profile',
  'menu',
  'dark by choice',
])

/** The states whose width is also measured in Arabic. Those that need only their address are opened by the crawl. */
const arabicScreens = new Set([
  'search with filters',
  'search without results',
  'reserved ride',
  'cancelled ride',
  'reservation dialog',
  'sign in with a wrong password',
  'sign up with errors',
  'a link that is used up',
  'second factor',
  'new password with errors',
  'a changed trip among the reservations',
  'rejecting a request',
  'taken off a ride',
  'publish with errors',
  'publish, time and price',
  'my rides',
  'rating dialog',
  'edit profile with errors',
  'conversation',
  'report of a person that is too long',
  'security with everything',
  'blocked people',
  'support form with errors',
  'assistant with an answer',
  'one report',
  'one request, with nothing written',
  'laws and rules, everything unfolded',
  'menu',
  'wanted rides',
  'public wanted rides',
  'the form of a wanted ride with errors',
  'the offer to keep a search',
])
const unknown = firstScreens.union(arabicScreens).difference(new Set(screens.map(({ name }) => name)))
if (unknown.size > 0) throw new Error(`no screen is called ${[...unknown].join(', ')}`)

for (const language of lookedAt) {
  const isWhole = language === 'no' || matrix || everyLanguage
  for (const screen of screens.filter(({ name }) => isWhole || arabicScreens.has(name))) {
    const tag = firstScreens.has(screen.name) && language === 'no' ? ['@main'] : []
    test(`${screen.name} (${language})`, { tag }, async ({ actors }) => {
      test.skip(isDone(language, screen), 'found without fault before')
      const person = await actors.open(screen.as, language)
      const { page, watch } = person
      const looks = looksOf(screen, language)
      await page.setViewportSize({ width: screen.only === 'narrow' ? 360 : 1280, height: 800 })
      await screen.open(person, actors.dataset)
      await expectPage(person)
      for (const look of looks) {
        await expectUsable(page, look, screen.height)
        await keepPicture(page, { language, screen, look })
      }
      // Drafts are stored per window, and the window is used again.
      await page.evaluate(() => sessionStorage.clear())
      // The page is left before its responses come from the server again, which does not know what it shows.
      await page.goto('about:blank')
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(watch.take()).toEqual([])
      if (test.info().errors.length === 0) noteDone(language, screen, looks)
    })
  }
}

/** Checks what holds at every width: one heading, a title, the language. */
async function expectPage({ page, language }: Person) {
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(page.locator('html')).toHaveAttribute(
    'lang',
    language === 'no' ? /^(no|nb)/ : new RegExp(`^${language}`),
  )
  await expect(page.locator('html')).toHaveAttribute('dir', languages[language].dir)
  await expect(page).toHaveTitle(new RegExp(PRODUCT_NAME))
  expect(await readable(page)).not.toMatch(missingText)
}

async function expectUsable(page: Page, { width, scheme, axe }: Look, height = 800) {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: scheme })
  // After a click has scrolled the page, a target may lie half below the sticky bar and would fail for its size.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expectStill(page)
  if (axe) expect.soft(await findings(page, matrix), `${scheme}, ${width} px`).toEqual([])
  if (width >= 1280) return
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: narrowest, height: 568 })
  await expectNoSidewaysScroll(page)
}

async function keepPicture(page: Page, { language, screen, look }: { language: Language; screen: Screen; look: Look }) {
  const file = pictureOf(language, screen, look)
  if (!file) return
  await page.setViewportSize({ width: look.width, height: screen.height ?? 800 })
  await page.screenshot({ path: file, fullPage: true, animations: 'disabled' })
}

/** Waits until colours have changed; one transition may start another. */
async function expectStill(page: Page) {
  await page.evaluate(async () => {
    const running = () => document.getAnimations().filter(({ playState }) => playState === 'running')
    while (running().length > 0) await Promise.allSettled(running().map(({ finished }) => finished))
  })
}

async function expectNoSidewaysScroll(page: Page) {
  const outside = () =>
    page.evaluate(() => {
      if (document.documentElement.scrollWidth <= innerWidth) return []
      return [...document.querySelectorAll('body *')]
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
        .map((element) => element.outerHTML.slice(0, 150))
    })
  const message = `nothing is wider than ${page.viewportSize()?.width} px`
  // A window that has just become narrower may briefly show its old layout.
  await expect.soft.poll(outside, { message, timeout: patient(2_000) }).toEqual([])
}

test('after going to another page the focus is on its heading', async ({ newPerson, actors }) => {
  const person = await newPerson('no', { member: actors.dataset.driver })
  const { page, nav, t } = person
  await person.open('/')
  const titles = new Set([await page.title()])
  for (const id of ['nav.rides', 'nav.reservations', 'nav.my_rides', 'nav.profile', 'nav.chat'] as const) {
    await nav.link(id).click()
    await expect(page).not.toHaveTitle([...titles].at(-1) ?? '')
    await expect(person.heading, t(id)).toBeFocused()
    titles.add(await page.title())
  }
  expect(titles.size).toBe(6)
  await page.goBack()
  await expect(person.heading).toBeFocused()
})
