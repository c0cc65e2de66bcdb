// Detects changes since the last time by a hash over path, size and modification time, without reading files.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

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

/** Runs `work` unless the trees are unchanged since it last succeeded. */
export async function whenStale(stampFile, entries, work) {
  const stamp = treeStamp(entries)
  if (fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === stamp) return 0
  const code = await work()
  if (code === 0) {
    fs.mkdirSync(path.dirname(stampFile), { recursive: true })
    fs.writeFileSync(stampFile, stamp)
  }
  return code
}
