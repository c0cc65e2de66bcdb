import type { Person } from '../../person.ts'
import { dayInOslo } from '../../texts.ts'
import type { Dataset } from '../../dataset.ts'
import type { publishing, rides } from '../rides.ts'
import { failing, makeRide, leaveUnanswered, way, type Ways } from '../way.ts'

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

export const rideWays: Ways<typeof rides> = {
  'the search form': way('visitor', '/search'),
  'a search under way': way('visitor', async (person) => {
    await person.open('/search')
    await leaveUnanswered(person, '**/api/v1/rides?*')
    await person.rides.place('rides.from').fill('Oslo')
    await person.rides.submit.click()
  }),
  'a search that found nothing': way('visitor', '/search?from=Vads%C3%B8&to=Fredericia'),
  'a ride card': way('visitor', found),
  'the reservation dialog': way('newcomer', openDialog),
  'reserving, signed out': way('visitor', openDialog),
  'a reservation that failed': way('newcomer', async (person, dataset) => {
    await failing(person, 'POST', 'v1/rides/*/reservations')
    await send(person, dataset)
  }),
  'a reservation that was sent': way('passenger', send),
}

async function publish(person: Person, day: number) {
  await person.publish.open()
  const trip = { from: 'Oslo', to: 'Hamar', day: dayInOslo(day), departure: '08:00', arrival: '10:00', price: '100' }
  await person.publish.fill(trip)
  await person.publish.submit.click()
}

export const publishingWays: Ways<typeof publishing> = {
  'publishing, signed out': way('visitor', '/publish-ride'),
  'the form': way('newcomer', '/publish-ride'),
  'the form without times': way('newcomer', async (person) => {
    await person.publish.open()
    await person.publish.submit.click()
  }),
  'while it is published': way('newcomer', async (person) => {
    await leaveUnanswered(person, '**/api/v1/rides')
    await publish(person, 50)
  }),
  'a ride that was not published': way('newcomer', async (person) => {
    await failing(person, 'POST', 'v1/rides')
    await publish(person, 51)
  }),
  'a ride that was published': way('passenger', (person) => publish(person, 52)),
}
