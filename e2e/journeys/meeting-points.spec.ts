/** Meeting points: a driver chooses one, a passenger asks for another one and gets it. */
import type { Ride, RideDetail } from '@samtur/contract/rides'
import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { Keyboard } from '../keyboard.ts'
import { patient } from '../patience.ts'
import type { Person } from '../person.ts'
import { containing, dayInOslo, typedDay, testedIn } from '../texts.ts'

test.describe.configure({ timeout: patient(90_000) })

const day = dayInOslo(9)

/** The names of the chosen point and nothing of its facilities. */
const chosenIn = async (select: Locator) =>
  ((await select.locator('option:checked').textContent()) ?? '').split(' (')[0]

const pointsIn = (part: Locator, { t }: Person) => part.getByRole('group', { name: t('points.title') })

/** Presses a button by keyboard, however far down the page it is. */
async function pressByKey(button: Locator) {
  await button.focus()
  await button.press('Enter')
}

for (const language of testedIn('ar')) {
  test(`a driver chooses a point, a passenger asks for another one, and the driver moves the ride there (${language})`, async ({
    newPerson,
    server,
  }) => {
    const [dagny, kari] = await Promise.all(['Dagny Dahl', 'Kari Nordmann'].map((name) => server.member(name)))
    if (!dagny || !kari) throw new Error('a member is missing')
    const driver = await newPerson(language, { member: dagny })
    const { publish } = driver
    const keys = new Keyboard(driver.page)
    await publish.open()
    await keys.tabTo(publish.place('rides.from'))
    await keys.choosePlace('Oslo')
    const from = driver.page.getByRole('combobox', { name: `${driver.t('points.point')} Oslo` })
    await keys.tabTo(from)
    expect(await chosenIn(from)).toBe(driver.t('points.by_agreement'))
    await keys.press('ArrowDown')
    expect(await chosenIn(from)).toBe('Oslo S')
    await keys.tabTo(publish.place('rides.to'))
    await keys.choosePlace('Trondheim')
    await expect(driver.page.getByRole('combobox', { name: `${driver.t('points.point')} Trondheim` })).toBeVisible()
    await expectToFit(driver)
    await publish.field('rides.date').fill(typedDay(day, language))
    await publish.field('publish.departure').fill('09:00')
    await publish.field('publish.departure').press('Tab')
    await expect(publish.field('publish.arrival')).not.toHaveValue('')
    await publish.field('publish.arrival').fill('16:30')
    await publish.field('publish.price').fill('200')
    await publish.fillCar()
    await pressByKey(publish.submit)
    await driver.expectToast(driver.t('publish.success_text'))
    const { items } = await server.call<{ items: Ride[] }>(dagny, 'GET', '/me/rides')
    const id = items[0]?.id ?? ''

    const passenger = await newPerson(language, { member: kari })
    const { t, page, rides, reservations } = passenger
    await passenger.open(`/rides/${id}`)
    const shown = pointsIn(page.getByRole('main'), passenger)
    await expect(shown.getByText('Oslo S', { exact: true }).first()).toBeVisible()
    await expect(shown).toContainText(t('points.by_agreement'))
    await expect(shown.getByRole('link', { name: containing(t('points.open_map')) })).toHaveAttribute(
      'href',
      'geo:0,0?q=Oslo%20S%2C%20Oslo',
    )
    await pressByKey(rides.reserve())
    const more = new Keyboard(page)
    const { dialog } = reservations
    await expect(pointsIn(dialog, passenger)).toContainText('Oslo S')
    await more.tabTo(dialog.getByRole('button', { name: t('points.ask_other') }))
    await more.press('Enter')
    const other = dialog.getByRole('combobox', { name: containing(t('points.at_start')) })
    await more.tabTo(other)
    await more.press('ArrowDown')
    const asked = await chosenIn(other)
    expect(asked).not.toBe(t('points.as_ride', { point: 'Oslo S' }))
    await expectToFit(passenger)
    await more.tabTo(reservations.send)
    await more.press('Enter')
    await passenger.expectToast(t('reservations.sent_title'))
    await passenger.open('/my-rides?tab=reservations')
    const own = reservations.own('Oslo')
    await expect(own.getByRole('group', { name: t('points.you_asked') })).toContainText(asked ?? '')
    await expect(pointsIn(own, passenger)).toContainText('Oslo S')

    await driver.open('/my-rides?tab=rides')
    const request = driver.reservations.request('Kari Nordmann')
    const proposal = request.getByRole('group', { name: driver.t('points.asked') })
    await expect(proposal).toContainText(asked ?? '')
    await expect(proposal).toContainText(driver.t('points.asked_effect'))
    await expect(request.getByRole('button', { name: driver.t('points.keep') })).toBeVisible()
    await expectToFit(driver)
    await pressByKey(driver.reservations.accept('Kari Nordmann').filter({ hasNotText: driver.t('points.keep') }))
    await driver.expectToast(driver.t('reservations.accepted_toast'))
    await expect(proposal).toBeHidden()

    const { route } = await server.call<RideDetail>(kari, 'GET', `/rides/${id}`)
    expect(route[0]?.meeting_point?.name).toBe(asked)
    // The passenger sees it live.
    await expect(pointsIn(own, passenger)).toContainText(asked ?? '')
    await expect(own.getByText('Oslo S', { exact: true })).toHaveCount(0)
  })
}

/** Expects that nothing is wider than the window of a phone. */
async function expectToFit({ page }: Person) {
  const wide = page.viewportSize()
  await page.setViewportSize(phone)
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(wider).toBeLessThanOrEqual(0)
  if (wide) await page.setViewportSize(wide)
}

const phone = { width: 360, height: 740 }
