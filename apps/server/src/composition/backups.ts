/** Composition: archives of the database and the pictures, on demand and on a timetable. */
import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { backUp } from '../operating/backup/backup.ts'
import { nameArchive, newestArchive, removeOldArchives, removeUnfinished } from '../operating/backup/folder.ts'
import { BackupRunning, inTurn } from '../operating/backup/turn.ts'
import type { Clock } from '../platform/clock.ts'
import type { Executor } from '../platform/db/database.ts'
import { openStore } from '../platform/files/files.ts'
import type { Parts } from '../platform/http/context.ts'
import { startWorker, type Worker } from '../platform/jobs/worker.ts'
import type { BackupState } from '../operating/metrics/collect.ts'
import { createObserver } from '../platform/observer.ts'
import { fingerprint, knownSecret } from '../platform/secret.ts'
import { ageRecipient } from '../platform/setting-values.ts'
import { readVersion } from '../version.ts'

type Settings = Pick<Config, 'backup' | 'databaseUrl' | 'dataDir' | 'storageUrl' | 'secret'>

export const backupRequest = z.strictObject({
  /** The archive, an absolute path; without it a new one in the folder of the settings. */
  file: z.string().optional(),
  /** The age key to encrypt it for, in place of the settings' one. */
  recipient: ageRecipient.optional(),
})
type BackupRequest = z.infer<typeof backupRequest>

export const backupResult = z.object({
  file: z.string(),
  bytes: z.number(),
  rows: z.number(),
  files: z.number(),
  /** Old archives that were removed from the folder. */
  removed: z.number(),
})
export type BackupResult = z.infer<typeof backupResult>

interface Source {
  executor: Executor
  clock: Clock
}

const turnOf = ({ databaseUrl }: Settings, { executor }: Source) => ({ executor, isShared: databaseUrl !== undefined })

/** Makes an archive of an open database. Throws BackupRunning while another one is being made. */
export const makeArchive = (config: Settings, source: Source, request: BackupRequest): Promise<BackupResult> =>
  inTurn(turnOf(config, source), (executor) => writeFile(config, { ...source, executor }, request))

async function writeFile(config: Settings, { executor, clock }: Source, request: BackupRequest): Promise<BackupResult> {
  const { dir, keep } = config.backup
  const recipient = request.recipient ?? config.backup.recipient
  const file = request.file ?? nameArchive(dir ?? '', clock.now(), recipient !== undefined)
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const ownFolder = request.file === undefined && dir !== undefined
  // Before, because there may be no room beside it.
  if (ownFolder) await removeUnfinished(dir)
  const store = await openStore(config)
  const secret = knownSecret(config)
  const manifest = await backUp({
    executor,
    readFile: (name) => store.read(name),
    file,
    recipient,
    version: readVersion(),
    secret: secret === undefined ? null : fingerprint(secret),
  })
  return {
    file,
    bytes: fs.statSync(file).size,
    rows: Object.values(manifest.rows).reduce((sum, count) => sum + count, 0),
    files: manifest.entries.filter(({ name }) => name.startsWith('files/')).length,
    removed: ownFolder ? await removeOldArchives(dir, keep, clock.now()) : 0,
  }
}

const LOOK_EVERY_MS = 600_000
const HOUR_MS = 3_600_000

interface SeenBackups {
  /** Hours between two backups that this process makes. */
  hours: number
  /** The newest archive in the folder; null without one, or while the folder cannot be read. */
  newest: { at: string; bytes: number } | null
}

export type ObserveBackups = () => Promise<SeenBackups | null>

/** Returns a function that looks at the folder of the backups; it returns null where this process makes none. */
export function createBackupObserver(
  { dir, everyHours }: Config['backup'],
  { clock, log }: Pick<Parts, 'clock' | 'log'>,
): ObserveBackups {
  if (dir === undefined) return async () => null
  const observe = createObserver({
    look: () => newestArchive(dir, clock.now()),
    keptMs: 1_000,
    patienceMs: 500,
    failed: (error) => log.warn({ err: error }, 'the folder of the backups could not be read'),
  })
  return async () => {
    const newest = await observe()
    return { hours: everyHours, newest: newest ? { at: newest.at.toISOString(), bytes: newest.bytes } : null }
  }
}

/** Returns the same for the metrics; undefined where no backups are made. */
export async function readBackupState(observe: ObserveBackups, clock: Clock): Promise<BackupState | undefined> {
  const seen = await observe()
  if (!seen) return undefined
  const age = seen.newest && Math.max(0, (clock.now().getTime() - Date.parse(seen.newest.at)) / 1000)
  return { interval: (seen.hours * HOUR_MS) / 1000, age: age ?? undefined }
}

/** Makes an archive whenever the newest one in the folder is older than the settings want; undefined without a folder. */
export function startBackups(
  config: Settings,
  { db, clock, log }: Pick<Parts, 'db' | 'clock' | 'log'>,
): Worker | undefined {
  const { dir, everyHours } = config.backup
  if (dir === undefined) return undefined
  const isDue = async () => {
    const newest = await newestArchive(dir, clock.now())
    return !newest || clock.now().getTime() - newest.at.getTime() >= everyHours * HOUR_MS
  }
  const run = async () => {
    if (!(await isDue())) return false
    try {
      const result = await db.longRunning((own) =>
        inTurn(turnOf(config, { executor: own, clock }), async (executor) =>
          // Another process may have made it meanwhile.
          (await isDue()) ? writeFile(config, { executor, clock }, {}) : undefined,
        ),
      )
      if (result) log.info(result, 'a backup was made')
    } catch (error) {
      // Another process makes it.
      if (!(error instanceof BackupRunning)) throw error
    }
    return false
  }
  const worker = startWorker({ name: 'backup', everyMs: LOOK_EVERY_MS, retries: false, log, run })
  worker.wake()
  return worker
}
