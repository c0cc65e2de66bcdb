/** The docs name files, folders and headings that exist. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const pages = ['README.md', 'CONTRIBUTING.md', ...fs.globSync('docs/**/*.md', { cwd: root }).toSorted()]
/** Folders that the docs leave out of a path. */
const bases = ['', 'apps/interface', 'apps/interface/src', 'apps/server', 'apps/server/src', 'apps/server/src/features', 'apps/server/src/migrations', 'apps/web', 'apps/web/src', 'apps/web/src/features', 'packages', 'packages/contract/src', 'packages/roads/src', 'e2e/journeys'] // prettier-ignore

const read = (page: string) => fs.readFileSync(path.join(root, page), 'utf8')
const exists = (file: string) => fs.existsSync(path.join(root, file))

/** Returns the anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page: string) =>
  [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )

function isBroken(page: string, target: string, anchor: string | undefined) {
  const file = target === '' ? page : path.posix.join(path.posix.dirname(page), target)
  return !exists(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor))
}

test.each(pages)('%s links to what exists', (page) => {
  const links = [...read(page).matchAll(/\]\(([^):#\s]*)(?:#([^)]*))?\)/g)]
  expect(links.filter(([, target = '', anchor]) => isBroken(page, target, anchor)).map(([text]) => text)).toEqual([])
})

/** Leaves out decisions that are replaced: they describe the code of their time. */
const current = pages.filter((page) => !read(page).includes('Status: replaced by'))

test.each(current)('%s names files that exist', (page) => {
  const named = [...read(page).matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:ts|tsx|mjs|sql|md))`/g)].map(
    ([, file = '']) => file,
  )
  const files = named.filter((file) => !file.includes('NNNN'))
  expect(files.filter((file) => !bases.some((base) => exists(path.posix.join(base, file))))).toEqual([])
})
