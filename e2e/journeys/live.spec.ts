/** Delivery of messages over a broken connection, and from one process to another. */
import type { WebSocketRoute } from '@playwright/test'
import { freshServerDatabase, openServerDatabase } from '../../apps/server/test/database.ts'
import { goodPicture } from '../../apps/server/test/images/uploads.ts'
import { expect, test } from '../fixtures.ts'
import { patient } from '../patience.ts'
import type { Person } from '../person.ts'
import { startServer } from '../server.ts'
import { noConnection } from '../watch.ts'

function sendFrameOf(text: string | Buffer): { client_id: string } | undefined {
  const frame = JSON.parse(String(text)) as { type: string; client_id: string }
  return frame.type === 'send' ? frame : undefined
}

async function talk(one: Person, other: Person) {
  await one.open(`/chat?user=${other.id}`)
  await expect(one.chat.input(other.name)).toBeVisible()
}

test('a broken connection is shown, messages still arrive, and the connection is restored', async ({ newPerson }) => {
  const driver = await newPerson('no', { name: 'Ingrid Solberg', member: true })
  const passenger = await newPerson('no', { name: 'Kari Nordmann', member: true })
  passenger.watch.allow(noConnection)
  let broken = false
  const open = new Set<WebSocketRoute>()
  await passenger.context.routeWebSocket(/\/live$/, (route) => {
    if (broken) return void route.close({ code: 1011 })
    open.add(route)
    route.connectToServer()
  })
  await talk(passenger, driver)
  await talk(driver, passenger)
  await driver.chat.say(passenger.name, 'Én')
  await expect(passenger.chat.message(driver.name, 'Én')).toBeVisible()
  await expect(passenger.chat.disconnected).toHaveCount(0)

  broken = true
  for (const route of open) await route.close({ code: 1011 })
  await expect(passenger.chat.disconnected).toBeVisible()
  await driver.chat.say(passenger.name, 'To')
  await expect(passenger.chat.message(driver.name, 'To')).toBeVisible()
  await passenger.chat.say(driver.name, 'Tre')
  await expect(driver.chat.message(passenger.name, 'Tre')).toBeVisible()

  broken = false
  await expect(passenger.chat.disconnected).toHaveCount(0, { timeout: patient(12_000) })
  await driver.chat.say(passenger.name, 'Fire')
  await expect(passenger.chat.message(driver.name, 'Fire')).toBeVisible({ timeout: patient(1_500) })
  // Each message appears once, in order, whichever way it came.
  const log = passenger.chat.log(driver.name)
  await expect(log.getByText(/^(Én|To|Tre|Fire)$/)).toHaveText(['Én', 'To', 'Tre', 'Fire'])
})

test('a message that fails stays in the field and is sent once', { tag: '@main' }, async ({ newPerson }) => {
  const driver = await newPerson('no', { name: 'Ingrid Solberg', member: true })
  const passenger = await newPerson('no', { name: 'Kari Nordmann', member: true })
  passenger.watch.allow(noConnection)
  let refusing = true
  await passenger.context.routeWebSocket(/\/live$/, (route) => {
    const server = route.connectToServer()
    route.onMessage((text) => {
      const frame = sendFrameOf(text)
      if (!refusing || !frame) return server.send(text)
      route.send(JSON.stringify({ type: 'not_sent', client_id: frame.client_id, code: 'unavailable' }))
    })
  })
  await talk(passenger, driver)
  await passenger.page.route('**/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await passenger.chat.input(driver.name).fill('Hei!')
  await passenger.chat.send.click()
  await passenger.expectToast(new RegExp(passenger.t('chat.send_failed')))
  await expect(passenger.chat.input(driver.name)).toHaveValue('Hei!')
  await expect(passenger.chat.message(driver.name, 'Hei!')).toHaveCount(0)
  await passenger.page.unroute('**/messages')
  refusing = false
  await passenger.chat.send.click()
  await expect(passenger.chat.message(driver.name, 'Hei!')).toHaveCount(1)
  await expect(passenger.chat.input(driver.name)).toHaveValue('')
})

test('a message needs no HTTP request; one whose acknowledgement is lost is sent again and stored once', async ({
  newPerson,
}) => {
  const driver = await newPerson('no', { name: 'Ingrid Solberg', member: true })
  const passenger = await newPerson('no', { name: 'Kari Nordmann', member: true })
  let losing = false
  const requests: string[] = []
  await passenger.context.routeWebSocket(/\/live$/, (route) => {
    route.connectToServer().onMessage((text) => {
      if (!losing || !String(text).startsWith('{"type":"sent"')) route.send(text)
    })
  })
  passenger.page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/messages')) requests.push(request.url())
  })
  await talk(passenger, driver)
  await talk(driver, passenger)
  await expect(passenger.chat.disconnected).toHaveCount(0)
  await passenger.chat.say(driver.name, 'Én')
  await expect(driver.chat.message(passenger.name, 'Én')).toBeVisible()
  expect(requests).toEqual([])
  losing = true
  await passenger.chat.say(driver.name, 'To')
  await expect.poll(() => requests.length, { timeout: patient(10_000) }).toBe(1)
  losing = false
  await passenger.chat.say(driver.name, 'Tre')
  await expect(driver.chat.message(passenger.name, 'Tre')).toBeVisible()
  for (const [one, other] of [
    [driver, passenger],
    [passenger, driver],
  ] as const)
    await expect(one.chat.log(other.name).getByText(/^(Én|To|Tre)$/)).toHaveText(['Én', 'To', 'Tre'])
})

test('without a network a notice is shown, nothing is lost, and nothing is doubled', async ({
  pair: { ingrid, kari },
}) => {
  kari.watch.allow(noConnection)
  await kari.chat.openWith(ingrid)
  await ingrid.chat.openWith(kari)
  await kari.chat.say(ingrid.name, 'One')
  await expect(ingrid.chat.message(kari.name, 'One')).toBeVisible()

  await kari.context.setOffline(true)
  await expect(kari.page.getByText(kari.t('core.offline'))).toBeVisible()
  await expect(kari.chat.disconnected).toBeVisible()
  await ingrid.chat.say(kari.name, 'To')
  await kari.chat.input(ingrid.name).fill('Three')
  await kari.chat.send.click()
  await kari.expectToast(new RegExp(kari.t('chat.send_failed')))
  await expect(kari.chat.input(ingrid.name)).toHaveValue('Three')
  await expect(kari.chat.messages(ingrid.name)).toHaveText(['One'])

  await kari.context.setOffline(false)
  await expect(kari.chat.message(ingrid.name, 'To')).toBeVisible({ timeout: patient(12_000) })
  await expect(kari.chat.disconnected).toHaveCount(0, { timeout: patient(12_000) })
  await expect(kari.page.getByText(kari.t('core.offline'))).toHaveCount(0)
  await kari.chat.send.click()
  await expect(ingrid.chat.message(kari.name, 'Three')).toBeVisible()
  for (const [one, other] of [
    [kari, ingrid],
    [ingrid, kari],
  ] as const) {
    await expect(one.chat.messages(other.name)).toHaveText(['One', 'To', 'Three'])
    await one.page.reload()
    await expect(one.chat.messages(other.name)).toHaveText(['One', 'To', 'Three'])
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
