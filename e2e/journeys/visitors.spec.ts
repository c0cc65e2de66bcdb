/** Pages that need a sign-in, the language of the whole site, and unknown addresses. */
import { expect, test } from '../fixtures.ts'
import { rideBody } from '../server.ts'
import { dayInOslo, testedLanguages, textsIn } from '../texts.ts'
import { refusal } from '../watch.ts'

for (const language of testedLanguages) {
  test(`a visitor is sent to sign in, and comes back to the wanted page (${language})`, async ({
    newPerson,
    server,
  }) => {
    const driver = await server.member('Ingrid Solberg')
    const { id } = await server.call<{ id: string }>(driver, 'POST', '/rides', rideBody({ daysAhead: 9 }))
    const visitor = await newPerson(language)
    const { t, page, rides, auth } = visitor
    await server.account(visitor)

    await visitor.open(`/search?from=Hamar&date=${dayInOslo(9)}`)
    await rides.reserve(rides.cards.first()).click()
    await visitor.expectToast(t('reservations.login_to_reserve'))
    await expect(visitor.reservations.dialog).toHaveCount(0)
    await rides.contact(rides.cards.first()).click()
    await expect(page).toHaveURL(/\/auth\?next=%2Fchat/)

    await visitor.open(`/profile/${driver.id}`)
    await expect(visitor.profile.startChat).toHaveCount(0)

    await visitor.open(`/rides/${id}`)
    await rides.reserve().click()
    await page
      .getByRole('region', { name: t('core.messages') })
      .getByRole('button', { name: t('core.log_in') })
      .click()
    await expect(page).toHaveURL(/\/auth\?next=/)
    await auth.signIn()
    await expect(page).toHaveURL(`/rides/${id}`)
    await expect(visitor.reservations.dialog).toBeVisible()
  })

  test(`personal pages send a visitor to sign in (${language})`, async ({ newPerson }) => {
    const visitor = await newPerson(language)
    const { t, page } = visitor
    const walls = [
      ['/chat', t('chat.login_title')],
      ['/my-rides', t('reservations.login_title')],
      ['/reservations', t('reservations.login_title')],
      ['/publish-ride', t('publish.login_title')],
      ['/profile', t('profiles.sign_in_first')],
    ] as const
    for (const [path, title] of walls) {
      await visitor.open(path)
      await expect(visitor.heading).toHaveText(title)
      const signIn = page.getByRole('main').getByRole('link', { name: t('core.log_in'), exact: true })
      const href = await signIn.getAttribute('href')
      expect(new URLSearchParams(href?.split('?')[1]).get('next')).toBe(path)
    }
    await visitor.open('/edit-profile')
    await expect(page).toHaveURL(/\/auth\?next=/)
  })

  test(`an unknown address shows the page for missing pages (${language})`, async ({ newPerson, server }) => {
    const visitor = await newPerson(language)
    const { t, page, watch } = visitor
    watch.allow(refusal(404))
    const answer = await page.goto(`${server.url}/no-such-page`)
    expect(answer?.status()).toBe(404)
    await expect(visitor.heading).toHaveText(`404 ${t('pages.not_found')}`)
    await expect(page).toHaveTitle(new RegExp(t('pages.not_found')))
    await page.getByRole('link', { name: t('pages.to_home') }).click()
    await expect(visitor.heading).toHaveText(t('home.heading'))
    await visitor.open('/profile/00000000-0000-4000-8000-000000000000')
    await expect(visitor.heading).toHaveText(t('profiles.not_found'))
    await visitor.open('/rides/00000000-0000-4000-8000-000000000000')
    await expect(visitor.heading).toHaveText(t('ride.not_found_title'))
  })
}

test(
  'the language picker changes the whole site, and the choice is stored',
  { tag: '@main' },
  async ({ newPerson, server }) => {
    const visitor = await newPerson('en')
    const { page, nav } = visitor
    const [en, no] = await Promise.all([textsIn('en'), textsIn('no')])
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
  },
)
