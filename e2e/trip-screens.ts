/** Screens of a trip between request and departure, and of its notifications. */
import { expect } from '@playwright/test'
import type { OwnReservation } from '@samtur/contract/reservations'
import type { Ride } from '@samtur/contract/rides'
import type { Person } from './person.ts'
import { screen, type Screen } from './screen.ts'
import { containing, hours } from './texts.ts'
import { refusal } from './watch.ts'

/** Replaces the accepted trip by a moved one in the response, without changing the shared data. */
async function moveTrip({ page }: Person) {
  await page.route('**/api/v1/me/reservations', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { items: OwnReservation[] }
    for (const { status, ride, ...item } of body.items) {
      if (status !== 'accepted') continue
      const { departure_time, arrival_time, end_location } = ride.section
      const before = new Date(Date.parse(departure_time) - hours(2)).toISOString()
      const change = { departure_time: before, arrival_time, end_location, start_location: 'Oslo S, Jernbanetorget' }
      Object.assign(body.items.find(({ id }) => id === item.id) ?? {}, { change })
    }
    await route.fulfill({ response: answer, json: body })
  })
}

/** Responds with an offer, a place in line and a lapsed offer on waiting lists of the ride. */
async function waitForSeats({ page, server }: Person, rideId: string) {
  const response = await page.request.get(`${server.url}/api/v1/rides/${rideId}`)
  const ride = (await response.json()) as Ride
  const entry = { ride_id: rideId, seats_requested: 2, created_at: ride.created_at, instant: true, overlap: null, ride }
  const nothing = { place_in_line: null, offer_from: null, offer_until: null, driver_unavailable: false }
  const [from, until] = [-0.5, 1.5].map((count) => new Date(Date.now() + hours(count)).toISOString())
  const other = { from: 'Mo i Rana lufthavn, Røssvoll', to: 'Bodø', departure_time: ride.departure_time }
  const items = [
    { ...entry, ...nothing, id: '1', state: 'offered', offer_from: from, offer_until: until, overlap: other },
    { ...entry, ...nothing, id: '2', state: 'waiting', place_in_line: 12, overlap: other },
    { ...entry, ...nothing, id: '3', state: 'lapsed' },
  ]
  await page.route('**/api/v1/me/waiting-list', (route) => route.fulfill({ json: { items } }))
}

const pushSettings = {
  items: [
    { kind: 'request_received', email: true, push: false },
    { kind: 'ride_changed', email: true, push: true },
    { kind: 'message_received', email: false, push: true },
  ],
  push_key: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  devices: [
    { id: '00000000-0000-4000-8000-000000000001', name: 'Firefox, Android', created_at: '2026-05-17T10:00:00Z' },
  ],
}

async function openReservationDialog(person: Person, ride: string) {
  const { page, t } = person
  await person.open(`/rides/${ride}`)
  await page
    .getByRole('button', { name: t('rides.reserve') })
    .filter({ visible: true })
    .first()
    .click()
  await person.reservations.send.click()
}

export const tripScreens: Screen[] = [
  screen('a changed trip among the reservations', 'passenger', async (person) => {
    await moveTrip(person)
    await person.open('/reservations')
    await expect(person.page.getByText(person.t('reservations.changed_title')).first()).toBeVisible()
  }),
  screen('seats held from a waiting list, and places in line', 'passenger', async (person, { openRide }) => {
    await waitForSeats(person, openRide)
    await person.open('/reservations')
    await expect(person.reservations.offers).toBeVisible()
  }),
  screen('passing held seats on', 'passenger', async (person, { openRide }) => {
    const { page, t } = person
    await waitForSeats(person, openRide)
    await person.open('/my-rides?tab=reservations')
    await page.getByRole('button', { name: containing(t('requests.pass_on')) }).click()
    await expect(page.getByRole('dialog', { name: t('requests.pass_on_title') })).toBeVisible()
  }),
  screen('withdrawing a request', 'passenger', async (person) => {
    const { page, t } = person
    await person.open('/my-rides?tab=reservations')
    await person.reservations.openRows()
    await page
      .getByRole('button', { name: containing(t('reservations.withdraw')) })
      .first()
      .click()
    await page.getByLabel(t('reservations.reason')).fill('a'.repeat(501))
    await page.getByRole('button', { name: t('reservations.withdraw'), exact: true }).click()
    await expect(page.getByLabel(t('reservations.reason'))).toHaveAttribute('aria-invalid', 'true')
  }),
  screen('rejecting a request', 'driver', async (person) => {
    const { page, t } = person
    await person.open('/my-rides?tab=rides')
    await page
      .getByRole('button', { name: containing(t('reservations.reject')) })
      .first()
      .click()
    await expect(page.getByLabel(t('reservations.reason'))).toBeVisible()
  }),
  screen('reserving two trips at the same time', 'newcomer', async (person, { openRide }) => {
    person.watch.allow(refusal(409))
    const params = { from: 'Bergen', to: 'Voss', departure_time: '2026-12-01T08:00:00Z' }
    const json = { code: 'overlapping_ride', request_id: 'r', params }
    await person.page.route('**/reservations', (route) => route.fulfill({ status: 409, json }))
    await openReservationDialog(person, openRide)
    await expect(person.reservations.dialog.getByText(person.t('reservations.overlap_title'))).toBeVisible()
  }),
  screen('reserving a trip that was changed meanwhile', 'newcomer', async (person, { openRide }) => {
    person.watch.allow(refusal(409))
    const json = { code: 'ride_changed', request_id: 'r' }
    await person.page.route('**/reservations', (route) => route.fulfill({ status: 409, json }))
    await openReservationDialog(person, openRide)
    await expect(person.reservations.dialog.getByText(person.t('reservations.changed_title'))).toBeVisible()
  }),
  screen('notifications', 'passenger', async (person) => {
    await person.open('/notifications')
    await expect(
      person.notifications.row(person.t('notifications.request_accepted', { name: 'Ingrid' })).first(),
    ).toBeVisible()
  }),
  screen('no notifications yet', 'newcomer', async (person) => {
    await person.open('/notifications')
    await expect(person.page.getByText(person.t('notifications.empty_title'))).toBeVisible()
  }),
  screen('notifications that failed', 'newcomer', async (person) => {
    person.watch.allow(/ERR_FAILED/)
    await person.page.route('**/api/v1/me/notifications', (route) => route.abort())
    await person.open('/notifications')
    await expect(person.page.getByText(person.t('notifications.load_failed'))).toBeVisible()
  }),
  screen('choosing notifications', 'newcomer', async (person) => {
    const { page, t } = person
    await page.route('**/api/v1/me/notification-settings', (route) => route.fulfill({ json: pushSettings }))
    await page.route('**/api/v1/me/calendar', (route) =>
      route.fulfill({ json: { url: 'https://samtur.example/calendar/8fJ2kPq93hZtR7uLxWvB1nC5mD0aGsYe.ics' } }),
    )
    await person.notifications.openSettings()
    await expect(page.getByText('Firefox, Android')).toBeVisible()
    await person.notifications.customise('notifications.group_rides')
    await page.getByRole('button', { name: t('calendar.show') }).click()
    await expect(page.getByLabel(t('calendar.address'))).toBeVisible()
  }),
  screen('the newest notifications at the bell', 'passenger', async (person) => {
    await person.open('/terms')
    await person.notifications.bell.click()
    await expect(person.notifications.newest.getByRole('link').first()).toBeVisible()
  }),
]
