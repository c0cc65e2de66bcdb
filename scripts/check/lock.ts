// Checks that `npm ci` accepts the lock file: it matches the package.json files and has every platform's binary. A registry that lacks some
// binaries makes `npm install` write a lock with gaps, on which `npm ci` stops.
import fs from 'node:fs'
import path from 'node:path'
import type { Tree, Violation } from './tree.ts'

interface Locked {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** The packages of a lock file by their folder. */
export type Lock = Record<string, Locked>

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const

/** Returns the folder of a package that another one needs. Looks it up as Node does: in the node_modules of that one, then of every folder above. */
export function findLocked(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '') {
    const place = path.posix.join(folder, 'node_modules', name)
    if (lock[place]) return place
    if (folder === '') return undefined
  }
}

function gapsOf(lock: Lock): string[] {
  return Object.entries(lock).flatMap(([from, { dependencies, optionalDependencies }]) => {
    const missing = Object.keys({ ...dependencies, ...optionalDependencies }).filter(
      (it) => !findLocked(lock, from, it),
    )
    return missing.map((name) => `${from || 'package.json'} needs ${name}, which is not locked`)
  })
}

function sorted(versions: Record<string, string> | undefined): string {
  return JSON.stringify(Object.entries(versions ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
}

export function findLockGaps({ root, packages }: Tree): Violation[] {
  const file = 'package-lock.json'
  if (!fs.existsSync(path.join(root, file))) return []
  const { packages: lock } = JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')) as { packages: Lock }
  const outdated = packages.flatMap(({ folder, manifest }) => {
    const differing = kinds.filter((kind) => sorted(manifest[kind]) !== sorted(lock[folder]?.[kind]))
    return differing.map((kind) => `${path.posix.join(folder, 'package.json')} has other ${kind}: run npm install`)
  })
  return [...outdated, ...gapsOf(lock)].map((message) => ({ file, line: 1, rule: 'lock', message }))
}
