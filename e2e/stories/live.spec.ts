/** Messages find their way: with a broken connection, and from one process to another. */
import type { WebSocketRoute } from '@playwright/test'
import { freshServerDatabase, openServerDatabase } from '../../apps/server/test/database.ts'
import { expect, test } from '../fixtures.ts'
import type { Person } from '../person.ts'
import { startServer } from '../server.ts'
import { noConnection } from '../watch.ts'

async function talk(one: Person, other: Person) {
  await one.open(`/chat?user=${other.id}`)
  await expect(one.chat.input(other.name)).toBeVisible()
}

test('a broken connection is told, messages arrive all the same, and it heals', async ({ newPerson }) => {
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
  await expect(passenger.chat.disconnected).toHaveCount(0, { timeout: 12_000 })
  await driver.chat.say(passenger.name, 'Fire')
  await expect(passenger.chat.message(driver.name, 'Fire')).toBeVisible({ timeout: 1_500 })
  // Once each, in order, however they came.
  const log = passenger.chat.log(driver.name)
  await expect(log.getByText(/^(Én|To|Tre|Fire)$/)).toHaveText(['Én', 'To', 'Tre', 'Fire'])
})

test('what could not be sent stays in the field and is sent once', async ({ newPerson }) => {
  const driver = await newPerson('no', { name: 'Ingrid Solberg', member: true })
  const passenger = await newPerson('no', { name: 'Kari Nordmann', member: true })
  passenger.watch.allow(noConnection)
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
  await passenger.chat.send.click()
  await expect(passenger.chat.message(driver.name, 'Hei!')).toHaveCount(1)
  await expect(passenger.chat.input(driver.name)).toHaveValue('')
})

test('two processes on one PostgreSQL carry a conversation', async ({ newPerson }) => {
  test.skip(!process.env['TEST_POSTGRES_URL'], 'there is no PostgreSQL on this machine')
  const url = await freshServerDatabase()
  const [here, there] = await Promise.all(
    [1, 2].map(async () => {
      const database = await openServerDatabase(url)
      return startServer({ database, clock: database.clock })
    }),
  )
  if (!here || !there) throw new Error('two servers were wanted')
  try {
    const driver = await newPerson('no', { name: 'Ingrid Solberg', member: true, server: here })
    const passenger = await newPerson('no', { name: 'Kari Nordmann', member: true, server: there })
    await talk(driver, passenger)
    await talk(passenger, driver)
    await driver.chat.say(passenger.name, 'Hører du meg?')
    await expect(passenger.chat.message(driver.name, 'Hører du meg?')).toBeVisible({ timeout: 2_000 })
    await passenger.chat.say(driver.name, 'Klart og tydelig.')
    await expect(driver.chat.message(passenger.name, 'Klart og tydelig.')).toBeVisible({ timeout: 2_000 })
    // The pages go first, so that they do not meet a server that is gone.
    await Promise.all([driver, passenger].map(({ page }) => page.goto('about:blank')))
  } finally {
    await Promise.all([here.close(), there.close()])
  }
})
