/** The store of files on this machine. A file exists in full or not at all, also after a crash. */
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Store } from './store.ts'

/** The suffix of files that were being written when the process was killed; a name is written once, so there is at most one. */
const UNFINISHED = '.part'

export function openDisk(location: string): Store {
  const at = (name: string) => path.join(location, name)
  return {
    async write(name, bytes) {
      const target = at(name)
      await fs.mkdir(path.dirname(target), { recursive: true })
      const unfinished = target + UNFINISHED
      try {
        await fs.writeFile(unfinished, bytes, { mode: 0o600, flush: true })
        await fs.rename(unfinished, target)
      } catch (error) {
        await fs.rm(unfinished, { force: true }).catch(() => {})
        throw error
      }
      await syncFolder(path.dirname(target))
    },
    async size(name) {
      const stats = await ifThere(fs.stat(at(name)))
      return stats?.isFile() ? stats.size : undefined
    },
    read: (name) => ifThere(fs.readFile(at(name))),
    async remove(name) {
      await fs.rm(at(name), { force: true })
      await fs.rm(at(name) + UNFINISHED, { force: true })
    },
    usage: () => countFiles(location),
  }
}

async function countFiles(folder: string) {
  const usage = { count: 0, bytes: 0 }
  const entries = (await ifThere(fs.opendir(folder, { recursive: true }))) ?? []
  for await (const entry of entries) {
    if (!entry.isFile()) continue
    const stats = await ifThere(fs.stat(path.join(entry.parentPath, entry.name)))
    if (!stats) continue
    usage.count++
    usage.bytes += stats.size
  }
  return usage
}

async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Makes the folder durable, and with it the names of new files. Not every system can. */
async function syncFolder(folder: string) {
  const handle = await fs.open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
