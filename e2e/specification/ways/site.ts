import type { Person } from '../../person.ts'
import { refusal } from '../../watch.ts'
import type { site } from '../site.ts'
import { leaveUnanswered, way, type Ways } from '../way.ts'

const pageOfTerms = '**/assets/terms-*.js'

/** Removes the session from the page, so that it has to be requested. */
async function withoutAnswers({ page, server }: Person) {
  await page.route(`${server.url}/reservations`, async (route) => {
    const answer = await route.fetch()
    const html = (await answer.text()).replace(/(<script id="boot"[^>]*>)[^<]*/, '$1null')
    await route.fulfill({ response: answer, body: html })
  })
}

export const siteWays: Ways<typeof site> = {
  'while the session loads': way('newcomer', async (person) => {
    await leaveUnanswered(person, '**/api/v1/me')
    await withoutAnswers(person)
    await person.page.goto('/reservations')
  }),
  'an address that leads nowhere': way('visitor', async ({ page, watch }) => {
    watch.allow(refusal(404))
    await page.goto('/no-such-page')
  }),
  'a page that throws': way('visitor', async ({ page, watch }) => {
    watch.allow(/ERR_FAILED|Failed to fetch dynamically|terms-/)
    await page.route(pageOfTerms, (route) => route.abort())
    await page.goto('/terms')
  }),
  'the bar, signed out': way('visitor', '/laws-rules'),
  'the footer': way('visitor', '/laws-rules'),
  'the menu of more': way('visitor', async (person) => {
    await person.open('/laws-rules')
    await person.nav.more.click()
  }),
  'the bar of a driver': way('driver', '/laws-rules'),
  'the menu of a narrow window': way('driver', async (person) => {
    await person.page.setViewportSize({ width: 360, height: 800 })
    await person.open('/laws-rules')
    await person.nav.menuButton.click()
  }),
  'the bar of the administrator': way('admin', '/laws-rules'),
  'the front page': way('visitor', async (person) => {
    await person.open('/')
    // The help button appears after the first key or touch.
    await person.page.keyboard.press('Shift')
  }),
  'the front page, in Norwegian': way('visitor', '/'),
  'the help dialog of the front page': way('visitor', async (person) => {
    await person.open('/')
    await person.page.keyboard.press('Shift')
    await person.help.helpButton.click()
  }),
}
