// Detects changes since the last time by a hash over path, size and modification time, without reading files.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isGone } from './parents.mjs'

const skipped = new Set(['node_modules', 'dist', 'gen', '.vite'])

function addTree(hash, entry) {
  const stat = fs.statSync(entry, { throwIfNoEntry: false })
  if (!stat) return
  if (!stat.isDirectory()) {
    hash.update(`${entry} ${stat.size} ${stat.mtimeMs}\n`)
    return
  }
  for (const name of fs.readdirSync(entry).sort()) if (!skipped.has(name)) addTree(hash, path.join(entry, name))
}

export function treeStamp(entries) {
  const hash = createHash('sha256')
  for (const entry of entries) addTree(hash, entry)
  return hash.digest('hex')
}

/** Runs `work` unless the trees are unchanged since it last succeeded. Two commands of one checkout run it one after the other. */
export async function whenStale(stampFile, entries, work) {
  const stamp = treeStamp(entries)
  const isCurrent = () => fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === stamp
  if (isCurrent()) return 0
  return alone(`.cache/${stampFile.replaceAll('/', '-')}.lock`, async () => {
    if (isCurrent()) return 0
    const code = await work()
    if (code === 0) {
      fs.mkdirSync(path.dirname(stampFile), { recursive: true })
      fs.writeFileSync(stampFile, stamp)
    }
    return code
  })
}

/** Waits while another process holds the lock, a file with its pid. */
async function alone(lock, work) {
  fs.mkdirSync(path.dirname(lock), { recursive: true })
  while (!take(lock)) await setTimeout(100)
  try {
    return await work()
  } finally {
    fs.rmSync(lock, { force: true })
  }
}

function take(lock) {
  try {
    fs.writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    const holder = Number(fs.existsSync(lock) && fs.readFileSync(lock, 'utf8'))
    if (holder > 0 && isGone(holder)) fs.rmSync(lock, { force: true })
    return false
  }
}
