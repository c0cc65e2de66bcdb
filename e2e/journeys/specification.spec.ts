/** Checks that each screen, state and message shows the specified text. */
import { expect } from '../fixtures.ts'
import { patient } from '../patience.ts'
import type { Person } from '../person.ts'
import { expectSpecified } from '../specification/reading.ts'
import { specification } from '../specification/texts.ts'
import { hangUp, type Scenario } from '../specification/scenario.ts'
import { scenarios } from '../specification/scenarios.ts'
import type { Place } from '../specification/words.ts'
import { screenTest } from '../actors.ts'

const test = screenTest()
// Each test goes through many states.
test.describe.configure({ timeout: patient(180_000) })

for (const [screen, places] of Object.entries(specification)) {
  test(`the specification's words: ${screen}`, async ({ actors }) => {
    const known: Readonly<Record<string, Scenario>> = scenarios[screen as keyof typeof scenarios]
    for (const [state, place] of Object.entries<Place>(places))
      await test.step(state, async () => {
        const scenario = known[state]
        if (!scenario) throw new Error(`no scenario for '${state}'`)
        const person = await actors.open(scenario.as, place.language ?? 'no')
        await scenario.open(person, actors.dataset)
        await expectSpecified(person, place)
        await leave(person)
      })
  })
}

/** Prepares the browser for the next place: a wide window, no failing server, no drafts. */
async function leave({ page, watch }: Person) {
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('about:blank')
  await hangUp(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(watch.take()).toEqual([])
}
