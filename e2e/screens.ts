/** Every screen and its main states: who sees it, and how to get there. */
import { expect } from '@playwright/test'
import type { DataExport } from '@samtur/contract/privacy'
import { authScreens } from './auth-screens.ts'
import { driverScreens } from './driver-screens.ts'
import type { Person } from './person.ts'
import { dayInOslo } from './texts.ts'
import { tripScreens } from './trip-screens.ts'
import { refusal } from './watch.ts'
import type { World } from './world.ts'

export interface Screen {
  name: string
  as: 'visitor' | 'newcomer' | 'driver' | 'passenger' | 'leaver' | 'admin'
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

const noSecondFactor = { enabled: false, recovery_codes_left: 0, required: false }
const everyWayIn = {
  password: true,
  two_factor: { enabled: true, recovery_codes_left: 2, required: false },
  email_code: true,
  providers: [
    { id: 'vipps', name: 'Vipps', linked: true },
    { id: 'google', name: 'Google', linked: false },
  ],
}

/** Lets the server say what it says only to somebody in that state. */
async function answer({ page }: Person, path: string, body: object, status = 200) {
  await page.route(`**${path}`, (route) => route.fulfill({ status, json: body }))
}

async function enrol(person: Person) {
  const totpURI = 'otpauth://totp/Samtur:kari%40example.no?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Samtur'
  const backupCodes = Array.from({ length: 10 }, (_, at) => `7hk2m-x9dq${at}`)
  await answer(person, '/api/v1/me/sign-in-methods', { ...everyWayIn, two_factor: noSecondFactor })
  await answer(person, '/api/auth/two-factor/enable', { totpURI, backupCodes })
  await person.security.open()
  await person.security.button('security.turn_on').click()
  await expect(person.security.dialog('security.enrol_title')).toBeVisible()
}

const madeExport: DataExport = {
  status: 'ready',
  progress: 1,
  url: '/files/exports/example',
  locked: false,
  expires_at: new Date(Date.now() + 80_000_000).toISOString(),
  bytes: 2_340_000,
}

/** The file with the own data in a state that passes too quickly to be looked at. */
const exportScreen = (name: string, file: Partial<DataExport>, shows: (person: Person) => string): Screen => ({
  name,
  as: 'newcomer',
  async open(person) {
    await person.page.route('**/api/v1/me/export', (route) => route.fulfill({ json: { ...madeExport, ...file } }))
    await person.open('/my-data')
    await expect(person.page.getByRole('main').getByText(shows(person)).first()).toBeVisible()
  },
})

export const screens: Screen[] = [
  at('home', 'visitor', '/', ({ t }) => t('home.available_rides')),
  at('search with results', 'visitor', `/search?from=Hamar&date=${dayInOslo(30)}`, ({ t }) =>
    t('rides.part_of', { from: 'Oslo', to: 'Trondheim' }),
  ),
  at('search for nothing', 'visitor', '/search', ({ t }) => t('search.prompt_text')),
  {
    name: 'search with filters',
    as: 'visitor',
    async open(person) {
      await person.page.setViewportSize({ width: 360, height: 800 })
      await person.open('/search?from=Oslo&seats=2&pets=true&from_hour=6&until_hour=12&sort=price')
      await person.rides.filters.click()
      await expect(person.rides.cards.first()).toBeVisible()
    },
  },
  {
    name: 'search with other days instead',
    as: 'visitor',
    async open(person) {
      await person.open(`/search?from=Hamar&to=Trondheim&date=${dayInOslo(28)}`)
      await expect(person.rides.group('search.other_days').getByRole('article').first()).toBeVisible()
    },
  },
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
    'ride one has asked for',
    'passenger',
    ({ pendingRide }) => `/rides/${pendingRide}`,
    ({ t }) => t('ride.pending_title'),
  ),
  at(
    'ride one is on',
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
  {
    name: 'ride not found',
    as: 'visitor',
    async open(person) {
      person.watch.allow(refusal(404))
      await person.open(`/rides/${nobody}`)
      await expect(person.heading).toHaveText(person.t('ride.not_found_title'))
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
  ...authScreens,
  ...tripScreens,
  ...driverScreens,
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
  at('own profile', 'driver', '/profile', ({ t }) => t('profiles.personal')),
  {
    name: 'picture being cropped',
    as: 'driver',
    async open(person) {
      await person.open('/profile')
      await person.profile.choose(await person.profile.drawPicture('#14563f', '#ffc53d'))
      await expect(person.profile.cropArea).toBeVisible()
    },
  },
  {
    name: 'picture on its way',
    as: 'driver',
    async open(person) {
      await person.open('/profile')
      await person.page.route('**/api/v1/me/picture', () => {})
      await person.profile.choose(await person.profile.drawPicture('#14563f', '#ffc53d'))
      await person.profile.useCropped.click()
      await expect(person.profile.cropDialog.getByRole('progressbar')).toBeVisible()
    },
  },
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
  at('my data, signed out', 'visitor', '/my-data', ({ t }) => t('privacy.sign_in_first')),
  at('my data', 'newcomer', '/my-data', ({ t }) => t('privacy.export_start')),
  exportScreen('own data being collected', { status: 'building', progress: 0.4, url: null, bytes: null }, ({ t }) =>
    t('privacy.export_building'),
  ),
  exportScreen('own data ready', {}, ({ t }) => t('privacy.export_download')),
  exportScreen('own data locked', { url: null, locked: true }, ({ t }) => t('privacy.export_download')),
  exportScreen('own data fetched', { url: null }, ({ t }) => t('privacy.export_used')),
  exportScreen('own data that failed', { status: 'failed', url: null }, ({ t }) => t('privacy.export_failed')),
  {
    name: 'deleting the account without a tick',
    as: 'newcomer',
    async open(person) {
      await person.open('/my-data')
      await person.myData.delete.click()
      await person.myData.question.getByRole('button', { name: person.t('privacy.delete_account') }).press('Enter')
      await expect(person.myData.question.getByText(person.t('privacy.delete_tick'))).toBeVisible()
    },
  },
  at('my data of an account that will be deleted', 'leaver', '/my-data', ({ t }) => t('privacy.closing_title')),
  at('account that will be deleted', 'leaver', '/profile', ({ t }) => t('privacy.take_data')),
  {
    name: 'conversation with a deleted user',
    as: 'passenger',
    async open(person, { leaverChat }) {
      await person.page.goto(`/chat?chat=${leaverChat}`)
      await expect(person.chat.message(person.t('core.deleted_user'), 'Takk for turen!')).toBeVisible()
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
  at('security, signed out', 'visitor', '/security', ({ t }) => t('security.sign_in_first')),
  at('security without a password', 'newcomer', '/security', ({ t }) => t('security.no_password_lead')),
  {
    name: 'security with everything',
    as: 'driver',
    async open(person) {
      await answer(person, '/api/v1/me/sign-in-methods', everyWayIn)
      await person.security.open()
      await expect(person.page.getByText(person.t('security.few_codes'))).toBeVisible()
      await expect(person.security.sessions.first()).toBeVisible()
    },
  },
  {
    name: 'security that failed',
    as: 'driver',
    async open(person) {
      person.watch.allow(/ERR_FAILED/)
      await person.page.route('**/api/v1/me/s*', (route) => route.abort())
      await person.open('/security')
      await expect(person.page.getByText(person.t('security.load_failed'))).toBeVisible()
      await expect(person.page.getByText(person.t('security.sessions_failed'))).toBeVisible()
    },
  },
  {
    name: 'change of password and address with errors',
    as: 'driver',
    async open(person) {
      await answer(person, '/api/v1/me/sign-in-methods', everyWayIn)
      await person.security.open()
      await person.security.button('security.change_password').click()
      await person.security.fillPassword('', 'abc', 'abcd')
      await person.security.button('security.change_email').click()
      await person.security.field('security.new_email').fill('ola@')
      await person.security.button('security.send_email_link').click()
      await expect(person.page.getByText(person.t('fields.email_invalid'))).toBeVisible()
    },
  },
  {
    name: 'question for the password',
    as: 'driver',
    async open(person) {
      await answer(person, '/api/v1/me/sign-in-methods', { ...everyWayIn, two_factor: noSecondFactor })
      await answer(person, '/api/auth/two-factor/enable', { code: 'reauthentication_required', request_id: 'x' }, 403)
      person.watch.allow(refusal(403))
      await person.security.open()
      await person.security.button('security.turn_on').click()
      await person.security.showPassword('')
      await expect(person.page.getByText(person.t('fields.password_required'))).toBeVisible()
    },
  },
  {
    name: 'question for a mailed code',
    as: 'newcomer',
    async open(person) {
      await answer(person, '/api/v1/me/sign-in-methods', { ...everyWayIn, two_factor: noSecondFactor })
      await answer(person, '/api/auth/two-factor/enable', { code: 'reauthentication_required', request_id: 'x' }, 403)
      await answer(person, '/api/v1/me/reauthenticate/code', { sent: true })
      person.watch.allow(refusal(403))
      await person.security.open()
      await person.security.button('security.turn_on').click()
      await person.page.getByRole('button', { name: person.t('security.code_instead') }).click()
      await expect(person.security.field('security.mailed_code')).toBeFocused()
    },
  },
  {
    name: 'enrolling in a second step',
    as: 'driver',
    async open(person) {
      await enrol(person)
      await person.security
        .dialog('security.enrol_title')
        .getByRole('button', { name: person.t('security.turn_on') })
        .click()
      await expect(person.page.getByText(person.t('fields.code_required'))).toBeVisible()
    },
  },
  {
    name: 'recovery codes',
    as: 'driver',
    async open(person) {
      await enrol(person)
      await answer(person, '/api/auth/two-factor/verify-totp', { status: true })
      await person.security.field('security.app_code').fill('123456')
      await person.security
        .dialog('security.enrol_title')
        .getByRole('button', { name: person.t('security.turn_on') })
        .click()
      await expect(person.security.dialog('security.codes_title')).toBeVisible()
      await person.page.keyboard.press('Escape')
      await expect(person.page.getByText(person.t('security.codes_warning'))).toBeVisible()
    },
  },
  at('blocked people, signed out', 'visitor', '/blocked', ({ t }) => t('blocks.sign_in_first')),
  at('nobody blocked', 'newcomer', '/blocked', ({ t }) => t('blocks.empty_title')),
  {
    name: 'blocked people',
    as: 'driver',
    async open(person) {
      const user = (full_name: string, id: number) => ({
        user: { id: `${id}${nobody.slice(1)}`, full_name, profile_picture: null },
        created_at: '2026-10-01T10:00:00Z',
      })
      await answer(person, '/api/v1/me/blocks', { items: [user('Aleksandra Wiśniewska-Kowalczyk', 1), user('', 2)] })
      await person.open('/blocked')
      await expect(person.security.blocked('Aleksandra')).toBeVisible()
    },
  },
  at('users', 'admin', '/admin/users', () => 'Stein Stengt'),
  at('users that are not there', 'admin', '/admin/users?q=zzzz', ({ t }) => t('admin.empty_title')),
  at('users, not the administrator', 'newcomer', '/admin/users', ({ t }) => t('admin.denied_text')),
  at('log of the administration', 'admin', '/admin/users?tab=log', () => 'Har bedt om penger utenom.'),
  {
    name: 'users that failed',
    as: 'admin',
    async open(person) {
      person.watch.allow(/ERR_FAILED/)
      await person.page.route('**/api/v1/admin/users?**', (route) => route.abort())
      await person.open('/admin/users?q=a')
      await expect(person.page.getByRole('alert').getByText(person.t('admin.load_failed'))).toBeVisible()
    },
  },
  {
    name: 'one user',
    as: 'admin',
    async open(person, { driver }) {
      await person.open(`/admin/users?user=${driver.id}`)
      await expect(person.admin.dialog(driver.name).getByText(person.t('admin.facts'))).toBeVisible()
    },
  },
  {
    name: 'suspending without a reason',
    as: 'admin',
    async open(person, { driver }) {
      await person.open(`/admin/users?user=${driver.id}`)
      const dialog = await person.admin.ask(driver.name, 'admin.suspend')
      await dialog.getByRole('button', { name: person.t('admin.suspend') }).click()
      await expect(dialog.getByText(person.t('fields.reason_required'))).toBeVisible()
    },
  },
  {
    name: 'suspended user',
    as: 'admin',
    async open(person, { suspended }) {
      await person.open(`/admin/users?user=${suspended.id}`)
      await expect(person.admin.dialog(suspended.name).getByText('Har bedt om penger utenom.').first()).toBeVisible()
    },
  },
  {
    name: 'inviting somebody',
    as: 'admin',
    async open(person) {
      await person.admin.open()
      await person.page.getByRole('button', { name: person.t('admin.invite') }).click()
      const dialog = person.admin.dialog(person.t('admin.invite_title'))
      await dialog.getByRole('button', { name: person.t('admin.invite_send') }).click()
      await expect(dialog.getByText(person.t('fields.email_required'))).toBeVisible()
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
