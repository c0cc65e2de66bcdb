/** How many connections a process can hold before it has no file left to open for anything else. */
import fs from 'node:fs'

/** For more files of the database, pictures, mail and connections that are being refused. */
const KEPT_FREE = 100
/** Where the system does not say. */
const USUAL = 1024

/** Leaves to connections what is not in use when the server starts, or a quarter of all files. */
export function mostConnections(files = mostOpenFiles(), inUse = filesInUse()): number {
  return Math.max(files - inUse - KEPT_FREE, Math.ceil(files / 4))
}

/** The limit on open files, where the system tells it (Linux). */
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
