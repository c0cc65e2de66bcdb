/** Searching: no result, no response, no network, and invalid input. */
import { expect, test } from '../fixtures.ts'
import { rideBody } from '../server.ts'
import { dayInOslo, mainIn, testedLanguages } from '../texts.ts'
import { noConnection } from '../watch.ts'

for (const language of testedLanguages) {
  test(`a search without results suggests what to do (${language})`, mainIn(language), async ({ newPerson }) => {
    const visitor = await newPerson(language)
    const { t, page } = visitor
    await visitor.open(`/search?from=Vads%C3%B8&to=Fredericia&date=${dayInOslo(20)}`)
    await expect(visitor.heading).toHaveText(t('rides.results'))
    await expect(page.getByText(t('rides.none_title'))).toBeVisible()
    await expect(page.getByText(t('no_rides.text'))).toBeVisible()
    await page
      .getByRole('main')
      .getByRole('link', { name: t('rides.all_rides') })
      .click()
    await expect(page).toHaveURL('/search?sort=departure')
    await expect(visitor.heading).toHaveText(t('rides.all_rides'))
  })

  test(`a search without a response can be tried again (${language})`, async ({ newPerson, server }) => {
    const driver = await server.member('Ingrid Solberg')
    await server.call(driver, 'POST', '/rides', rideBody({ daysAhead: 12 }))
    const visitor = await newPerson(language)
    const { t, page, watch } = visitor
    watch.allow(noConnection)
    const search = '**/api/v1/rides?**'
    // Data for an address comes with the page, so this opens another page first.
    await visitor.open('/')
    await page.route(search, (route) => route.abort())
    await visitor.rides.search({ from: 'Hamar', to: 'Trondheim', day: dayInOslo(12) })
    const problem = page.getByRole('alert').filter({ hasText: t('rides.load_failed') })
    await expect(problem).toContainText(t('errors.offline'))
    await page.unroute(search)
    await problem.getByRole('button', { name: t('core.retry') }).click()
    await expect(visitor.rides.cards.first()).toBeVisible()
    await expect(problem).toHaveCount(0)
  })
}

test('without a network the page shows a notice until it is back', async ({ newPerson }) => {
  const visitor = await newPerson('no')
  const { t, page, context, watch } = visitor
  watch.allow(noConnection)
  await visitor.open('/')
  await context.setOffline(true)
  await expect(page.getByText(t('core.offline'))).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(t('core.offline'))).toHaveCount(0)
})

test('an invalid date shows its error at the field instead of searching every day', async ({ newPerson }) => {
  const visitor = await newPerson('no')
  const { t, page, rides } = visitor
  await visitor.open('/')
  await rides.place('rides.from').fill('Hamar')
  await rides.date.fill('31.02.2027')
  await rides.submit.click()
  await expect(rides.date).toHaveAccessibleDescription(t('rides.date_invalid'))
  await expect(rides.date).toBeFocused()
  await expect(page).toHaveURL('/')
  await expect(rides.place('rides.from')).toHaveValue('Hamar')
})

test('a visitor picks a day from the calendar and swaps the places', { tag: '@main' }, async ({ newPerson }) => {
  const visitor = await newPerson('no')
  const { t, page, rides } = visitor
  await visitor.open('/')
  await rides.place('rides.from').fill('Hamar')
  await rides.place('rides.to').fill('Oslo')
  await page.getByRole('button', { name: t('rides.swap') }).click()
  await expect(rides.place('rides.from')).toHaveValue('Oslo')
  await page.getByRole('button', { name: t('rides.date_open') }).click()
  const calendar = page.getByRole('dialog', { name: t('rides.date_open') })
  // Today in Oslo, although it may be another day in the browser's zone.
  await calendar.getByRole('button', { name: new RegExp(`^${t('rides.date_today')}`) }).click()
  await rides.submit.click()
  await expect(page).toHaveURL(`/search?from=Oslo&to=Hamar&date=${dayInOslo(0)}`)
})
