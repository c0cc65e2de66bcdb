/** Exporting the own data, deleting the account, and keeping it. */
import fs from 'node:fs'
import { unzip } from '../../apps/server/test/unzip.ts'
import { expect, test } from '../fixtures.ts'
import type { Person } from '../person.ts'
import { rideBody, type Server } from '../server.ts'
import { hours } from '../texts.ts'
import { refusal } from '../watch.ts'

/** Makes the session's last authentication an hour old. */
async function grewStale(server: Server, userId: string) {
  const before = new Date(Date.now() - hours(1))
  await server.db.kysely
    .updateTable('auth_session')
    .set({ created_at: before, reauthenticated_at: null })
    .where('user_id', '=', userId)
    .execute()
}

const subjects = async (server: Server, { email }: Person) =>
  (await server.mails(email)).map(({ subject }) => subject).join('\n')

test('a person exports their data with the password, and can download the complete file once', async ({
  newPerson,
  server,
}) => {
  const kari = await server.member('Kari Nordmann')
  const member = await server.memberWithPassword('Ola Hansen')
  const ola = await newPerson('no', { member })
  const { page, myData, t } = ola
  const chat = await server.call<{ id: string }>(kari, 'POST', '/chats', { user_id: member.id })
  await server.call(kari, 'POST', `/chats/${chat.id}/messages`, { content: 'Karis egne ord' })
  await server.call(member, 'POST', `/chats/${chat.id}/messages`, { content: 'Det jeg skrev selv' })
  await ola.open('/profile')
  await ola.profile.setPicture(await ola.profile.drawPicture('#f00', '#00f'))
  await page.getByRole('link', { name: t('settings.data') }).click()
  await expect(ola.heading).toHaveText('Mine data')

  await grewStale(server, member.id)
  ola.watch.allow(refusal(403))
  await myData.startExport.click()
  await ola.security.showPassword()
  await expect(myData.download).toBeVisible()
  const address = String(await myData.download.getAttribute('href'))
  const file = await myData.fetch()
  expect(file.suggestedFilename()).toMatch(/^samtur-.*\.zip$/)
  const contents = unzip(fs.readFileSync(await file.path()))
  const data = contents.get('data.json')?.text() ?? ''
  expect(JSON.parse(data)).toMatchObject({ profile: { full_name: 'Ola Hansen' }, account: { email: ola.email } })
  expect(data).toContain('Det jeg skrev selv')
  expect(data).not.toContain('Karis egne ord')
  expect(data).not.toContain('Nordmann')
  expect([...contents.keys()].filter((name) => name.endsWith('.jpg'))).toHaveLength(1)

  await expect(page.getByText(t('privacy.export_used'))).toBeVisible()
  await expect(page.getByRole('button', { name: t('privacy.export_again') })).toBeVisible()
  expect((await page.request.get(address)).status()).toBe(404)
})

test('a person deletes the account, the others are notified, and the person keeps it in time', async ({
  newPerson,
  server,
}) => {
  const [driver, passenger] = [await server.memberWithPassword('Ingrid Solberg'), await server.member('Kari Nordmann')]
  const { id } = driver
  const ride = await server.call<{ id: string }>(driver, 'POST', '/rides', rideBody({ daysAhead: 5 }))
  await server.call(passenger, 'POST', `/rides/${ride.id}/reservations`, { seats_requested: 1 })
  const ingrid = await newPerson('no', { member: driver })
  const kari = await newPerson('no', { member: passenger })
  const { page, myData, t } = ingrid

  await ingrid.open('/my-data')
  await myData.delete.click()
  await myData.question.getByRole('button', { name: t('privacy.delete_account') }).click()
  await expect(myData.question.getByRole('checkbox')).toHaveAccessibleDescription(t('privacy.delete_tick'))
  await myData.question.getByRole('button', { name: t('core.cancel') }).click()

  await grewStale(server, id)
  ingrid.watch.allow(refusal(403))
  await myData.confirmDeletion()
  await ingrid.security.showPassword()
  await expect(page).toHaveURL('/profile')
  await expect(ingrid.heading).not.toHaveText(ingrid.name)
  await expect.poll(() => subjects(server, ingrid)).toMatch(/Kontoen din blir slettet/)
  await expect.poll(() => subjects(server, kari)).toContain('Turen Oslo – Trondheim er avlyst')
  kari.watch.allow(refusal(404))
  await kari.page.goto(`/profile/${id}`)
  await expect(kari.heading).toHaveText('Profil ikke funnet')
  await kari.open('/reservations')
  await expect(kari.page.getByRole('main')).toContainText('Slettet bruker')
  await expect(kari.page.getByRole('main').getByRole('link', { name: 'Slettet bruker' })).toHaveCount(0)
  await expect(kari.page.getByRole('main')).not.toContainText(ingrid.name)

  await ingrid.nav.signOut.click()
  await expect(ingrid.nav.signIn).toBeVisible()
  await expect(ingrid.page).toHaveURL('/')
  await ingrid.open('/auth')
  await ingrid.auth.signIn()
  await expect(ingrid.nav.signOut).toBeVisible()
  await ingrid.open('/my-data')
  await expect(page.getByRole('heading', { name: t('privacy.closing_title') })).toBeVisible()
  await expect(myData.delete).toHaveCount(0)
  await ingrid.open('/profile')
  await expect(ingrid.heading).toHaveText(t('privacy.closing_title'))
  await page.getByRole('button', { name: t('privacy.keep_account') }).click()
  await ingrid.expectToast(t('privacy.kept_title'))
  await expect(ingrid.heading).toHaveText(ingrid.name)
  await kari.open(`/profile/${id}`)
  await expect(kari.heading).toHaveText(ingrid.name)
})
