/** Pages before scripts run, and without scripts: search engines, link previews, slow connections. */
import { paths } from '@samtur/contract/paths'
import { languages } from '@samtur/i18n/translate'
import { expect, test } from '../fixtures.ts'
import { rideBody, type Server } from '../server.ts'
import { dayInOslo, type Language, mainIn, textsIn } from '../texts.ts'
import { refusal } from '../watch.ts'

async function makeRide(server: Server, changes: Record<string, unknown> = {}) {
  const driver = await server.member('Ingrid Solberg', { phone: '+4790000001' })
  const ride = await server.call<{ id: string }>(driver, 'POST', '/rides', rideBody({ daysAhead: 9, ...changes }))
  return { driver, ...ride }
}

const fetchPage = async (url: string, language: Language) => {
  const headers = { accept: 'text/html', 'accept-language': languages[language].tag }
  const response = await fetch(url, { headers })
  return { status: response.status, html: await response.text() }
}
/** Returns the page's content, without the data for its scripts. */
const contentOf = (html: string) => /<div id="root">(.*)<\/div>\s*<script id="boot"/s.exec(html)?.[1] ?? ''

for (const language of ['no', 'en', 'ar'] as const) {
  test(`pages are sent with their content (${language})`, mainIn(language), async ({ server }) => {
    const t = await textsIn(language)
    const { driver, id } = await makeRide(server)
    const pages = [
      { path: '/', words: [t('home.heading'), t('home.lead'), 'Trondheim'] },
      { path: '/search?sort=departure', words: [t('rides.all_rides'), 'Trondheim', 'Ingrid Solberg'] },
      { path: `/rides/${id}`, words: ['Lillehammer', 'Ingrid Solberg', 'Volvo', t('rides.reserve')] },
      { path: `/profile/${driver.id}`, words: ['Ingrid Solberg', t('profiles.reviews')] },
      { path: '/help-support', words: [t('helpdesk.title'), t('help.emergency_title')] },
      { path: '/help-support/emergency', words: [t('help.emergency_title')] },
      { path: '/laws-rules', words: [t('laws.title')] },
      { path: '/terms', words: [t('terms.title'), t('terms.lead')] },
      { path: '/green-mission', words: [t('green.title')] },
      { path: '/privacy', words: [t('policy.title')] },
      { path: '/accessibility', words: [t('accessibility.title')] },
    ]
    for (const { path, words } of pages) {
      const { status, html } = await fetchPage(server.url + path, language)
      expect(status, path).toBe(200)
      expect(html, path).toContain(`<html lang="${language}" dir="${languages[language].dir}">`)
      const content = contentOf(html)
      for (const word of words) expect(content, path).toContain(escapeHtml(word))
      expect(content.match(/<h1/g), path).toHaveLength(1)
      // Markers of content that the browser would have to load first.
      expect(content, path).not.toMatch(/<!--\$[!?]-->|undefined|\[object/)
      // Violations of the content security policy, and private data.
      expect(html, path).not.toMatch(/\sstyle="|\son[a-z]+="|90000001|EK12345|@example\.no/)
    }
  })
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll("'", '&#x27;')

test('a hostile text is shown as text', async ({ server }) => {
  const hostile = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"\'<!--'
  const { id } = await makeRide(server, { notes: hostile, start_location: hostile.slice(0, 60) })
  const { html } = await fetchPage(`${server.url}/rides/${id}`, 'no')
  expect(html.match(/<script/g)).toHaveLength(2)
  expect(html).not.toContain('<img src=x')
  expect(contentOf(html)).toContain('&lt;/script&gt;&lt;script&gt;alert(1)')
})

test('the preview picture of a link has its size', async ({ server, newPerson }) => {
  const { html } = await fetchPage(`${server.url}/`, 'no')
  const said = (name: string) => new RegExp(`property="og:image${name}" content="([^"]*)"`).exec(html)?.[1]
  const visitor = await newPerson('no')
  await visitor.open('/terms')
  const size = await visitor.page.evaluate(
    async (src) => {
      const picture = new Image()
      picture.src = src
      await picture.decode()
      return [String(picture.naturalWidth), String(picture.naturalHeight)]
    },
    said('') ?? '',
  )
  expect(size).toEqual([said(':width'), said(':height')])
})

test('without scripts pages can be read, and the form searches', { tag: '@main' }, async ({ newPerson, server }) => {
  const { id } = await makeRide(server, { start_location: 'Bodø', stops: [], end_location: 'Fauske' })
  const reader = await newPerson('no', { javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  const { page, rides, t } = reader
  await page.goto('/')
  await expect(reader.heading).toHaveText(t('home.heading'))
  await expect(page.locator('noscript p')).toBeVisible()
  await rides.place('rides.from').fill('Bodø')
  await rides.place('rides.to').fill('Fauske')
  await rides.submit.click()
  await expect(page).toHaveURL(/\/search\?from=Bod%C3%B8&to=Fauske/)
  await expect(rides.cards).toHaveCount(1)
  await rides.cards.getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`/rides/${id}`))
  await expect(reader.heading).toContainText('Fauske')
  await page.goto('/help-support')
  await page.getByRole('link', { name: t('help.emergency_title') }).click()
  await expect(reader.heading).toHaveText(t('help.emergency_title'))
})

for (const { language, width } of [
  { language: 'no', width: 360 },
  { language: 'ar', width: 1280 },
] as const)
  test(`without scripts a missing page shows an error and links (${language})`, async ({ newPerson, server }) => {
    const t = await textsIn(language)
    const reader = await newPerson(language, { javaScriptEnabled: false, viewport: { width, height: 740 } })
    const { page } = reader
    reader.watch.allow(refusal(400, 404, 414))
    const unknownId = '00000000-0000-4000-8000-000000000000'
    for (const [path, status, heading] of [
      ['/nope', 404, t('pages.not_found')],
      [`/rides/${unknownId}`, 404, t('ride.not_found_title')],
      [`/profile/${unknownId}`, 404, t('profiles.not_found')],
      ['/%E0%A4%A', 400, t('pages.not_found')],
      [`/search?from=${'x'.repeat(9000)}`, 414, t('pages.not_found')],
    ] as const) {
      const answer = await page.goto(server.url + path)
      expect([path, answer?.status()]).toEqual([path, status])
      await expect(reader.heading).toContainText(heading)
      await expect(page).toHaveTitle(`${heading} – Samtur`)
      expect(await page.locator('html').getAttribute('dir')).toBe(languages[language].dir)
      await page.locator('main a[href="/"]').click()
      await expect(reader.heading).toHaveText(t('home.heading'))
    }
  })

test('titles are the same before and after the scripts', async ({ newPerson, server }) => {
  const { driver, id } = await makeRide(server)
  const visitor = await newPerson('ar')
  const { page } = visitor
  visitor.watch.allow(refusal(404))
  const search = `/search?from=Oslo&to=Bergen&date=${dayInOslo(9)}`
  const signIn = ['/auth', '/publish-ride']
  for (const path of [
    '/',
    '/search',
    search,
    '/search?seats=2',
    `/profile/${driver.id}`,
    '/nope',
    '/terms',
    ...signIn,
  ]) {
    const { html } = await fetchPage(server.url + path, 'ar')
    await page.goto(server.url + path)
    await visitor.listening()
    await expect(page, path).toHaveTitle(titleOf(html))
  }
  const { html } = await fetchPage(`${server.url}/rides/${id}`, 'ar')
  await page.goto(`${server.url}/rides/${id}`)
  await visitor.listening()
  await expect(page).toHaveTitle(titleOf(html))
})

const titleOf = (html: string) => /<title>([^<]*)/.exec(html)?.[1] ?? ''

/** What stands between two tags and looks like the id of a text; addresses of other sites end differently. */
const textId = /(?<=>)(?!\w+\.(?:se|no|dk)<)[a-z_]+(?:\.[a-z_]+)+(?=<)/g

test('no page that the server renders shows the id of a text', { tag: '@main' }, async ({ newPerson, server }) => {
  const driver = await server.member('Ingrid Solberg')
  const places = await server.call<{ items: { id: number }[] }>(driver, 'GET', '/places?q=Bergen')
  const placeId = places.items[0]?.id ?? 0
  const points = await server.call<{ items: { id: string; name: string }[] }>(
    driver,
    'GET',
    `/meeting-points?place_id=${placeId}`,
  )
  const [point] = points.items
  if (!point) throw new Error('Bergen has no point')
  const start_location = { text: 'Bergen', place_id: placeId, meeting_point_id: point.id }
  const body = rideBody({ daysAhead: 9, start_location, stops: [], end_location: 'Voss' })
  const ride = await server.call<{ id: string }>(driver, 'POST', '/rides', body)
  const visitor = await newPerson('no')
  for (const path of [...Object.values(paths).filter((one) => !one.includes(':')), `/rides/${ride.id}`]) {
    const html = await (await visitor.context.request.get(server.url + path)).text()
    expect(html.match(textId), path).toBeNull()
  }
  const html = await (await visitor.context.request.get(`${server.url}/rides/${ride.id}`)).text()
  expect(html).toContain(point.name)
})
