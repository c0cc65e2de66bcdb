/** Finding a ride: filters and order in the address, alternatives, a long list; and reserving a section. */
import type { Locator } from '@playwright/test'
import type { Ride } from '@samtur/contract/rides'
import type { TestPerson } from '../../apps/server/test/sessions.ts'
import { expect, test } from '../fixtures.ts'
import { Keyboard } from '../keyboard.ts'
import { rideBody, type Server } from '../server.ts'
import { dayInOslo, hours, instantInOslo, mainIn, testedLanguages, timeInOslo, testedIn } from '../texts.ts'

const publish = (server: Server, driver: TestPerson, changes: Parameters<typeof rideBody>[0]) =>
  server.call<Ride>(driver, 'POST', '/rides', rideBody(changes))

/** Returns a ride between two places that departs and arrives at these times. */
const between = (day: string, from: string, to: string, departure: string, arrival: string) => ({
  start_location: from,
  end_location: to,
  stops: [],
  departure_time: instantInOslo(day, departure),
  arrival_time: instantInOslo(day, arrival),
})

for (const language of testedLanguages) {
  test(
    `filters and order are in the address, and the back button restores them (${language})`,
    mainIn(language),
    async ({ newPerson, ownServer: server }) => {
      const driver = await server.member('Ingrid Solberg')
      const day = dayInOslo(6)
      await publish(server, driver, {
        ...between(day, 'Bergen', 'Voss', '08:00', '10:00'),
        price: 120,
        pets_allowed: false,
      })
      await publish(server, driver, { ...between(day, 'Bergen', 'Voss', '13:00', '14:30'), price: 90, total_seats: 1 })
      await publish(server, driver, { ...between(day, 'Bergen', 'Voss', '19:00', '21:30'), price: 60 })
      const visitor = await newPerson(language, { server })
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

  test(`a day without rides offers other days and places nearby, in separate groups (${language})`, async ({
    newPerson,
    ownServer: server,
  }) => {
    const driver = await server.member('Ingrid Solberg')
    const day = dayInOslo(8)
    await publish(server, driver, between(dayInOslo(7), 'Hamar', 'Trondheim', '08:00', '13:00'))
    await publish(server, driver, between(dayInOslo(10), 'Hamar', 'Trondheim', '09:00', '14:00'))
    await publish(server, driver, between(dayInOslo(13), 'Hamar', 'Trondheim', '10:00', '15:00'))
    await publish(server, driver, between(day, 'Brumunddal', 'Trondheim', '11:00', '16:00'))
    const visitor = await newPerson(language, { server })
    const { t, page, rides } = visitor

    await visitor.open(`/search?from=Hamar&to=Trondheim&date=${day}`)
    await expect(page.getByText(t('rides.none_title'))).toBeVisible()
    await expect(page.getByText(t('no_rides.text'))).toBeVisible()
    const days = rides.group('alternatives.other_days')
    await expect(days.getByRole('article')).toContainText(['08:00', '09:00'])
    await expect(days.getByRole('heading', { level: 3 })).toHaveCount(2)
    const nearby = rides.group('alternatives.nearby')
    await expect(nearby.getByRole('article')).toContainText(['Brumunddal'])
    await expect(nearby.getByText(t('alternatives.starts_near', { km: '12', place: 'Hamar' }))).toBeVisible()
    await expect(rides.cards).toHaveCount(3)
  })

  test(`a section has its own price and time, from the search to the driver’s answer (${language})`, async ({
    newPerson,
    ownServer: server,
  }) => {
    const driver = await server.member('Ingrid Solberg')
    const ride = await publish(server, driver, { daysAhead: 5 })
    const part = `/rides/${ride.id}?from_position=1&to_position=3`
    const { section } = await server.call<Ride>(driver, 'GET', part)
    expect(section.price).toBeLessThan(ride.price)
    const kari = await server.member('Kari Nordmann')
    const passenger = await newPerson(language, { server, member: kari })
    const { t, page, rides, reservations } = passenger
    const tells = async (place: Locator) => {
      await expect(place).toContainText(`${section.price} kr`)
      await expect(place).toContainText(timeInOslo(section.departure_time))
      await expect(place).not.toContainText(`${ride.price} kr`)
    }

    await passenger.open(`/search?from=Hamar&to=Trondheim&date=${dayInOslo(5)}`)
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

  test(`a cancelled ride shows its reason to its passengers, and a departed one that it has left (${language})`, async ({
    newPerson,
    ownServer: server,
  }) => {
    const driver = await server.member('Ingrid Solberg')
    const passenger = await newPerson(language, { server, member: true })
    const visitor = await newPerson(language, { server })
    const { t } = passenger
    const ride = await publish(server, driver, { daysAhead: 3 })
    await passenger.open(`/rides/${ride.id}`)
    await passenger.rides.reserve().click()
    await passenger.reservations.ask(1, '')
    await server.call(driver, 'POST', `/rides/${ride.id}/cancel`, { reason: 'Bilen er på verksted.' })

    for (const person of [passenger, visitor]) {
      await person.open(`/rides/${ride.id}`)
      await expect(person.page.getByText(t('ride.cancelled_title'))).toBeVisible()
      await expect(person.rides.reserve()).toHaveCount(0)
      await expect(person.rides.contact()).toBeVisible()
    }
    await expect(passenger.page.getByText('Bilen er på verksted.')).toBeVisible()
    await expect(visitor.page.getByText('Bilen er på verksted.')).toHaveCount(0)

    server.clock.shift = -hours(96)
    const left = await publish(server, driver, { daysAhead: -1 })
    server.clock.shift = 0
    await visitor.open(`/rides/${left.id}`)
    await expect(visitor.page.getByText(t('ride.over_title'))).toBeVisible()
    await expect(visitor.page.getByText(t('ride.departed_text'))).toBeVisible()
    await expect(visitor.rides.reserve()).toHaveCount(0)
  })
}

for (const language of testedIn('ar')) {
  test(`the filter for large luggage is chosen by keyboard, and kept in the address (${language})`, async ({
    newPerson,
    ownServer: server,
  }) => {
    const driver = await server.member('Ingrid Solberg')
    const day = dayInOslo(6)
    await publish(server, driver, { ...between(day, 'Bergen', 'Voss', '08:00', '10:00'), luggage: 'cabin' })
    await publish(server, driver, { ...between(day, 'Bergen', 'Voss', '13:00', '14:30'), luggage: 'large' })
    const visitor = await newPerson(language, { server })
    const { t, page, rides } = visitor
    const keys = new Keyboard(page)
    const search = `/search?from=Bergen&to=Voss&date=${day}`
    const expectLargeOnly = async () => {
      await expect(rides.cards).toHaveCount(1)
      await expect(rides.cards).toContainText('13:00')
      await expect(rides.cards).toContainText(t('rides.luggage.large'))
      await expect(rides.filter('search.luggage')).toHaveValue('large')
      await expect(page.getByRole('link', { name: t('search.reset') })).toBeVisible()
    }

    await visitor.open(search)
    await expect(rides.cards).toContainText(['08:00', '13:00'])
    await keys.tabTo(rides.filter('search.luggage'))
    // The last choice is the largest luggage.
    await keys.press('End')
    await expectLargeOnly()
    await expect(page).toHaveURL(`${search}&luggage=large`)
    expect(keys.hidden).toEqual([])

    await page.reload()
    await expectLargeOnly()
  })
}

test('a long list loads more while scrolling, and the back button returns to the same place', async ({
  newPerson,
  ownServer: server,
}) => {
  const driver = await server.member('Ingrid Solberg')
  for (let quarter = 0; quarter < 45; quarter++) {
    const departure = Temporal.PlainTime.from('06:00').add({ minutes: quarter * 15 })
    await publish(
      server,
      driver,
      between(dayInOslo(9), 'Bergen', 'Voss', departure.toString({ smallestUnit: 'minute' }), '20:00'),
    )
  }
  const visitor = await newPerson('no', { server, viewport: { width: 360, height: 740 } })
  const { page, rides } = visitor
  await visitor.open('/search?from=Bergen&to=Voss')
  await expect(rides.cards).toHaveCount(20)
  for (const count of [40, 45]) {
    await rides.cards.last().scrollIntoViewIfNeeded()
    await expect(rides.cards).toHaveCount(count)
  }
  await expect(page.getByRole('button', { name: visitor.t('rides.show_more') })).toHaveCount(0)
  const chosen = rides.cards.nth(30)
  await chosen.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  await chosen.getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/\/rides\//)
  await expect(visitor.heading).toContainText('Voss')
  await page.goBack()
  await expect(rides.cards).toHaveCount(45)
  await expect(chosen).toBeInViewport()
  expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(5)
})

test('by keyboard, loading more moves the focus to the first new ride', async ({ newPerson, ownServer: server }) => {
  const driver = await server.member('Ingrid Solberg')
  for (let minute = 0; minute < 25; minute++) {
    const departure = `06:${String(minute).padStart(2, '0')}`
    await publish(server, driver, between(dayInOslo(9), 'Bergen', 'Voss', departure, '20:00'))
  }
  const visitor = await newPerson('no', { server })
  await visitor.page.addInitScript(() => Reflect.deleteProperty(globalThis, 'IntersectionObserver'))
  await visitor.open('/search?from=Bergen&to=Voss')
  await visitor.page.getByRole('button', { name: visitor.t('rides.show_more') }).press('Enter')
  await expect(visitor.rides.cards).toHaveCount(25)
  await expect(visitor.rides.cards.nth(20).getByRole('heading').getByRole('link')).toBeFocused()
})
