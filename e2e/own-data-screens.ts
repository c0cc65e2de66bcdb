/** Screens of a person's profile and own data. */
import { expect } from '@playwright/test'
import type { DataExport } from '@samtur/contract/privacy'
import type { Person } from './person.ts'
import { at, unknownId, type Screen, screen } from './screen.ts'
import { refusal } from './watch.ts'

const madeExport: DataExport = {
  status: 'ready',
  progress: 1,
  url: '/files/exports/example',
  locked: false,
  expires_at: new Date(Date.now() + 80_000_000).toISOString(),
  bytes: 2_340_000,
}

/** The export in a state that passes too quickly to be scanned. */
const exportScreen = (name: string, file: Partial<DataExport>, shows: (person: Person) => string): Screen =>
  screen(name, 'newcomer', async (person) => {
    await person.page.route('**/api/v1/me/export', (route) => route.fulfill({ json: { ...madeExport, ...file } }))
    await person.open('/my-data')
    await expect(person.page.getByRole('main').getByText(shows(person)).first()).toBeVisible()
  })

export const ownDataScreens: Screen[] = [
  at('own profile', 'driver', '/profile', ({ t }) => t('profiles.personal')),
  screen('picture being cropped', 'driver', async (person) => {
    await person.open('/profile')
    await person.profile.choose(await person.profile.drawPicture('#14563f', '#ffc53d'))
    await expect(person.profile.cropArea).toBeVisible()
  }),
  screen('picture on its way', 'driver', async (person) => {
    await person.open('/profile')
    await person.page.route('**/api/v1/me/picture', () => {})
    await person.profile.choose(await person.profile.drawPicture('#14563f', '#ffc53d'))
    await person.profile.useCropped.click()
    await expect(person.profile.cropDialog.getByRole('progressbar')).toBeVisible()
  }),
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
  screen('profile not found', 'visitor', async (person) => {
    person.watch.allow(refusal(404))
    await person.open(`/profile/${unknownId}`)
    await expect(person.heading).toHaveText(person.t('profiles.not_found'))
  }),
  screen('edit profile with errors', 'newcomer', async (person) => {
    await person.open('/edit-profile')
    await person.page.getByLabel(person.t('profiles.full_name')).fill('')
    await person.page.getByLabel(person.t('profiles.phone')).fill('12')
    await person.page.getByRole('button', { name: person.t('core.save') }).click()
    await expect(person.page.getByText(person.t('fields.phone_invalid'))).toBeVisible()
  }),
  at('my data', 'newcomer', '/my-data', ({ t }) => t('privacy.export_start')),
  exportScreen('own data being collected', { status: 'building', progress: 0.4, url: null, bytes: null }, ({ t }) =>
    t('privacy.export_building'),
  ),
  exportScreen('own data ready', {}, ({ t }) => t('privacy.export_download')),
  exportScreen('own data locked', { url: null, locked: true }, ({ t }) => t('privacy.export_download')),
  exportScreen('own data fetched', { url: null }, ({ t }) => t('privacy.export_used')),
  exportScreen('own data that failed', { status: 'failed', url: null }, ({ t }) => t('privacy.export_failed')),
  screen('deleting the account without a tick', 'newcomer', async (person) => {
    await person.open('/my-data')
    await person.myData.delete.click()
    await person.myData.question.getByRole('button', { name: person.t('privacy.delete_account') }).press('Enter')
    await expect(person.myData.question.getByText(person.t('privacy.delete_tick'))).toBeVisible()
  }),
  at('my data of an account that will be deleted', 'leaver', '/my-data', ({ t }) => t('privacy.closing_title')),
  at('account that will be deleted', 'leaver', '/profile', ({ t }) => t('privacy.take_data')),
]
