/** Every screen and its main states: the role that sees it, and the way to it. */
import { expect } from '@playwright/test'
import { adminScreens } from './admin-screens.ts'
import { authScreens } from './auth-screens.ts'
import { chatScreens } from './chat-screens.ts'
import { driverScreens } from './driver-screens.ts'
import { findingScreens } from './finding-screens.ts'
import { helpScreens } from './help-screens.ts'
import { informationScreens } from './information-screens.ts'
import { moderationScreens } from './moderation-screens.ts'
import { ownDataScreens } from './own-data-screens.ts'
import { operationsScreens } from './operations-screens.ts'
import { pointScreens } from './point-screens.ts'
import { answer, at, unknownId, type Screen } from './screen.ts'
import { securityScreens } from './security-screens.ts'
import { obstacleScreens } from './obstacle-screens.ts'
import { travelScreens } from './travel-screens.ts'
import { tripScreens } from './trip-screens.ts'
import { wantedScreens } from './wanted-screens.ts'
import { refusal } from './watch.ts'

export const screens: Screen[] = [
  ...findingScreens,
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
  ...authScreens,
  ...tripScreens,
  ...obstacleScreens,
  ...driverScreens,
  ...wantedScreens,
  ...pointScreens,
  ...travelScreens,
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
  {
    name: 'rating a passenger',
    as: 'driver',
    async open(person) {
      await person.open('/my-rides?tab=rides')
      await person.page.getByRole('main').locator('summary').first().click()
      await expect(person.page.getByRole('button', { name: person.t('ratings.rate_passenger') }).first()).toBeVisible()
    },
  },
  {
    name: 'answering a rating',
    as: 'driver',
    async open(person) {
      await person.open('/profile')
      await person.page.getByRole('button', { name: person.t('ratings.reply'), exact: true }).click()
      await person.page.getByRole('button', { name: person.t('ratings.reply_send') }).click()
      await expect(person.page.getByText(person.t('fields.required'))).toBeVisible()
    },
  },
  {
    name: 'reporting a comment',
    as: 'driver',
    async open(person) {
      await person.open('/profile')
      await person.page.getByRole('button', { name: person.t('ratings.report'), exact: true }).click()
      await expect(person.page.getByRole('dialog', { name: person.t('ratings.report_title') })).toBeVisible()
    },
  },
  ...ownDataScreens,
  ...chatScreens,
  ...securityScreens,
  at('blocked people, signed out', 'visitor', '/blocked', ({ t }) => t('blocks.sign_in_first')),
  at('no person blocked', 'newcomer', '/blocked', ({ t }) => t('blocks.empty_title')),
  {
    name: 'blocked people',
    as: 'driver',
    async open(person) {
      const user = (full_name: string, id: number) => ({
        user: { id: `${id}${unknownId.slice(1)}`, full_name, profile_picture: null },
        created_at: '2026-10-01T10:00:00Z',
      })
      await answer(person, '/api/v1/me/blocks', { items: [user('Aleksandra Wiśniewska-Kowalczyk', 1), user('', 2)] })
      await person.open('/blocked')
      await expect(person.security.blocked('Aleksandra')).toBeVisible()
    },
  },
  ...helpScreens,
  ...adminScreens,
  ...operationsScreens,
  ...moderationScreens,
  ...informationScreens,
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
      await expect(person.nav.bar.getByRole('link', { name: person.t('nav.terms') })).toBeVisible()
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
