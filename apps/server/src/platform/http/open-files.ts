/** The number of connections that a process can hold and still open other files. */
import fs from 'node:fs'

/** Files kept free for the database, pictures, mail and connections that are being refused. */
const KEPT_FREE = 100
/** The limit where the system does not report one. */
const USUAL = 1024

/** Returns how many connections are allowed: all files that are free or used by the `open` connections, at least a quarter of the limit. */
export function mostConnections(open: number): number {
  const files = mostOpenFiles()
  return Math.max(files - (filesInUse() - open) - KEPT_FREE, Math.ceil(files / 4))
}

/** Returns the limit on open files; undefined where the system does not report it (other than Linux). */
function mostOpenFiles(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(fs.readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === 'unlimited' ? Infinity : Number(soft ?? USUAL)
  } catch {
    return USUAL
  }
}

function filesInUse(): number {
  try {
    return fs.readdirSync('/proc/self/fd').length
  } catch {
    return KEPT_FREE
  }
}
