/** The folder of the archives that are made on a timetable: their names, and which are kept. */
import fs from 'node:fs/promises'
import path from 'node:path'
import { errorCode } from '../db/error-code.ts'

const NAME = /^samtur-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.tar\.zst(\.age)?$/

/** Returns the path of an archive that is made now. The name has the time in UTC. */
export function nameArchive(dir: string, now: Date, encrypted: boolean): string {
  const time = now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
  return path.join(dir, `samtur-${time}.tar.zst${encrypted ? '.age' : ''}`)
}

export interface Archive {
  at: Date
  bytes: number
}

/** Returns when the newest archive was made, and its size; undefined without one. */
export async function newestArchive(dir: string): Promise<Archive | undefined> {
  const [newest] = await listArchives(dir)
  const time = newest && NAME.exec(newest)?.[1]
  if (!time) return undefined
  const { size: bytes } = (await statOf(path.join(dir, newest))) ?? { size: 0 }
  return { at: new Date(time.replace(/T(\d\d)-(\d\d)-(\d\d)Z/, 'T$1:$2:$3Z')), bytes }
}

/** Removes all but the newest archives; returns how many were removed. */
export async function removeOldArchives(dir: string, keep: number): Promise<number> {
  const old = (await listArchives(dir)).slice(keep)
  for (const name of old) await fs.rm(path.join(dir, name), { force: true })
  return old.length
}

/** Returns the names, the newest first. */
async function listArchives(dir: string): Promise<string[]> {
  const names = await namesIn(dir)
  return names
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed()
}

/** Returns what is in the folder; nothing where it does not exist yet. */
async function namesIn(dir: string): Promise<string[]> {
  try {
    return await fs.readdir(dir)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

/** Returns undefined for a file that was removed meanwhile. */
async function statOf(file: string) {
  try {
    return await fs.stat(file)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

const DAY_MS = 86_400_000

/** Removes what a process that was killed while it wrote an archive has left. */
export async function removeUnfinished(dir: string): Promise<void> {
  const names = await fs.readdir(dir)
  for (const name of names.filter((one) => /^samtur-.*\.part$/.test(one))) {
    const file = path.join(dir, name)
    const { mtimeMs } = (await statOf(file)) ?? { mtimeMs: Infinity }
    if (mtimeMs < Date.now() - DAY_MS) await fs.rm(file, { force: true })
  }
}
