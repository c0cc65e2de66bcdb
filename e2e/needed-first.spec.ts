/** Measures on a phone, with the demo, how far down what is needed first stands, how long a page is, and what moves while it loads. */
import type { Locator } from '@playwright/test'
import { addSession } from '../apps/server/test/sessions.ts'
import { MovableClock } from '../apps/server/src/platform/clock.ts'
import { expect, test } from './fixtures.ts'
import { patient } from './patience.ts'
import type { Person } from './person.ts'
import type { Server } from './server.ts'
import { containing, instantInOslo } from './texts.ts'

test.describe.configure({ timeout: patient(120_000) })

/** A night from Friday to Saturday, with trips on the same day. */
const moment = new Date(instantInOslo('2026-11-28', '02:57'))
const screenHeight = 740

// One test, because the demo is made once.
test('a driver answers first on a page of four screens, and a passenger sees the next trip and what to rate', async ({
  newServer,
  newPerson,
}) => {
  const server = await demoServer(newServer)
  await test.step('the own rides', async () => {
    const driver = await newPerson('no', { server, member: await memberOf(server, 'ingrid@samtur.example'), ...phone })
    await openSteadily(driver, '/my-rides?tab=rides')
    const { page, t } = driver
    const accept = page.getByRole('button', { name: containing(t('reservations.accept')) }).first()
    expect.soft(await endOf(accept), 'the first answer').toBeLessThanOrEqual(560)
    expect.soft(await heightOf(driver), 'the page').toBeLessThanOrEqual(4 * screenHeight)
    expect.soft(await shiftOf(driver), 'what moves').toBeLessThanOrEqual(0.02)
    const rows = page.getByRole('article').filter({ hasText: t('reservations.seats', { count: 3 }) })
    const row = await boxOf(rows.first())
    expect.soft(row.height, 'a ride that nobody has asked for, also where a line breaks').toBeLessThanOrEqual(86)
  })
  const member = await memberOf(server, 'mikkel@samtur.example')
  for (const path of ['/reservations', '/my-rides?tab=reservations'])
    await test.step(path, async () => {
      const passenger = await newPerson('no', { server, member, ...phone })
      await openSteadily(passenger, path)
      const { reservations } = passenger
      const rows = reservations.cards.locator('details')
      await expect(rows.first()).toHaveAttribute('open')
      expect.soft(await endOf(reservations.rate.first()), 'a trip to rate').toBeLessThanOrEqual(900)
      expect.soft(await shiftOf(passenger), 'what moves').toBeLessThanOrEqual(0.02)
      for (const row of await rows.all())
        if ((await row.getAttribute('open')) === null)
          expect.soft((await boxOf(row)).height, 'a row, also with a long way and two badges').toBeLessThanOrEqual(160)
    })
})

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it is not shown')
  return box
}

/** Returns how far down it ends, px. */
async function endOf(locator: Locator) {
  const { y, height } = await boxOf(locator)
  return y + height
}

const phone = { viewport: { width: 360, height: screenHeight } }

async function demoServer(newServer: (options: { demo: boolean; clock: MovableClock }) => Promise<Server>) {
  const clock = new MovableClock()
  clock.shift = moment.getTime() - Date.now()
  return newServer({ demo: true, clock })
}

async function memberOf(server: Server, email: string) {
  const { id, name } = await server.db.kysely
    .selectFrom('auth_user')
    .select(['id', 'name'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { id, email, name, cookie: await addSession(server.db.kysely, id) }
}

/** Opens the page at the demo's time, and counts what moves until it is at rest. */
async function openSteadily(person: Person, path: string) {
  const { page } = person
  await page.clock.setFixedTime(moment)
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await person.open(path)
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
}

const shiftOf = ({ page }: Person) =>
  page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0))

const heightOf = ({ page }: Person) => page.evaluate(() => document.documentElement.scrollHeight)
