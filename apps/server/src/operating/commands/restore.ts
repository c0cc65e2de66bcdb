/** `samtur restore`: checks an archive, puts its content in the place of the database, and applies what has happened since. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Config, readConfig } from '../../config.ts'
import { eraseDue } from '../../features/privacy/jobs.ts'
import { storeErasures } from '../../features/privacy/store.ts'
import { listErasures } from '../../features/privacy/views.ts'
import { openParts } from '../../composition/parts.ts'
import { damaged, type Manifest } from '../backup/archive.ts'
import { type Archive, checkArchive, loadArchive, readReplaced, readTable, type Replaced } from '../backup/restore.ts'
import { systemClock } from '../../platform/clock.ts'
import { type BareDatabase, openBare } from '../../platform/db/bare.ts'
import type { Executor } from '../../platform/db/database.ts'
import { findViolations } from '../../platform/db/invariants.ts'
import { DatabaseInUse, lockFolder } from '../../platform/db/lock.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { DatabaseDamaged, openWatched } from '../../platform/db/opening.ts'
import { openStore } from '../../platform/files/files.ts'
import { createLog } from '../../platform/log.ts'
import { fingerprint, knownSecret } from '../../platform/secret.ts'
import { hasEmbedded, openAsItIs } from './database.ts'
import { Problem } from './sentences.ts'

interface Options {
  check?: boolean
  replace?: boolean
  identity?: string
  erasuresOf?: string
}

/** What is known of the database that is replaced, and the erasures that have to be applied again. */
interface Before {
  replaced: Replaced | undefined
  erasures: string[]
}

/** Returns the exit code. Throws ArchiveDamaged, Problem and DatabaseInUse before anything is changed. */
export async function restoreBackup(file: string, options: Options): Promise<number> {
  const config = readConfig()
  const identity = options.identity === undefined ? undefined : readIdentity(options.identity)
  const archive = { file: requireFile(file), identity }
  const manifest = await checkArchive(archive)
  if (options.check) return tryOut(config, archive, manifest)
  console.log(`The archive is sound: ${describe(manifest)}.`)
  warnOfSecret(config, manifest)
  const newer =
    options.erasuresOf === undefined ? [] : await readErasures({ ...archive, file: requireFile(options.erasuresOf) })
  await (config.databaseUrl ? replaceOnServer : replaceFolder)(config, {
    archive,
    manifest,
    newer,
    replace: options.replace,
  })
  return applySince(config)
}

/** Loads the archive into an embedded database of its own, because only a database finds every row that it would refuse. Returns the exit code. */
async function tryOut({ dataDir }: Config, archive: Archive, manifest: Manifest): Promise<number> {
  // In a container the folder for temporary files is small.
  const place = fs.existsSync(dataDir) ? dataDir : os.tmpdir()
  const folder = fs.mkdtempSync(path.join(place, 'checking-'))
  try {
    const { kysely, close } = await openBare({ url: undefined, folder })
    try {
      const nothing = () => Promise.resolve()
      const store = { write: nothing }
      await loadArchive({ executor: kysely, archive, manifest, store, replaced: undefined, complete: nothing })
      await migrate(kysely)
      const broken = await reportViolations(kysely)
      if (broken === 0) console.log(`The archive is sound: ${describe(manifest)}.`)
      return broken === 0 ? 0 : 1
    } finally {
      await close()
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Prints each invariant that does not hold, and returns their number. */
async function reportViolations(executor: Executor): Promise<number> {
  const violations = await findViolations(executor)
  for (const { invariant, detail } of violations) console.error(`An invariant does not hold: ${invariant}: ${detail}`)
  return violations.length
}

interface Task {
  archive: Archive
  manifest: Manifest
  /** Erasures from a newer archive. */
  newer: string[]
  replace: boolean | undefined
}

/** Replaces the schema of the server's database, in one transaction. */
async function replaceOnServer(config: Config, task: Task) {
  const database = await openAsItIs(config)
  try {
    await refuseRunning(database)
    await load(config, task, database.kysely, await readBefore(database.kysely))
  } finally {
    await database.close()
  }
}

/** Makes a new folder beside the embedded database's, and exchanges the two when it is complete. */
async function replaceFolder(config: Config, task: Task) {
  const { dataDir } = config
  const before = await readFolder(config)
  const release = lockFolder(dataDir)
  const fresh = path.join(dataDir, 'restoring')
  try {
    fs.rmSync(fresh, { recursive: true, force: true })
    const database = await openBare({ url: undefined, folder: fresh })
    try {
      await load(config, task, database.kysely, before)
    } finally {
      await database.close()
    }
    const current = path.join(dataDir, 'pg')
    const kept = `${current}.replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
    if (fs.existsSync(current)) {
      fs.renameSync(current, kept)
      console.log(`The database before is in ${kept}: remove it when you no longer need it.`)
    }
    fs.renameSync(path.join(fresh, 'pg'), current)
  } finally {
    fs.rmSync(fresh, { recursive: true, force: true })
    release()
  }
}

async function load(config: Config, { archive, manifest, newer, replace }: Task, executor: Executor, before: Before) {
  const accounts = before.replaced?.accounts ?? 0
  if (accounts > 0 && !replace)
    throw new Problem(`There is a database with ${accounts} accounts: --replace puts the archive in its place.`)
  const store = await openStore(config)
  const complete = (tx: Executor) => storeErasures(tx, [...before.erasures, ...newer])
  await loadArchive({ executor, archive, manifest, store, replaced: before.replaced, complete })
  console.log(`Restored ${describe(manifest)}.`)
  if (manifest.missing_files.length > 0)
    console.log(`Pictures that were deleted while the archive was made: ${manifest.missing_files.length}.`)
}

/** Runs the migrations that the archive does not have and erases the accounts that were erased since. Returns the exit code. */
async function applySince(config: Config): Promise<number> {
  const origin = () => config.publicUrl ?? `http://localhost:${config.port}`
  const log = createLog('error')
  const parts = await openParts({ config, clock: systemClock, log, database: undefined, origin })
  try {
    const count = async () => (await readReplaced(parts.db.read))?.accounts ?? 0
    const accounts = await count()
    await eraseDue({ ...parts, origin })
    console.log(`Accounts that were erased since, or were due, and are erased now: ${accounts - (await count())}.`)
    return (await reportViolations(parts.db.read)) === 0 ? 0 : 1
  } finally {
    await parts.files.close()
    await parts.bus.close()
    await parts.db.close()
  }
}

async function readBefore(executor: Executor): Promise<Before> {
  const replaced = await readReplaced(executor)
  return { replaced, erasures: replaced ? await listErasures(executor) : [] }
}

/** Reads the embedded database that is replaced. One that does not open is replaced all the same, because that is when a backup is needed. */
async function readFolder(config: Config): Promise<Before> {
  if (!hasEmbedded(config)) return { replaced: undefined, erasures: [] }
  const folder = path.join(config.dataDir, 'pg')
  const open = async (isOpen: () => void) => {
    const { kysely, close } = await openBare({ url: undefined, folder: config.dataDir })
    isOpen()
    try {
      return await readBefore(kysely)
    } finally {
      await close()
    }
  }
  try {
    return await openWatched(folder, open, (error) => error instanceof DatabaseInUse)
  } catch (error) {
    if (!(error instanceof DatabaseDamaged)) throw error
    console.error(
      'The database that is replaced does not open, so the erasures since the backup are unknown: name a newer archive with --erasures-of, if there is one.',
    )
    return { replaced: undefined, erasures: [] }
  }
}

/** A running process keeps rows in memory, and must not see them replaced. */
async function refuseRunning({ kysely }: BareDatabase) {
  const { rows } = await sql`select pid from pg_stat_activity
    where datname = current_database() and application_name like 'samtur%' and pid <> pg_backend_pid()`.execute(kysely)
  if (rows.length > 0)
    throw new Problem(`Stop every Samtur process first: ${rows.length} connections to this database are open.`)
}

async function readErasures(archive: Archive): Promise<string[]> {
  await checkArchive(archive)
  const lines = await readTable(archive, 'erased_account')
  return lines.map((line) => {
    try {
      return erasure.parse(JSON.parse(line)).id_hash
    } catch (cause) {
      throw damaged(archive.file, 'a row of erased_account is not one', cause)
    }
  })
}

const erasure = z.object({ id_hash: z.string().regex(/^[\da-f]{64}$/) })

function warnOfSecret(config: Config, manifest: Manifest) {
  const secret = knownSecret(config)
  if (manifest.secret === null || (secret !== undefined && fingerprint(secret) === manifest.secret)) return
  console.error(
    secret === undefined
      ? 'There is no secret here yet: set SECRET, or put the file `secret` of the old DATA_DIR into this one, before the start. Without it everybody has to sign in again and second factors cannot be used.'
      : 'The secret here is another one than when the backup was made: without SECRET, or SECRET_PREVIOUS, of that time everybody has to sign in again and second factors cannot be used.',
  )
}

function describe({ rows, entries, made_at: madeAt, version }: Manifest): string {
  const count = Object.values(rows).reduce((sum, one) => sum + one, 0)
  const files = entries.filter(({ name }) => name.startsWith('files/')).length
  return `${count} rows of ${Object.keys(rows).length} tables and ${files} files, made at ${madeAt} by version ${version}`
}

function requireFile(file: string): string {
  const found = path.resolve(file)
  if (!fs.statSync(found, { throwIfNoEntry: false })?.isFile()) throw new Problem(`There is no file ${found}.`)
  return found
}

/** Returns the key in a file as `age-keygen` writes it. */
function readIdentity(file: string): string {
  const identity = fs
    .readFileSync(requireFile(file), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line.startsWith('AGE-SECRET-KEY-1'))
  if (!identity) throw new Problem(`${file} has no key that starts with AGE-SECRET-KEY-1.`)
  return identity
}
