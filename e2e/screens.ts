/** Every screen and its main states: who sees it, and how to get there. */
import { expect } from '@playwright/test'
import type { Person } from './person.ts'
import { dayInOslo } from './texts.ts'
import { refusal } from './watch.ts'
import type { World } from './world.ts'

export interface Screen {
  name: string
  as: 'visitor' | 'newcomer' | 'driver' | 'passenger'
  /** Where it exists only in a wide or a narrow window. */
  only?: 'wide' | 'narrow'
  open(person: Person, world: World): Promise<unknown>
}

const nobody = '00000000-0000-4000-8000-000000000000'

/** A page that needs nothing but its address, with something on it that has to be there. */
const at = (
  name: string,
  as: Screen['as'],
  path: string | ((world: World) => string),
  shows: (person: Person) => string,
): Screen => ({
  name,
  as,
  async open(person, world) {
    await person.open(typeof path === 'string' ? path : path(world))
    await expect(person.page.getByRole('main').getByText(shows(person)).filter({ visible: true }).first()).toBeVisible()
  },
})

export const screens: Screen[] = [
  at('home', 'visitor', '/', ({ t }) => t('home.available_rides')),
  at('search with results', 'visitor', `/search?from=Hamar&date=${dayInOslo(30)}`, ({ t }) => t('rides.your_part')),
  at('search without results', 'visitor', '/search?from=Vads%C3%B8&to=Fredericia', ({ t }) => t('rides.none_title')),
  {
    name: 'search that failed',
    as: 'visitor',
    async open(person) {
      person.watch.allow(/ERR_FAILED/)
      await person.page.route('**/api/v1/rides?**', (route) => route.abort())
      await person.open('/search?from=Oslo')
      await expect(person.page.getByRole('alert').getByText(person.t('rides.load_failed'))).toBeVisible()
    },
  },
  {
    name: 'place suggestions',
    as: 'visitor',
    async open(person) {
      await person.open('/')
      await person.rides.place('rides.from').fill('Hamar')
      await person.page.getByRole('listbox').getByRole('option').first().waitFor()
      await person.page.keyboard.press('ArrowDown')
    },
  },
  {
    name: 'calendar',
    as: 'visitor',
    only: 'wide',
    async open(person) {
      await person.open('/')
      await person.page.getByRole('button', { name: person.t('rides.date_open') }).click()
      await expect(person.page.getByRole('grid')).toBeVisible()
    },
  },
  at(
    'ride',
    'visitor',
    ({ openRide }) => `/rides/${openRide}`,
    ({ t }) => t('rides.get_on'),
  ),
  at(
    'part of a ride',
    'newcomer',
    ({ openRide }) => `/rides/${openRide}?from_position=1&to_position=3`,
    ({ t }) => t('rides.your_part'),
  ),
  at(
    'own ride',
    'driver',
    ({ openRide }) => `/rides/${openRide}`,
    ({ t }) => t('rides.own_ride_text'),
  ),
  at(
    'ride one has asked for',
    'passenger',
    ({ pendingRide }) => `/rides/${pendingRide}`,
    ({ t }) => t('rides.pending_title'),
  ),
  at(
    'ride one is on',
    'passenger',
    ({ acceptedRide }) => `/rides/${acceptedRide}`,
    ({ t }) => t('rides.contact_title'),
  ),
  {
    name: 'ride not found',
    as: 'visitor',
    async open(person) {
      person.watch.allow(refusal(404))
      await person.open(`/rides/${nobody}`)
      await expect(person.heading).toHaveText(person.t('rides.not_found_title'))
    },
  },
  {
    name: 'reservation dialog',
    as: 'newcomer',
    async open(person, { openRide }) {
      await person.open(`/rides/${openRide}`)
      await person.rides.reserve().click()
      await person.reservations.seats(2).check()
    },
  },
  at('sign in', 'visitor', '/auth', ({ t }) => t('accounts.lead')),
  {
    name: 'sign in with a wrong password',
    as: 'visitor',
    async open(person) {
      person.watch.allow(refusal(401))
      await person.open('/auth')
      await person.auth.signIn()
      await expect(person.page.getByRole('button', { name: person.t('accounts.forgot_password') })).toBeVisible()
    },
  },
  {
    name: 'sign up with errors',
    as: 'visitor',
    async open(person) {
      await person.open('/auth')
      await person.auth.tab('accounts.sign_up').click()
      await person.auth.submit('accounts.sign_up').click()
      await expect(person.page.getByText(person.t('fields.terms_must_accept'))).toBeVisible()
    },
  },
  {
    name: 'after signing up',
    as: 'visitor',
    async open(person) {
      await person.open('/auth')
      await person.auth.fillSignUp()
      await person.auth.submit('accounts.sign_up').click()
      await expect(person.page.getByRole('heading', { name: person.t('accounts.mail_sent_title') })).toBeVisible()
    },
  },
  at('publish, signed out', 'visitor', '/publish-ride', ({ t }) => t('publish.login_title')),
  { name: 'publish', as: 'newcomer', open: (person) => person.publish.open() },
  {
    name: 'publish with errors',
    as: 'newcomer',
    async open(person) {
      await person.publish.open()
      await person.publish.submit.click()
      await expect(person.page.getByText(person.t('publish.times_required'))).toBeVisible()
    },
  },
  {
    name: 'publish, time and price',
    as: 'newcomer',
    only: 'narrow',
    open: (person) => person.open('/publish-ride?step=2'),
  },
  { name: 'publish, the car', as: 'newcomer', only: 'narrow', open: (person) => person.open('/publish-ride?step=3') },
  {
    name: 'publish with map',
    as: 'newcomer',
    async open(person) {
      await person.publish.open()
      await person.publish.fillRoute({ from: 'Oslo', to: 'Trondheim', stops: ['Hamar', 'Lillehammer'] })
      await expect(person.page.getByRole('img').or(person.page.locator('figure svg')).first()).toBeVisible()
    },
  },
  at('my rides, signed out', 'visitor', '/my-rides', ({ t }) => t('reservations.login_text_rides')),
  at('my reservations in my rides', 'passenger', '/my-rides', ({ t }) => t('reservations.contact_title')),
  at('my rides', 'driver', '/my-rides?tab=rides', ({ t }) => t('reservations.needs_answer')),
  at('no rides yet', 'newcomer', '/my-rides?tab=rides', ({ t }) => t('reservations.empty_rides_title')),
  at('reservations', 'passenger', '/reservations', ({ t }) => t('reservations.contact_title')),
  at('no reservations yet', 'newcomer', '/reservations', ({ t }) => t('reservations.empty_title')),
  {
    name: 'rating dialog',
    as: 'passenger',
    async open(person) {
      await person.open('/my-rides')
      await person.reservations.rate.and(person.page.locator(':not([aria-disabled=true])')).click()
      await person.reservations.ratingDialog.getByRole('button', { name: person.t('ratings.submit') }).press('Enter')
      await expect(person.reservations.ratingDialog.getByText(person.t('ratings.required'))).toBeVisible()
    },
  },
  at('own profile', 'driver', '/profile', ({ t }) => t('profiles.personal')),
  at('own profile, signed out', 'visitor', '/profile', ({ t }) => t('profiles.sign_in_first')),
  at(
    'profile',
    'passenger',
    ({ driver }) => `/profile/${driver.id}`,
    () => 'Rolig og trygg',
  ),
  at(
    'profile without ratings',
    'visitor',
    ({ newcomer }) => `/profile/${newcomer.id}`,
    ({ t }) => t('ratings.none'),
  ),
  {
    name: 'profile not found',
    as: 'visitor',
    async open(person) {
      person.watch.allow(refusal(404))
      await person.open(`/profile/${nobody}`)
      await expect(person.heading).toHaveText(person.t('profiles.not_found'))
    },
  },
  {
    name: 'edit profile with errors',
    as: 'newcomer',
    async open(person) {
      await person.open('/edit-profile')
      await person.page.getByLabel(person.t('profiles.full_name')).fill('')
      await person.page.getByLabel(person.t('profiles.phone')).fill('12')
      await person.page.getByRole('button', { name: person.t('core.save') }).click()
      await expect(person.page.getByText(person.t('fields.phone_invalid'))).toBeVisible()
    },
  },
  at('chat, signed out', 'visitor', '/chat', ({ t }) => t('chat.login_text')),
  at('no conversations yet', 'newcomer', '/chat', ({ t }) => t('chat.empty')),
  at('conversations', 'driver', '/chat', () => 'Har du barnesete?'),
  {
    name: 'conversation',
    as: 'passenger',
    async open(person, { chat, driver }) {
      await person.page.goto(`/chat?chat=${chat}`)
      await expect(person.chat.message(driver.name, 'Supert 👍')).toBeVisible()
    },
  },
  at('terms', 'visitor', '/terms', ({ t }) => t('pages.terms_updated')),
  {
    name: 'page not found',
    as: 'visitor',
    async open(person) {
      person.watch.allow(refusal(404))
      await person.open('/no-such-page')
    },
  },
  {
    name: 'more menu',
    as: 'driver',
    only: 'wide',
    async open(person) {
      await person.open('/terms')
      await person.nav.more.click()
      await expect(person.page.getByRole('list').getByRole('link', { name: person.t('nav.terms') })).toBeVisible()
    },
  },
  {
    name: 'menu',
    as: 'driver',
    only: 'narrow',
    async open(person) {
      await person.open('/terms')
      await person.nav.menuButton.click()
      await expect(person.nav.signOut).toBeVisible()
    },
  },
]
