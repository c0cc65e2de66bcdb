/** The bundle reads data and starts programs beside the sources, wherever the repository is. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { bundleChild, bundleServer, childPrograms } from './bundle-server.ts'

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-bundle-')))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

test('a bundled module keeps the folder and the address of its source, also after the repository has moved', async () => {
  const before = path.join(folder, 'before')
  fs.mkdirSync(path.join(before, 'src/places'), { recursive: true })
  fs.writeFileSync(
    path.join(before, 'src/places/port.ts'),
    'export const folder: string = import.meta.dirname\nexport const file = new URL("./data.tsv", import.meta.url).href\n',
  )
  fs.writeFileSync(path.join(before, 'src/main.ts'), "export * from './places/port.ts'\n")
  await bundleServer(path.join(before, 'src/main.ts'), path.join(before, 'dist'))
  const after = path.join(folder, 'after')
  fs.renameSync(before, after)

  const bundled = (await import(path.join(after, 'dist/main.mjs'))) as { folder: string; file: string }
  expect(path.resolve(bundled.folder)).toBe(path.join(after, 'src/places'))
  expect(bundled.file).toBe(pathToFileURL(path.join(after, 'src/places/data.tsv')).href)
})

test('every program that the server starts beside itself is in the list of those that a release bundles', () => {
  const src = path.resolve(import.meta.dirname, '../apps/server/src')
  const programs = new Set<string>()
  for (const file of fs.globSync('**/*.ts', { cwd: src })) {
    if (file.endsWith('.test.ts')) continue
    const text = fs.readFileSync(path.join(src, file), 'utf8')
    for (const [, other = ''] of text.matchAll(/new URL\('(\.[^']*\.ts)', import\.meta\.url\)/g))
      programs.add(path.join(path.dirname(file), other))
    if (/process\.argv\[1\] === fileURLToPath\(import\.meta\.url\)|import\.meta\.main/.test(text)) programs.add(file)
  }
  expect([...programs].toSorted()).toEqual(childPrograms)
})

test('a bundled program finds itself under the name of its source', async () => {
  const { code, packages } = await bundleChild('platform/db/pglite.ts')
  expect(code).toContain('new URL("pglite.ts", import.meta.url)')
  expect(code).toMatch(/from "@electric-sql\/pglite"/)
  expect(packages).toContain('node_modules/pg')
})
