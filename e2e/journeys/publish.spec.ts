/** Publishing: what was typed is never lost, and a press is never missed. */
import { expect, test } from '../fixtures.ts'
import { car } from '../pages/publish.ts'
import type { Person } from '../person.ts'
import { containing, dayInOslo, hours, instantInOslo, loosely, oneDecimal } from '../texts.ts'

test(
  'what was typed survives a reload, and publishes once although a response is lost',
  { tag: '@main' },
  async ({ newPerson, server }) => {
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

    // The request reaches the server, but its response is lost.
    driver.watch.allow(/ERR_FAILED|ERR_CONNECTION/)
    await page.route('**/api/v1/rides', async (route) => {
      if (route.request().method() === 'POST') await route.fetch()
      await route.abort()
    })
    await publish.submit.click()
    await driver.expectToast(containing(t('publish.failed')))
    await page.unroute('**/api/v1/rides')
    await publish.submit.click()
    await driver.expectToast(t('publish.success_text'))
    await expect(page).toHaveURL(/\/my-rides/)
    expect(await ridesOf(driver, server.url)).toBe(1)
    await publish.open()
    await expect(publish.place('rides.from')).toHaveValue('')
    // The form suggests the same car again.
    await expect(publish.field('publish.license_plate')).toHaveValue(loosely(car.plate))
  },
)

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

async function ridesOf({ context }: Person, url: string) {
  const answer = await context.request.get(`${url}/api/v1/me/rides`)
  const { items } = (await answer.json()) as { items: unknown[] }
  return items.length
}
