/** A trip between request and departure: changes, cancellations, and the calendar. */
import fs from 'node:fs'
import ical from 'ical.js'
import { expect, test } from '../fixtures.ts'
import type { Person } from '../person.ts'
import { makeAdmin, rideBody } from '../server.ts'
import { containing, dayInOslo, instantInOslo, testedLanguages, timeInOslo } from '../texts.ts'
import { refusal } from '../watch.ts'

interface Made {
  ride: string
  reservation: string
}

/** Makes a ride of the driver's with the passenger accepted. */
async function agree(driver: Person, passenger: Person, changes: Parameters<typeof rideBody>[0] = {}): Promise<Made> {
  const { server } = driver
  const [one, other] = [accountOf(driver), accountOf(passenger)]
  const { id: ride } = await server.call<{ id: string }>(one, 'POST', '/rides', rideBody(changes))
  const { id: reservation } = await server.call<{ id: string }>(other, 'POST', `/rides/${ride}/reservations`, {
    seats_requested: 2,
  })
  await server.call(one, 'POST', `/reservations/${reservation}/accept`)
  return { ride, reservation }
}

const accounts = new WeakMap<Person, Parameters<Person['server']['call']>[0]>()
const accountOf = (person: Person) => {
  const found = accounts.get(person)
  if (!found) throw new Error(`${person.name} is not a known account`)
  return found
}

for (const language of testedLanguages) {
  test(`a passenger confirms a changed trip, and declining another one frees its seats (${language})`, async ({
    newPerson,
    server,
  }) => {
    const [one, other] = await Promise.all([server.member('Ingrid Solberg'), server.member('Kari Nordmann')])
    const driver = await newPerson(language, { member: one })
    const passenger = await newPerson(language, { member: other })
    accounts.set(driver, one).set(passenger, other)
    const { ride } = await agree(driver, passenger, { daysAhead: 5 })
    const { reservations, t } = passenger
    await passenger.open('/my-rides?tab=reservations')
    await driver.open('/my-rides?tab=rides')
    const card = reservations.own('Trondheim')
    await expect(card.getByText(t('reservations.status_accepted'))).toBeVisible()

    const move = (time: string, arrival: string) =>
      server.call(one, 'PATCH', `/rides/${ride}`, {
        departure_time: instantInOslo(dayInOslo(5), time),
        arrival_time: instantInOslo(dayInOslo(5), arrival),
      })
    await move('08:30', '15:30')
    // The change appears live, without a reload.
    await expect(card.getByText(t('reservations.changed_title'))).toBeVisible()
    const change = card.locator('dd').filter({ hasText: '07:00' })
    await expect(change).toContainText('08:30')
    await expect(driver.reservations.request('Kari Nordmann')).toContainText(t('reservations.awaits_confirmation'))
    await reservations.confirmChange(card).click()
    await passenger.expectToast(t('reservations.confirmed_toast'))
    await expect(card.getByText(t('reservations.changed_title'))).toBeHidden()
    await expect(driver.reservations.request('Kari Nordmann')).not.toContainText(t('reservations.awaits_confirmation'))

    await move('11:00', '18:00')
    await expect(card.getByText(t('reservations.changed_title'))).toBeVisible()
    await reservations.giveUp(card, 'give_back', 'Da rekker jeg ikke bussen.')
    await expect(card.getByText(t('reservations.status_withdrawn'), { exact: true })).toBeVisible()
    const request = driver.reservations.request('Kari Nordmann')
    await expect(request).toContainText('Da rekker jeg ikke bussen.')
    await expect(driver.reservations.cards.first()).toContainText(
      t('reservations.free_of_total', { free: 4, total: 4 }),
    )
  })

  test(`a cancelled trip shows its reason on both sides (${language})`, async ({ newPerson, server }) => {
    const [one, other] = await Promise.all([server.member('Ingrid Solberg'), server.member('Kari Nordmann')])
    const driver = await newPerson(language, { member: one })
    const passenger = await newPerson(language, { member: other })
    accounts.set(driver, one).set(passenger, other)
    const { ride } = await agree(driver, passenger, { daysAhead: 6 })
    await passenger.open('/my-rides?tab=reservations')
    await server.call(one, 'POST', `/rides/${ride}/cancel`, { reason: 'Bilen er på verksted.' })
    const { t } = passenger
    const card = passenger.reservations.own('Trondheim')
    await expect(card).toContainText(t('reservations.ended_by_cancellation'))
    await expect(card).toContainText('Bilen er på verksted.')
    await expect(card.getByRole('button', { name: t('reservations.give_back') })).toHaveCount(0)
    await driver.open('/my-rides?tab=rides')
    await expect(driver.reservations.cards.first()).toContainText(t('reservations.ride_cancelled'))
    await expect(driver.reservations.request('Kari Nordmann')).toContainText('Bilen er på verksted.')
  })

  test(`a second trip at the same time needs a confirmation (${language})`, async ({ newPerson, server }) => {
    const [one, other] = await Promise.all([server.member('Ingrid Solberg'), server.member('Kari Nordmann')])
    const driver = await newPerson(language, { member: one })
    const passenger = await newPerson(language, { member: other })
    accounts.set(driver, one).set(passenger, other)
    await agree(driver, passenger, { daysAhead: 7 })
    const second = await server.call<{ id: string }>(
      one,
      'POST',
      '/rides',
      rideBody({ daysAhead: 7, end_location: 'Bergen', stops: [] }),
    )
    const { t, reservations } = passenger
    passenger.watch.allow(refusal(409))
    await passenger.open(`/rides/${second.id}`)
    await passenger.page
      .getByRole('button', { name: t('rides.reserve') })
      .filter({ visible: true })
      .first()
      .click()
    await reservations.send.click()
    await expect(reservations.dialog.getByText(t('reservations.overlap_title'))).toBeVisible()
    await expect(
      reservations.dialog.getByText(t('reservations.section', { from: 'Oslo', to: 'Trondheim' })),
    ).toBeVisible()
    await reservations.dialog.getByRole('button', { name: t('reservations.send_all_the_same') }).click()
    await passenger.expectToast(t('reservations.sent_title'))
  })
}

test('an accepted trip appears in the calendar', async ({ newPerson, server }) => {
  const [one, other] = await Promise.all([server.member('Ingrid Solberg'), server.member('Kari Nordmann')])
  const driver = await newPerson('no', { member: one })
  const passenger = await newPerson('no', { member: other, acceptDownloads: true })
  accounts.set(driver, one).set(passenger, other)
  const { ride } = await agree(driver, passenger, { daysAhead: 8 })
  await passenger.open('/my-rides?tab=reservations')
  const [download] = await Promise.all([
    passenger.page.waitForEvent('download'),
    passenger.reservations.calendarLink.first().click(),
  ])
  const text = fs.readFileSync(await download.path(), 'utf8')
  const [event] = new ical.Component(ical.parse(text) as unknown[]).getAllSubcomponents('vevent')
  expect(event).toBeDefined()
  const found = new ical.Event(event)
  expect(found.summary).toMatch(/Oslo.*Trondheim/)
  expect(timeInOslo(found.startDate.toJSDate().toISOString())).toBe('07:00')
  expect(timeInOslo(found.endDate.toJSDate().toISOString())).toBe('14:00')
  expect(text.replaceAll(/\r\n /g, '')).toContain(`/today?ride=${ride}`)
})

test(
  'a driver removes one passenger, who reads why and finds other rides',
  // No other test's ride is offered in place of the lost one there.
  async ({ newPerson, ownServer: server }) => {
    const [one, other] = await Promise.all([server.member('Ingrid Solberg'), server.member('Kari Nordmann')])
    const driver = await newPerson('no', { server, member: one })
    const passenger = await newPerson('ar', { server, member: other })
    accounts.set(driver, one).set(passenger, other)
    await agree(driver, passenger, { daysAhead: 9 })
    await passenger.open('/my-rides?tab=reservations')
    await driver.open('/my-rides?tab=rides')
    const card = passenger.reservations.own('Trondheim')
    await expect(card.getByText('EK 12345')).toBeVisible()
    const { t, page } = driver
    const request = driver.reservations.request('Kari Nordmann')
    await request.getByRole('button', { name: containing(t('reservations.remove')) }).click()
    const dialog = page.getByRole('dialog', { name: t('reservations.remove_title', { name: 'Kari Nordmann' }) })
    await dialog.getByRole('button', { name: t('reservations.remove') }).click()
    await expect(dialog.getByLabel(t('reservations.reason'))).toBeFocused()
    await dialog.getByLabel(t('reservations.reason')).fill('Skiene tar plassen.')
    await dialog.getByRole('button', { name: t('reservations.remove') }).click()
    await driver.expectToast(t('reservations.removed_toast'))
    await expect(request).toContainText(t('reservations.ended_by_your_removal'))
    await expect(request).toBeFocused()
    // The change appears live, without a reload by the passenger.
    await expect(card).toContainText(passenger.t('reservations.ended_by_removal'))
    await expect(card).toContainText('Skiene tar plassen.')
    await expect(card.getByText('EK 12345')).toHaveCount(0)
    await card.getByRole('link', { name: passenger.t('reservations.find_another') }).click()
    await expect(passenger.page).toHaveURL(new RegExp(`/search\\?from=Oslo&to=Trondheim&date=${dayInOslo(9)}$`))
  },
)

test('passengers of a suspended driver read that the driver cannot drive, and that the trip is cancelled', async ({
  newPerson,
  server,
}) => {
  const [one, other] = await Promise.all([server.member('Ingrid Solberg'), server.member('Kari Nordmann')])
  const admin = await makeAdmin(server, 'Adele Styrer')
  const driver = await newPerson('no', { member: one })
  const passenger = await newPerson('no', { member: other })
  accounts.set(driver, one).set(passenger, other)
  const { ride } = await agree(driver, passenger, { daysAhead: 10 })
  await passenger.open('/my-rides?tab=reservations')
  const { t } = passenger
  const card = passenger.reservations.own('Trondheim')
  await expect(card.getByText('EK 12345')).toBeVisible()
  await server.call(admin, 'POST', `/admin/users/${one.id}/suspend`, { reason: 'Rapportert.' })
  await expect(card).toContainText(t('reservations.unavailable_title'))
  await expect(card.getByText('EK 12345')).toHaveCount(0)
  await expect(card.getByRole('link', { name: t('reservations.find_another') })).toBeVisible()
  await server.call(admin, 'POST', `/admin/users/${one.id}/lift`, { reason: 'Oppklart.' })
  await expect(card.getByText('EK 12345')).toBeVisible()
  await passenger.open(`/rides/${ride}`)
  await expect(passenger.page.getByText(t('ride.unavailable_title'))).toHaveCount(0)
})
