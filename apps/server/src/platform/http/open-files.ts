/** How many connections a process can hold before it has no file left to open for anything else. */
import fs from 'node:fs'

/** For more files of the database, pictures, mail and connections that are being refused. */
const KEPT_FREE = 100
/** Where the system does not say. */
const USUAL = 1024

/** Returns how many connections there may be: the files that nothing but the `open` connections uses, or a quarter of all files. */
export function mostConnections(open: number): number {
  const files = mostOpenFiles()
  return Math.max(files - (filesInUse() - open) - KEPT_FREE, Math.ceil(files / 4))
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
