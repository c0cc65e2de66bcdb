/** Rescue: a passenger whose trip ends without their doing is offered other rides, the planner, and a search that is kept. */
import type { OwnReservation } from '@samtur/contract/reservations'
import type { Ride } from '@samtur/contract/rides'
import { expect, test } from '../fixtures.ts'
import { Keyboard } from '../keyboard.ts'
import { patient } from '../patience.ts'
import { rideBody, type Server } from '../server.ts'
import { containing, dayInOslo, instantInOslo, testedIn } from '../texts.ts'
import type { TestPerson } from '../../apps/server/test/sessions.ts'

test.describe.configure({ timeout: patient(90_000) })

const day = dayInOslo(9)
const live = { timeout: patient(15_000) }
const phone = { width: 360, height: 740 }

const publish = (server: Server, driver: TestPerson, departure: string, arrival: string) =>
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
    ownServer: server,
  }) => {
    const [dagny, kari, ola] = [
      await server.member('Dagny Dahl'),
      await server.member('Kari Nordmann'),
      await server.member('Ola Vik'),
    ]
    const others = [await server.member('Per Moe'), await server.member('Anne Lie'), await server.member('Liv Hagen')]
    const { id } = await publish(server, dagny, '09:00', '10:45')
    const { id: reservation } = await request(server, kari, id)
    await server.call(dagny, 'POST', `/reservations/${reservation}/accept`, {})
    const nearest = await publish(server, ola, '09:30', '11:15')
    // The last one departs too late.
    for (const [index, departure] of ['07:15', '11:00', '12:30'].entries())
      await publish(server, others[index] ?? ola, departure, '14:30')

    const passenger = await newPerson(language, { server, member: kari, viewport: phone })
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

    const driver = await newPerson(language, { server, member: ola })
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

  test(`a passenger who is refused keeps a search with one press, by keyboard, and is told of a ride (${language})`, async ({
    newPerson,
    ownServer: server,
  }) => {
    const [dagny, kari] = [await server.member('Dagny Dahl'), await server.member('Kari Nordmann')]
    const { id } = await publish(server, dagny, '09:00', '10:45')
    const { id: reservation } = await request(server, kari, id)
    await server.call(dagny, 'POST', `/reservations/${reservation}/reject`, {})
    await server.call(dagny, 'POST', `/rides/${id}/cancel`, {})

    const passenger = await newPerson(language, { server, member: kari, viewport: phone })
    const { t, page, wanted } = passenger
    const keys = new Keyboard(page)
    await passenger.open('/notifications')
    await expect(page.getByText(t('rescue.none'))).toBeVisible()
    await expect(wanted.planner('Entur')).toHaveAttribute('href', /^https:\/\/entur\.no\/.*startLabel=Bergen/)
    await expect(page.getByRole('link', { name: t('notifications.find_another') })).toBeVisible()
    await keys.tabTo(wanted.tellMeOfAnother)
    await keys.press('Enter')
    await expect(wanted.toWanted).toBeFocused()
    await expect(wanted.tellMeOfAnother).toHaveCount(0)
    await passenger.open('/my-rides?tab=reservations')
    await expect(wanted.toWanted).toBeVisible()
    await wanted.toWanted.click()
    await expect(passenger.heading).toHaveText(t('wanted.mine'))
    await expect(wanted.cards).toContainText('Bergen')
    await expect(wanted.cards).toContainText(t('wanted.looking'))

    await publish(server, await server.member('Ola Vik'), '10:00', '11:45')
    await expect(wanted.cards).toContainText(t('wanted.matches', { count: 1 }), live)
    await passenger.open('/notifications')
    await expect(wanted.instead()).toHaveCount(1)
    await expect(wanted.toWanted).toBeVisible()
  })
}

test('a search that finds nothing ends with the planner and the publish form, filled in', async ({
  newPerson,
  ownServer: server,
}) => {
  const kari = await server.member('Kari Nordmann')
  const { page, t, wanted, publish: form } = await newPerson('no', { server, member: kari })
  await page.goto(`${server.url}/search?from=Bergen&to=Voss&date=${day}`)
  await expect(wanted.planner('Entur')).toHaveAttribute('href', /stopLabel=Voss/)
  await page.getByRole('link', { name: containing(t('rescue.drive')) }).click()
  await expect(form.place('rides.from')).toHaveValue('Bergen')
  await expect(form.place('rides.to')).toHaveValue('Voss')
})
