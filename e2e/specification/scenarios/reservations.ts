import type { Person } from '../../person.ts'
import type { Dataset } from '../../dataset.ts'
import type { ratings, reservations } from '../reservations.ts'
import { failing, makeRequest, scenario, type Scenarios } from '../scenario.ts'

/** Opens a new request as the driver. */
async function openRequest(person: Person, dataset: Dataset) {
  const name = await makeRequest(person, dataset)
  await person.open('/my-rides?tab=rides')
  return person.reservations.request(name)
}

async function accept(person: Person, dataset: Dataset) {
  const request = await openRequest(person, dataset)
  await request.getByRole('button', { name: person.t('reservations.accept') }).click()
}

export const reservationScenarios: Scenarios<typeof reservations> = {
  'no reservations': scenario('newcomer', '/reservations'),
  'own reservations': scenario('passenger', '/reservations'),
  'reservations that failed': scenario('passenger', async (person) => {
    await failing(person, 'GET', 'v1/me/reservations*')
    await person.page.goto('/reservations')
  }),
  'the tab of reservations': scenario('passenger', '/my-rides?tab=reservations'),
  'the tab of rides': scenario('driver', async (person) => {
    await person.open('/my-rides?tab=rides')
    // What is not to be answered stands in the rides' rows.
    for (const row of await person.reservations.cards.locator('summary').all()) await row.click()
  }),
  'no own rides': scenario('newcomer', '/my-rides?tab=rides'),
  'own rides that failed': scenario('driver', async (person) => {
    await failing(person, 'GET', 'v1/me/rides*')
    await person.page.goto('/my-rides?tab=rides')
  }),
  'an answer that failed': scenario('driver', async (person, dataset) => {
    await failing(person, 'POST', 'v1/reservations/*/accept')
    await accept(person, dataset)
  }),
  'a request that was accepted': scenario('driver', accept),
  'a request that was rejected': scenario('driver', async (person, dataset) => {
    const request = await openRequest(person, dataset)
    const name = person.t('reservations.reject')
    await request.getByRole('button', { name }).click()
    await person.page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  }),
}

async function openRating(person: Person) {
  await person.open('/my-rides?tab=reservations')
  await person.reservations.rate.first().click()
}

async function rate(person: Person) {
  const { reservations: screens, t } = person
  await openRating(person)
  // The radio button itself lies below its star.
  await screens.ratingDialog.getByRole('radio').nth(7).check({ force: true })
  await screens.ratingDialog.getByRole('button', { name: t('ratings.submit') }).click()
}

export const ratingScenarios: Scenarios<typeof ratings> = {
  'the rating dialog': scenario('passenger', openRating),
  'no star': scenario('passenger', async (person) => {
    await openRating(person)
    await person.reservations.ratingDialog.getByRole('button', { name: person.t('ratings.submit') }).press('Enter')
  }),
  'a rating that failed': scenario('passenger', async (person) => {
    await failing(person, 'POST', 'v1/reservations/*/rating')
    await rate(person)
  }),
  'a rating that was stored': scenario('passenger', rate),
}
