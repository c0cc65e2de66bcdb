/**
 * Files beside the database, under random keys whose content never changes. Every file that a row names exists, and a file that no row names is
 * removed: the transaction that stores a key calls `keep`, the one that removes it calls `drop`, and every other file is removed after `looseHours`.
 */
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { sql } from 'kysely'
import { afterCommit, errorCode, type Database, type Executor } from '../db/database.ts'
import { AppError } from '../http/errors.ts'
import { startWorker } from '../jobs/worker.ts'
import type { Log } from '../log.ts'
import { createObserver } from '../observer.ts'
import { openDisk } from './disk.ts'
import type { Store, Usage } from './store.ts'

/** Hours for which a new file that no row names may still be kept. */
export const looseHours = 24

/** Folder → the ending of its files. */
const endings = { profiles: 'jpg', 'chat-images': 'jpg', exports: 'zip' } as const
export type Folder = keyof typeof endings

export interface Files {
  /** Writes the bytes under a new key, and returns the key. Call it outside a transaction, and `keep` inside. */
  put(folder: Folder, bytes: Uint8Array): Promise<string>
  /** Returns a key to write to later, also inside a transaction: the first half of `put`. */
  reserve(folder: Folder): Promise<string>
  /** Writes the bytes: the second half of `put`. */
  write(folder: Folder, key: string, bytes: Uint8Array): Promise<void>
  /** Keeps the file; call it in the transaction that stores the key. Throws `unavailable` when the file was removed meanwhile. */
  keep(executor: Executor, folder: Folder, key: string): Promise<void>
  /** Removes files after the commit; call it in the transaction that removes their keys. */
  drop(executor: Executor, folder: Folder, keys: string | readonly string[]): Promise<void>
  /** Returns the file's length in bytes; undefined when there is none. */
  size(folder: Folder, key: string): Promise<number | undefined>
  read(folder: Folder, key: string): Promise<Uint8Array | undefined>
  /** Returns the number and the length of all files as they were counted in the last ten minutes; undefined until then. */
  usage(): Promise<Usage | undefined>
  close(): Promise<void>
}

interface Options {
  db: Database
  log: Log
  dataDir: string
  /** An S3 store instead of the folder. */
  storageUrl: string | undefined
}

const KEY = /^[A-Za-z0-9_-]{22}\.(jpg|zip)$/
const AT_ONCE = 50

export async function openFiles(options: Options): Promise<Files> {
  const { db, log } = options
  const store = await openStore(options)
  const sweeper = startWorker({ name: 'files', everyMs: 3_600_000, log, run: () => sweep(db, store, log) })
  sweeper.wake()
  const files: Files = {
    async put(folder, bytes) {
      const key = await files.reserve(folder)
      await files.write(folder, key, bytes)
      return key
    },
    async reserve(folder) {
      const key = `${randomBytes(16).toString('base64url')}.${endings[folder]}`
      await db.read
        .insertInto('loose_file')
        .values({ folder, key, remove_at: sql`app_now() + make_interval(hours => ${looseHours})` })
        .execute()
      return key
    },
    write: (folder, key, bytes) => explained(store.write(nameOf(folder, key), bytes), 'storage_full'),
    async keep(executor, folder, key) {
      const kept = await executor
        .deleteFrom('loose_file')
        .where('folder', '=', folder)
        .where('key', '=', key)
        .where('remove_at', '>', sql<Date>`app_now()`)
        .executeTakeFirst()
      if (kept.numDeletedRows !== 1n) throw new AppError('unavailable', { params: { retry_after: 1 } })
    },
    async drop(executor, folder, keys) {
      if (keys.length === 0) return
      await sql`insert into loose_file (folder, key, remove_at) select ${folder}, key, app_now() from unnest(${[keys].flat()}::text[]) as key
        on conflict (folder, key) do update set remove_at = app_now()`.execute(executor)
      afterCommit(() => sweeper.wake())
    },
    size: async (folder, key) => (isKey(folder, key) ? explained(store.size(nameOf(folder, key))) : undefined),
    read: async (folder, key) => (isKey(folder, key) ? explained(store.read(nameOf(folder, key))) : undefined),
    // A response does not wait for a long count: the next one has it.
    usage: createObserver({
      look: () => store.usage(),
      keptMs: 600_000,
      patienceMs: 500,
      failed: (error) => log.warn({ err: error }, 'the files could not be counted'),
    }),
    close: () => sweeper.stop(),
  }
  return files
}

/** Opens the place of the bytes. Loads the client for S3 only where it is used, because loading takes long. */
export async function openStore({ dataDir, storageUrl }: Pick<Options, 'dataDir' | 'storageUrl'>): Promise<Store> {
  if (!storageUrl) return openDisk(path.join(dataDir, 'files'))
  const { openBucket } = await import('./bucket.ts')
  return openBucket(storageUrl)
}

const nameOf = (folder: Folder, key: string) => `${folder}/${key}`
export const isFolder = (name: string): name is Folder => Object.hasOwn(endings, name)
/** Returns whether the text has the form of a key; nothing else is looked up. */
export const isKey = (folder: Folder, key: string) => KEY.test(key) && key.endsWith(endings[folder])

/** Turns a full disk, a missing right or a broken disk into an error of the contract, with the cause for the log. */
async function explained<T>(work: Promise<T>, code: 'storage_full' | 'unavailable' = 'unavailable'): Promise<T> {
  try {
    return await work
  } catch (cause) {
    const full = /^(ENOSPC|EDQUOT|EFBIG|EROFS)$/.test(errorCode(cause))
    const error = full ? new AppError(code) : new AppError('unavailable', { params: { retry_after: 2 } })
    throw Object.assign(error, { cause })
  }
}

/** Removes the files that are due, which can no longer be kept. Returns whether there may be more. */
async function sweep(db: Database, store: Store, log: Log): Promise<boolean> {
  const due = await db.read
    .selectFrom('loose_file')
    .select(['folder', 'key'])
    .where('remove_at', '<=', sql<Date>`app_now()`)
    .orderBy('remove_at')
    .limit(AT_ONCE)
    .execute()
  let failed = 0
  for (const { folder, key } of due) {
    try {
      await store.remove(nameOf(folder, key))
      await db.read.deleteFrom('loose_file').where('folder', '=', folder).where('key', '=', key).execute()
    } catch (error) {
      failed++
      log.warn({ err: error, folder }, 'a file could not be removed; it will be tried again')
    }
  }
  return due.length === AT_ONCE && failed === 0
}
