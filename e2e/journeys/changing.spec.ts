/** Prices, weekly rides with a return, and changes to published rides. */
import type { OwnReservation, OwnRide } from '@samtur/contract/reservations'
import type { RideDetail } from '@samtur/contract/rides'
import { expect, test } from '../fixtures.ts'
import type { Person } from '../person.ts'
import { makeAdmin, rideBody } from '../server.ts'
import { containing, dayInOslo, testedLanguages, timeInOslo, typedDay } from '../texts.ts'
import { refusal } from '../watch.ts'

const named = ({ page }: Person, role: 'textbox' | 'checkbox' | 'button' | 'combobox', name: string) =>
  page.getByRole('main').getByRole(role, { name, exact: true })

/** Returns the day of the next clock change that is far enough ahead. */
function nextClockChange(): Temporal.PlainDate {
  const soon = Temporal.Now.zonedDateTimeISO('Europe/Oslo').add({ days: 5 })
  return (soon.getTimeZoneTransition('next') ?? soon).toPlainDate()
}

const ownRides = async ({ server }: Person, as: { cookie: string }) =>
  (await server.call<{ items: OwnRide[] }>(as as never, 'GET', '/me/rides')).items

for (const language of testedLanguages) {
  test(`a driver publishes a weekly series with its return and without one of the days, across a clock change (${language})`, async ({
    newPerson,
    server,
  }) => {
    const member = await server.member('Kari Nordmann')
    const driver = await newPerson(language, { member })
    const { t, page, publish } = driver
    const first = nextClockChange().subtract({ days: 3 })
    const [without, last] = [first.add({ days: 7 }).toString(), first.add({ days: 14 }).toString()]
    await publish.open()
    const trip = {
      from: 'Oslo',
      to: 'Hamar',
      day: first.toString(),
      departure: '08:00',
      arrival: '09:30',
      price: '80',
    }
    await publish.fill(trip)
    await named(driver, 'checkbox', t('publish.repeat')).check()
    await named(driver, 'textbox', t('series.until')).fill(typedDay(last, language))
    await page.getByRole('textbox', { name: t('series.except') }).fill(typedDay(without, language))
    await named(driver, 'button', t('series.except_add')).click()
    await expect(page.getByRole('list', { name: t('series.except_list') }).getByRole('listitem')).toHaveCount(1)
    await named(driver, 'checkbox', t('publish.return')).check()
    await named(driver, 'textbox', t('series.back_departure')).fill('09:00')
    await named(driver, 'textbox', t('series.back_arrival')).fill('17:30')
    await publish.submit.click()
    await expect(page.getByText(t('series.back_too_early'))).toBeVisible()
    await named(driver, 'textbox', t('series.back_departure')).fill('16:00')
    await named(driver, 'textbox', t('series.back_arrival')).press('Tab')
    await expect(page.getByText(t('series.count_both', { count: 4, out: 2, back: 2 }))).toBeVisible()
    await publish.submit.click()
    await driver.expectToast(t('publish.success_several', { count: 4 }))
    await expect(page).toHaveURL(/\/my-rides/)

    const rides = await ownRides(driver, member)
    const times = rides.map((ride) => `${ride.start_location} ${timeInOslo(ride.departure_time)}`)
    expect(times.toSorted().join()).toBe('Hamar 16:00,Hamar 16:00,Oslo 08:00,Oslo 08:00')
    expect(rides.some((ride) => ride.departure_time.startsWith(without))).toBe(false)
    // The hours in between are not whole days, because the clocks changed.
    const [a = '', b = ''] = rides.filter((ride) => ride.start_location === 'Oslo').map((ride) => ride.departure_time)
    expect((Math.abs(Date.parse(a) - Date.parse(b)) / 3_600_000) % 24).not.toBe(0)
  })

  test(`a driver accepts the suggested price, and a higher one is marked (${language})`, async ({
    newPerson,
    server,
  }) => {
    const member = await server.member('Kari Nordmann')
    const driver = await newPerson(language, { member })
    const { t, page, publish } = driver
    await publish.open()
    await publish.fillCar()
    const day = dayInOslo(20)
    await publish.fillTimes({ from: '', to: '', day, departure: '08:00', arrival: '15:00', price: '900' })
    // No hint is shown while the destination is missing.
    await expect(page.getByText(t('publish.above_share'))).toBeHidden()
    await publish.fillRoute({ from: 'Oslo', to: 'Trondheim' })
    await expect(page.getByText(t('publish.above_share'))).toBeVisible()
    await expect(page.getByText(language === 'no' ? /km × 3,50\skr/ : /km × 3\.50\skr/)).toBeVisible()
    await named(driver, 'button', t('publish.share_take')).click()
    await expect(page.getByText(t('publish.above_share'))).toBeHidden()
    const price = Number(await publish.field('publish.price').inputValue())
    expect(price).toBeGreaterThan(200)
    await publish.submit.click()
    await driver.expectToast(t('publish.success_text'))
    const [ride] = await ownRides(driver, member)
    expect(ride).toMatchObject({ price, cost_share: price, above_cost_share: false })

    const dear = await server.call<RideDetail>(member, 'POST', '/rides', rideBody({ daysAhead: 21, price: 900 }))
    await driver.open(`/rides/${dear.id}`)
    await expect(page.getByText(t('rides.above_share'))).toBeVisible()
  })

  test(`a passenger confirms a changed ride, and a change of an outdated version is refused (${language})`, async ({
    newPerson,
    server,
  }) => {
    const member = await server.member('Kari Nordmann')
    const passenger = await server.member('Mikkel Dahl')
    const ride = await server.call<RideDetail>(member, 'POST', '/rides', rideBody({ daysAhead: 15 }))
    const reservation = await server.call<{ id: string }>(passenger, 'POST', `/rides/${ride.id}/reservations`, {
      seats_requested: 2,
    })
    await server.call(member, 'POST', `/reservations/${reservation.id}/accept`)
    const driver = await newPerson(language, { member })
    const { t, page } = driver
    await driver.open(`/rides/${ride.id}/edit`)
    await expect(page.getByText(t('edit.locked_title'))).toBeVisible()
    const save = named(driver, 'button', t('edit.save'))

    driver.watch.allow(refusal(409))
    await named(driver, 'combobox', t('publish.seats')).selectOption('1')
    await save.click()
    await expect(page.getByText(t('publish.seats_needed', { count: 2 }))).toBeVisible()
    await named(driver, 'combobox', t('publish.seats')).selectOption('4')

    // Another device changes the ride first: what was typed here stays.
    await server.call(member, 'PATCH', `/rides/${ride.id}`, { notes: 'Møt meg ved klokka.' })
    await named(driver, 'textbox', t('publish.departure')).fill('07:30')
    await save.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Mikkel Dahl')
    await dialog.getByRole('button', { name: t('edit.save') }).click()
    await expect(page.getByText(t('edit.outdated_title'))).toBeVisible()
    await named(driver, 'button', t('edit.reload')).click()
    await expect(page.getByRole('textbox', { name: t('publish.notes') })).toHaveValue('Møt meg ved klokka.')
    await expect(named(driver, 'textbox', t('publish.departure'))).toHaveValue('07:30')
    await save.click()
    await dialog.getByRole('button', { name: t('edit.save') }).click()
    await driver.expectToast(t('edit.saved', { count: 1 }))

    const { items } = await server.call<{ items: OwnReservation[] }>(passenger, 'GET', '/me/reservations')
    expect(items[0]?.change).toMatchObject({ departure_time: ride.departure_time })
    expect(timeInOslo(items[0]?.ride.departure_time ?? '')).toBe('07:30')
  })
}

test('a driver changes and cancels the rest of a series', async ({ newPerson, server }) => {
  const member = await server.member('Kari Nordmann')
  const { departure_time: _, arrival_time: _1, ...terms } = rideBody()
  const day = dayInOslo(10)
  const weekdays = [Temporal.PlainDate.from(day).dayOfWeek]
  const times = { departure_clock: '08:00', arrival_clock: '15:00' }
  const repeat = { weekdays, until: dayInOslo(31) }
  await server.call(member, 'POST', '/ride-series', { ...terms, ...times, date: day, repeat })
  const driver = await newPerson('no', { member })
  const { t, page } = driver
  const byDay = async () =>
    (await ownRides(driver, member)).toSorted((a, b) => (a.departure_time < b.departure_time ? -1 : 1))
  const [, second, third, fourth] = await byDay()
  await driver.open(`/rides/${second?.id}/edit`)
  await named(driver, 'textbox', t('publish.price')).fill('200')
  await page.getByText(t('manage.scope_following'), { exact: true }).click()
  await named(driver, 'button', t('edit.save')).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('edit.save') })
    .click()
  await driver.expectToast(t('edit.saved', { count: 3 }))
  expect((await byDay()).map((ride) => ride.price)).toEqual([300, 200, 200, 200])

  await driver.open(`/rides/${third?.id}/edit`)
  await named(driver, 'button', t('manage.cancel')).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(t('manage.scope_following'), { exact: true }).click()
  await dialog.getByRole('button', { name: t('manage.cancel_following') }).click()
  await driver.expectToast(t('manage.cancelled', { count: 2 }))
  expect((await byDay()).map((ride) => ride.status)).toEqual(['active', 'active', 'cancelled', 'cancelled'])
  await driver.open(`/rides/${fourth?.id}/edit`)
  await expect(driver.heading).toHaveText(t('edit.cancelled_title'))
})

test('an administrator adds a rate and removes it before its day', async ({ newPerson, server }) => {
  const admin = await newPerson('no', { member: await makeAdmin(server, 'Adele Styrer') })
  const { t, page } = admin
  await admin.open('/admin/users')
  await page.getByRole('link', { name: t('admin.nav_rates') }).click()
  await expect(admin.heading).toHaveText(t('rates.title'))
  const norway = page.getByRole('region', { name: 'Norge' })
  await expect(norway.getByText('3,50 kr per km')).toBeVisible()
  await named(admin, 'button', t('rates.add')).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('rates.save') }).click()
  await expect(dialog.getByText(t('rates.figure_invalid'))).toBeVisible()
  await dialog.getByLabel(t('rates.valid_from')).fill(typedDay(dayInOslo(40), 'no'))
  await dialog.getByLabel(t('rates.figure')).fill('3,75')
  await dialog.getByLabel(t('rates.source')).fill('Forskrift om reise')
  await dialog.getByRole('button', { name: t('rates.save') }).click()
  await admin.expectToast(t('rates.saved'))
  await expect(norway.getByText('3,75 kr per km')).toBeVisible()
  await expect(norway.getByText(t('rates.coming'))).toBeVisible()
  await norway.getByRole('button', { name: containing(t('rates.remove')) }).click()
  await dialog.getByRole('button', { name: t('rates.remove') }).click()
  await admin.expectToast(t('rates.removed'))
  await expect(norway.getByText('3,75 kr per km')).toHaveCount(0)
  await admin.open('/admin/users?tab=log')
  await expect(page.getByText(t('admin.did.rate_removed')).first()).toBeVisible()
})
