// Checks which files may import which.
import type { Import } from './imports.ts'
import { mayUse } from './slices.ts'
import type { SourceFile, Tree, Violation } from './tree.ts'

type Rule = (file: SourceFile, imported: Import) => string | undefined

const server = 'apps/server/src/'
const web = 'apps/web/src/'
const programs = 'apps/interface/'

function under(path: string | undefined, ...folders: string[]): boolean {
  return path !== undefined && folders.some((folder) => path.startsWith(folder))
}

/** Returns slice and file of a path such as apps/server/src/features/rides/port.ts. */
function placeIn(app: string, path: string | undefined): { slice: string; name: string } | undefined {
  if (path === undefined || !under(path, `${app}features/`)) return undefined
  const [slice = '', ...rest] = path.slice(`${app}features/`.length).split('/')
  return { slice, name: rest.join('/') }
}

/** Returns whether a file is below the slices. Of what operators use the command line and its doctor are above them. */
function isFoundation(path: string | undefined): boolean {
  if (under(path, `${server}operating/commands/`, `${server}operating/doctor/`)) return false
  const folders = ['platform/', 'operating/', 'migrations/', 'config.ts']
  return under(path, ...folders.map((folder) => server + folder))
}

/** Returns whether a file composes the process, such as those of composition/, operating/commands/ and demo/. */
const isComposition = (path: string | undefined): boolean =>
  under(path, server) && !under(path, `${server}features/`) && !isFoundation(path)

/** Tests of the server and of the service interface start the same server, and share one rights matrix. */
const sharesTests = ({ path, test }: SourceFile, target: string) =>
  test && under(path, 'apps/server/', programs) && under(target, 'apps/server/', `${programs}test/`)

const ownPackage: Rule = (file, { target, package: name }) => {
  const { owner } = file
  if (target === undefined || name !== undefined || owner.folder === '' || under(target, `${owner.folder}/`))
    return undefined
  if (sharesTests(file, target)) return undefined
  return `import files outside ${owner.folder} by the name of their package`
}

const serviceInterface: Rule = ({ path, test }, { target, package: name }) => {
  if (test) return undefined
  const known = ['@samtur/interface', '@samtur/contract', '@samtur/i18n']
  const leaves = (name?.startsWith('@samtur/') && !known.includes(name)) || under(target, 'apps/server/', 'apps/web/')
  if (under(path, `${programs}src/`) && leaves)
    return 'the service interface knows the contract, the texts and its ports alone'
  return name === '@samtur/interface' && under(path, server) && !isComposition(path)
    ? 'only files that compose the process may import the service interface'
    : undefined
}

const foundations: Rule = ({ path, test }, { target }) => {
  if (test || !isFoundation(path)) return undefined
  if (under(target, `${server}features/`)) return 'platform, operating, migrations and config.ts may not import a slice'
  return isComposition(target)
    ? 'platform, operating, migrations and config.ts may not import files that compose the process, such as composition/app.ts'
    : undefined
}

const slices: Rule = ({ path, test }, { target }) => {
  const from = placeIn(server, path)
  if (!from || test) return undefined
  if (isComposition(target)) return 'a slice may not import files that compose the process, such as composition/app.ts'
  if (under(target, `${server}migrations/`)) return 'a slice may not import a migration'
  if (under(target, 'packages/roads/') && from.slice !== 'places') return "roads are used through the port of 'places'"
  const to = placeIn(server, target)
  if (!to || to.slice === from.slice) return undefined
  if (to.name !== 'port.ts' && to.name !== 'events.ts')
    return `of another slice only port.ts and events.ts may be imported, here of '${to.slice}'`
  if (mayUse.get(from.slice)?.includes(to.slice)) return undefined
  return `'${from.slice}' may not import '${to.slice}' (see scripts/check/slices.ts): announce an event`
}

const features: Rule = ({ path, test }, { target }) => {
  if (test || !under(path, `${web}features/`)) return undefined
  return under(target, `${web}routes/`, `${web}screens/`, `${web}app/`)
    ? 'a feature may not import routes/, screens/ or app/'
    : undefined
}

const tools: Rule = ({ path, test }, { target }) => {
  if (test || !under(path, `${web}ui/`, `${web}lib/`)) return undefined
  return under(target, `${web}features/`, `${web}routes/`, `${web}screens/`, `${web}app/`)
    ? 'ui/ and lib/ may not import features/, routes/, screens/ or app/'
    : undefined
}

const rules: Record<string, Rule> = {
  'own package': ownPackage,
  'service interface': serviceInterface,
  foundations,
  slices,
  'web features': features,
  'ui and lib': tools,
}

export function findForeignImports({ files }: Tree): Violation[] {
  return files.flatMap((file) =>
    file.imports.flatMap((imported) =>
      Object.entries(rules).flatMap(([rule, judge]) => {
        const message = judge(file, imported)
        return message ? [{ file: file.path, line: imported.line, rule, message }] : []
      }),
    ),
  )
}
