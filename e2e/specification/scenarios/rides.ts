import type { Person } from '../../person.ts'
import { dayInOslo } from '../../texts.ts'
import type { Dataset } from '../../dataset.ts'
import type { publishing, rides } from '../rides.ts'
import { failing, makeRide, leaveUnanswered, scenario, type Scenarios } from '../scenario.ts'

const found = `/search?from=Oslo&to=Trondheim&date=${dayInOslo(30)}`

async function openDialog(person: Person) {
  await person.open(found)
  await person.rides.reserve(person.rides.cards.first()).click()
}

async function send(person: Person, { driver }: Dataset) {
  const { server, rides, reservations } = person
  await person.open(`/rides/${await makeRide(server, driver)}`)
  await rides.reserve().click()
  await reservations.send.click()
}

export const rideScenarios: Scenarios<typeof rides> = {
  'the search form': scenario('visitor', '/search'),
  'a search under way': scenario('visitor', async (person) => {
    await person.open('/search')
    await leaveUnanswered(person, '**/api/v1/rides?*')
    await person.rides.place('rides.from').fill('Oslo')
    await person.rides.submit.click()
  }),
  'a search that found nothing': scenario('visitor', '/search?from=Vads%C3%B8&to=Fredericia'),
  'a ride card': scenario('visitor', found),
  'the reservation dialog': scenario('newcomer', openDialog),
  'reserving, signed out': scenario('visitor', openDialog),
  'a reservation that failed': scenario('newcomer', async (person, dataset) => {
    await failing(person, 'POST', 'v1/rides/*/reservations')
    await send(person, dataset)
  }),
  'a reservation that was sent': scenario('passenger', send),
}

async function publish(person: Person, day: number) {
  await person.publish.open()
  const trip = { from: 'Oslo', to: 'Hamar', day: dayInOslo(day), departure: '08:00', arrival: '10:00', price: '100' }
  await person.publish.fill(trip)
  await person.publish.submit.click()
}

export const publishingScenarios: Scenarios<typeof publishing> = {
  'publishing, signed out': scenario('visitor', '/publish-ride'),
  'the form': scenario('newcomer', '/publish-ride'),
  'the form without times': scenario('newcomer', async (person) => {
    await person.publish.open()
    await person.publish.submit.click()
  }),
  'while it is published': scenario('newcomer', async (person) => {
    await leaveUnanswered(person, '**/api/v1/rides')
    await publish(person, 50)
  }),
  'a ride that was not published': scenario('newcomer', async (person) => {
    await failing(person, 'POST', 'v1/rides')
    await publish(person, 51)
  }),
  'a ride that was published': scenario('passenger', (person) => publish(person, 52)),
}
