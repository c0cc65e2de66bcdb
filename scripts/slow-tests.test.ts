/** Compares the tests tagged slow with the table of docs/testing.md, which gives each one's reason. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const tag = /\/\/ @module-tag slow\b|tags: \['slow'\]/

test('docs/testing.md names every file with slow tests, and no other', () => {
  const tagged = fs
    .globSync(
      [
        'apps/{interface,server}/{src,test}/**/*.test.ts',
        'packages/*/src/**/*.test.ts',
        '{bench,e2e,scripts}/**/*.test.ts',
      ],
      {
        cwd: root,
      },
    )
    .filter((file) => tag.test(fs.readFileSync(path.join(root, file), 'utf8')))
  const rows = fs.readFileSync(path.join(root, 'docs/testing.md'), 'utf8').matchAll(/^\| `([^`]+\.test\.ts)` \|/gm)
  expect([...rows].map(([, file]) => file)).toEqual(tagged.toSorted())
})
