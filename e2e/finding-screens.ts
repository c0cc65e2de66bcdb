/** Screens of searching and of a ride. */
import { expect } from '@playwright/test'
import { at, unknownId, type Screen, screen } from './screen.ts'
import { dayInOslo } from './texts.ts'
import { refusal } from './watch.ts'

export const findingScreens: Screen[] = [
  at('home', 'visitor', '/', ({ t }) => t('home.available_rides')),
  at('search with results', 'visitor', `/search?from=Hamar&date=${dayInOslo(30)}`, ({ t }) =>
    t('rides.part_of', { from: 'Oslo', to: 'Trondheim' }),
  ),
  screen('search with filters', 'visitor', async (person) => {
    await person.page.setViewportSize({ width: 360, height: 800 })
    await person.open('/search?from=Oslo&seats=2&pets=true&from_hour=6&until_hour=12&sort=price')
    await person.rides.filters.click()
    await expect(person.rides.cards.first()).toBeVisible()
  }),
  screen('search with other days instead', 'visitor', async (person) => {
    await person.open(`/search?from=Hamar&to=Trondheim&date=${dayInOslo(28)}`)
    await expect(person.rides.cards.first()).toBeVisible()
  }),
  at('search without results', 'visitor', '/search?from=Vads%C3%B8&to=Fredericia', ({ t }) => t('rides.none_title')),
  screen('search that failed', 'visitor', async (person) => {
    person.watch.allow(/ERR_FAILED/)
    // Data for an address comes with the page, so this opens another page first.
    await person.open('/search')
    await person.page.route('**/api/v1/rides?**', (route) => route.abort())
    await person.rides.place('rides.from').fill('Oslo')
    await person.rides.submit.click()
    await expect(person.page.getByRole('alert').getByText(person.t('rides.load_failed'))).toBeVisible()
  }),
  screen('place suggestions', 'visitor', async (person) => {
    await person.open('/')
    await person.rides.place('rides.from').fill('Hamar')
    await person.page.getByRole('listbox').getByRole('option').first().waitFor()
    await person.page.keyboard.press('ArrowDown')
  }),
  screen(
    'calendar',
    'visitor',
    async (person) => {
      await person.open('/')
      await person.page.getByRole('button', { name: person.t('rides.date_open') }).click()
      await expect(person.page.getByRole('grid')).toBeVisible()
    },
    { only: 'wide' },
  ),
  at(
    'ride',
    'visitor',
    ({ openRide }) => `/rides/${openRide}`,
    ({ t }) => t('ride.get_on'),
  ),
  at(
    'part of a ride',
    'newcomer',
    ({ openRide }) => `/rides/${openRide}?from_position=1&to_position=3`,
    ({ t }) => t('rides.part_of', { from: 'Oslo', to: 'Trondheim' }),
  ),
  at(
    'own ride',
    'driver',
    ({ openRide }) => `/rides/${openRide}`,
    ({ t }) => t('ride.own_ride_text'),
  ),
  at(
    'requested ride',
    'passenger',
    ({ pendingRide }) => `/rides/${pendingRide}`,
    ({ t }) => t('ride.pending_title'),
  ),
  at(
    'reserved ride',
    'passenger',
    ({ acceptedRide }) => `/rides/${acceptedRide}`,
    ({ t }) => t('ride.contact_title'),
  ),
  at(
    'cancelled ride',
    'passenger',
    ({ cancelledRide }) => `/rides/${cancelledRide}`,
    () => 'Bilen er på verksted.',
  ),
  at(
    'own cancelled ride',
    'driver',
    ({ cancelledRide }) => `/rides/${cancelledRide}`,
    ({ t }) => t('ride.cancelled_own_text'),
  ),
  at(
    'departed ride',
    'visitor',
    ({ departedRide }) => `/rides/${departedRide}`,
    ({ t }) => t('ride.departed_text'),
  ),
  at(
    'full ride',
    'newcomer',
    ({ fullRide }) => `/rides/${fullRide}`,
    ({ t }) => t('ride.full_whole_text'),
  ),
  screen('ride not found', 'visitor', async (person) => {
    person.watch.allow(refusal(404))
    await person.open(`/rides/${unknownId}`)
    await expect(person.heading).toHaveText(person.t('ride.not_found_title'))
  }),
  screen('reservation dialog', 'newcomer', async (person, { openRide }) => {
    await person.open(`/rides/${openRide}`)
    await person.rides.reserve().click()
    await person.reservations.seats(2).check()
  }),
]
