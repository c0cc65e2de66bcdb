/** Pages to read: laws and rules, terms, the green mission, and the two statements. */
import { languages } from '@samtur/i18n/translate'
import { expect, test } from '../fixtures.ts'
import { builtFile } from '../pages/device.ts'
import type { Person } from '../person.ts'
import { rideBody } from '../server.ts'
import { hours, testedLanguages } from '../texts.ts'

const footerLink = (
  { page, t }: Person,
  id: 'nav.green' | 'nav.laws' | 'nav.privacy' | 'nav.terms' | 'nav.accessibility',
) => page.getByRole('contentinfo').getByRole('link', { name: t(id), exact: true })

for (const language of testedLanguages) {
  test(`a visitor reads laws and rules (${language})`, async ({ newPerson, server }) => {
    const visitor = await newPerson(language)
    const { page, nav, t } = visitor
    await visitor.open('/')
    await nav.more.click()
    await page
      .getByRole('link', { name: t('nav.laws') })
      .first()
      .click()
    await expect(visitor.heading).toHaveText(t('laws.title'))
    await expect(page).toHaveTitle(`${t('laws.title')} – Samtur`)
    await expect(page.getByText(t('laws.disclaimer'))).toBeVisible()

    await test.step('a topic opens and closes by keyboard', async () => {
      const text = page.getByText(t('laws.tax_se'))
      await expect(text).toBeHidden()
      await page.locator('#tax summary').focus()
      await page.keyboard.press('Enter')
      await expect(text).toBeVisible()
      await expect(page.locator('#tax')).toContainText('skatteverket.se')
      await page.keyboard.press('Space')
      await expect(text).toBeHidden()
    })

    await test.step('the page lists the authorities of the three countries, and the contact here', async () => {
      const outside = page.getByRole('main').locator('a[href^="https://"]')
      const addresses = await outside.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
      expect(addresses.map((address) => new URL(address ?? '').host)).toEqual([
        'www.vegvesen.no',
        'www.fstyr.dk',
        'www.transportstyrelsen.se',
      ])
      await expect(page.getByRole('main').locator('a[href^="mailto:"]')).toContainText('@')
      const form = page.getByRole('main').getByRole('link', { name: t('laws.contact_form') })
      await expect(form).toHaveAttribute('href', '/help-support?tab=contact')
    })

    await test.step('a link to a topic opens it', async () => {
      await page.goto(`${server.url}/laws-rules#insurance`)
      await expect(page.getByText(t('laws.insurance_ask'))).toBeInViewport()
    })
  })

  test(`the green mission's figures count up (${language})`, async ({ newPerson }) => {
    const visitor = await newPerson(language)
    const { page, t } = visitor
    const shown = (at: number) => page.locator('[data-counter]').nth(at)
    const number = (value: number) => value.toLocaleString(languages[language].tag)
    const figures = [number(2847), `${number(15_420)}\u00a0kg`, `${number(89_340)}\u00a0NOK`]
    await visitor.open('/')
    await page
      .getByRole('main')
      .getByRole('link', { name: t('home.read_more') })
      .click()
    await expect(visitor.heading).toHaveText(t('green.title'))
    await expect(shown(2)).toHaveText(/^0/)
    // A screen reader reads the final figures, from the start and once.
    const spoken = await page.getByRole('main').locator('dd').allTextContents()
    for (const [at, figure] of figures.entries()) expect(spoken[at]?.startsWith(figure)).toBe(true)
    for (const [at, figure] of figures.entries()) await expect(shown(at)).toHaveText(figure)
    await expect(page.getByText(t('green.figures_note'))).toBeVisible()
    await expect(
      page.getByText(t('green.fact_ride', { kg: (2.3).toLocaleString(languages[language].tag) })),
    ).toBeVisible()
    const links = page.getByRole('main').getByRole('link')
    await expect(links.filter({ hasText: t('green.start') }).first()).toHaveAttribute('href', '/auth')
    await links
      .filter({ hasText: t('green.find') })
      .first()
      .click()
    await expect(page).toHaveURL(/\/search$/)
  })

  test(`the front page shows this installation's figures once there are any (${language})`, async ({
    newPerson,
    ownServer: server,
  }) => {
    // Both trips are published while they are still ahead.
    server.clock.shift = -hours(96)
    const visitor = await newPerson(language, { server, reducedMotion: 'reduce' })
    const { page, t } = visitor
    await visitor.open('/green-mission')
    await expect(page.locator('[data-counter]').first()).toHaveText((2847).toLocaleString(languages[language].tag))
    await expect(page.getByText(t('green.real_note'))).toHaveCount(0)

    const [dag, pia] = [await server.member('Dag Drange'), await server.member('Pia Pedersen')]
    const { id: ride } = await server.call<{ id: string }>(dag, 'POST', '/rides', rideBody({ daysAhead: -1 }))
    const { id } = await server.call<{ id: string }>(pia, 'POST', `/rides/${ride}/reservations`, { seats_requested: 1 })
    await server.call(dag, 'POST', `/reservations/${id}/accept`)
    server.clock.shift = 0
    await page.reload()
    const own = page.getByRole('region', { name: t('green.real_title', { name: 'Samtur' }) })
    await expect(own).toContainText(t('green.real_note'))
    await expect(own.locator('dd').first()).toHaveText('1')
    await expect(own.locator('dd').last()).toHaveText(/^[45]\d\d\skm$/)
  })

  test(`a visitor reads terms and statements (${language})`, async ({ newPerson, server }) => {
    const visitor = await newPerson(language)
    const { page, t, context } = visitor
    await visitor.open('/terms')
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(9)
    await expect(page.getByText(t('terms.updated'))).toContainText('2024')

    await footerLink(visitor, 'nav.privacy').click()
    await expect(visitor.heading).toHaveText(t('policy.title'))
    await expect(page.getByRole('main').locator('dt')).toHaveCount(12)
    await expect(page.getByRole('main').locator('a[href="/my-data"]')).toBeVisible()

    await footerLink(visitor, 'nav.accessibility').click()
    await expect(visitor.heading).toHaveText(t('accessibility.title'))
    await expect(page.getByText(t('accessibility.gap_images'))).toBeVisible()
    await expect(page.getByText(/2026/)).toBeVisible()
    await expect(page.getByRole('main').locator('a[href^="mailto:"]')).toBeVisible()

    // Title and description are there before any script runs.
    const headers = { 'accept-language': languages[language].tag }
    const html = async (path: string) => (await context.request.get(server.url + path, { headers })).text()
    const escaped = (text: string) => text.replaceAll('&', '&amp;')
    expect(await html('/laws-rules')).toContain(`<title>${escaped(t('laws.title'))} – Samtur</title>`)
    expect(await html('/green-mission')).toContain(`content="${escaped(t('green.description'))}"`)
  })

  test(`a page that fails to load shows an error and a way back (${language})`, async ({ newPerson }) => {
    const visitor = await newPerson(language)
    const { page, t, watch } = visitor
    watch.allow(/ERR_FAILED|Failed to fetch|error|dynamically imported/i)
    // A page that the server does not draw: what was drawn would stay.
    await page.route(`**${builtFile('src/routes/auth.ts')}`, (route) => route.abort())
    await visitor.open('/auth')
    await expect(visitor.heading).toHaveText(t('core.crash_title'))
    if (language === 'en') await expect(visitor.heading).toHaveText('Unexpected Application Error!')
    await page
      .getByRole('main')
      .getByRole('link', { name: t('core.to_home') })
      .click()
    await expect(visitor.heading).toHaveText(t('home.heading'))
  })
}

test('figures that come with the page are never blank, and count up without a touch', async ({ newPerson, server }) => {
  const visitor = await newPerson('en')
  const { page } = visitor
  await page.addInitScript(() => {
    const shown: string[] = []
    Object.assign(globalThis, { shown })
    requestAnimationFrame(function look() {
      const face = document.querySelector('[data-counter]')
      if (face) {
        const [own, zero] = [getComputedStyle(face), getComputedStyle(face, '::before')]
        const seesZero = zero.content !== 'none' && zero.visibility === 'visible'
        const text = own.visibility === 'visible' ? face.textContent : seesZero ? face.getAttribute('data-zero') : ''
        if (text !== shown.at(-1)) shown.push(text ?? '')
      }
      requestAnimationFrame(look)
    })
  })
  // Not `visitor.open`, which touches the page.
  await page.goto(`${server.url}/green-mission`)
  const textsShown = () => page.evaluate(() => (globalThis as unknown as { shown: string[] }).shown)
  const figuresShown = async () => (await textsShown()).map((text) => Number(text.replace(',', '')))
  await expect.poll(async () => (await figuresShown()).at(-1)).toBe(2847)
  const figures = await figuresShown()
  expect(await textsShown()).not.toContain('')
  expect(figures[0]).toBe(0)
  expect(figures.length).toBeGreaterThan(3)
  expect(figures).toEqual(figures.toSorted((a, b) => a - b))
})
