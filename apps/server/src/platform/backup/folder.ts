/** The folder of the archives that are made on a timetable: their names, and which are kept. */
import fs from 'node:fs'
import path from 'node:path'

const NAME = /^samtur-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.tar\.zst(\.age)?$/

/** Returns the path of an archive that is made now. The name has the time in UTC. */
export function nameArchive(dir: string, now: Date, encrypted: boolean): string {
  const time = now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
  return path.join(dir, `samtur-${time}.tar.zst${encrypted ? '.age' : ''}`)
}

/** Returns when the newest archive was made, and its size; undefined without one. */
export function newestArchive(dir: string): { at: Date; bytes: number } | undefined {
  const [newest] = listArchives(dir)
  const time = newest && NAME.exec(newest)?.[1]
  if (!time) return undefined
  const bytes = fs.statSync(path.join(dir, newest), { throwIfNoEntry: false })?.size ?? 0
  return { at: new Date(time.replace(/T(\d\d)-(\d\d)-(\d\d)Z/, 'T$1:$2:$3Z')), bytes }
}

/** Removes all but the newest archives; returns how many were removed. */
export function removeOldArchives(dir: string, keep: number): number {
  const old = listArchives(dir).slice(keep)
  for (const name of old) fs.rmSync(path.join(dir, name), { force: true })
  return old.length
}

/** Returns the names, the newest first. */
function listArchives(dir: string): string[] {
  if (!fs.existsSync(dir)) return []
  return fs
    .readdirSync(dir)
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed()
}

const DAY_MS = 86_400_000

/** Removes what a process that was killed while it wrote an archive has left. */
export function removeUnfinished(dir: string): void {
  for (const name of fs.readdirSync(dir).filter((one) => /^samtur-.*\.part$/.test(one))) {
    const file = path.join(dir, name)
    const { mtimeMs } = fs.statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity }
    if (mtimeMs < Date.now() - DAY_MS) fs.rmSync(file, { force: true })
  }
}
