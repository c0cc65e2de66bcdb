/** The administrator's screens. */
import { expect } from '@playwright/test'
import { at, type Screen, screen } from './screen.ts'

export const adminScreens: Screen[] = [
  at('users', 'admin', '/admin/users', () => 'Stein Stengt'),
  at('users that are not there', 'admin', '/admin/users?q=zzzz', ({ t }) => t('admin.empty_title')),
  at('users, not the administrator', 'newcomer', '/admin/users', ({ t }) => t('admin.denied_text')),
  at('log of the administration', 'admin', '/admin/users?tab=log', () => 'Har bedt om penger utenom.'),
  screen('users that failed', 'admin', async (person) => {
    person.watch.allow(/ERR_FAILED/)
    await person.page.route('**/api/v1/admin/users?**', (route) => route.abort())
    await person.open('/admin/users?q=a')
    await expect(
      person.page.getByRole('main').getByRole('alert').getByText(person.t('admin.load_failed')),
    ).toBeVisible()
  }),
  screen('one user', 'admin', async (person, { driver }) => {
    await person.open(`/admin/users?user=${driver.id}`)
    await expect(person.admin.dialog(driver.name).getByText(person.t('admin.facts'))).toBeVisible()
  }),
  screen('suspending without a reason', 'admin', async (person, { driver }) => {
    await person.open(`/admin/users?user=${driver.id}`)
    const dialog = await person.admin.ask(driver.name, 'admin.suspend')
    await dialog.getByRole('button', { name: person.t('admin.suspend') }).click()
    await expect(dialog.getByText(person.t('fields.reason_required'))).toBeVisible()
  }),
  screen('lifting a second factor without a reason', 'admin', async (person, { driver }) => {
    await person.page.route(`**/api/v1/admin/users/${driver.id}`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), two_factor_enabled: true } })
    })
    await person.open(`/admin/users?user=${driver.id}`)
    const dialog = await person.admin.ask(driver.name, 'admin.lift_factor')
    await dialog.getByRole('button', { name: person.t('admin.lift_factor') }).click()
    await expect(dialog.getByText(person.t('fields.reason_required'))).toBeVisible()
  }),
  screen('suspended user', 'admin', async (person, { suspended }) => {
    await person.open(`/admin/users?user=${suspended.id}`)
    await expect(person.admin.dialog(suspended.name).getByText('Har bedt om penger utenom.').first()).toBeVisible()
  }),
  screen('inviting a person', 'admin', async (person) => {
    await person.admin.open()
    await person.page.getByRole('button', { name: person.t('admin.invite') }).click()
    const dialog = person.admin.dialog(person.t('admin.invite_title'))
    await dialog.getByRole('button', { name: person.t('admin.invite_send') }).click()
    await expect(dialog.getByText(person.t('fields.email_required'))).toBeVisible()
  }),
]
