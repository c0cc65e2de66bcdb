/** Rescue: a passenger whose trip ends without their doing is offered other rides and the planner. */
import type { OwnReservation } from '@samtur/contract/reservations'
import type { Ride } from '@samtur/contract/rides'
import { expect, test } from '../fixtures.ts'
import { patient } from '../patience.ts'
import { rideBody, type Server } from '../server.ts'
import { instantInOslo, ownDay, testedIn } from '../texts.ts'
import type { TestPerson } from '../../apps/server/test/sessions.ts'

test.describe.configure({ timeout: patient(90_000) })

const live = { timeout: patient(15_000) }
const phone = { width: 360, height: 740 }

const publish = (server: Server, driver: TestPerson, day: string, departure: string, arrival: string) =>
  server.call<Ride>(
    driver,
    'POST',
    '/rides',
    rideBody({
      start_location: 'Bergen',
      end_location: 'Voss',
      stops: [],
      departure_time: instantInOslo(day, departure),
      arrival_time: instantInOslo(day, arrival),
      price: 120,
      notes: '',
    }),
  )

const request = (server: Server, passenger: TestPerson, rideId: string) =>
  server.call<OwnReservation>(passenger, 'POST', `/rides/${rideId}/reservations`, { seats_requested: 1 })

for (const language of testedIn('ar')) {
  test(`a passenger whose ride is cancelled asks for one of three others, and gets the seat (${language})`, async ({
    newPerson,
    server,
  }) => {
    const day = ownDay()
    const [dagny, kari, ola] = [
      await server.member('Dagny Dahl'),
      await server.member('Kari Nordmann'),
      await server.member('Ola Vik'),
    ]
    const others = [await server.member('Per Moe'), await server.member('Anne Lie'), await server.member('Liv Hagen')]
    const { id } = await publish(server, dagny, day, '09:00', '10:45')
    const { id: reservation } = await request(server, kari, id)
    await server.call(dagny, 'POST', `/reservations/${reservation}/accept`, {})
    const nearest = await publish(server, ola, day, '09:30', '11:15')
    // The last one departs too late.
    for (const [index, departure] of ['07:15', '11:00', '12:30'].entries())
      await publish(server, others[index] ?? ola, day, departure, '14:30')

    const passenger = await newPerson(language, { member: kari, viewport: phone })
    const { t, page, wanted, rides, reservations, notifications } = passenger
    await passenger.open('/my-rides?tab=reservations')
    const own = reservations.own('Bergen')
    await expect(own).toContainText(t('reservations.status_accepted'))
    await server.call(dagny, 'POST', `/rides/${id}/cancel`, { reason: 'Bilen er på verksted.' })
    await expect(own).toContainText(t('reservations.ended_by_cancellation'), live)
    await expect(wanted.instead(own)).toHaveCount(3)
    await expect(wanted.planner('Entur')).toHaveAttribute('target', '_blank')

    await passenger.open('/notifications')
    await expect(notifications.row(t('notifications.ride_cancelled', { name: 'Dagny' }))).toBeVisible()
    await expect(wanted.instead()).toHaveCount(3)
    await expect(wanted.instead().first()).toContainText('Ola')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await wanted.instead().first().getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`/rides/${nearest.id}`))
    await rides.reserve().click()
    await reservations.ask(1, '')

    const driver = await newPerson(language, { member: ola })
    await driver.open('/my-rides?tab=rides')
    await driver.reservations.accept('Kari Nordmann').click()
    await driver.expectToast(driver.t('reservations.accepted_toast'))
    await passenger.open('/my-rides?tab=reservations')
    await expect(reservations.cards.filter({ hasText: 'Ola Vik' })).toContainText(t('reservations.status_accepted'))
    // What is asked for already is not offered again.
    const lost = reservations.cards.filter({ hasText: 'Dagny Dahl' })
    await lost.scrollIntoViewIfNeeded()
    await expect(wanted.instead(lost)).toHaveCount(2)
  })
}
