/** The installed app without a network: it opens, own trips can be read, and nothing is left after signing out. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { availableLanguages } from '@samtur/i18n/translate'
import { expect, test } from '../fixtures.ts'
import { Device } from '../pages/device.ts'
import type { Person } from '../person.ts'
import { builtPages, rideBody, type Server } from '../server.ts'
import { loosely } from '../texts.ts'
import { refusal } from '../watch.ts'

const phone = '+4791234567'
const plate = 'EK12345'

/** Makes an accepted reservation for a person; returns the driver. */
async function makeTrip(server: Server, passenger: Person) {
  const driver = await server.member('Torbjørn Vassdal', { phone })
  const { id } = await server.call<{ id: string }>(driver, 'POST', '/rides', rideBody({ license_plate: plate }))
  const { id: own = '', name, email } = passenger
  const as = { id: own, name, email, cookie: await cookieOf(passenger) }
  const reservation = await server.call<{ id: string }>(as, 'POST', `/rides/${id}/reservations`, { seats_requested: 1 })
  await server.call(driver, 'POST', `/reservations/${reservation.id}/accept`, {})
  return { driver, ride: id }
}

async function cookieOf({ context }: Person) {
  return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
}

/** Data that only passenger and driver know. */
const secrets = ({ name, email }: Person) => [name, email, 'Torbjørn Vassdal', phone, plate]

const myRides = 'src/routes/my-rides.ts'
const texts = (language: string, catalogue: string) => `../../packages/i18n/src/gen/${language}/${catalogue}.ts`

test(
  'after a visit the app opens without a network, and pages load again when it is back',
  { tag: '@main' },
  async ({ newPerson }) => {
    const person = await newPerson('no', { member: true, serviceWorkers: 'allow' })
    const { page, t } = person
    const device = new Device(person)
    await person.open('/terms')
    await device.ready(myRides, 'src/routes/terms.ts', 'src/routes/search.ts')
    await device.goOffline()

    await person.open('/terms')
    await expect(person.heading).toHaveText(t('terms.title'))
    await expect(person.nav.signOut).toBeVisible()
    await expect(page.getByText(t('core.offline'))).toBeVisible()
    // Texts and code of the page are cached, its responses are not.
    await person.open('/search?from=Oslo')
    await expect(page.getByRole('alert').filter({ hasText: t('rides.load_failed') })).toBeVisible()
    // The device has nothing of this page.
    person.watch.allow(/Failed to fetch dynamically imported module/)
    await person.open('/admin/rates')
    await expect(person.heading).toHaveText(t('core.offline_title'))
    await device.goOnline()
    await expect(person.heading).not.toHaveText(t('core.offline_title'))
    await expect(page.getByText(t('core.offline'))).toHaveCount(0)
  },
)

test('trips and the driver’s contacts can be read without a network', async ({ newPerson, server }) => {
  const person = await newPerson('en', { name: 'Aslaug Fjellro', member: true, serviceWorkers: 'allow' })
  const { page, t, reservations } = person
  const device = new Device(person)
  const card = reservations.own('Oslo')
  const line = page.getByText(t('reservations.as_of_text'))
  await makeTrip(server, person)
  for (const path of ['/my-rides', '/reservations']) {
    await person.open(path)
    await expect(card.getByText(loosely(phone))).toBeVisible()
    await device.ready(myRides, 'src/routes/reservations.ts', texts('en', 'reservations'))
    await device.holds(plate)
    await device.goOffline()

    await person.open(path)
    await expect(card.getByRole('link', { name: loosely(phone) })).toHaveAttribute('href', `tel:${phone}`)
    await expect(card).toContainText('Torbjørn Vassdal')
    await expect(card.getByText(loosely(plate))).toBeVisible()
    await expect(card).toContainText('Trondheim')
    await expect(line).toBeVisible()
    await device.goOnline()
    await expect(line).toHaveCount(0)
    await expect(card.getByText(loosely(phone))).toBeVisible()
  }
})

test('the worker caches no personal data: no name, no address, no response', async ({ newPerson, server }) => {
  const person = await newPerson('no', { name: 'Aslaug Fjellro', member: true, serviceWorkers: 'allow' })
  const { page } = person
  await makeTrip(server, person)
  for (const path of ['/my-rides', '/profile', '/chat', '/']) await person.open(path)
  await new Device(person).ready(myRides, texts('no', 'chat'))
  const kept = await page.evaluate(async () => {
    const found: { path: string; text: string }[] = []
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        found.push({ path: new URL(request.url).pathname, text: (await (await caches.match(request))?.text()) ?? '' })
    return found
  })
  expect(kept.length).toBeGreaterThan(20)
  expect(kept.filter(({ path }) => !/^\/(assets\/.*|shell\.html)$/.test(path))).toEqual([])
  const bodies = kept.map(({ text }) => text).join('\n')
  expect(secrets(person).filter((secret) => bodies.includes(secret))).toEqual([])
})

test('a visitor’s browser stores nothing', async ({ newPerson }) => {
  const visitor = await newPerson('no', { serviceWorkers: 'allow' })
  const { page } = visitor
  await visitor.open('/')
  await page.waitForLoadState('networkidle')
  const kept = () =>
    page.evaluate(async () => ({
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      caches: await caches.keys(),
      databases: await indexedDB.databases(),
    }))
  expect(await kept()).toEqual({ workers: 0, caches: [], databases: [] })
  // Also when they come back to the tab, which looks for a new version.
  const lateModule = page.waitForResponse(/\/assets\/late-/)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await lateModule
  await page.waitForLoadState('networkidle')
  expect(await kept()).toEqual({ workers: 0, caches: [], databases: [] })
})

test('signing out deletes everything from the device, in every tab', async ({ newPerson, server }) => {
  const person = await newPerson('no', { name: 'Aslaug Fjellro', member: true, serviceWorkers: 'allow' })
  const { page, t, watch } = person
  const device = new Device(person)
  await makeTrip(server, person)
  await person.open('/my-rides')
  await device.ready(myRides, texts('no', 'reservations'))
  await device.holds(plate)
  const other = await person.newTab()
  await other.open('/reservations')
  await expect(other.reservations.own('Oslo').getByText(loosely(phone))).toBeVisible()

  watch.allow(refusal(401), /WebSocket/)
  await person.nav.signOut.click()
  await expect(person.nav.signIn).toBeVisible()
  await expect(other.nav.signIn).toBeVisible()
  expect(await device.found(secrets(person))).toEqual([])

  await device.goOffline()
  await person.open('/my-rides')
  await expect(page.getByText(t('reservations.login_text_rides'))).toBeVisible()
  await other.open('/reservations')
  await expect(other.page.getByText(t('reservations.login_text'))).toBeVisible()
})

test('signing in and out at once deletes what an earlier visit left', async ({ newPerson, server }) => {
  const person = await newPerson('no', { name: 'Aslaug Fjellro', member: true, serviceWorkers: 'allow' })
  const device = new Device(person)
  await makeTrip(server, person)
  await person.open('/my-rides')
  await device.ready(myRides)
  await device.holds(plate)
  // Requests of the page that arrive after the sign-out are refused.
  person.watch.allow(refusal(401), /WebSocket/)
  // The module that keeps the copy loads two seconds later.
  await person.open('/my-rides')
  await person.nav.signOut.click()
  // The front page is loaded afresh.
  await expect(person.page).toHaveURL('/')
  await person.listening()
  await expect(person.nav.signIn).toBeVisible()
  expect(await device.found(secrets(person))).toEqual([])
})

test('a person who signs out without a network is signed out as soon as there is one', async ({
  newPerson,
  server,
}) => {
  const person = await newPerson('no', { name: 'Aslaug Fjellro', member: true, serviceWorkers: 'allow' })
  const { page, context, t } = person
  const device = new Device(person)
  await makeTrip(server, person)
  await person.open('/my-rides')
  await device.ready(myRides, 'src/routes/home.ts', texts('no', 'home'))
  await device.holds(plate)
  await device.goOffline()
  await person.nav.signOut.click()
  await expect(page).toHaveURL('/')
  await expect(person.nav.signIn).toBeVisible()
  expect(await device.found(secrets(person))).toEqual([])
  await person.open('/my-rides')
  await expect(page.getByText(t('reservations.login_text_rides'))).toBeVisible()

  await device.goOnline()
  await expect.poll(async () => (await context.request.get(`${server.url}/api/auth/get-session`)).json()).toBeNull()
  await person.open('/my-rides')
  await expect(person.nav.signIn).toBeVisible()
})

test('a session that the server has ended takes the copy with it, and the next account sees its own', async ({
  newPerson,
  server,
}) => {
  const person = await newPerson('no', { name: 'Aslaug Fjellro', member: true, serviceWorkers: 'allow' })
  const { page, context, t, watch } = person
  const device = new Device(person)
  await makeTrip(server, person)
  await person.open('/my-rides')
  await device.ready(myRides, texts('no', 'reservations'))
  await device.holds(plate)

  // Another person signs in on the same device, without the first one signing out.
  const next = await server.member('Nils Ny')
  const [name = '', value = ''] = next.cookie.split(/=(.*)/s)
  await context.addCookies([{ name, value, url: server.url, httpOnly: true, sameSite: 'Lax' }])
  await person.open('/my-rides')
  await expect(page.getByText(t('reservations.empty_title'))).toBeVisible()
  await device.holds('Nils Ny')
  expect(await device.found(secrets(person))).toEqual([])
  await device.goOffline()
  await person.open('/my-rides')
  await expect(page.getByText(t('reservations.as_of_text'))).toBeVisible()
  await expect(page.getByText('Torbjørn Vassdal')).toHaveCount(0)
  await device.goOnline()
  await expect(page.getByText(t('reservations.as_of_text'))).toHaveCount(0)

  watch.allow(refusal(401), /WebSocket/)
  await server.db.kysely.deleteFrom('auth_session').where('user_id', '=', next.id).execute()
  await person.open('/my-rides')
  await expect(person.nav.signIn).toBeVisible()
  await expect.poll(() => device.found(['Nils Ny'])).toEqual([])
})

test('the contacts of a driver are not kept longer than the server would show them', async ({ newPerson, server }) => {
  const person = await newPerson('no', { name: 'Aslaug Fjellro', member: true, serviceWorkers: 'allow' })
  const device = new Device(person)
  await makeTrip(server, person)
  await person.open('/my-rides')
  await device.ready(myRides, texts('no', 'reservations'))
  await device.holds(plate)
  // Moves the device's clock, the only one without a network.
  await person.page.clock.setFixedTime(Date.now() + 33.5 * 86_400_000)
  await device.goOffline()
  await person.open('/my-rides')
  await expect.poll(() => device.found([plate])).toEqual([])
})

test('a new version is offered, nothing typed is lost, and the old page keeps working', async ({
  newPerson,
  newServer,
}) => {
  const dist = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-deploy-'))
  fs.cpSync(builtPages, dist, { recursive: true })
  const server = await newServer({ dist })
  try {
    const person = await newPerson('no', { member: true, server, serviceWorkers: 'allow' })
    const { page, t } = person
    const device = new Device(person)
    await person.open('/publish-ride')
    await device.ready('src/routes/terms.ts', texts('no', 'terms'))
    const note = page.getByLabel(t('publish.car_make'))
    await note.fill('Volvo Amazon')

    // Another build is served, and the files of this one are deleted.
    fs.rmSync(path.join(dist, 'assets'), { recursive: true })
    fs.cpSync(path.join(builtPages, 'assets'), path.join(dist, 'assets'), {
      recursive: true,
      filter: (file) => !/terms-/.test(file),
    })
    fs.writeFileSync(path.join(dist, 'build.txt'), '0123456789ab')
    await device.goOffline()
    await device.goOnline()
    await expect(person.toast(t('offline.new_version'))).toBeVisible()
    await expect(note).toHaveValue('Volvo Amazon')
    await person.nav.more.click()
    await person.nav.bar
      .getByRole('link', { name: t('nav.terms') })
      .filter({ visible: true })
      .click()
    await expect(person.heading).toHaveText(t('terms.title'))
    await page.goBack()
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: t('core.reload') }).click()])
    await expect(note).toHaveValue('Volvo Amazon')
  } finally {
    fs.rmSync(dist, { recursive: true, force: true })
  }
})

test('drafts in a chat and of a message to a driver survive a reload', async ({ newPerson, server }) => {
  const person = await newPerson('no', { name: 'Aslaug Fjellro', member: true })
  const { page, t, reservations } = person
  const { driver } = await makeTrip(server, person)
  const { id } = await server.call<{ id: string }>(driver, 'POST', '/rides', rideBody({ daysAhead: 9 }))
  await person.open(`/chat?user=${driver.id}`)
  const field = person.chat.input('Torbjørn Vassdal')
  await field.fill('Hei, jeg står ved')
  await page.reload()
  await expect(field).toHaveValue('Hei, jeg står ved')

  await person.open(`/rides/${id}`)
  const reserve = page.getByRole('button', { name: t('rides.reserve') }).first()
  await reserve.click()
  await reservations.message.fill('Jeg har med ski')
  await page.reload()
  await reserve.click()
  await expect(reservations.message).toHaveValue('Jeg har med ski')
})

test('the app can be installed in each language, with the same identity', async ({ server }) => {
  const ids = new Set<string>()
  for (const language of availableLanguages) {
    const html = await (
      await fetch(server.url, { headers: { 'accept-language': language, accept: 'text/html' } })
    ).text()
    const href = /<link rel="manifest" href="([^"]+)"/.exec(html)?.[1] ?? ''
    const answer = await fetch(server.url + href)
    expect(answer.headers.get('content-type')).toContain('application/manifest+json')
    const manifest = (await answer.json()) as {
      id: string
      name: string
      start_url: string
      scope: string
      display: string
      description: string
      icons: { src: string; sizes: string; purpose: string }[]
      shortcuts: { name: string; url: string }[]
    }
    ids.add(manifest.id)
    expect(manifest).toMatchObject({ name: 'Samtur', start_url: '/', scope: '/', display: 'standalone' })
    expect([manifest.description, ...manifest.shortcuts.map(({ name }) => name)].join(' ')).not.toMatch(
      /\b(nav|site)\./,
    )
    expect(manifest.shortcuts.map(({ url }) => url)).toEqual(['/search', '/my-rides', '/publish-ride'])
    expect(new Set(manifest.icons.map(({ purpose }) => purpose))).toEqual(new Set(['any', 'maskable', 'monochrome']))
    for (const { src, sizes } of manifest.icons) expect([src, await sizeOf(server.url + src)]).toEqual([src, sizes])
    const touch = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(html)?.[1] ?? ''
    expect(await sizeOf(server.url + touch)).toBe('180x180')
  }
  expect(ids.size).toBe(1)
})

/** Reads the size from the start of the PNG. */
async function sizeOf(url: string) {
  const picture = Buffer.from(await (await fetch(url)).arrayBuffer())
  return `${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`
}
