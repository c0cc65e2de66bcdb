/** No request hangs: an answer has its time, some rides give a seat at once, and a full ride has a waiting list. */
import type { OwnReservation } from '@samtur/contract/reservations'
import type { Ride } from '@samtur/contract/rides'
import { expect, test } from '../fixtures.ts'
import { patient } from '../patience.ts'
import { rideBody, type Server } from '../server.ts'
import { dayInOslo, hours, instantInOslo, mainIn, ownDay, timeInOslo, typedDay, testedIn } from '../texts.ts'

const live = { timeout: patient(10_000) }

const between = (day: string, from: string, to: string, changes: object = {}) =>
  rideBody({
    start_location: from,
    end_location: to,
    stops: [],
    departure_time: instantInOslo(day, '09:00'),
    arrival_time: instantInOslo(day, '12:30'),
    price: 200,
    notes: '',
    ...changes,
  })

async function members(server: Server, ...names: string[]) {
  return Promise.all(names.map((name) => server.member(name)))
}

for (const language of testedIn('ar')) {
  test(`a request shows both sides the same clock, and ends when its time is over (${language})`, async ({
    newPerson,
    ownServer: server,
  }) => {
    const [dagny, kari] = await members(server, 'Dagny Dahl', 'Kari Nordmann')
    if (!dagny || !kari) throw new Error('a member is missing')
    const { id } = await server.call<Ride>(dagny, 'POST', '/rides', between(dayInOslo(9), 'Bergen', 'Voss'))

    const passenger = await newPerson(language, { server, member: kari, viewport: { width: 360, height: 740 } })
    const { t, page, rides, reservations } = passenger
    await passenger.open(`/rides/${id}`)
    await rides.reserve().click()
    await expect(reservations.answerWithin(24)).toBeChecked()
    await reservations.answerWithin(1).check()
    await reservations.ask(1, '')
    const { items } = await server.call<{ items: OwnReservation[] }>(kari, 'GET', '/me/reservations')
    const clock = timeInOslo(items[0]?.answer_by ?? '')

    await passenger.open('/my-rides?tab=reservations')
    const own = reservations.own('Bergen')
    await expect(reservations.deadline(own)).toContainText(clock)
    await expect(own.getByText(t('requests.without_answer'))).toBeVisible()
    const driver = await newPerson(language, { server, member: dagny })
    await driver.open('/my-rides?tab=rides')
    const request = driver.reservations.request('Kari Nordmann')
    await expect(driver.reservations.deadline(request)).toContainText(clock)
    const words = async (person: typeof driver, within: typeof own) =>
      person.reservations.deadline(within).textContent()
    expect(await words(driver, request)).toBe(await words(passenger, own))

    server.clock.advance(hours(1.1))
    await server.endDue()
    await expect(own.getByText(t('reservations.status_expired'), { exact: true })).toBeVisible(live)
    await expect(own.getByText(t('reservations.ended_by_time'))).toBeVisible()
    await expect(own.getByText(t('requests.time_over')).first()).toBeVisible()
    await expect(own.getByRole('link', { name: t('reservations.find_another') })).toBeVisible()
    await expect(driver.reservations.accept('Kari Nordmann')).toHaveCount(0, live)
    await driver.reservations.own('Bergen').locator('summary').click()
    await expect(request.getByText(t('reservations.status_expired'), { exact: true })).toBeVisible()
    await page.goto(`${server.url}/notifications`)
    await expect(passenger.notifications.row(t('notifications.request_expired'))).toBeVisible()
  })

  test(`a ride that gives seats at once is found, and its seat is taken without an answer (${language})`, async ({
    newPerson,
    server,
  }) => {
    const day = ownDay()
    const [dagny, kari, per] = await members(server, 'Dagny Dahl', 'Kari Nordmann', 'Per Vik')
    if (!dagny || !kari || !per) throw new Error('a member is missing')
    await server.call(per, 'POST', '/rides', between(day, 'Bergen', 'Voss', { instant_booking: 'trusted' }))
    const driver = await newPerson(language, { member: dagny })
    await driver.publish.open()
    await expect(driver.publish.instant('publish.instant_off')).toBeChecked()
    await driver.publish.fillRoute({ from: 'Bergen', to: 'Voss' })
    await driver.publish.field('rides.date').fill(typedDay(day, language))
    await driver.publish.field('publish.departure').fill('15:00')
    await driver.publish.field('publish.departure').press('Tab')
    // The proposed arrival comes first: it would come in between.
    await expect(driver.publish.field('publish.arrival')).not.toHaveValue('')
    await driver.publish.field('publish.arrival').fill('17:00')
    await driver.publish.field('publish.price').fill('90')
    await driver.publish.fillCar()
    await driver.publish.instant('publish.instant_all').check()
    await driver.publish.submit.click()
    await driver.expectToast(driver.t('publish.success_text'))

    const passenger = await newPerson(language, { member: kari })
    const { t, page, rides, reservations } = passenger
    const search = `/search?from=Bergen&to=Voss&date=${day}`
    await passenger.open(search)
    await expect(rides.cards).toHaveCount(2)
    await rides.instant.click()
    await expect(page).toHaveURL(`${search}&instant=true`)
    await expect(rides.cards).toHaveCount(1)
    await expect(rides.cards.getByText(t('rides.instant'))).toBeVisible()

    await driver.open('/my-rides?tab=rides')
    await rides.takeNow(rides.cards).click()
    await reservations.takeNow()
    const request = driver.reservations.request('Kari Nordmann')
    await expect(request.getByText(t('requests.got_seat'))).toBeVisible(live)
    await expect(request.getByText(t('reservations.status_accepted'))).toBeVisible()
    await driver.open('/notifications')
    const told = t('notifications.seats_booked', { name: 'Kari', seats: 1 })
    await expect(driver.notifications.row(told)).toBeVisible()
    await passenger.open('/reservations')
    await expect(reservations.own('Bergen').getByText(t('reservations.contact_title'))).toBeVisible()
  })

  test(
    `three people wait for one seat, and the first gets it live (${language})`,
    mainIn(language),
    async ({ newPerson, server }) => {
      const names = ['Dagny Dahl', 'Ola Nordmann', 'Per Vik', 'Kari Nordmann', 'Anne Moe'] as const
      const [dagny, ola, per, kari, anne] = await members(server, ...names)
      if (!dagny || !ola || !per || !kari || !anne) throw new Error('a member is missing')
      const body = between(ownDay(), 'Bergen', 'Voss', { total_seats: 1, instant_booking: 'all' })
      const { id } = await server.call<Ride>(dagny, 'POST', '/rides', body)
      const one = { seats_requested: 1 }
      const { id: taken } = await server.call<OwnReservation>(ola, 'POST', `/rides/${id}/reservations`, one)
      await server.call(per, 'POST', `/rides/${id}/waiting-list`, one)

      const passenger = await newPerson(language, { member: kari, viewport: { width: 360, height: 740 } })
      const { t, page, rides, reservations } = passenger
      await passenger.open(`/rides/${id}`)
      await expect(rides.reserve()).toHaveCount(0)
      await rides.joinList().click()
      await reservations.waitFor(1)
      await expect(page.getByText(t('requests.place', { place: '2' }))).toBeVisible()
      await server.call(anne, 'POST', `/rides/${id}/waiting-list`, one)
      const driver = await newPerson(language, { member: dagny })
      await driver.open('/my-rides?tab=rides')
      await expect(driver.reservations.cards.getByText(t('requests.waiting', { count: 3 }))).toBeVisible()

      // Who stood before has changed their mind.
      await server.call(per, 'DELETE', `/rides/${id}/waiting-list`)
      await page.reload()
      await expect(page.getByText(t('requests.place', { place: '1' }))).toBeVisible()
      await server.call(ola, 'POST', `/reservations/${taken}/cancel`)
      const { items } = await server.call<{ items: { offer_until: string }[] }>(kari, 'GET', '/me/waiting-list')
      const until = timeInOslo(items[0]?.offer_until ?? '')
      const toOffer = page.getByRole('link', { name: t('requests.to_offer') })
      await expect(toOffer).toBeVisible(live)
      await expect(driver.reservations.cards.getByText(t('requests.held', { count: 1 }))).toBeVisible(live)
      await toOffer.click()
      await expect(reservations.offers).toContainText(until)
      await rides.takeNow(reservations.offers).click()
      await passenger.expectToast(t('requests.taken_title'))
      await expect(reservations.offers).toHaveCount(0)
      await expect(page.getByRole('main').getByText(t('reservations.status_accepted'), { exact: true })).toBeVisible()
      await expect(driver.reservations.request('Kari Nordmann')).toBeVisible(live)
      await expect(driver.reservations.cards.getByText(t('requests.waiting', { count: 1 }))).toBeVisible(live)
    },
  )
}
