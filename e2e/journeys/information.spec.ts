/** Pages to read: laws and rules, terms, the green mission, and the two statements. */
import { expect, test } from '../fixtures.ts'
import { builtFile } from '../pages/device.ts'
import type { Person } from '../person.ts'
import { testedLanguages } from '../texts.ts'

const footerLink = ({ page, t }: Person, id: 'nav.privacy' | 'nav.terms' | 'nav.accessibility') =>
  page.getByRole('contentinfo').getByRole('link', { name: t(id), exact: true })

for (const language of testedLanguages) {
  test(`a visitor reads laws, terms and statements (${language})`, async ({ newPerson, server }) => {
    const visitor = await newPerson(language)
    const { page, nav, t } = visitor
    await visitor.open('/')
    await nav.more.click()
    await page
      .getByRole('link', { name: t('nav.laws') })
      .first()
      .click()
    await expect(visitor.heading).toHaveText(t('laws.title'))
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

    await test.step('a link to a topic opens it', async () => {
      await page.goto(`${server.url}/laws-rules#insurance`)
      await expect(page.getByText(t('laws.insurance_ask'))).toBeInViewport()
    })

    await test.step('the footer leads to terms and statements', async () => {
      await footerLink(visitor, 'nav.terms').click()
      await expect(visitor.heading).toHaveText(t('terms.title'))
      await footerLink(visitor, 'nav.privacy').click()
      await expect(visitor.heading).toHaveText(t('policy.title'))
      await expect(page.getByRole('main').locator('a[href="/my-data"]')).toBeVisible()
      await footerLink(visitor, 'nav.accessibility').click()
      await expect(visitor.heading).toHaveText(t('accessibility.title'))
      await expect(page.getByRole('main').locator('a[href^="mailto:"]')).toBeVisible()
    })
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
