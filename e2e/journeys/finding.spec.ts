/** Finding a ride: the form, filters and order in the address, a long list; and reserving a section. */
import type { Locator } from '@playwright/test'
import type { Ride } from '@samtur/contract/rides'
import type { TestPerson } from '../../apps/server/test/sessions.ts'
import { expect, test } from '../fixtures.ts'
import { rideBody, type Server } from '../server.ts'
import { dayInOslo, instantInOslo, mainIn, ownDay, testedLanguages, timeInOslo } from '../texts.ts'

const publish = (server: Server, driver: TestPerson, changes: Parameters<typeof rideBody>[0]) =>
  server.call<Ride>(driver, 'POST', '/rides', rideBody(changes))

/** Returns a ride between two places that departs and arrives at these times. */
const between = (day: string, from: string, to: string, departure: string, arrival: string, stops: string[] = []) => ({
  start_location: from,
  end_location: to,
  stops,
  departure_time: instantInOslo(day, departure),
  arrival_time: instantInOslo(day, arrival),
})

for (const language of testedLanguages) {
  test(
    `filters and order are in the address, and the back button restores them (${language})`,
    mainIn(language),
    async ({ newPerson, server }) => {
      const driver = await server.member('Ingrid Solberg')
      const day = ownDay()
      await publish(server, driver, {
        ...between(day, 'Bergen', 'Voss', '08:00', '10:00'),
        price: 120,
        pets_allowed: false,
      })
      await publish(server, driver, { ...between(day, 'Bergen', 'Voss', '13:00', '14:30'), price: 90, total_seats: 1 })
      await publish(server, driver, { ...between(day, 'Bergen', 'Voss', '19:00', '21:30'), price: 60 })
      const visitor = await newPerson(language)
      const { t, page, rides } = visitor
      const leaveAt = (...times: string[]) => expect(rides.cards).toContainText(times)
      const search = `/search?from=Bergen&to=Voss&date=${day}`

      await visitor.open(search)
      await leaveAt('08:00', '13:00', '19:00')
      await rides.filter('search.sort').selectOption('price')
      await leaveAt('19:00', '13:00', '08:00')
      await rides.filter('search.seats').selectOption('2')
      await leaveAt('19:00', '08:00')
      await page.getByRole('button', { name: t('rides.pets_ok') }).click()
      await leaveAt('19:00')
      await expect(page).toHaveURL(`${search}&seats=2&pets=true&sort=price`)
      await expect(page.getByRole('status').filter({ hasText: t('rides.count', { count: 1 }) })).toBeVisible()

      await page.reload()
      await leaveAt('19:00')
      await page.goBack()
      await leaveAt('19:00', '08:00')
      await page.goBack()
      await leaveAt('19:00', '13:00', '08:00')
      await page.goBack()
      await leaveAt('08:00', '13:00', '19:00')
      await expect(page).toHaveURL(search)

      await rides.filter('search.time').selectOption('18-24')
      await rides.filter('search.max_price').selectOption('50')
      await expect(page.getByText(t('rides.none_title'))).toBeVisible()
      await page.getByRole('link', { name: t('no_rides.drop_filters') }).click()
      await leaveAt('08:00', '13:00', '19:00')
    },
  )

  test(`a section has its own price and time, from the search to the driver’s answer (${language})`, async ({
    newPerson,
    server,
  }) => {
    const day = ownDay()
    const driver = await server.member('Ingrid Solberg')
    const ride = await publish(
      server,
      driver,
      between(day, 'Oslo', 'Trondheim', '07:00', '14:00', ['Hamar', 'Lillehammer']),
    )
    const part = `/rides/${ride.id}?from_position=1&to_position=3`
    const { section } = await server.call<Ride>(driver, 'GET', part)
    expect(section.price).toBeLessThan(ride.price)
    const kari = await server.member('Kari Nordmann')
    const passenger = await newPerson(language, { member: kari })
    const { t, page, rides, reservations } = passenger
    const tells = async (place: Locator) => {
      await expect(place).toContainText(`${section.price} kr`)
      await expect(place).toContainText(timeInOslo(section.departure_time))
      await expect(place).not.toContainText(`${ride.price} kr`)
    }

    await passenger.open(`/search?from=Hamar&to=Trondheim&date=${day}`)
    await tells(rides.cards)
    await expect(rides.cards).toContainText(t('rides.part_of', { from: 'Oslo', to: 'Trondheim' }))
    await rides.cards.getByRole('heading').getByRole('link').click()
    await expect(page).toHaveURL(part)
    await tells(page.getByRole('main'))
    await rides.reserve().click()
    await tells(reservations.dialog)
    await reservations.ask(1, '')

    const { items } = await server.call<{ items: { id: string }[] }>(kari, 'GET', '/me/reservations')
    await server.call(driver, 'POST', `/reservations/${items[0]?.id}/accept`, {})
    await passenger.open('/my-rides')
    await expect(reservations.cards).toContainText(t('reservations.status_accepted'))
    await tells(reservations.cards)
    // The ride's own address shows a passenger the reserved section.
    await passenger.open(`/rides/${ride.id}`)
    await expect(page).toHaveURL(part)
    await tells(page.getByRole('main'))
  })
}

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

test('a long list loads more while scrolling or by keyboard, and the back button returns to the same place', async ({
  newPerson,
  server,
}) => {
  const driver = await server.member('Ingrid Solberg')
  const day = ownDay()
  const search = `/search?from=Bergen&to=Voss&date=${day}`
  for (let minute = 0; minute < 25; minute++) {
    const departure = `06:${String(minute).padStart(2, '0')}`
    await publish(server, driver, between(day, 'Bergen', 'Voss', departure, '20:00'))
  }
  const visitor = await newPerson('no', { viewport: { width: 360, height: 740 } })
  const { t, page, rides } = visitor
  const more = page.getByRole('button', { name: t('rides.show_more') })
  await visitor.open(search)
  await expect(rides.cards).toHaveCount(20)
  await rides.cards.last().scrollIntoViewIfNeeded()
  await expect(rides.cards).toHaveCount(25)
  await expect(more).toHaveCount(0)
  const chosen = rides.cards.nth(22)
  await chosen.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  await chosen.getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/\/rides\//)
  await expect(visitor.heading).toContainText('Voss')
  await page.goBack()
  await expect(rides.cards).toHaveCount(25)
  await expect(chosen).toBeInViewport()
  expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(5)

  // Where the browser does not say what is in view, a button loads more and moves the focus to the first new ride.
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'IntersectionObserver'))
  await visitor.open(search)
  await more.press('Enter')
  await expect(rides.cards).toHaveCount(25)
  await expect(rides.cards.nth(20).getByRole('heading').getByRole('link')).toBeFocused()
})
