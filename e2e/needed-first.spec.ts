/** Measures on a phone, with the demo, how far down what is needed first stands, how long a page is, and what moves while it loads. */
import { addSession } from '../apps/server/test/sessions.ts'
import { MovableClock } from '../apps/server/src/platform/clock.ts'
import { expect, test } from './fixtures.ts'
import { patient } from './patience.ts'
import type { Person } from './person.ts'
import type { Server } from './server.ts'
import { containing, instantInOslo } from './texts.ts'

// The demo is made anew.
test.describe.configure({ timeout: patient(120_000) })

/** A night from Friday to Saturday, with trips on the same day. */
const moment = new Date(instantInOslo('2026-11-28', '02:57'))
const screenHeight = 740

test('a driver answers first on a page of four screens', async ({ newServer, newPerson }) => {
  const server = await demoServer(newServer)
  const driver = await newPerson('no', { server, member: await memberOf(server, 'ingrid@samtur.example'), ...phone })
  await openSteadily(driver, '/my-rides?tab=rides')
  const { page, t } = driver
  const accept = page.getByRole('button', { name: containing(t('reservations.accept')) }).first()
  const lowest = (await accept.boundingBox())!
  expect.soft(lowest.y + lowest.height, 'the first answer').toBeLessThanOrEqual(560)
  expect.soft(await heightOf(driver), 'the page').toBeLessThanOrEqual(4 * screenHeight)
  expect.soft(await shiftOf(driver), 'what moves').toBeLessThanOrEqual(0.02)
  const rows = page.getByRole('article').filter({ hasText: t('reservations.seats', { count: 3 }) })
  expect.soft((await rows.first().boundingBox())!.height, 'a ride that nobody has asked for').toBeLessThanOrEqual(73)
})

for (const path of ['/reservations', '/my-rides?tab=reservations'])
  test(`a passenger sees the next trip first, and rates without searching, on ${path}`, async ({
    newServer,
    newPerson,
  }) => {
    const server = await demoServer(newServer)
    const member = await memberOf(server, 'mikkel@samtur.example')
    const passenger = await newPerson('no', { server, member, ...phone })
    await openSteadily(passenger, path)
    const { reservations } = passenger
    const [next, ...others] = await reservations.cards.locator('details').all()
    await expect(next!).toHaveAttribute('open')
    const rate = (await reservations.rate.first().boundingBox())!
    expect.soft(rate.y + rate.height, 'a trip to rate').toBeLessThanOrEqual(900)
    expect.soft(await shiftOf(passenger), 'what moves').toBeLessThanOrEqual(0.02)
    for (const row of others)
      if ((await row.getAttribute('open')) === null)
        expect.soft((await row.boundingBox())!.height, 'a row').toBeLessThanOrEqual(112)
  })

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
