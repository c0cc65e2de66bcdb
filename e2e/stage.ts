/** For looking at many screens: a world that is made once, and people in it whose windows stay open. */
import type { BrowserContextOptions } from '@playwright/test'
import { createPerson, test } from './fixtures.ts'
import type { Person } from './person.ts'
import type { Screen } from './screen.ts'
import type { Language } from './texts.ts'
import { makeWorld, type World } from './world.ts'

export const worldTest = test.extend<object, { world: World }>({
  world: [async ({ server }, use) => use(await makeWorld(server)), { scope: 'worker' }],
})

type Role = Screen['as']

interface Stage {
  world: World
  /** One browser window for each role and language, because opening windows would take longer than all the looking. */
  actor(role: Role, language: Language): Promise<Person>
}

/** `windows` is how they are opened. */
export const stageTest = (windows: BrowserContextOptions = {}) =>
  worldTest.extend<object, { stage: Stage }>({
    stage: [
      async ({ browser, server, world }, use) => {
        const actors = new Map<string, Promise<Person>>()
        const enter = (role: Role, language: Language) =>
          createPerson(browser, server, language, { ...windows, ...(role !== 'visitor' && { member: world[role] }) })
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
