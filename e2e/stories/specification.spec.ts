/** What the specification says that a screen, a state or a message reads, can be read there. */
import { createPerson, expect, test as base } from '../fixtures.ts'
import type { Person } from '../person.ts'
import { expectSpecified } from '../specification/reading.ts'
import { specification } from '../specification/texts.ts'
import type { Way } from '../specification/way.ts'
import { ways } from '../specification/ways.ts'
import type { Place } from '../specification/words.ts'
import { makeWorld, type World } from '../world.ts'

type Spoken = 'no' | 'en'

interface Stage {
  world: World
  /** One browser window for each role and language, because opening windows would take longer than all the reading. */
  actor(role: Way['as'], language: Spoken): Promise<Person>
}

const test = base.extend<object, { stage: Stage }>({
  stage: [
    async ({ browser, server }, use) => {
      const world = await makeWorld(server)
      const actors = new Map<string, Promise<Person>>()
      const enter = (role: Way['as'], language: Spoken) =>
        createPerson(browser, server, language, role === 'visitor' ? {} : { member: world[role] })
      await use({
        world,
        actor(role, language) {
          const key = `${role} ${language}`
          const known = actors.get(key) ?? enter(role, language)
          actors.set(key, known)
          return known
        },
      })
      for (const actor of actors.values()) await (await actor).context.close()
    },
    { scope: 'worker' },
  ],
})

// Each goes through many states.
test.describe.configure({ timeout: 180_000 })

for (const [screen, places] of Object.entries(specification)) {
  test(`the specification's words: ${screen}`, async ({ stage }) => {
    const known: Readonly<Record<string, Way>> = ways[screen as keyof typeof ways]
    for (const [state, place] of Object.entries<Place>(places))
      await test.step(state, async () => {
        const way = known[state]
        if (!way) throw new Error(`no way to '${state}'`)
        const person = await stage.actor(way.as, place.language ?? 'no')
        await way.open(person, stage.world)
        await expectSpecified(person, place)
        await leave(person)
      })
  })
}

/** For the next one in front of this browser: a wide window, no server in trouble, no drafts. */
async function leave({ page, watch }: Person) {
  await page.evaluate(() => sessionStorage.clear())
  // What has not been answered ends here, instead of being let through.
  await page.goto('about:blank')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(watch.take()).toEqual([])
}
