// Compares migrations and functions with the record of the last release, whose processes go on working beside this version (decision 053). The statements of
// newer migrations are judged by squawk.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual, stripVTControlCharacters } from 'node:util'
import { readFunctions } from '../../apps/server/src/platform/db/functions.ts'

const folder = 'apps/server/src/migrations'
export const recordFile = `${folder}/released.json`

type Hashes = Record<string, string>

/** What the last release consists of, as far as a database knows it: hashes by name. */
export interface Release {
  version: string
  migrations: Hashes
  /** The hash of the parameters and the result, a full stop, and the hash of the text. */
  functions: Hashes
  /** What the release no longer needs: a later one may remove it. */
  later: Hashes
}

/** Returns the record of the last release. */
export const readRecord = (root: string): Release =>
  JSON.parse(fs.readFileSync(path.join(root, recordFile), 'utf8')) as Release

/** Returns the record that a release of this tree has. */
export function describeRelease(root: string, version: string): Release {
  const functions = readFunctions(path.join(root, 'apps/server/src/sql'))
  return {
    version,
    migrations: hashesOf(root, `${folder}/[0-9][0-9][0-9][0-9]_*`),
    functions: Object.fromEntries(functions.map(({ name, hash }) => [name, hash])),
    later: hashesOf(root, `${folder}/later/*`),
  }
}

function hashesOf(root: string, pattern: string): Hashes {
  const places = fs.globSync(pattern, { cwd: root }).toSorted()
  return Object.fromEntries(
    places.map((place) => [path.basename(place, '.sql'), hashStatements(readText(root, filesOf(root, place)))]),
  )
}

/** Returns the files of a migration: itself, or those of its folder. */
const filesOf = (root: string, place: string) =>
  place.endsWith('.sql') ? [place] : fs.globSync(`${place}/*.sql`, { cwd: root }).toSorted()

const readText = (root: string, files: string[]) =>
  files.map((file) => fs.readFileSync(path.join(root, file), 'utf8')).join('\n')

/** Returns a hash that comments and white space do not change. */
function hashStatements(text: string): string {
  const statements = text.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim()
  return createHash('sha256').update(statements).digest('base64url').slice(0, 16)
}

/** Returns what would break the last release's processes, as lines of text. */
export function findBreakingMigrations(root: string): string[] {
  const record = readRecord(root)
  const now = describeRelease(root, record.version)
  const release = `release ${record.version}`
  const last = Object.keys(record.migrations).at(-1) ?? ''
  const unreleased = Object.keys(now.migrations).filter((name) => !(name in record.migrations))
  const contractions = unreleased.filter((name) => /^\d{4}_contract_/.test(name))
  const expansions = unreleased.filter((name) => !contractions.includes(name))
  const problems: string[] = []

  for (const [name, hash] of Object.entries(record.migrations))
    if (now.migrations[name] !== hash) problems.push(`${name} belongs to ${release}: it was changed or is gone`)
  for (const name of unreleased) if (name < last) problems.push(`${name} comes before ${last} of ${release}`)

  let removed = ''
  for (const name of contractions) {
    const text = readText(root, [`${folder}/${name}.sql`])
    removed += text
    if (now.migrations[name] !== record.later[name.slice('0000_'.length)])
      problems.push(`${name}: ${release} has no such text in later/`)
    if (!text.startsWith(`-- needs ${last}\n`)) problems.push(`${name} begins with "-- needs ${last}"`)
  }

  for (const [name, hash] of Object.entries(record.functions)) {
    const current = now.functions[name]
    if (current === undefined && !removed.includes(name))
      problems.push(`${name}: a contraction has to drop the function, because ${release} may call it`)
    if (current !== undefined && current.split('.')[0] !== hash.split('.')[0])
      problems.push(
        `${name}: ${release} calls it with other parameters or another result; give the new one another name`,
      )
  }
  // An older process puts its own functions back where it finds no migration that it does not have.
  const haveChanged = !isDeepStrictEqual([now.functions, now.later], [record.functions, record.later])
  if (haveChanged && unreleased.length === 0)
    problems.push('functions or later/ have changed: add a migration, which may be a comment')

  const files = expansions.flatMap((name) =>
    fs.globSync([`${folder}/${name}.sql`, `${folder}/${name}/*`], { cwd: root }),
  )
  return [...problems, ...judgeStatements(root, files)]
}

const product = path.resolve(import.meta.dirname, '../..')

/** Returns what squawk refuses in these files; `.squawk.toml` says which of its rules apply. */
function judgeStatements(root: string, files: string[]): string[] {
  // Without a file squawk reads its standard input.
  if (files.length === 0) return []
  const squawk = path.join(product, 'node_modules/squawk-cli/js/bin/squawk')
  const args = [squawk, '--config', path.join(product, '.squawk.toml'), ...files]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? [] : [stripVTControlCharacters(stdout + stderr)]
}
