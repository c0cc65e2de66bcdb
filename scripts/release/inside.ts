/** The packages of a release: found in what was built, not declared. */
import fs from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

interface Locked {
  version?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** A package in a release; `folder` is its place in the repository, such as `node_modules/zod`. */
export interface Inside {
  name: string
  version: string
  folder: string
}

export function readInside(folder: string): Inside {
  const text = fs.readFileSync(path.join(root, folder, 'package.json'), 'utf8')
  const { name, version } = JSON.parse(text) as { name: string; version: string }
  return { name, version, folder }
}

/** Returns the folders of installed packages with everything that they need at run time, by the lock file. */
export function foldersWithNeeds(names: readonly string[]): string[] {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const found = new Set<string>()
  const add = (name: string, from: string) => {
    const folder = find(packages, name, from)
    // An optional package of another platform is locked and not installed.
    if (folder === undefined || found.has(folder) || !fs.existsSync(path.join(root, folder))) return
    found.add(folder)
    const { dependencies, optionalDependencies } = packages[folder] ?? {}
    for (const need of Object.keys({ ...dependencies, ...optionalDependencies })) add(need, folder)
  }
  for (const name of names) add(name, 'apps/server')
  return [...found].toSorted()
}

/** Looks up a package as Node does: in node_modules of the package itself, then of every folder above it. */
function find(packages: Record<string, Locked>, name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '') {
    const place = path.posix.join(folder, 'node_modules', name)
    if (packages[place]) return place
    if (folder === '') return undefined
  }
}
