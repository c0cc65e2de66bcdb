/** Meeting points: a driver chooses one, a passenger asks for another one and gets it; an administrator imports and retires points. */
import { languages } from '@samtur/i18n/translate'
import { csvColumns } from '@samtur/contract/meeting-points'
import type { OwnReservation } from '@samtur/contract/reservations'
import type { Ride, RideDetail } from '@samtur/contract/rides'
import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { Keyboard } from '../keyboard.ts'
import { patient } from '../patience.ts'
import type { Person } from '../person.ts'
import { makeAdmin, rideBody } from '../server.ts'
import { containing, dayInOslo, typedDay, testedIn, type Language } from '../texts.ts'

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
    ownServer: server,
  }) => {
    const [dagny, kari] = await Promise.all(['Dagny Dahl', 'Kari Nordmann'].map((name) => server.member(name)))
    if (!dagny || !kari) throw new Error('a member is missing')
    const driver = await newPerson(language, { server, member: dagny })
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

    const passenger = await newPerson(language, { server, member: kari })
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

  test(`an administrator corrects an import, retires a point and restores it by keyboard (${language})`, async ({
    newPerson,
    ownServer: server,
  }) => {
    const account = await makeAdmin(server, 'Adele Styrer')
    const { items } = await server.call<{ items: { id: number; name: string }[] }>(account, 'GET', '/places?q=Voss')
    const id = items.find(({ name }) => name === 'Voss')?.id
    const admin = await newPerson(language, { server, member: account })
    const { page, t } = admin
    const keys = new Keyboard(page)
    await admin.open('/admin/reports')
    await pressByKey(page.getByRole('link', { name: t('admin.nav_points') }))
    await expect(admin.heading).toHaveText(t('admin_points.title'))
    await keys.tabTo(page.getByRole('combobox', { name: t('admin_points.find') }))
    await keys.choosePlace('Voss')
    const voss = page.getByRole('group', { name: 'Voss', exact: true })
    await expect(page.getByText(t('admin_points.empty'))).toBeVisible()
    await expect(page.getByRole('group', { name: 'Oslo', exact: true })).toHaveCount(0)

    const name = `Prestegardsmoen ${language}`
    const file = (kind: string) => `${csvColumns.join()}\n,${id},Voss,${name},${kind},,,yes,,no,24,Vestland fylke\n`
    await pressByKey(page.getByRole('button', { name: t('admin_points.import') }))
    const dialog = page.getByRole('dialog', { name: t('admin_points.import') })
    const content = dialog.getByRole('textbox', { name: t('admin_points.content') })
    await keys.tabTo(content)
    await page.keyboard.insertText(file('car park'))
    await keys.tabTo(dialog.getByRole('button', { name: t('admin_points.import') }))
    admin.watch.allow(/422/)
    await keys.press('Enter')
    const problem = t('fields.invalid')
    const refused = t('admin_points.import_cell', { line: inDigits(2, language), column: 'kind', problem })
    await expect(content).toHaveAccessibleDescription(refused)
    await expect(content).toBeFocused()
    await expect(content).toHaveValue(file('car park'))
    await expect(voss.getByText(name)).toHaveCount(0)
    await keys.press('ControlOrMeta+a')
    await page.keyboard.insertText(file('park_and_ride'))
    await keys.tabTo(dialog.getByRole('button', { name: t('admin_points.import') }))
    await keys.press('Enter')
    await admin.expectToast(t('admin_points.imported'))
    await expect(dialog).toHaveCount(0)

    const row = voss.getByRole('listitem', { name })
    await expect(row).toContainText(t('points.kind.park_and_ride'))
    await expect(row).toContainText(t('points.step_free'))
    await pressByKey(row.getByRole('button', { name: t('admin_points.retire_one', { name }) }))
    const question = page.getByRole('dialog', { name: t('admin_points.retire_title') })
    await keys.tabTo(question.getByRole('button', { name: t('admin_points.retire') }))
    await keys.press('Enter')
    await admin.expectToast(t('admin_points.retired_done'))
    await expect(row).toContainText(t('admin_points.retired'))
    await expect(row).toBeFocused()
    const listed = () => server.call<{ items: { name: string }[] }>(account, 'GET', `/meeting-points?place_id=${id}`)
    expect((await listed()).items.map((point) => point.name)).not.toContain(name)
    await keys.tabTo(row.getByRole('button', { name: t('admin_points.restore_one', { name }) }))
    await keys.press('Enter')
    await admin.expectToast(t('admin_points.restored'))
    expect((await listed()).items.map((point) => point.name)).toContain(name)
  })
}

test('a driver accepts without the point asked for, and the ride stays where it was', async ({
  newPerson,
  ownServer: server,
}) => {
  const [dagny, kari] = await Promise.all(['Dagny Dahl', 'Kari Nordmann'].map((name) => server.member(name)))
  if (!dagny || !kari) throw new Error('a member is missing')
  const places = await server.call<{ items: { id: number }[] }>(kari, 'GET', '/places?q=Bergen')
  const placeId = places.items[0]?.id ?? 0
  const points = await server.call<{ items: { id: string; name: string }[] }>(
    kari,
    'GET',
    `/meeting-points?place_id=${placeId}`,
  )
  const [first, second] = points.items
  if (!first || !second) throw new Error('Bergen has too few points')
  const start_location = { text: 'Bergen', place_id: placeId, meeting_point_id: first.id }
  const body = rideBody({ daysAhead: 9, start_location, stops: [], end_location: 'Voss' })
  const { id } = await server.call<{ id: string }>(dagny, 'POST', '/rides', body)
  await server.call(kari, 'POST', `/rides/${id}/reservations`, { seats_requested: 1, start_point_id: second.id })
  const driver = await newPerson('no', { server, member: dagny })
  await driver.open('/my-rides?tab=rides')
  const request = driver.reservations.request('Kari Nordmann')
  await expect(request).toContainText(second.name)
  await pressByKey(request.getByRole('button', { name: driver.t('points.keep') }))
  await driver.expectToast(driver.t('reservations.accepted_toast'))
  const { items } = await server.call<{ items: OwnReservation[] }>(kari, 'GET', '/me/reservations')
  expect(items[0]?.status).toBe('accepted')
  expect(items[0]?.meeting_points.start?.name).toBe(first.name)
})

/** Returns a number as the language writes it. */
const inDigits = (number: number, language: Language) => number.toLocaleString(languages[language].tag)

/** Expects that nothing is wider than the window of a phone. */
async function expectToFit({ page }: Person) {
  const wide = page.viewportSize()
  await page.setViewportSize(phone)
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(wider).toBeLessThanOrEqual(0)
  if (wide) await page.setViewportSize(wide)
}

const phone = { width: 360, height: 740 }
