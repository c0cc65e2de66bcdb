/** Exporting the own data, deleting the account, keeping it, and what remains after the deletion. */
import fs from 'node:fs'
import { deletionDays } from '@samtur/contract/constants'
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

const idOf = async (server: Server, email: string) =>
  (await server.db.kysely.selectFrom('auth_user').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

const subjects = async (server: Server, { email }: Person) =>
  (await server.mails(email)).map(({ subject }) => subject).join('\n')

async function signedIn(person: Person, server: Server): Promise<string> {
  await server.account(person)
  await server.db.kysely.updateTable('auth_user').set({ locale: 'no' }).where('email', '=', person.email).execute()
  await person.open('/auth')
  await person.auth.signIn()
  await expect(person.nav.signOut).toBeVisible()
  return idOf(server, person.email)
}

test('a person exports their data with the password, and can download the complete file once', async ({
  newPerson,
  ownServer,
}) => {
  const ola = await newPerson('no', { server: ownServer, name: 'Ola Hansen' })
  const kari = await ownServer.member('Kari Nordmann')
  const { page, myData, t } = ola
  const id = await signedIn(ola, ownServer)
  const chat = await ownServer.call<{ id: string }>(kari, 'POST', '/chats', { user_id: id })
  await ownServer.call(kari, 'POST', `/chats/${chat.id}/messages`, { content: 'Karis egne ord' })
  await page.goto(`/chat?chat=${chat.id}`)
  await ola.chat.say(kari.name, 'Det jeg skrev selv')
  await ola.open('/profile')
  await ola.profile.setPicture(await ola.profile.drawPicture('#f00', '#00f'))
  await page.getByRole('link', { name: t('settings.data') }).click()
  await expect(ola.heading).toHaveText('Mine data')

  await grewStale(ownServer, id)
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
  ownServer,
}) => {
  const ingrid = await newPerson('no', { server: ownServer, name: 'Ingrid Solberg' })
  const kari = await newPerson('no', { server: ownServer, name: 'Kari Nordmann', member: true })
  const { page, myData, t } = ingrid
  const id = await signedIn(ingrid, ownServer)
  await page.goto('/publish-ride')
  const ride = await page.evaluate(
    async (body) => {
      const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const answer = await fetch('/api/v1/rides', options)
      return ((await answer.json()) as { id: string }).id
    },
    rideBody({ daysAhead: 5 }),
  )
  await kari.open(`/rides/${ride}`)
  await kari.rides.reserve().click()
  await kari.reservations.ask(1, 'Hei!')

  await ingrid.open('/my-data')
  await myData.delete.click()
  await myData.question.getByRole('button', { name: t('privacy.delete_account') }).click()
  await expect(myData.question.getByRole('checkbox')).toHaveAccessibleDescription(t('privacy.delete_tick'))
  await myData.question.getByRole('button', { name: t('core.cancel') }).click()

  await grewStale(ownServer, id)
  ingrid.watch.allow(refusal(403))
  // Her pages ask again when the rides of the account are cancelled.
  kari.watch.allow(refusal(404))
  await myData.confirmDeletion()
  await ingrid.security.showPassword()
  await expect(page).toHaveURL('/profile')
  await expect(ingrid.heading).not.toHaveText(ingrid.name)
  await expect.poll(() => subjects(ownServer, ingrid)).toMatch(/Kontoen din blir slettet/)
  await expect.poll(() => subjects(ownServer, kari)).toContain('Turen Oslo – Trondheim er avlyst')
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

test('after the last day only what was written to others remains, without a name', async ({ newPerson, ownServer }) => {
  const ola = await newPerson('no', {
    server: ownServer,
    name: 'Ola Hansen',
    member: true,
    profile: { phone: '+4791234567' },
  })
  const kari = await newPerson('no', { server: ownServer, name: 'Kari Nordmann', member: true })
  const { t } = kari
  await ola.open(`/profile/${kari.id}`)
  await ola.profile.startChat.click()
  await ola.chat.say(kari.name, 'Hei, er det plass til ski?')
  await ola.open('/my-data')
  await ola.myData.confirmDeletion()
  await expect(ola.page).toHaveURL('/profile')

  ownServer.clock.shift = hours(24 * deletionDays + 1)
  await ownServer.erase()
  await ola.page.goto('/')
  await expect(ola.nav.signIn).toBeVisible()

  await kari.open('/chat')
  await kari.chat.conversation('Slettet bruker').click()
  await expect(kari.chat.message('Slettet bruker', 'Hei, er det plass til ski?')).toBeVisible()
  await expect(kari.page.getByRole('heading', { name: 'Slettet bruker' })).toBeVisible()
  await expect(kari.page.getByRole('main').getByRole('link', { name: 'Slettet bruker' })).toHaveCount(1)
  await expect(kari.page.getByText(t('chat.closed'))).toBeVisible()
  await expect(kari.page.getByRole('main')).not.toContainText('Ola')
})
