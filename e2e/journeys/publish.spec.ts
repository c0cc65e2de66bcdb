/** Publishing: each wrong field shows its error, and what was typed is never lost. */
import { price, ride } from '@samtur/contract/constants'
import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { car } from '../pages/publish.ts'
import type { Person } from '../person.ts'
import {
  containing,
  dayInOslo,
  hours,
  instantInOslo,
  loosely,
  mainIn,
  oneDecimal,
  testedLanguages,
  typedDay,
} from '../texts.ts'

async function expectError(field: Locator, text: string) {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(containing(text))
}

for (const language of testedLanguages) {
  test(`every empty field shows an error (${language})`, async ({ newPerson }) => {
    const driver = await newPerson(language, { member: true })
    const { t, page, publish } = driver
    await publish.open()
    await publish.submit.click()
    await expect(page.getByText(t('publish.times_required'))).toBeVisible()
    await expectError(publish.place('rides.from'), t('publish.from_required'))
    await expectError(publish.place('rides.to'), t('publish.to_required'))
    await expectError(publish.field('rides.date'), t('publish.date_required'))
    await expectError(publish.field('publish.departure'), t('publish.departure_required'))
    await expectError(publish.field('publish.arrival'), t('publish.arrival_required'))
    await expectError(publish.field('publish.price'), t('publish.price_required'))
    await expectError(publish.field('publish.car_make'), t('publish.car_make_required'))
    await expectError(publish.field('publish.car_model'), t('publish.car_model_required'))
    await expectError(publish.field('publish.car_color'), t('publish.car_color_required'))
    await expectError(publish.field('publish.license_plate'), t('publish.license_plate_required'))
    await expect(publish.place('rides.from')).toBeFocused()
    await expect(page).toHaveURL('/publish-ride')
  })

  test(
    `impossible values show an error, and everything typed stays (${language})`,
    mainIn(language),
    async ({ newPerson }) => {
      const driver = await newPerson(language, { member: true })
      const { t, page, publish } = driver
      await publish.open()
      const wrong: [Locator, string, string][] = [
        [publish.place('rides.from'), 'Oslo', ''],
        [publish.place('rides.to'), 'oslo', t('fields.same_place')],
        [publish.field('rides.date'), typedDay(dayInOslo(-3), language), t('fields.in_past')],
        [publish.field('publish.departure'), '08:00', ''],
        [publish.field('publish.arrival'), '08:00', t('fields.before_departure')],
        [publish.field('publish.price'), '1e3', t('fields.not_a_whole_number')],
        [publish.field('publish.car_make'), 'Volvo', ''],
        [publish.field('publish.car_model'), 'V60', ''],
        [publish.field('publish.car_color'), 'Blå', ''],
        [publish.field('publish.license_plate'), '<b>AB', t('fields.plate_invalid')],
      ]
      for (const [field, text] of wrong) await field.fill(text)
      await publish.submit.click()
      for (const [field, , error] of wrong) if (error) await expectError(field, error)
      await publish.field('publish.price').fill(String(price.max + 1))
      await publish.submit.click()
      await expectError(publish.field('publish.price'), t('fields.price_out_of_range', price))
      await publish.field('rides.date').fill(typedDay(dayInOslo(ride.maxDaysAhead + 5), language))
      await publish.submit.click()
      await expect(publish.field('rides.date')).toHaveAttribute('aria-invalid', 'true')
      await publish.field('publish.departure').fill('25:99')
      await publish.submit.click()
      await expectError(publish.field('publish.departure'), t('publish.time_invalid'))

      // Takes the gazetteer's spelling once its response is there.
      await expect(publish.place('rides.to')).toHaveValue(/^oslo$/i)
      await expect(publish.field('publish.car_model')).toHaveValue('V60')
      await expect(page).toHaveURL('/publish-ride')
    },
  )
}

test('what was typed survives a reload, and is deleted once it is published', async ({ newPerson }) => {
  const driver = await newPerson('no', { member: true })
  const { page, publish, t } = driver
  const trip = {
    from: 'Bergen',
    to: 'Oslo',
    stops: ['Voss'],
    day: dayInOslo(5),
    departure: '22:30',
    arrival: '06:00',
    price: '250',
  }
  await publish.open()
  await publish.fill(trip)
  // Works by the clock until the next morning, also in nights when it changes.
  const time =
    Date.parse(instantInOslo(dayInOslo(6), trip.arrival)) - Date.parse(instantInOslo(trip.day, trip.departure))
  const duration = t('core.hours_short', { hours: oneDecimal(time / hours(1), 'no') })
  await expect(page.getByText(containing(t('publish.takes', { duration })))).toBeVisible()
  await page.reload()
  await expect(publish.place('rides.from')).toHaveValue('Bergen')
  await expect(publish.stop(1)).toHaveValue('Voss')
  await expect(publish.field('publish.departure')).toHaveValue('22:30')
  await expect(publish.field('publish.license_plate')).toHaveValue(loosely(car.plate))
  await publish.submit.click()
  await driver.expectToast(t('publish.success_text'))
  await expect(page).toHaveURL(/\/my-rides/)
  await publish.open()
  await expect(publish.place('rides.from')).toHaveValue('')
  // The form suggests the same car again.
  await expect(publish.field('publish.license_plate')).toHaveValue(loosely(car.plate))
})

test('stops are added with Enter, moved and removed', async ({ newPerson }) => {
  const driver = await newPerson('no', { member: true })
  const { page, publish, t } = driver
  await publish.open()
  await publish.addStop.click()
  await publish.stop(1).fill('Hamar')
  await publish.stop(1).press('Enter')
  await expect(publish.stop(2)).toBeFocused()
  await publish.stop(2).fill('Dombås')
  await page.getByRole('button', { name: t('publish.move_up', { place: 'Dombås' }) }).click()
  await expect(publish.stop(1)).toHaveValue('Dombås')
  await page.getByRole('button', { name: t('publish.remove_stop', { place: 'Hamar' }) }).click()
  await expect(publish.stop(2)).toHaveCount(0)
  await expect(page.getByText(t('publish.stop_removed', { place: 'Hamar' }))).toBeAttached()
})

test('a button above which a typed place is found during its press is pressed all the same', async ({ newPerson }) => {
  const driver = await newPerson('no', { member: true })
  const { page, publish, t } = driver
  const { promise: pressed, resolve: press } = Promise.withResolvers<void>()
  await page.route(/places\?q=/, async (route) => {
    await pressed
    await route.continue()
  })
  await publish.open()
  await publish.addStop.click()
  await publish.stop(1).fill('Hamar')
  await publish.stop(1).press('Enter')
  await publish.stop(2).fill('Dombås')
  await page.getByRole('button', { name: t('publish.move_up', { place: 'Dombås' }) }).hover()
  const found = page.waitForResponse(/places\?q=hamar/)
  await page.mouse.down()
  press()
  await (await found).finished()
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))
  await page.mouse.up()
  await expect(publish.stop(1)).toHaveValue('Dombås')
  // Both were found: Hamar has meeting points, Dombås has none.
  await expect(page.getByRole('combobox', { name: containing(t('points.point')) })).toBeVisible()
  await expect(page.getByText(t('points.none_here', { place: 'Dombås' }))).toBeVisible()
})

test('a failed publishing can be repeated and publishes once', { tag: '@main' }, async ({ newPerson, server }) => {
  const driver = await newPerson('no', { member: true })
  const { page, publish, t, watch } = driver
  watch.allow(/ERR_FAILED|ERR_CONNECTION/)
  await publish.open()
  await publish.fill({
    from: 'Oslo',
    to: 'Kongsberg',
    day: dayInOslo(6),
    departure: '07:00',
    arrival: '08:30',
    price: '0',
  })
  // The request reaches the server, but its response is lost.
  await page.route('**/api/v1/rides', async (route) => {
    if (route.request().method() === 'POST') await route.fetch()
    await route.abort()
  })
  await publish.submit.click()
  await driver.expectToast(containing(t('publish.failed')))
  await page.unroute('**/api/v1/rides')
  await publish.submit.click()
  await driver.expectToast(t('publish.success_text'))
  expect(await ridesOf(driver, server.url)).toBe(1)
})

async function ridesOf({ context }: Person, url: string) {
  const answer = await context.request.get(`${url}/api/v1/me/rides`)
  const { items } = (await answer.json()) as { items: unknown[] }
  return items.length
}
