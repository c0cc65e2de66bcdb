/** The packages of a release: found in what was built, not declared. */
import fs from 'node:fs'
import path from 'node:path'
import { findLocked, type Lock } from '../check/lock.ts'

export const root = path.resolve(import.meta.dirname, '../..')

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
    packages: Lock
  }
  const found = new Set<string>()
  const add = (name: string, from: string) => {
    const folder = findLocked(packages, from, name)
    // An optional package of another platform is locked and not installed.
    if (folder === undefined || found.has(folder) || !fs.existsSync(path.join(root, folder))) return
    found.add(folder)
    const { dependencies, optionalDependencies } = packages[folder] ?? {}
    for (const need of Object.keys({ ...dependencies, ...optionalDependencies })) add(need, folder)
  }
  for (const name of names) add(name, 'apps/server')
  return [...found].toSorted()
}
