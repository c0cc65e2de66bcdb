/** Delivery of messages over a broken connection, and from one process to another. */
import type { WebSocketRoute } from '@playwright/test'
import { freshServerDatabase, openServerDatabase } from '../../apps/server/test/database.ts'
import { goodPicture } from '../../apps/server/test/images/uploads.ts'
import { expect, test } from '../fixtures.ts'
import { patient } from '../patience.ts'
import type { Person } from '../person.ts'
import { startServer } from '../server.ts'
import { noConnection } from '../watch.ts'

async function talk(one: Person, other: Person) {
  await one.open(`/chat?user=${other.id}`)
  await expect(one.chat.input(other.name)).toBeVisible()
}

test('a broken connection is shown, and nothing is lost or doubled, without a network either', async ({
  newPerson,
}) => {
  const driver = await newPerson('no', { name: 'Ingrid Solberg', member: true })
  const passenger = await newPerson('no', { name: 'Kari Nordmann', member: true })
  const { t } = passenger
  passenger.watch.allow(noConnection)
  let broken = false
  const open = new Set<WebSocketRoute>()
  await passenger.context.routeWebSocket(/\/live$/, (route) => {
    if (broken) return void route.close({ code: 1011 })
    open.add(route)
    route.connectToServer()
  })
  const cut = async () => {
    broken = true
    for (const route of open) await route.close({ code: 1011 })
    open.clear()
  }
  await talk(passenger, driver)
  await talk(driver, passenger)
  await driver.chat.say(passenger.name, 'Én')
  await expect(passenger.chat.message(driver.name, 'Én')).toBeVisible()
  await expect(passenger.chat.disconnected).toHaveCount(0)

  await cut()
  await expect(passenger.chat.disconnected).toBeVisible()
  await driver.chat.say(passenger.name, 'To')
  await expect(passenger.chat.message(driver.name, 'To')).toBeVisible()
  await passenger.chat.say(driver.name, 'Tre')
  await expect(driver.chat.message(passenger.name, 'Tre')).toBeVisible()

  broken = false
  await expect(passenger.chat.disconnected).toHaveCount(0, { timeout: patient(12_000) })
  const posts: string[] = []
  driver.page.on(
    'request',
    (one) => void (one.method() === 'POST' && one.url().endsWith('/messages') && posts.push('')),
  )
  await driver.chat.say(passenger.name, 'Fire')
  await expect(passenger.chat.message(driver.name, 'Fire')).toBeVisible({ timeout: patient(1_500) })
  expect(posts, 'a connected page sends over its connection').toEqual([])

  await passenger.context.setOffline(true)
  // Playwright connects a routed channel itself, also for a page without a network.
  await cut()
  await expect(passenger.page.getByText(t('core.offline'))).toBeVisible()
  await expect(passenger.chat.disconnected).toHaveCount(0)
  await driver.chat.say(passenger.name, 'Fem')
  await passenger.chat.input(driver.name).fill('Seks')
  await passenger.chat.send.click()
  await passenger.expectToast(new RegExp(t('chat.send_failed')))
  await expect(passenger.chat.input(driver.name)).toHaveValue('Seks')

  broken = false
  await passenger.context.setOffline(false)
  await expect(passenger.chat.message(driver.name, 'Fem')).toBeVisible({ timeout: patient(12_000) })
  await expect(passenger.chat.disconnected).toHaveCount(0, { timeout: patient(12_000) })
  await expect(passenger.page.getByText(t('core.offline'))).toHaveCount(0)
  await passenger.chat.send.click()
  await expect(driver.chat.message(passenger.name, 'Seks')).toBeVisible()
  // Each message appears once, in order, whichever way it came.
  for (const [one, other] of [
    [passenger, driver],
    [driver, passenger],
  ] as const) {
    const all = ['Én', 'To', 'Tre', 'Fire', 'Fem', 'Seks']
    await expect(one.chat.messages(other.name)).toHaveText(all)
    await one.page.reload()
    await expect(one.chat.messages(other.name)).toHaveText(all)
  }
})

test('two processes on one PostgreSQL carry a conversation', async ({ newPerson }) => {
  test.skip(!process.env['TEST_POSTGRES_URL'], 'there is no PostgreSQL on this machine')
  const url = await freshServerDatabase()
  // Both processes serve files from one folder, as several processes of one installation do.
  const env = { DATA_DIR: test.info().outputPath('files') }
  const [here, there] = await Promise.all(
    [1, 2].map(async () => {
      const database = await openServerDatabase(url)
      return startServer({ database, clock: database.clock, env })
    }),
  )
  if (!here || !there) throw new Error('two servers were wanted')
  try {
    const driver = await newPerson('no', { name: 'Ingrid Solberg', member: true, server: here })
    const passenger = await newPerson('en', { name: 'Kari Nordmann', member: true, server: there })
    await driver.chat.openWith(passenger)
    await passenger.chat.openWith(driver)
    await driver.chat.input(passenger.name).pressSequentially('Hører ')
    await expect(passenger.chat.typing(driver.name)).toBeVisible()
    await driver.chat.input(passenger.name).pressSequentially('du meg?')
    await driver.chat.send.click()
    await expect(passenger.chat.message(driver.name, 'Hører du meg?')).toBeVisible()
    await expect(passenger.chat.typing(driver.name)).toHaveCount(0)
    await expect(driver.chat.seen(passenger.name)).toBeVisible()
    await passenger.chat.say(driver.name, 'Loud and clear.')
    await expect(driver.chat.message(passenger.name, 'Loud and clear.')).toBeVisible()
    await expect(passenger.chat.seen(driver.name)).toBeVisible()

    await passenger.chat.sendImage({ name: 'bilde.jpg', mimeType: 'image/jpeg', buffer: await goodPicture() })
    await expect(driver.chat.imagesFrom(passenger.name)).toHaveCount(1, { timeout: patient(20_000) })
    await driver.chat.imageAddress(passenger.name)

    await driver.chat.block(passenger.name)
    await driver.expectToast(driver.t('chat.blocked'))
    await expect(passenger.chat.closed).toBeVisible()
    // Leaves the pages first, so that they do not report the stopped server.
    await Promise.all([driver, passenger].map(({ page }) => page.goto('about:blank')))
  } finally {
    await Promise.all([here.close(), there.close()])
  }
})
