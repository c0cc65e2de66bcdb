/** Publishing with the road that we know: what is named and proposed, and whose figures count. */
import type { RideDetail } from '@samtur/contract/rides'
import { expect, test } from '../fixtures.ts'
import { containing, dayInOslo, testedLanguages, typedDay } from '../texts.ts'

const bridge = 'Storebæltsbroen'

for (const language of testedLanguages) {
  test(`the road is named, its list price taken and its kilometres corrected (${language})`, async ({ newPerson }) => {
    const driver = await newPerson(language, { member: true })
    const { t, page, publish } = driver
    await publish.open()
    await expect(publish.road).toBeHidden()
    await publish.fillRoute({ from: 'København', to: 'Aarhus' })
    await expect(publish.road.getByText(bridge).first()).toBeVisible()
    await expect(publish.road.getByText(t('publish.road_ours'), { exact: true })).toBeVisible()

    const take = publish.road.getByRole('button', {
      name: containing(t('publish.road_tolls_take', { price: '' }).trim()),
    })
    await take.press('Enter')
    await expect(publish.field('publish.extra_costs')).toHaveValue(/^\d{3}$/)
    const toll = Number(await publish.field('publish.extra_costs').inputValue())
    // What the driver has typed is replaced only by a press that says so.
    await publish.field('publish.extra_costs').fill('99')
    await expect(publish.road.getByRole('button', { name: /99/ })).toBeVisible()
    await expect(publish.field('publish.extra_costs')).toHaveValue('99')
    await publish.road.getByRole('button', { name: /99/ }).click()
    await expect(publish.field('publish.extra_costs')).toHaveValue(String(toll))

    await publish.field('rides.date').fill(typedDay(dayInOslo(9), language))
    await publish.field('publish.departure').fill('08:00')
    await publish.field('publish.departure').press('Tab')
    await expect(publish.field('publish.arrival')).toHaveValue(/^1[01]:\d[05]$/)
    await publish.field('publish.departure').fill('09:00')
    await publish.field('publish.departure').press('Tab')
    await expect(publish.field('publish.arrival')).toHaveValue(/^12:\d[05]$/)
    await publish.field('publish.arrival').fill('13:30')
    await publish.field('publish.departure').fill('08:30')
    await publish.field('publish.departure').press('Tab')
    await expect(publish.field('publish.arrival')).toHaveValue('13:30')

    await publish.field('publish.distance').fill('345')
    await expect(page.getByText(t('publish.own_distance'), { exact: true })).toBeVisible()
    await expect(publish.road.getByText(t('publish.distance_counts'))).toBeVisible()
    await expect(page.getByText(t('publish.share_extra_over', { names: bridge }))).toBeVisible()
    await publish.field('publish.price').fill('100')
    await publish.fillCar()
    await publish.submit.click()
    await driver.expectToast(t('publish.success_text'))

    const get = async <T>(path: string) => (await (await page.request.get(new URL(path, page.url()).href)).json()) as T
    const { items } = await get<{ items: { id: string }[] }>('/api/v1/me/rides')
    const ride = await get<RideDetail>(`/api/v1/rides/${items[0]?.id ?? ''}`)
    expect(ride).toMatchObject({ extra_costs: toll, typed_distance_km: 345 })
    await driver.open(`/rides/${ride.id}`)
    const map = page.getByRole('img', { name: containing('Aarhus') })
    // The bridge bends away from the straight line: many points instead of two.
    const points = await map.locator('polyline').first().getAttribute('points')
    expect(points?.split(' ').length).toBeGreaterThan(5)
  })
}

test('ferries and an uncertain distance are named in the form', async ({ newPerson }) => {
  const driver = await newPerson('no', { member: true })
  const { t, page, publish } = driver
  await publish.open()
  await publish.fillRoute({ from: 'Bergen', to: 'Stavanger' })
  await expect(publish.road.getByText('Halhjem–Sandvikvåg').first()).toBeVisible()
  await expect(publish.road.getByText(/^Ferge, \d+\smin \+ \d+\smin venting$/).first()).toBeVisible()
  await expect(publish.road.getByText(t('publish.road_with_ferries'))).toBeVisible()
  const map = page.getByRole('img', { name: containing('Stavanger') })
  await expect(map.locator('polyline[stroke-dasharray]')).toHaveCount(2)

  // The other way sets its kilometres and proposes an arrival by its own minutes.
  await publish.field('publish.departure').fill('08:00')
  await publish.field('publish.departure').press('Tab')
  const arrival = publish.field('publish.arrival')
  await expect(arrival).not.toHaveValue('')
  const first = await arrival.inputValue()
  await publish.road.getByRole('radio').last().check()
  await expect(publish.field('publish.distance')).not.toHaveValue('')
  await expect(arrival).not.toHaveValue(first)
  await publish.road.getByRole('radio').first().check()
  await expect(publish.field('publish.distance')).toHaveValue('')
  await expect(arrival).toHaveValue(first)

  // The kilometres of the other way end with its route.
  await publish.road.getByRole('radio').last().check()
  await publish.choosePlace(publish.place('rides.to'), 'Voss')
  await expect(publish.field('publish.distance')).toHaveValue('')

  // An uncertain distance is compared with nothing.
  await publish.fillRoute({ from: 'Oslo', to: 'Helsinki' })
  await expect(publish.road.getByText(t('publish.road_uncertain'))).toBeVisible()
  await publish.fillTimes({ from: '', to: '', day: dayInOslo(9), departure: '08:00', arrival: '23:00', price: '9000' })
  await expect(page.getByText(t('publish.above_share'))).toBeHidden()
  await publish.field('publish.distance').fill('1000')
  await expect(publish.road.getByText(t('publish.road_uncertain'))).toBeHidden()
  await expect(page.getByText(t('publish.above_share'))).toBeVisible()
})

test('a town on the way becomes a stop by one press', async ({ newPerson }) => {
  const driver = await newPerson('no', { member: true })
  const { t, page, publish } = driver
  await publish.open()
  await publish.fillRoute({ from: 'Oslo', to: 'Trondheim' })
  const chips = page.getByRole('group', { name: t('publish.suggestions') })
  const chip = chips.getByRole('button').first()
  const name = (await chip.locator('bdi').textContent()) ?? ''
  await chip.press('Enter')
  await expect(publish.stop(1)).toHaveValue(name)
  await expect(chips).toBeFocused()
  await expect(page.getByText(t('publish.stop_added', { place: name }))).toBeAttached()
  await expect(chips.getByRole('button', { name, exact: true })).toHaveCount(0)
})
