/** A trip that changes between request and departure. */
import { expect, test } from '../fixtures.ts'
import { rideBody } from '../server.ts'
import { dayInOslo, instantInOslo, testedLanguages } from '../texts.ts'

for (const language of testedLanguages) {
  test(`a passenger confirms a changed trip, and declining another one frees its seats (${language})`, async ({
    newPerson,
    server,
  }) => {
    const [one, other] = await Promise.all([server.member('Ingrid Solberg'), server.member('Kari Nordmann')])
    const driver = await newPerson(language, { member: one })
    const passenger = await newPerson(language, { member: other })
    const { id: ride } = await server.call<{ id: string }>(one, 'POST', '/rides', rideBody({ daysAhead: 5 }))
    const body = { seats_requested: 2 }
    const { id } = await server.call<{ id: string }>(other, 'POST', `/rides/${ride}/reservations`, body)
    await server.call(one, 'POST', `/reservations/${id}/accept`)
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
}
