/**
 * Which versions of the program run on which schema (decision 053). The names of the migrations in the database say it: one that begins with `contract_`
 * after its number takes something away, and every other one leaves versions running that do not have it.
 */
import fs from 'node:fs'
import path from 'node:path'

export const migrationFolder = path.join(import.meta.dirname, '../../migrations')

export class DatabaseNewer extends Error {
  constructor(name: string) {
    super(
      `The migration ${name} of a newer version of Samtur has run on this database, and this version does not work on the schema that it has made. ` +
        'Start that version or a later one. Nothing in the database was changed.',
    )
    this.name = 'DatabaseNewer'
  }
}

const isContraction = (name: string) => /^\d{4}_contract_/.test(name)

/** Returns the names of the contractions that a later release will run: this version's tests ran on a schema to which they were applied. */
function readTested(): string[] {
  const folder = path.join(migrationFolder, 'later')
  return fs.existsSync(folder) ? fs.readdirSync(folder).map((file) => path.basename(file, '.sql')) : []
}

/**
 * Returns the migrations of newer versions that have run; this version then changes neither the schema nor functions. Throws DatabaseNewer when it does
 * not work on the schema.
 */
export function findNewer(history: readonly string[], own: readonly string[], tested = readTested()): string[] {
  const newer = history.filter((name) => name >= (own[0] ?? '') && !own.includes(name))
  const isMissing = own.some((name) => !history.includes(name))
  const breaks = (name: string) => isContraction(name) && !tested.includes(name.replace(/^\d{4}_/, ''))
  const breaking = newer.find((name) => isMissing || breaks(name))
  if (breaking !== undefined) throw new DatabaseNewer(breaking)
  return newer
}

/**
 * Returns the migrations among the pending ones that break processes of the version that the database was last used with. A contraction begins with
 * `-- needs <migration>`, the last one of the first version that works without what is removed.
 */
export function findBreaking(history: readonly string[], pending: readonly string[]): string[] {
  if (history.length === 0) return []
  return pending.filter((name) => {
    if (!isContraction(name)) return false
    const text = fs.readFileSync(path.join(migrationFolder, `${name}.sql`), 'utf8')
    const [, needed = ''] = /^-- needs (\w+)/.exec(text) ?? []
    return !history.includes(needed)
  })
}
