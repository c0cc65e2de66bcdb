/** Fixtures for tests of many screens: a dataset that is made once per worker, and people in it whose windows stay open. */
import type { BrowserContextOptions } from '@playwright/test'
import { createPerson, test } from './fixtures.ts'
import type { Person } from './person.ts'
import type { Screen } from './screen.ts'
import type { Language } from './texts.ts'
import { createDataset, type Dataset } from './dataset.ts'

/** Has the dataset alone, where what screens add would be seen on other pages. */
export const datasetTest = test.extend<object, { dataset: Dataset }>({
  dataset: [async ({ server }, use) => use(await createDataset(server)), { scope: 'worker' }],
})

type Role = Screen['as']

interface Actors {
  dataset: Dataset
  /** Opens one browser window per role and language, because opening windows takes longer than the scans. */
  open(role: Role, language: Language): Promise<Person>
}

/** `windows` are the options of each browser context. */
export const screenTest = (windows: BrowserContextOptions = {}) =>
  datasetTest.extend<object, { actors: Actors }>({
    actors: [
      async ({ browser, server, dataset }, use) => {
        const people = new Map<string, Promise<Person>>()
        const enter = (role: Role, language: Language) =>
          createPerson(browser, server, language, { ...windows, ...(role !== 'visitor' && { member: dataset[role] }) })
        await use({
          dataset,
          open(role, language) {
            const key = `${role} ${language}`
            const known = people.get(key) ?? enter(role, language)
            people.set(key, known)
            return known
          },
        })
        for (const actor of people.values()) await (await actor).close()
      },
      { scope: 'worker' },
    ],
  })

/** Without motion, so that nothing changes during a scan. The files that use it share workers, and so the server and its dataset. */
export const stillTest = screenTest({ reducedMotion: 'reduce' })
