/** Screens of trips that do not take place as agreed: a removed passenger, a suspended driver, taken seats, two trips at once. */
import { expect } from '@playwright/test'
import type { OwnReservation, OwnRide } from '@samtur/contract/reservations'
import type { Person } from './person.ts'
import { answer, type Screen, screen } from './screen.ts'
import { containing, dayInOslo } from './texts.ts'
import { refusal } from './watch.ts'

/** Changes the person's reservations in the response, without changing the shared data. */
async function changeReservations({ page }: Person, change: (item: OwnReservation) => Partial<OwnReservation>) {
  await page.route('**/api/v1/me/reservations', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { items: OwnReservation[] }
    const items = body.items.map((item) => (item.status === 'accepted' ? { ...item, ...change(item) } : item))
    await route.fulfill({ response, json: { ...body, items } })
  })
}

/** Makes every pending request ask for more seats than are free. */
async function takeAllSeats({ page }: Person) {
  await page.route('**/api/v1/me/rides', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { items: OwnRide[] }
    for (const { section } of body.items.flatMap(({ reservations }) => reservations)) section.available_seats = 0
    await route.fulfill({ response, json: body })
  })
}

const trip = {
  from: 'Oslo',
  to: 'Trondheim',
  day: dayInOslo(20),
  departure: '08:00',
  arrival: '15:00',
  price: '200',
}

export const obstacleScreens: Screen[] = [
  screen('taking a passenger off a ride', 'driver', async (person) => {
    const { page, t } = person
    await person.open('/my-rides?tab=rides')
    await person.reservations.cards.locator('summary').first().click()
    await page
      .getByRole('button', { name: containing(t('reservations.remove')) })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: t('reservations.remove'), exact: true }).click()
    await expect(dialog.getByLabel(t('reservations.reason'))).toHaveAttribute('aria-invalid', 'true')
  }),
  screen('taken off a ride', 'passenger', async (person) => {
    await changeReservations(person, () => ({
      status: 'cancelled',
      ended_by: 'removed',
      end_reason: 'Skiene tar så mye plass at vi ikke får med alle.',
      contact: null,
    }))
    await answer(person, '/rescue', { rides: [], planner: null, wanted: null })
    await person.open('/my-rides?tab=reservations')
    const removed = person.page.getByText(person.t('reservations.ended_by_removal'))
    await expect(removed.filter({ visible: true }).first()).toBeVisible()
  }),
  screen('a reservation with a driver who cannot drive', 'passenger', async (person) => {
    await changeReservations(person, () => ({ driver_unavailable: true, contact: null }))
    await answer(person, '/rescue', { rides: [], planner: null, wanted: null })
    await person.open('/my-rides?tab=reservations')
    await expect(person.page.getByText(person.t('reservations.unavailable_title')).first()).toBeVisible()
  }),
  screen('a ride whose driver cannot drive', 'visitor', async (person, { restingRide }) => {
    await person.open(`/rides/${restingRide}`)
    await expect(person.page.getByText(person.t('ride.unavailable_title'))).toBeVisible()
  }),
  screen('a request whose seats are gone', 'passenger', async (person) => {
    const { page, t } = person
    await changeReservations(person, ({ ride, seats_requested }) => ({
      status: 'pending',
      contact: null,
      ride: { ...ride, section: { ...ride.section, available_seats: seats_requested - 1 } },
    }))
    // The stored request is accepted, so the server refuses to look for other rides.
    await answer(person, '/rescue', { rides: [], planner: null, wanted: null })
    await person.open('/my-rides?tab=reservations')
    await expect(page.getByText(t('reservations.seats_gone_text')).first()).toBeVisible()
  }),
  screen('a request without enough free seats', 'driver', async (person) => {
    await takeAllSeats(person)
    await person.open('/my-rides?tab=rides')
    await expect(person.page.getByText(person.t('reservations.seats_gone_driver', { count: 1 })).first()).toBeVisible()
  }),
  screen(
    'publish a stop twice, with an impossible distance',
    'newcomer',
    async (person) => {
      const { page, t, publish, watch } = person
      // The estimate is refused because of the distance.
      watch.allow(refusal(422))
      await publish.open()
      await publish.fillRoute({ ...trip, stops: ['Hamar', 'Hamar'] })
      await expect(page.getByText(t('publish.stop_repeated'))).toBeVisible()
      const distance = page.getByRole('textbox', { name: containing(t('publish.distance')) })
      await distance.fill('5000')
      await expect(distance).toHaveAttribute('aria-invalid', 'true')
      await expect(distance).toBeFocused()
    },
    { only: 'wide' },
  ),
  screen(
    'publish a ride at the time of another',
    'newcomer',
    async (person) => {
      person.watch.allow(refusal(409))
      const params = { from: 'Bergen', to: 'Voss', departure_time: '2026-12-01T08:00:00Z' }
      const json = { code: 'overlapping_ride', request_id: 'r', params }
      await person.page.route('**/api/v1/rides', (route) => route.fulfill({ status: 409, json }))
      await person.publish.open()
      await person.publish.fill(trip)
      await person.publish.submit.click()
      await expect(person.page.getByRole('dialog', { name: person.t('publish.overlap_title') })).toBeVisible()
    },
    { only: 'wide' },
  ),
]
