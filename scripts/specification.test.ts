// Compares the specification's texts with the catalogues, and checks that each screen's code uses the message.
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { leftOut } from '../e2e/specification/left-out.ts'
import { specification, wordsOf } from '../e2e/specification/texts.ts'
import type { Place, Words } from '../e2e/specification/words.ts'
import { textsIn } from '../e2e/texts.ts'
import { namedIds, reachedFrom, type Names } from './i18n/named-ids.ts'
import { readCatalogues } from './i18n/catalogues.ts'
import { readTree, type Tree } from './check/tree.ts'

const web = 'apps/web/src'
const root = path.resolve(import.meta.dirname, '..')

const places = Object.entries(specification).flatMap(([screen, states]) =>
  Object.entries<Place>(states).map(([state, place]) => ({ name: `${screen}: ${state}`, place })),
)

/** Removes the marks of links. */
const plain = (text: string) => text.replaceAll(/<\/?\d+>/g, '')

function expectSaid(said: string, { text, match }: Words) {
  if (match === 'letters') expect(said).toBe(text)
  else if (match === 'words') expect(said.toLowerCase()).toBe(text.toLowerCase())
  else expect(said.toLowerCase()).toContain(text.toLowerCase())
}

test.each(places)('$name: the catalogue has the specified texts', async ({ place }) => {
  const t = await textsIn(place.language ?? 'no')
  expect(wordsOf(place).length).toBeGreaterThan(0)
  for (const words of wordsOf(place)) expectSaid(plain(words.read(t)), words)
})

describe('the code of the screen', () => {
  let tree: Tree
  const names = new Map<string, Names>()

  beforeAll(() => {
    tree = readTree(root)
    for (const file of tree.files)
      if (file.path.startsWith(`${web}/`) && !file.test) names.set(file.path, namedIds(file))
  })

  /**
   * Returns the files of a page, from its route on; the frame's files begin at the entry. Other pages' routes are not followed, because they
   * are found by their folder.
   */
  const filesOf = (page: Place['page']) => {
    const kebab = page.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const entry = page === 'frame' ? `${web}/main.tsx` : `${web}/routes/${kebab}.ts`
    return reachedFrom(tree, entry)
  }

  test.each(places)('$name: the code uses its messages', ({ place }) => {
    const files = filesOf(place.page)
    expect(files.length).toBeGreaterThan(1)
    for (const { id } of wordsOf(place)) {
      if (!id) continue
      const naming = files.filter((file) => names.get(file)?.(id))
      expect(naming, `${id} in what ${place.page} is made of`).not.toEqual([])
    }
  })
})

test('no catalogue has a text that was left out', () => {
  const { catalogues } = readCatalogues(root)
  const said = catalogues.flatMap(({ messages }) => [...messages.values()].map(({ text }) => text))
  expect(said.length).toBeGreaterThan(0)
  for (const { text } of leftOut) expect(said).not.toContain(text)
})
