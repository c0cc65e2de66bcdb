/** What a screen to be scanned is, and the ways to it that many share. */
import { expect } from '@playwright/test'
import type { Person } from './person.ts'
import type { Dataset } from './dataset.ts'

export interface Screen {
  name: string
  as: 'visitor' | 'newcomer' | 'driver' | 'passenger' | 'leaver' | 'admin'
  /** Where it exists only in a wide or a narrow window. */
  only?: 'wide' | 'narrow'
  open(person: Person, dataset: Dataset): Promise<unknown>
}

/** An id that nothing has. */
export const nobody = '00000000-0000-4000-8000-000000000000'

/** A page that needs nothing but its address, with something on it that has to be there. */
export const at = (
  name: string,
  as: Screen['as'],
  path: string | ((dataset: Dataset) => string),
  shows: (person: Person) => string,
): Screen => ({
  name,
  as,
  async open(person, dataset) {
    await person.open(typeof path === 'string' ? path : path(dataset))
    await expect(person.page.getByRole('main').getByText(shows(person)).filter({ visible: true }).first()).toBeVisible()
  },
})

/** Lets the server say what it says only to somebody in that state. */
export async function answer({ page }: Person, path: string, body: object, status = 200) {
  await page.route(`**${path}`, (route) => route.fulfill({ status, json: body }))
}
