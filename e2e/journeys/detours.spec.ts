/** Detours: a driver allows them, a passenger asks for a place beside the way, and the driver's answer makes it a stop. */
import type { Ride, RideDetail } from '@samtur/contract/rides'
import { expect, test } from '../fixtures.ts'
import { rideBody } from '../server.ts'
import { instantInOslo, ownDay, timeInOslo, typedDay, testedIn } from '../texts.ts'

/** A town near the motorway that the driver does not name. */
const town = 'Slagelse'

/** Returns the text without the marks of its links. */
const plain = (text: string) => text.replaceAll(/<\/?\d+>/g, '')

const between = (day: string, from: string, to: string, departure: string, arrival: string) =>
  rideBody({
    start_location: from,
    end_location: to,
    stops: [],
    departure_time: instantInOslo(day, departure),
    arrival_time: instantInOslo(day, arrival),
    price: 200,
    notes: '',
  })

for (const language of testedIn('ar')) {
  test(`a place beside the way is found below the others, asked for, accepted and then a stop (${language})`, async ({
    newPerson,
    server,
  }) => {
    const day = ownDay()
    const search = `/search?from=${town}&to=Aarhus&date=${day}`
    const [dagny, eirik, kari, ola] = await Promise.all(
      ['Dagny Dahl', 'Eirik Sletten', 'Kari Nordmann', 'Ola Nordmann'].map((name) => server.member(name)),
    )
    if (!dagny || !eirik || !kari || !ola) throw new Error('a member is missing')
    await server.call(eirik, 'POST', '/rides', between(day, town, 'Aarhus', '15:00', '17:30'))

    const driver = await newPerson(language, { member: dagny })
    await driver.publish.open()
    await driver.publish.fillRoute({ from: 'København', to: 'Aarhus' })
    await expect(driver.publish.detour(0)).toBeChecked()
    await driver.publish.detour(0).press('ArrowRight')
    await driver.page.keyboard.press('ArrowRight')
    await driver.page.keyboard.press('ArrowRight')
    await expect(driver.publish.detour(15)).toBeChecked()
    await expect(driver.page.getByText(driver.t('publish.detours_terms'))).toBeVisible()
    await driver.publish.field('rides.date').fill(typedDay(day, language))
    await driver.publish.field('publish.departure').fill('09:00')
    await driver.publish.field('publish.departure').press('Tab')
    // The proposed arrival comes first: it would come in between.
    await expect(driver.publish.field('publish.arrival')).not.toHaveValue('')
    await driver.publish.field('publish.arrival').fill('12:30')
    await driver.publish.field('publish.price').fill('200')
    await driver.publish.fillCar()
    await driver.publish.submit.click()
    await driver.expectToast(driver.t('publish.success_text'))
    const { items } = await server.call<{ items: Ride[] }>(dagny, 'GET', '/me/rides')
    const id = items[0]?.id ?? ''
    // Another passenger goes along all the way.
    const reservation = await server.call<{ id: string }>(ola, 'POST', `/rides/${id}/reservations`, {
      seats_requested: 1,
    })
    await server.call(dagny, 'POST', `/reservations/${reservation.id}/accept`)

    const passenger = await newPerson(language, { member: kari })
    const { t, page, rides, reservations } = passenger
    await passenger.open(search)
    const found = rides.byDetour(1, town)
    const card = found.getByRole('article')
    await expect(card).toContainText(town)
    await expect(rides.cards).toHaveCount(2)
    await expect(rides.cards.first()).toContainText('15:00')
    await expect(rides.reserve(card)).toHaveCount(0)
    await rides.detours.click()
    await expect(page).toHaveURL(`${search}&detours=no`)
    await expect(rides.cards).toHaveCount(1)
    await rides.detours.click()
    // However the list is sorted, what needs a detour stays below.
    await rides.filter('search.sort').selectOption('price')
    await expect(card).toContainText(town)
    await expect(rides.cards.first()).toContainText('15:00')

    await card.getByRole('heading').getByRole('link').click()
    await expect(page).toHaveURL(/from_position=0&to_position=1&detour_place_id=\d+&detour_end=start$/)
    const address = page.url()
    const { detour, section } = await server.call<Ride>(
      kari,
      'GET',
      new URL(address).pathname + new URL(address).search,
    )
    if (!detour) throw new Error('the ride offers no detour')
    const notice = plain(t('detours.notice', { minutes: detour.minutes }))
    // The address changes before the page does, and the list has the same words and the same button.
    await expect(rides.cards).toHaveCount(0)
    await expect(page.getByText(notice)).toBeVisible()
    await expect(page.getByRole('main')).toContainText(timeInOslo(section.departure_time))
    await rides.askForDetour().click()
    await expect(reservations.dialog.getByText(notice)).toBeVisible()
    await reservations.ask(1, '', 'detours.ask')
    await passenger.open('/my-rides?tab=reservations')
    await expect(reservations.own(town).getByText(notice)).toBeVisible()

    const other = await newPerson(language, { member: ola })
    await other.open('/')
    await driver.open('/my-rides?tab=rides')
    const request = driver.reservations.request('Kari Nordmann')
    const { minutes } = detour
    await expect(request.getByText(plain(t('reservations.detour', { minutes, place: town })))).toBeVisible()
    const later = Temporal.PlainTime.from('12:30').add({ minutes }).toString({ smallestUnit: 'minute' })
    const arrival = t('reservations.detour_arrival', { time: later, before: '12:30' })
    await expect(request.getByText(plain(arrival))).toBeVisible()
    await expect(request.getByText(t('reservations.detour_effect', { place: town }))).toBeVisible()
    await driver.reservations.accept('Kari Nordmann').click()
    await driver.expectToast(t('reservations.accepted_toast'))
    await expect(request.getByText(t('reservations.detour_effect', { place: town }))).toBeHidden()

    const changed = await server.call<RideDetail>(kari, 'GET', `/rides/${id}`)
    expect(changed.route.map(({ text }) => text)).toEqual(['København', town, 'Aarhus'])
    expect(timeInOslo(changed.arrival_time)).toBe(later)
    // The passenger sees it live, and the address of the detour leads to the agreed part.
    const own = reservations.own(town)
    await expect(own.getByText(t('reservations.status_accepted'))).toBeVisible()
    await expect(own.getByText(notice)).toBeHidden()
    await passenger.open(new URL(address).pathname + new URL(address).search)
    await expect(page).toHaveURL(`/rides/${id}?from_position=1&to_position=2`)
    await expect(page.getByText(t('ride.accepted_title'))).toBeVisible()

    // The other passenger is notified, and everyone finds the new stop.
    await other.open('/notifications')
    await expect(other.notifications.row(t('notifications.ride_changed', { name: 'Dagny' }))).toBeVisible()
    const visitor = await newPerson(language)
    await visitor.open(search)
    await expect(visitor.rides.cards).toHaveCount(2)
    await expect(visitor.rides.byDetour(1, town)).toHaveCount(0)
    await expect(visitor.rides.reserve(visitor.rides.cards.first())).toBeVisible()
  })
}
