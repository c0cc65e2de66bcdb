// Checks that a package imports only what its own package.json declares, so that the contract and the texts import no other package of ours, and
// server and web not each other. Tests may also use the root's tools.
import { isBuiltin } from 'node:module'
import type { Package } from './packages.ts'
import type { SourceFile, Tree, Violation } from './tree.ts'

function declaredBy({ manifest }: Package): Set<string> {
  const { name, dependencies, devDependencies, optionalDependencies } = manifest
  return new Set([name, ...Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })])
}

function allowedIn(file: SourceFile, packages: Package[]): Set<string> {
  const allowed = declaredBy(file.owner)
  const top = packages.find(({ folder }) => folder === '')
  if (top && file.test) for (const name of Object.keys(top.manifest.devDependencies ?? {})) allowed.add(name)
  // The root's tooling imports our packages, which npm links for it.
  if (file.owner === top) for (const { manifest } of packages) allowed.add(manifest.name)
  return allowed
}

/** The contract and the texts run in browsers, too. */
const hasNode = ({ path, test }: SourceFile) => test || !/^packages\/(contract|i18n)\/src\//.test(path)

export function findUndeclaredImports({ files, packages }: Tree): Violation[] {
  return files.flatMap((file) => {
    const allowed = allowedIn(file, packages)
    const bare = file.imports.filter(({ package: name }) => name !== undefined && !(isBuiltin(name) && hasNode(file)))
    const foreign = bare.filter(
      ({ package: name = '', specifier }) => !allowed.has(name) && (isBuiltin(name) || !/^\w+:/.test(specifier)),
    )
    return foreign.map(({ line, package: name }) => ({
      file: file.path,
      line,
      rule: 'declared',
      message: `'${name}' is not in ${file.owner.folder === '' ? '' : `${file.owner.folder}/`}package.json`,
    }))
  })
}
