/** The files of the built pages in the database, for the processes of other versions. */
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '#platform/db/database'
import { markUsed, storeAssets } from './store.ts'

/** Files of one statement, about 300 kB. */
const AT_ONCE = 50

/** Returns the names of the built files, without their compressed copies. */
async function listBuilt(folder: string): Promise<string[]> {
  const names = await fs.readdir(folder)
  return names.filter((name) => !/\.(?:br|gz)$/.test(name)).toSorted()
}

/**
 * Stores the files that the pages of this version load. A process calls it before it serves its first page: until every process has this version, a
 * request for such a file may reach one that was built without it.
 */
export async function storeOwnAssets({ db, dist }: { db: Pick<Database, 'read'>; dist: string }): Promise<void> {
  const folder = path.join(dist, 'assets')
  const missing = await markUsed(db.read, await listBuilt(folder))
  for (let start = 0; start < missing.length; start += AT_ONCE) {
    const names = missing.slice(start, start + AT_ONCE)
    const assets = names.map(async (name) => ({ name, content: await fs.readFile(path.join(folder, name)) }))
    await storeAssets(db.read, await Promise.all(assets))
  }
}
