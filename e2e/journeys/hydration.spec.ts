/** Server-rendered pages until their scripts run. */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { rideBody } from '../server.ts'
import { dayInOslo, typedDay } from '../texts.ts'
import { refusal } from '../watch.ts'

/** Holds the scripts back, as on a slow connection; returns a function that releases them. */
async function holdScripts(page: Page) {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  return () => held.resolve()
}

/** Marks the heading; returns a function that reports whether the page still has this element. */
async function markHeading(page: Page) {
  await page.evaluate(() => Object.assign(document.querySelector('h1') ?? {}, { kept: true }))
  return () => page.evaluate(() => 'kept' in (document.querySelector('h1') ?? {}))
}

test('the browser hydrates what the server has rendered', { tag: '@main' }, async ({ newPerson, server }) => {
  const driver = await server.member('Ingrid Solberg')
  const { id } = await server.call<{ id: string }>(driver, 'POST', '/rides', rideBody({ daysAhead: 9 }))
  const visitor = await newPerson('ar')
  const { page } = visitor
  const said: string[] = []
  page.on('console', (message) => void (message.type() === 'warning' && said.push(message.text())))
  const requested: string[] = []
  page.on('request', (request) => void (request.url().includes('/api/v1/') && requested.push(request.url())))
  visitor.watch.allow(refusal(404))
  for (const path of [
    '/',
    '/nope',
    '/search?from=Oslo',
    `/rides/${id}`,
    `/profile/${driver.id}`,
    '/help-support',
    '/terms',
  ]) {
    const letGo = await holdScripts(page)
    await page.goto(server.url + path, { waitUntil: 'commit' })
    await expect(visitor.heading).toBeVisible()
    const kept = await markHeading(page)
    letGo()
    await visitor.listening()
    expect(await kept(), path).toBe(true)
  }
  expect(said).toEqual([])
  // Everything that the scripts need first is in the page.
  expect(requested).toEqual([])
})

/** Writes the dates of the server's page in another way than this browser does. */
async function changeDates(page: Page) {
  await page.route(/\/search/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(/(<time[^>]*>)(?=[^<])/g, '$1~ ')
    await route.fulfill({ response, body })
  })
}

test('what was typed survives a page whose dates this browser writes in another way', async ({
  newPerson,
  ownServer: server,
}) => {
  const driver = await server.member('Ingrid Solberg')
  await server.call(driver, 'POST', '/rides', rideBody({ daysAhead: 9 }))
  const visitor = await newPerson('no', { server })
  const { page, rides } = visitor
  await changeDates(page)
  const letGo = await holdScripts(page)
  await page.goto('/search?sort=departure', { waitUntil: 'commit' })
  await expect(page.locator('main time').first()).toContainText('~')
  await rides.place('rides.from').pressSequentially('Ham')
  letGo()
  await visitor.listening()
  await expect(rides.place('rides.from')).toHaveValue('Ham')
  await expect(rides.place('rides.from')).toBeFocused()
})

test('a place that was typed before the scripts run shows its suggestions', async ({ newPerson }) => {
  const visitor = await newPerson('no')
  const { page, rides } = visitor
  const letGo = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await rides.place('rides.from').pressSequentially('Ham')
  letGo()
  await page.getByRole('option', { name: 'Hamar' }).click()
  await expect(rides.place('rides.from')).toHaveValue('Hamar')
})

test('a link that is followed in the moment after a search wins', async ({ newPerson }) => {
  const visitor = await newPerson('no')
  const { page, rides, t } = visitor
  await visitor.open('/')
  await rides.place('rides.from').fill('Hamar')
  await page.evaluate(
    ([terms]) => {
      document.querySelector<HTMLFormElement>('main form[role=search]')?.requestSubmit()
      document.querySelector<HTMLElement>(`footer a[href="${terms}"]`)?.click()
    },
    ['/terms'],
  )
  await expect(visitor.heading).toHaveText(t('terms.title'))
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  await expect(page).toHaveURL('/terms')
})

test('what is typed and pressed before the scripts run is not lost', async ({ newPerson }) => {
  const visitor = await newPerson('no')
  const { page, rides } = visitor
  const letGo = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await rides.place('rides.from').pressSequentially('Hamar')
  await rides.date.fill(typedDay(dayInOslo(9), 'no'))
  letGo()
  await visitor.listening()
  await expect(rides.place('rides.from')).toHaveValue('Hamar')
  await rides.place('rides.to').fill('Trondheim')
  await rides.submit.click()
  await expect(page).toHaveURL(new RegExp(`/search\\?from=Hamar&to=Trondheim&date=${dayInOslo(9)}`))
})

test('filters and an order chosen before the scripts run are applied, and a reload shows those of the address', async ({
  newPerson,
  ownServer: server,
}) => {
  const driver = await server.member('Ingrid Solberg')
  for (const ride of [{ price: 400 }, { price: 200, total_seats: 1 }, { price: 100 }])
    await server.call(driver, 'POST', '/rides', rideBody({ daysAhead: 9, ...ride }))
  const visitor = await newPerson('no', { server })
  const { page, rides } = visitor
  const sort = rides.filter('search.sort')
  const letGo = await holdScripts(page)
  await page.goto('/search?sort=departure', { waitUntil: 'commit' })
  await sort.selectOption('price')
  await rides.filter('search.seats').selectOption('2')
  letGo()
  await expect(page).toHaveURL('/search?seats=2&sort=price')
  await expect(rides.cards).toContainText(['100 kr', '400 kr'])
  await page.goBack()
  await expect(page).toHaveURL('/search?sort=departure')
  await expect(rides.cards).toHaveCount(3)
  await expect(sort).toHaveValue('departure')

  await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await sort.selectOption('price')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await visitor.listening()
  await expect(sort).toHaveValue('departure')
  await expect(page).toHaveURL('/search?sort=departure')
})

test('going back while React hydrates the page shows the page before, without an error', async ({
  newPerson,
  ownServer: server,
}) => {
  const driver = await server.member('Ingrid Solberg')
  for (const price of [400, 100]) await server.call(driver, 'POST', '/rides', rideBody({ daysAhead: 9, price }))
  const visitor = await newPerson('no', { server })
  const { page, rides } = visitor
  await visitor.open('/search?sort=price')
  await page.evaluate(() => history.pushState(null, '', '/search?sort=price&max_price=200'))
  await page.addInitScript(() => {
    const read = performance.getEntriesByType.bind(performance)
    // The page reads its own address there, right before it hydrates. The wait lets the browser go back in between.
    performance.getEntriesByType = (type) => {
      if (type === 'navigation' && location.search.includes('max_price')) {
        history.back()
        const until = performance.now() + 50
        while (performance.now() < until);
      }
      return read(type)
    }
  })
  await page.reload()
  await expect(page).toHaveURL('/search?sort=price')
  await expect(rides.cards).toContainText(['100 kr', '400 kr'])
  await expect(rides.filter('search.sort')).toHaveValue('price')
})

test(
  'what needs scripts does not look ready before they run, and everything else works',
  { tag: '@main' },
  async ({ newPerson, ownServer: server }) => {
    const driver = await server.member('Ingrid Solberg')
    const { id } = await server.call<{ id: string }>(driver, 'POST', '/rides', rideBody({ daysAhead: 9 }))
    const visitor = await newPerson('no', { server, viewport: { width: 360, height: 740 } })
    const { page, rides, t } = visitor
    const letGo = await holdScripts(page)
    await page.goto('/search?sort=departure', { waitUntil: 'commit' })
    const filters = page.getByRole('button', { name: t('search.filters') })
    await expect(filters).toHaveCSS('opacity', '0.6')
    await expect(rides.reserve().first()).toHaveCSS('opacity', '1')
    await rides.reserve().first().click()
    await expect(page).toHaveURL(new RegExp(`/rides/${id}\\?reserve=1`))
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: t('nav.terms') })
      .click()
    await expect(visitor.heading).toHaveText(t('terms.title'))
    await page.goBack({ waitUntil: 'commit' })
    letGo()
    await expect(visitor.toast(t('reservations.login_to_reserve'))).toBeVisible()
    await visitor.open('/search?sort=departure')
    await expect(filters).toHaveCSS('opacity', '1')
    await filters.click()
    await expect(rides.filter('search.seats')).toBeVisible()
  },
)
