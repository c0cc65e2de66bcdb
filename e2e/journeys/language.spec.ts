/** The language of the whole site: chosen, stored, and named by a link. */
import { expect, test } from '../fixtures.ts'
import { textsIn } from '../texts.ts'

test(
  'the language picker changes the whole site, the choice is stored, and a link that names a language does not change it',
  { tag: '@main' },
  async ({ newPerson, server }) => {
    const visitor = await newPerson('en')
    const { page, nav } = visitor
    const [ar, en, no] = await Promise.all([textsIn('ar'), textsIn('en'), textsIn('no')])
    await visitor.open('/')
    await expect(visitor.heading).toHaveText(en('home.heading'))
    await nav.language.selectOption('no')
    await expect(visitor.heading).toHaveText(no('home.heading'))
    await expect(page.locator('html')).toHaveAttribute('lang', /^(no|nb)$/)
    await expect(page).toHaveTitle(new RegExp(no('home.title')))
    await expect(page.getByRole('navigation', { name: no('nav.main') })).toContainText(no('nav.my_rides'))

    await page.reload()
    await expect(visitor.heading).toHaveText(no('home.heading'))
    await visitor.listening()
    // Also before any script runs, and on pages whose texts load later.
    const html = await visitor.context.request.get(`${server.url}/search`)
    expect(await html.text()).toMatch(/<html lang="(no|nb)"/)
    await page.getByRole('button', { name: no('nav.more') }).click()
    await page
      .getByRole('navigation', { name: no('nav.main') })
      .getByRole('link', { name: no('nav.terms') })
      .click()
    await expect(visitor.heading).toHaveText(no('terms.title'))

    await visitor.open('/?lang=ar')
    await expect(visitor.heading).toHaveText(ar('home.heading'))
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await visitor.open('/')
    await expect(visitor.heading).toHaveText(no('home.heading'))
    await visitor.open('/?lang=ar')
    await page.locator('header select:visible').selectOption('en')
    await expect(visitor.heading).toHaveText(en('home.heading'))
    await expect(page).toHaveURL(`${server.url}/`)
    await page.reload()
    await expect(visitor.heading).toHaveText(en('home.heading'))
  },
)
