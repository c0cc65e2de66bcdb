/** The type of a screen to scan, and ways to it that several screens share. */
import { expect } from '@playwright/test'
import type { Person } from './person.ts'
import type { Dataset } from './dataset.ts'

export interface Screen {
  name: string
  as: 'visitor' | 'newcomer' | 'driver' | 'passenger' | 'leaver' | 'admin'
  /** Where it exists only in a wide or a narrow window. */
  only?: 'wide' | 'narrow'
  /** Scanned in a window of this height, where a sticky button would lie over what happens to be below it. */
  height?: number
  open(person: Person, dataset: Dataset): Promise<unknown>
}

/** An id that does not exist. */
export const unknownId = '00000000-0000-4000-8000-000000000000'

export const screen = (
  name: string,
  as: Screen['as'],
  open: Screen['open'],
  window: Pick<Screen, 'only' | 'height'> = {},
): Screen => ({ name, as, open, ...window })

/** Returns a screen that needs only its address, with an element that has to be there. */
export const at = (
  name: string,
  as: Screen['as'],
  path: string | ((dataset: Dataset) => string),
  shows: (person: Person) => string,
): Screen =>
  screen(name, as, async (person, dataset) => {
    await person.open(typeof path === 'string' ? path : path(dataset))
    await expect(person.page.getByRole('main').getByText(shows(person)).filter({ visible: true }).first()).toBeVisible()
  })

/** Replaces a response of the server that depends on a state. */
export async function answer({ page }: Person, path: string, body: object, status = 200) {
  await page.route(`**${path}`, (route) => route.fulfill({ status, json: body }))
}
