// The package.json files: the root's and those of its workspaces.
import fs from 'node:fs'
import path from 'node:path'

interface Manifest {
  name: string
  workspaces?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  imports?: Record<string, unknown>
  exports?: Record<string, unknown>
}

export interface Package {
  /** '' for the root. */
  folder: string
  manifest: Manifest
}

function readPackage(root: string, folder: string): Package {
  const manifest = JSON.parse(fs.readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as Manifest
  return { folder, manifest }
}

/** The root comes last, so that the first package whose folder fits owns a file. */
export function readPackages(root: string): Package[] {
  const top = readPackage(root, '')
  const folders = top.manifest.workspaces ?? []
  const present = folders.filter((folder) => fs.existsSync(path.join(root, folder, 'package.json')))
  return [...present.map((folder) => readPackage(root, folder)), top]
}

export function ownerOf(file: string, packages: Package[]): Package {
  const owner = packages.find(({ folder }) => folder === '' || file.startsWith(`${folder}/`))
  if (!owner) throw new Error(`no package.json owns ${file}`)
  return owner
}
