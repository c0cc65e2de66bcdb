/** The folder of the archives that are made on a timetable: their names, and which are kept. */
import fs from 'node:fs/promises'
import path from 'node:path'
import { errorCode } from '../../platform/db/error-code.ts'

const NAME = /^samtur-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.tar\.zst(\.age)?$/

/** Returns the path of an archive that is made now. The name has the time in UTC. */
export function nameArchive(dir: string, now: Date, encrypted: boolean): string {
  const time = now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
  return path.join(dir, `samtur-${time}.tar.zst${encrypted ? '.age' : ''}`)
}

const HOUR_MS = 3_600_000

export interface Archive {
  at: Date
  bytes: number
}

/** Returns when the newest archive was made, and its size; undefined without one. */
export async function newestArchive(dir: string, now: Date): Promise<Archive | undefined> {
  const [newest] = await listArchives(dir, now)
  if (!newest) return undefined
  const { size: bytes } = (await statOf(path.join(dir, newest.name))) ?? { size: 0 }
  return { at: newest.at, bytes }
}

/** Removes all but the newest archives; returns how many were removed. */
export async function removeOldArchives(dir: string, keep: number, now: Date): Promise<number> {
  const old = (await listArchives(dir, now)).slice(keep)
  for (const { name } of old) await fs.rm(path.join(dir, name), { force: true })
  return old.length
}

/** Returns the archives, the newest first. Leaves out one of the future, which was made while the clock of the machine was wrong. */
async function listArchives(dir: string, now: Date): Promise<{ name: string; at: Date }[]> {
  const names = await namesIn(dir)
  return names
    .flatMap((name) => {
      const time = NAME.exec(name)?.[1]
      return time ? [{ name, at: new Date(time.replace(/T(\d\d)-(\d\d)-(\d\d)Z/, 'T$1:$2:$3Z')) }] : []
    })
    .filter(({ at }) => at.getTime() <= now.getTime() + HOUR_MS)
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
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

/** Removes what a process that was killed while it wrote an archive has left: it was not written to for an hour. */
export async function removeUnfinished(dir: string): Promise<void> {
  const names = await fs.readdir(dir)
  for (const name of names.filter((one) => /^samtur-.*\.part$/.test(one))) {
    const file = path.join(dir, name)
    const { mtimeMs } = (await statOf(file)) ?? { mtimeMs: Infinity }
    if (mtimeMs < Date.now() - HOUR_MS) await fs.rm(file, { force: true })
  }
}
