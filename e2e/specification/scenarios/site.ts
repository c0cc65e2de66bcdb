import type { Person } from '../../person.ts'
import { refusal } from '../../watch.ts'
import type { site } from '../site.ts'
import { leaveUnanswered, scenario, type Scenarios } from '../scenario.ts'

const pageOfTerms = '**/assets/terms-*.js'

/** Removes the session from the page, so that it has to be requested. */
async function withoutAnswers({ page, server }: Person) {
  await page.route(`${server.url}/reservations`, async (route) => {
    const answer = await route.fetch()
    const html = (await answer.text()).replace(/(<script id="boot"[^>]*>)[^<]*/, '$1null')
    await route.fulfill({ response: answer, body: html })
  })
}

export const siteScenarios: Scenarios<typeof site> = {
  'while the session loads': scenario('newcomer', async (person) => {
    await leaveUnanswered(person, '**/api/v1/me')
    await withoutAnswers(person)
    await person.page.goto('/reservations')
  }),
  'an address that leads nowhere': scenario('visitor', async ({ page, watch }) => {
    watch.allow(refusal(404))
    await page.goto('/no-such-page')
  }),
  // Signed in, because what the server draws for a visitor stays.
  'a page that throws': scenario('newcomer', async ({ page, watch }) => {
    watch.allow(/ERR_FAILED|Failed to fetch dynamically|terms-/)
    await page.route(pageOfTerms, (route) => route.abort())
    await page.goto('/terms')
  }),
  'the bar, signed out': scenario('visitor', '/laws-rules'),
  'the footer': scenario('visitor', '/laws-rules'),
  'the menu of more': scenario('visitor', async (person) => {
    await person.open('/laws-rules')
    await person.nav.more.click()
  }),
  'the bar of a driver': scenario('driver', '/laws-rules'),
  'the menu of a narrow window': scenario('driver', async (person) => {
    await person.page.setViewportSize({ width: 360, height: 800 })
    await person.open('/laws-rules')
    await person.nav.menuButton.click()
  }),
  'the bar of the administrator': scenario('admin', '/laws-rules'),
  'the front page': scenario('visitor', async (person) => {
    await person.open('/')
    // The help button appears after the first key or touch.
    await person.page.keyboard.press('Shift')
  }),
  'the front page, in Norwegian': scenario('visitor', '/'),
  'the help dialog of the front page': scenario('visitor', async (person) => {
    await person.open('/')
    await person.page.keyboard.press('Shift')
    await person.help.helpButton.click()
  }),
}
