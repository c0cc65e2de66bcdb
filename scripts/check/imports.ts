// Finds what a file imports, and to which file of the repository it leads.
import fs from 'node:fs'
import path from 'node:path'
import type { Package } from './packages.ts'
import { lineAt, literalText, walk } from './syntax.ts'
import type { Node, Parsed } from './syntax.ts'

export interface Import {
  specifier: string
  line: number
  /** Path from the root, when it is a file of the repository. */
  target?: string
  /** Name of the npm package, when it is imported by name. */
  package?: string
}

interface Context {
  root: string
  file: string
  source: string
  parsed: Parsed
  owner: Package
  packages: Package[]
}

/** Resolves a name through an `imports` or `exports` map with a star; conditions are not used here. */
function throughMap(map: Record<string, unknown> | undefined, name: string): string | undefined {
  for (const [pattern, target] of Object.entries(map ?? {})) {
    if (typeof target !== 'string') continue
    const [head = '', tail] = pattern.split('*')
    if (tail === undefined && name === pattern) return target
    if (tail !== undefined && name.startsWith(head) && name.endsWith(tail))
      return target.replace('*', name.slice(head.length, name.length - tail.length))
  }
  return undefined
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

function existing(root: string, target: string): string {
  const candidates = [target, `${target}.ts`, `${target}.tsx`]
  return candidates.find((it) => fs.statSync(path.join(root, it), { throwIfNoEntry: false })?.isFile()) ?? target
}

function resolve(context: Context, specifier: string): Pick<Import, 'target' | 'package'> {
  const { root, file, owner, packages } = context
  const clean = specifier.split('?')[0] ?? ''
  const inside = (folder: string, target: string) => ({ target: existing(root, path.posix.join(folder, target)) })
  if (clean.startsWith('.')) return inside(path.posix.dirname(file), clean)
  if (clean.startsWith('#')) {
    const target = throughMap(owner.manifest.imports, clean)
    return target ? inside(owner.folder, target) : { package: clean }
  }
  const name = packageName(clean)
  const ours = packages.find(({ manifest }) => manifest.name === name)
  const target = ours && throughMap(ours.manifest.exports, `.${clean.slice(name.length)}`)
  return target ? { package: name, ...inside(ours.folder, target) } : { package: name }
}

/** Includes `import('x')` as an expression or a type, which are not statements. */
function specifiers(parsed: Parsed): { specifier: string; at: number }[] {
  const found: { specifier: string; at: number }[] = []
  walk(parsed.program, (node: Node) => {
    const specifier = literalText(node.type === 'TSImportType' ? (node['source'] ?? node['argument']) : node['source'])
    const importing = /^(Import(Declaration|Expression)|Export(Named|All)Declaration|TSImportType)$/.test(node.type)
    if (importing && specifier !== undefined) found.push({ specifier, at: node.start })
  })
  return found
}

export function importsOf(context: Context): Import[] {
  return specifiers(context.parsed).map(({ specifier, at }) => ({
    specifier,
    line: lineAt(context.source, at),
    ...resolve(context, specifier),
  }))
}
