/** The software bill of materials of a release (CycloneDX), and the licences of what it lists. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { type Inside, root } from './inside.ts'

interface Component {
  'bom-ref': string
  type: string
  name: string
  version: string
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[]
  properties?: { name: string; value: string }[]
  hashes?: { alg: string; content: string }[]
}

interface Bill {
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

const keyOf = ({ name, version }: { name: string; version: string }) => `${name}@${version}`

/** Returns the part of the repository's list, made by `scripts/run/sbom.mjs`, that is in the release. Throws when a package is not listed. */
export function billOf(
  product: Pick<Inside, 'name' | 'version'>,
  inside: readonly Inside[],
  libraries: readonly string[],
): Bill {
  const whole = JSON.parse(fs.readFileSync(path.join(root, 'dist/sbom.cdx.json'), 'utf8')) as Bill
  const wanted = new Set(inside.map(keyOf))
  const kept = whole.components.filter((one) => wanted.has(keyOf(one)))
  if (kept.length < wanted.size) {
    const missing = [...wanted].filter((key) => !kept.some((one) => keyOf(one) === key))
    throw new Error(`The list of packages lacks ${missing.join(', ')}.`)
  }
  // Styles of a tool for the build are in the pages, where it is no longer only a tool.
  const components = kept.map(({ properties = [], ...one }) => ({
    ...one,
    properties: properties.filter(({ name }) => name !== 'cdx:npm:package:development'),
  }))
  const refs = new Set(components.map((one) => one['bom-ref']))
  const needs = whole.dependencies.map(({ ref, dependsOn = [] }) => ({
    ref,
    dependsOn: dependsOn.filter((it) => refs.has(it)),
  }))
  const ofOurs = needs.filter(({ ref }) => ref.startsWith('@samtur/')).flatMap(({ dependsOn }) => dependsOn)
  return {
    ...whole,
    metadata: { ...whole.metadata, component: { 'bom-ref': keyOf(product), type: 'application', ...product } },
    components: [...components, ...libraries.map(libraryComponent)],
    dependencies: [
      { ref: keyOf(product), dependsOn: [...new Set(ofOurs)].toSorted() },
      ...needs.filter(({ ref }) => refs.has(ref)),
    ],
  }
}

/** Describes a library of the GNU compiler, which belongs to no package: its file name ends in its version. */
function libraryComponent(file: string): Component {
  const [, name = '', version = ''] = /([^/]+)\.so\.([\d.]+)$/.exec(fs.realpathSync(file)) ?? []
  const content = createHash('sha256').update(fs.readFileSync(file)).digest('hex')
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    licenses: [{ expression: 'GPL-3.0-or-later WITH GCC-exception-3.1' }],
    hashes: [{ alg: 'SHA-256', content }],
  }
}

/** Returns one text with the licence of every package: its files where it has some, otherwise what its package.json says. */
export function licencesOf(bill: Bill, inside: readonly Inside[]): string {
  const folders = new Map(inside.map((one) => [keyOf(one), one.folder]))
  const notices = bill.components.map((one) => {
    const names = one.licenses?.map(({ license, expression }) => expression ?? license?.id ?? license?.name)
    const folder = folders.get(keyOf(one))
    const texts = folder === undefined ? [] : noticesIn(path.join(root, folder))
    return [`${keyOf(one)} (${names?.join(', ') || 'no licence named'})`, ...texts].join('\n\n')
  })
  return `${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

function noticesIn(folder: string): string[] {
  const names = fs.readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
  const files = names.map((name) => path.join(folder, name)).filter((file) => fs.statSync(file).isFile())
  return files.map((file) => fs.readFileSync(file, 'utf8').trim())
}
