// Checks the migrations after the last release, and its functions: the last release's processes go on working on the schema that they make (decision 053).
import fs from 'node:fs'
import path from 'node:path'
import type { FunctionParameter, TypeName } from 'libpg-query'
import { type Finding, Judge, readReleased } from './expansions.ts'
import { hashSql, nameOf, readSql } from './sql.ts'
import type { Violation } from './tree.ts'

const folder = 'apps/server/src/migrations'
const functionFolder = 'apps/server/src/sql'
export const recordFile = `${folder}/released.json`

/** What the last release consists of, as far as a database knows it. The hashes are of the statements, without comments. */
export interface Release {
  version: string
  migrations: Record<string, string>
  functions: Record<string, { signature: string; hash: string }>
  /** What the release no longer needs: a later one may remove it. */
  later: Record<string, string>
}

interface Source {
  file: string
  text: string
}

/** Returns the record of the last release. */
export const readRecord = (root: string): Release =>
  JSON.parse(fs.readFileSync(path.join(root, recordFile), 'utf8')) as Release

/** Returns the record that a release of this tree has. */
export function describeRelease(root: string, version: string): Release {
  const hashes = (sources: Map<string, Source>) =>
    Object.fromEntries([...sources].map(([name, { text }]) => [name, hashSql(text)]))
  const functions = [...readFunctions(root)].map(([name, source]) => [
    name,
    { signature: signatureOf(source), hash: hashSql(source.text) },
  ])
  return {
    version,
    migrations: hashes(readMigrations(root)),
    functions: Object.fromEntries(functions) as Release['functions'],
    later: hashes(readLater(root)),
  }
}

function readFolder(root: string, part: string, pattern: RegExp): Map<string, Source> {
  const target = path.join(root, part)
  const names = fs.existsSync(target) ? fs.readdirSync(target).filter((name) => pattern.test(name)) : []
  return new Map(
    names
      .toSorted()
      .map((name) => [
        path.basename(name, '.sql'),
        { file: `${part}/${name}`, text: readText(path.join(target, name)) },
      ]),
  )
}

/** Reads as `platform/db/migrate.ts` does. */
const readMigrations = (root: string) => readFolder(root, folder, /^\d{4}_\w+(\.sql)?$/)
const readLater = (root: string) => readFolder(root, `${folder}/later`, /./)

function readFunctions(root: string): Map<string, Source> {
  const slices = fs.existsSync(path.join(root, functionFolder)) ? fs.readdirSync(path.join(root, functionFolder)) : []
  const functions = slices.flatMap((slice) => [...readFolder(root, `${functionFolder}/${slice}`, /\.sql$/)])
  return new Map(functions.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function readText(file: string): string {
  if (!fs.statSync(file).isDirectory()) return fs.readFileSync(file, 'utf8')
  return fs
    .readdirSync(file)
    .toSorted()
    .map((part) => fs.readFileSync(path.join(file, part), 'utf8'))
    .join('\n')
}

/** Returns the parameters and the result of a function. Throws for a file that is not one function. */
function signatureOf({ file, text }: Source): string {
  const [statement, ...others] = readSql(text)
  if (!statement || !('CreateFunctionStmt' in statement.node) || others.length > 0)
    throw new Error(`${file} is not one function`)
  const { parameters = [], returnType } = statement.node.CreateFunctionStmt
  const all = parameters.flatMap((one) =>
    'FunctionParameter' in one ? [describeParameter(one.FunctionParameter)] : [],
  )
  return `(${all.join(', ')}) returns ${describeType(returnType)}`
}

function describeParameter({ name, argType, mode = 'FUNC_PARAM_DEFAULT', defexpr }: FunctionParameter): string {
  const kind = mode.replace('FUNC_PARAM_', '').toLowerCase()
  return [kind === 'default' ? '' : kind, name ?? '', describeType(argType), defexpr ? 'default' : '']
    .filter(Boolean)
    .join(' ')
}

const describeType = ({ names, setof, arrayBounds = [] }: TypeName = {}) =>
  `${setof ? 'setof ' : ''}${nameOf(names)}${'[]'.repeat(arrayBounds.length)}`

const isContraction = (name: string) => /^\d{4}_contract_\w+$/.test(name)

/** Returns what is wrong in the tree with the release before it. */
export function findBreakingMigrations(root: string): Violation[] {
  const record = readRecord(root)
  const now = describeRelease(root, '')
  const migrations = readMigrations(root)
  const unreleased = [...migrations].filter(([name]) => !(name in record.migrations))
  const at = (file: string, message: string, line = 1): Violation => ({ file, line, rule: 'migrations', message })
  const [last = ''] = Object.keys(record.migrations).toReversed()

  const edited = Object.keys(record.migrations).flatMap((name) => {
    if (now.migrations[name] === record.migrations[name]) return []
    const what = name in now.migrations ? 'was changed' : 'is gone'
    return [at(migrations.get(name)?.file ?? recordFile, `${name} belongs to release ${record.version} and ${what}`)]
  })
  const misnamed = [...readLater(root)].flatMap(([name, { file }]) =>
    /^contract_\w+$/.test(name) ? [] : [at(file, 'is called contract_<what>.sql in this folder')],
  )
  const judge = new Judge(
    readReleased([...migrations].flatMap(([name, { text }]) => (name in record.migrations ? readSql(text) : []))),
  )
  const judged = unreleased.flatMap(([name, { file, text }]) => {
    const findings: Finding[] = [
      ...(name > last ? [] : [{ line: 1, message: `comes before ${last} of release ${record.version}` }]),
      ...(isContraction(name) ? judgeContraction({ name, text, last, record }) : judge.judge(readSql(text))),
    ]
    return findings.map(({ line, message }) => at(file, message, line))
  })
  const functions = judgeFunctions({ record, now, unreleased })
  const differ = JSON.stringify([now.functions, now.later]) !== JSON.stringify([record.functions, record.later])
  const unnoticed = differ && unreleased.length === 0
  return [
    ...edited,
    ...misnamed,
    ...judged,
    ...functions.map((message) => at(functionFolder, message)),
    ...(unnoticed
      ? [
          at(
            folder,
            'functions or later/ have changed: add a migration, which may be a comment, so that the released version leaves the database alone',
          ),
        ]
      : []),
  ]
}

interface Contraction {
  name: string
  text: string
  last: string
  record: Release
}

/** What the last release was tested without may go. */
function judgeContraction({ name, text, last, record }: Contraction): Finding[] {
  const released = record.later[name.slice('0000_'.length)]
  const problems = [
    ...(released === undefined ? [`release ${record.version} does not have it in later/`] : []),
    ...(released !== undefined && released !== hashSql(text)
      ? [`is not the text of release ${record.version} in later/`]
      : []),
    ...(text.startsWith(`-- needs ${last}\n`) ? [] : [`begins with "-- needs ${last}"`]),
  ]
  return problems.map((message) => ({ line: 1, message }))
}

interface Functions {
  record: Release
  now: Release
  unreleased: [string, Source][]
}

function judgeFunctions({ record, now, unreleased }: Functions): string[] {
  const dropped = unreleased
    .filter(([name]) => isContraction(name))
    .flatMap(([, { text }]) => readSql(text).flatMap(({ node }) => droppedFunctions(node)))
  return Object.entries(record.functions).flatMap(([name, { signature }]) => {
    const current = now.functions[name]?.signature
    if (current === undefined)
      return dropped.includes(name)
        ? []
        : [`${name}: a contraction has to drop it, because release ${record.version} may call it`]
    return current === signature
      ? []
      : [`${name}: release ${record.version} calls it with ${signature}; give the changed one a new name`]
  })
}

function droppedFunctions(node: ReturnType<typeof readSql>[number]['node']): string[] {
  if (!('DropStmt' in node) || node.DropStmt.removeType !== 'OBJECT_FUNCTION') return []
  return (node.DropStmt.objects ?? []).flatMap((one) =>
    'ObjectWithArgs' in one ? [nameOf(one.ObjectWithArgs.objname)] : [],
  )
}
