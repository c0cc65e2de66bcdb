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
import { answer, at, unknownId, type Screen, screen } from './screen.ts'
import { securityScreens } from './security-screens.ts'
import { obstacleScreens } from './obstacle-screens.ts'
import { travelScreens } from './travel-screens.ts'
import { tripScreens } from './trip-screens.ts'
import { wantedScreens } from './wanted-screens.ts'
import { containing } from './texts.ts'
import { refusal } from './watch.ts'

export const screens: Screen[] = [
  ...findingScreens,
  screen('sign in with a wrong password', 'visitor', async (person) => {
    person.watch.allow(refusal(401))
    await person.open('/auth')
    await person.auth.signIn()
    await expect(person.page.getByRole('button', { name: person.t('accounts.forgot_password') })).toBeVisible()
  }),
  screen('sign up with errors', 'visitor', async (person) => {
    await person.open('/auth')
    await person.auth.tab('accounts.sign_up').click()
    await person.auth.submit('accounts.sign_up').click()
    await expect(person.page.getByText(person.t('fields.terms_must_accept'))).toBeVisible()
  }),
  screen('after signing up', 'visitor', async (person) => {
    await person.open('/auth')
    await person.auth.fillSignUp()
    await person.auth.submit('accounts.sign_up').click()
    await expect(person.page.getByRole('heading', { name: person.t('accounts.mail_sent_title') })).toBeVisible()
  }),
  ...authScreens,
  ...tripScreens,
  ...obstacleScreens,
  ...driverScreens,
  ...wantedScreens,
  ...pointScreens,
  ...travelScreens,
  screen('publish with errors', 'newcomer', async (person) => {
    await person.publish.open()
    await person.publish.submit.click()
    await expect(person.page.getByText(person.t('publish.times_required'))).toBeVisible()
  }),
  screen('publish, time and price', 'newcomer', (person) => person.open('/publish-ride?step=2'), { only: 'narrow' }),
  { name: 'publish, the car', as: 'newcomer', only: 'narrow', open: (person) => person.open('/publish-ride?step=3') },
  screen('publish with map', 'newcomer', async (person) => {
    await person.publish.open()
    await person.publish.fillRoute({ from: 'Oslo', to: 'Trondheim', stops: ['Hamar', 'Lillehammer'] })
    await expect(person.page.getByRole('img').or(person.page.locator('figure svg')).first()).toBeVisible()
  }),
  at('my reservations in my rides', 'passenger', '/my-rides', ({ t }) => t('reservations.contact_title')),
  at('my rides', 'driver', '/my-rides?tab=rides', ({ t }) => t('reservations.needs_answer', { count: 1 })),
  at('no rides yet', 'newcomer', '/my-rides?tab=rides', ({ t }) => t('reservations.empty_rides_title')),
  at('reservations', 'passenger', '/reservations', ({ t }) => t('reservations.contact_title')),
  at('no reservations yet', 'newcomer', '/reservations', ({ t }) => t('reservations.empty_title')),
  screen('rating dialog', 'passenger', async (person) => {
    await person.open('/my-rides')
    await person.reservations.rate.first().click()
    await person.reservations.ratingDialog.getByRole('button', { name: person.t('ratings.submit') }).press('Enter')
    await expect(person.reservations.ratingDialog.getByText(person.t('ratings.required'))).toBeVisible()
  }),
  screen('rating a passenger', 'driver', async (person) => {
    await person.open('/my-rides?tab=rides')
    await person.reservations.openPastRide()
    await expect(person.page.getByRole('button', { name: person.t('ratings.rate_passenger') }).first()).toBeVisible()
  }),
  screen('answering a rating', 'driver', async (person) => {
    await person.open('/profile')
    await person.page.getByRole('button', { name: person.t('ratings.reply'), exact: true }).click()
    await person.page.getByRole('button', { name: person.t('ratings.reply_send') }).click()
    await expect(person.page.getByText(person.t('fields.required'))).toBeVisible()
  }),
  screen('reporting a comment', 'driver', async (person) => {
    await person.open('/profile')
    const menus = person.page.getByRole('button', { name: containing(person.t('report.menu', { name: '' }).trim()) })
    await menus.first().click()
    await person.page.getByRole('button', { name: person.t('ratings.report'), exact: true }).click()
    await expect(person.page.getByRole('dialog', { name: person.t('ratings.report_title') })).toBeVisible()
  }),
  ...ownDataScreens,
  ...chatScreens,
  ...securityScreens,
  at('no person blocked', 'newcomer', '/blocked', ({ t }) => t('blocks.empty_title')),
  screen('blocked people', 'driver', async (person) => {
    const user = (full_name: string, id: number) => ({
      user: { id: `${id}${unknownId.slice(1)}`, full_name, profile_picture: null },
      created_at: '2026-10-01T10:00:00Z',
    })
    await answer(person, '/api/v1/me/blocks', { items: [user('Aleksandra Wiśniewska-Kowalczyk', 1), user('', 2)] })
    await person.open('/blocked')
    await expect(person.security.blocked('Aleksandra')).toBeVisible()
  }),
  ...helpScreens,
  ...adminScreens,
  ...operationsScreens,
  ...moderationScreens,
  ...informationScreens,
  screen('page not found', 'visitor', async (person) => {
    person.watch.allow(refusal(404))
    await person.open('/no-such-page')
  }),
  screen(
    'more menu',
    'driver',
    async (person) => {
      await person.open('/terms')
      await person.nav.more.click()
      await expect(person.nav.bar.getByRole('link', { name: person.t('nav.terms') })).toBeVisible()
    },
    { only: 'wide' },
  ),
  screen(
    'menu',
    'driver',
    async (person) => {
      await person.open('/terms')
      await person.nav.menuButton.click()
      await expect(person.nav.signOut).toBeVisible()
    },
    { only: 'narrow' },
  ),
]
