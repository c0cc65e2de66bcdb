/** Server-rendered pages until they are hydrated: their scripts load at the reader's first interaction. */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { rideBody } from '../server.ts'
import { dayInOslo, typedDay } from '../texts.ts'
import { noConnection, refusal } from '../watch.ts'
import { builtFile } from '../pages/device.ts'

/** Holds the scripts back, as on a slow connection; returns a function that releases them. */
async function holdScripts(page: Page) {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  return () => held.resolve()
}

/** Holds the own script of a page back, which the first interaction loads. */
async function holdScript(page: Page, route: string) {
  const held = Promise.withResolvers<void>()
  await page.route(`**${builtFile(route)}`, async (route) => {
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

/** Writes the dates of the server's page in another way than this browser does, so that React renders the page anew. */
async function changeDates(page: Page) {
  await page.route(/\/search/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(/(<time[^>]*>)/g, '$1~ ')
    await route.fulfill({ response, body })
  })
}

for (const width of [360, 1280])
  test(`what was done survives a page whose dates this browser writes in another way (${width})`, async ({
    newPerson,
    ownServer: server,
  }) => {
    const driver = await server.member('Ingrid Solberg')
    for (const price of [400, 100]) await server.call(driver, 'POST', '/rides', rideBody({ daysAhead: 9, price }))
    const visitor = await newPerson('no', { server, viewport: { width, height: 740 } })
    const { page, rides, t } = visitor
    visitor.watch.allow(/Hydration failed/)
    await changeDates(page)
    const letGo = await holdScript(page, 'src/screens/search.tsx')
    await page.goto('/search?sort=departure')
    await visitor.framed()
    await expect(page.locator('main time').first()).toContainText('~')
    const kept = await markHeading(page)
    const [filters, from] = [page.getByRole('button', { name: t('search.filters') }), rides.place('rides.from')]
    await rides.filter('search.sort').selectOption('price')
    if (width === 360) await filters.click()
    else await from.pressSequentially('Ham')
    letGo()
    await expect(page).toHaveURL('/search?sort=price')
    await expect(rides.cards).toContainText(['100 kr', '400 kr'])
    expect(await kept()).toBe(false)
    if (width === 360) return expect(filters).toHaveAttribute('aria-expanded', 'true')
    await expect(from).toHaveValue('Ham')
    await expect(from).toBeFocused()
    await expect(page.getByRole('option', { name: 'Hamar' })).toBeVisible()
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

test('a press before the page is hydrated is answered once it is', { tag: '@main' }, async ({ newPerson }) => {
  const visitor = await newPerson('no', { viewport: { width: 360, height: 740 } })
  const { page, rides, t } = visitor
  const letGo = await holdScript(page, 'src/screens/search.tsx')
  await page.goto('/search?sort=departure')
  await visitor.framed()
  const filters = page.getByRole('button', { name: t('search.filters') })
  await filters.click()
  await expect(filters).toHaveAttribute('aria-expanded', 'false')
  letGo()
  await expect(filters).toHaveAttribute('aria-expanded', 'true')
  await expect(rides.filter('search.seats')).toBeVisible()
  await filters.click()
  await expect(filters).toHaveAttribute('aria-expanded', 'false')
})

test('texts that arrive and a menu that opens leave the page as it is', async ({ newPerson }) => {
  const visitor = await newPerson('no', { viewport: { width: 1280, height: 800 } })
  const { page, t } = visitor
  const letGo = await holdScript(page, 'src/screens/search.tsx')
  await page.goto('/search?sort=departure')
  await visitor.framed()
  const kept = await markHeading(page)
  await page.getByRole('button', { name: t('nav.more') }).click()
  await expect(page.getByText(t('appearance.title'))).toBeVisible()
  expect(await kept()).toBe(true)
  letGo()
  await visitor.listening()
  expect(await kept()).toBe(true)
})

test('without a network the page stays, and a press says why nothing follows', async ({ newPerson }) => {
  const visitor = await newPerson('no', { viewport: { width: 360, height: 740 } })
  const { page, context, t } = visitor
  await page.goto('/search?sort=departure')
  await visitor.framed()
  visitor.watch.allow(noConnection, /Failed to fetch dynamically imported module/)
  await context.setOffline(true)
  const failed = page.waitForEvent('requestfailed')
  await page.mouse.move(100, 100)
  await failed
  await expect(visitor.heading).toHaveText(t('rides.all_rides'))
  await page.getByRole('button', { name: t('search.filters') }).click()
  await expect(visitor.heading).toHaveText(t('core.offline_title'))
  await context.setOffline(false)
  await expect(visitor.heading).toHaveText(t('rides.all_rides'))
  await page.getByRole('button', { name: t('search.filters') }).click()
  await expect(page.getByRole('button', { name: t('search.filters') })).toHaveAttribute('aria-expanded', 'true')
})

test('links lead on before the page is hydrated, also within it', async ({ newPerson }) => {
  const visitor = await newPerson('no', { viewport: { width: 1280, height: 800 } })
  const { page, t } = visitor
  const letGo = await holdScript(page, 'src/screens/search.tsx')
  await page.goto('/search?sort=departure')
  await visitor.framed()
  const kept = await markHeading(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#main$/)
  expect(await kept()).toBe(true)
  letGo()
  await visitor.listening()
  expect(await kept()).toBe(true)

  await holdScript(page, 'src/screens/search.tsx')
  await page.goto('/search?sort=departure')
  await visitor.framed()
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: t('nav.terms') })
    .click()
  await expect(visitor.heading).toHaveText(t('terms.title'))
})

test('the scripts of a server-rendered page load after its first paint', async ({ newPerson }) => {
  const visitor = await newPerson('no')
  await visitor.page.goto('/search?sort=departure')
  await visitor.framed()
  const { paint, scripts } = await visitor.page.evaluate(() => ({
    paint: performance.getEntriesByType('paint')[0]?.startTime ?? Infinity,
    scripts: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js') && !name.includes('after-paint'))
      .map(({ startTime }) => startTime),
  }))
  expect(scripts.length).toBeGreaterThan(2)
  expect(Math.min(...scripts)).toBeGreaterThanOrEqual(paint)
})
