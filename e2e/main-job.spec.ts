/** The product's main job: two people sign up, share a trip and rate each other. */
import type { Ride } from '@samtur/contract/rides'
import { expect, test } from './fixtures.ts'
import { car } from './pages/publish.ts'
import { patient } from './patience.ts'
import { containing, dayInOslo, hours, loosely, mainIn, timeInOslo, typedDay, testedLanguages } from './texts.ts'
import { readable } from './watch.ts'

// Two people open a dozen screens each, which takes long on a busy machine.
test.describe.configure({ timeout: patient(150_000) })

const phone = '+47 912 34 567'
const secrets = new RegExp(`${loosely(phone.replace('+47 ', '')).source}|${loosely(car.plate).source}`, 'i')

/** Less than polling would take, where the machine is not shared. */
const live = { timeout: patient(2_000) }

const trip = {
  from: 'Oslo',
  stops: ['Hamar', 'Lillehammer'],
  to: 'Trondheim',
  day: dayInOslo(2),
  departure: '07:00',
  arrival: '14:00',
  price: '300',
}

for (const language of testedLanguages) {
  test(`two strangers share a trip (${language})`, mainIn(language), async ({ newPerson, ownServer: server }) => {
    const driver = await newPerson(language, { name: 'Ingrid Solberg', server })
    const passenger = await newPerson(language, { name: 'Kari Nordmann', server })
    const { t } = driver
    const said = {
      question: 'Hei, Kari! Hamar stasjon?',
      answer: 'Ja, klokken ni',
      thanks: 'Flott!',
      later: 'Jeg har en rød lue.',
    }

    await test.step('the driver signs up and adds a phone number', async () => {
      await driver.auth.register()
      await driver.profile.setPhone(phone)
    })

    await test.step('the driver publishes a trip', async () => {
      await driver.publish.open()
      await driver.publish.fill(trip)
      await driver.publish.submit.click()
      await driver.expectToast(t('publish.success_title'))
      await driver.expectToast(t('publish.success_text'))
      await expect(driver.page).toHaveURL(/\/my-rides(\?|$)/)
      await expect(driver.reservations.cards.first()).toContainText(trip.departure)
    })

    await test.step('the passenger signs up and finds her section', async () => {
      passenger.watch.record()
      await passenger.auth.register()
      await passenger.rides.search({ from: 'Hamar', to: 'Trondheim', day: trip.day })
      await expect(passenger.page).toHaveURL(`/search?from=Hamar&to=Trondheim&date=${trip.day}`)
      const card = passenger.rides.cards
      await expect(card).toHaveCount(1)
      const { section } = await findRide(server.url, trip.day)
      expect(section.price).toBeLessThan(Number(trip.price))
      await expect(card).toContainText(timeInOslo(section.departure_time))
      await expect(card).toContainText(trip.arrival)
      await expect(card).toContainText(`${section.price} kr`)
      await expect(card).toContainText(t('rides.part_of', { from: 'Oslo', to: 'Trondheim' }))
      const dimmed = card.getByRole('listitem').filter({ hasText: t('rides.not_your_part') })
      await expect(dimmed).toHaveText([containing('Oslo')])
    })

    await test.step('the passenger requests two seats', async () => {
      await passenger.rides.reserve().click()
      await passenger.reservations.ask(2, 'Jeg går på i Hamar.')
    })

    await test.step('the driver writes to her from her profile', async () => {
      await driver.nav.link('nav.my_rides').click()
      await driver.reservations.tab('rides').click()
      const request = driver.reservations.request(passenger.name)
      await expect(request).toContainText('Jeg går på i Hamar.')
      await expect(request).toContainText(t('reservations.seats', { count: 2 }))
      await request.getByRole('link', { name: passenger.name }).click()
      await driver.profile.startChat.click()
      await driver.chat.say(passenger.name, said.question)
    })

    await test.step('phone and plate are shown nowhere before the acceptance', async () => {
      await passenger.nav.link('nav.my_rides').click()
      const card = passenger.reservations.cards
      await expect(card).toContainText(t('reservations.status_pending'))
      expect(await readable(passenger.page)).not.toMatch(secrets)
      await card.getByRole('link', { name: containing(t('reservations.show_ride')) }).click()
      await expect(passenger.page.getByText(t('ride.pending_title'))).toBeVisible()
      await passenger.page.getByRole('main').getByRole('link', { name: driver.name, exact: true }).click()
      await expect(passenger.heading).toHaveText(driver.name)
      expect(await passenger.page.content()).not.toMatch(secrets)
      const received = await passenger.watch.received()
      expect(received).toContain(driver.name)
      expect(received).not.toMatch(secrets)
    })

    await test.step('the driver accepts, and both see what they need', async () => {
      await driver.nav.link('nav.my_rides').click()
      await driver.reservations.tab('rides').click()
      await driver.reservations.accept(passenger.name).click()
      await driver.expectToast(containing(language === 'no' ? 'godtatt' : 'accepted'))
      await passenger.nav.link('nav.my_rides').click()
      const card = passenger.reservations.cards
      await expect(card).toContainText(t('reservations.status_accepted'))
      await expect(card).toContainText(loosely(phone))
      await expect(card).toContainText(loosely(car.plate))
      for (const word of [car.make, car.model, car.colour]) await expect(card).toContainText(word)
    })

    await test.step('they write to each other, live', async () => {
      await driver.reservations
        .request(passenger.name)
        .getByRole('link', { name: t('reservations.chat') })
        .click()
      await passenger.nav.link('nav.chat').click()
      await passenger.chat.conversation(driver.name).click()
      await expect(passenger.chat.message(driver.name, said.question)).toBeVisible()
      await passenger.chat.say(driver.name, said.answer)
      await expect(driver.chat.message(passenger.name, said.answer)).toBeVisible(live)
      await driver.chat.say(passenger.name, said.thanks)
      await expect(passenger.chat.message(driver.name, said.thanks)).toBeVisible(live)
    })

    await test.step('on other pages a dot marks a new message until it is read', async () => {
      await passenger.nav.link('nav.rides').click()
      await expect(passenger.nav.unreadDot).toHaveCount(0)
      await driver.chat.say(passenger.name, said.later)
      await expect(passenger.nav.unreadDot).toBeAttached(live)
      await passenger.nav.link('nav.chat').click()
      await passenger.chat.conversation(driver.name).click()
      await expect(passenger.chat.message(driver.name, said.later)).toBeVisible()
      await expect(passenger.nav.unreadDot).toHaveCount(0)
    })

    await test.step('the passenger rates the driver after the trip, not before', async () => {
      await passenger.nav.link('nav.my_rides').click()
      await expect(passenger.reservations.rate).toHaveCount(0)
      await expect(passenger.page.getByText(t('ratings.rate_later'))).toBeVisible()
      server.clock.advance(hours(72))
      await passenger.page.reload()
      await expect(passenger.reservations.rate).toBeEnabled()
      await passenger.reservations.giveRating(9, 'Trygg og hyggelig.')
      await passenger.reservations.openRows()
      await passenger.reservations.cards.getByRole('link', { name: driver.name, exact: true }).click()
      await passenger.profile.expectRating(9, 1)
      await expect(passenger.page.getByText('Trygg og hyggelig.')).toBeVisible()
    })

    await test.step('the driver sees the rating', async () => {
      await driver.nav.link('nav.profile').click()
      await driver.profile.expectRating(9, 1)
    })
  })
}

async function findRide(url: string, day: string): Promise<Ride> {
  const response = await fetch(`${url}/api/v1/rides?from=Hamar&to=Trondheim&date=${day}`)
  const { items } = (await response.json()) as { items: Ride[] }
  if (!items[0]) throw new Error(`no ride on ${typedDay(day, 'en')}`)
  return items[0]
}
