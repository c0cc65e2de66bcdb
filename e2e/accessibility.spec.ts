/** Every screen in every look: nothing that axe finds, nothing that runs out of a narrow window, no text that is missing. */
import fs from 'node:fs'
import path from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { PRODUCT_NAME } from '@samtur/contract/constants'
import { createPerson, expect, test as base } from './fixtures.ts'
import type { Person } from './person.ts'
import type { Screen } from './screen.ts'
import { screens } from './screens.ts'
import { told, type Language } from './texts.ts'
import { readable } from './watch.ts'
import { makeWorld, type World } from './world.ts'

type Role = Screen['as']

interface Stage {
  world: World
  /** One browser window for each role and language, because opening windows would take longer than all the looking. */
  actor(role: Role, language: Language): Promise<Person>
}

const test = base.extend<object, { stage: Stage }>({
  stage: [
    async ({ browser, server }, use) => {
      const world = await makeWorld(server)
      const actors = new Map<string, Promise<Person>>()
      const enter = (role: Role, language: Language) =>
        createPerson(browser, server, language, {
          ...(role !== 'visitor' && { member: world[role] }),
          // Nothing is looked at while it changes.
          reducedMotion: 'reduce',
        })
      await use({
        world,
        actor(role, language) {
          const key = `${role} ${language}`
          const known = actors.get(key) ?? enter(role, language)
          actors.set(key, known)
          return known
        },
      })
      for (const actor of actors.values()) await (await actor).context.close()
    },
    { scope: 'worker' },
  ],
})

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** 400 % zoom of a small laptop. */
const narrowest = 320

const locales = path.resolve(import.meta.dirname, '../packages/i18n/locales/en')
const catalogues = fs.readdirSync(locales).map((file) => path.basename(file, '.po'))
const missingText = new RegExp(`\\b(${catalogues.join('|')})\\.[a-z][a-z_]+\\b`)

const widths = { wide: 1280, narrow: 360 } as const
const schemes = ['light', 'dark'] as const
type Look = { width: keyof typeof widths; scheme: (typeof schemes)[number]; axe: boolean }

/**
 * What axe finds does not depend on the language, but on widths and colours: it looks in one language, at a wide window in the light and a
 * narrow one in the dark. What depends on the language, whether everything has its text and room, is looked at where room is scarce.
 * EVERY_LOOK=on takes all four, with axe, in each language.
 */
function looksOf({ only }: Screen, language: Language): Look[] {
  const all = (['wide', 'narrow'] as const).flatMap((width) => schemes.map((scheme) => ({ width, scheme, axe: true })))
  const possible = all.filter(({ width }) => !only || only === width)
  if (process.env['EVERY_LOOK']) return possible
  const looks = possible.filter(({ width, scheme }) => (width === 'wide') === (scheme === 'light'))
  return language === 'no' ? looks : looks.slice(-1).map((look) => ({ ...look, axe: false }))
}

for (const language of told) {
  for (const screen of screens) {
    test(`${screen.name} (${language})`, async ({ stage }) => {
      const person = await stage.actor(screen.as, language)
      const { page, watch } = person
      const looks = looksOf(screen, language)
      await page.setViewportSize({ width: widths[screen.only ?? 'wide'], height: 800 })
      await screen.open(person, stage.world)
      await expectPage(person)
      for (const look of looks) await expectUsable(page, look)
      expect(watch.take()).toEqual([])
      await page.unrouteAll()
      // Drafts are kept for the same window.
      await page.evaluate(() => sessionStorage.clear())
    })
  }
}

/** One heading, a title, the language: whatever the width. */
async function expectPage({ page, language }: Person) {
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(page.locator('html')).toHaveAttribute(
    'lang',
    language === 'no' ? /^(no|nb)/ : new RegExp(`^${language}`),
  )
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  await expect(page).toHaveTitle(new RegExp(PRODUCT_NAME))
  expect(await readable(page)).not.toMatch(missingText)
}

async function expectUsable(page: Page, { width, scheme, axe }: Look) {
  await page.setViewportSize({ width: widths[width], height: 800 })
  await page.emulateMedia({ colorScheme: scheme })
  // Where a click has scrolled to, something may lie half below the sticky bar: that is the bar's business, not the target's size.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expectStill(page)
  if (axe) expect.soft(await findings(page), `${scheme}, ${widths[width]} px`).toEqual([])
  if (width === 'wide') return
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: narrowest, height: 568 })
  await expectNoSidewaysScroll(page)
}

async function findings(page: Page) {
  // There are no frames: no need to gather what they answer.
  const { violations } = await new AxeBuilder({ page }).withTags(tags).setLegacyMode(true).analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => ({ id, help, html, failureSummary })),
  )
}

/** Colours change in their own time, and a change may set off another one inside. */
async function expectStill(page: Page) {
  await page.evaluate(async () => {
    const running = () => document.getAnimations().filter(({ playState }) => playState === 'running')
    while (running().length > 0) await Promise.allSettled(running().map(({ finished }) => finished))
  })
}

async function expectNoSidewaysScroll(page: Page) {
  const { width, wide } = await page.evaluate(() => {
    const { scrollWidth } = document.documentElement
    if (scrollWidth <= innerWidth) return { width: innerWidth, wide: [] }
    const outside = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > innerWidth + 1,
    )
    return { width: innerWidth, wide: outside.map((element) => element.outerHTML.slice(0, 150)) }
  })
  expect.soft(wide, `nothing is wider than ${width} px`).toEqual([])
}

test('going from page to page, the focus is on the new heading', async ({ newPerson, stage }) => {
  const person = await newPerson('no', { member: stage.world.driver })
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
