/** The only writer of `page_asset`. */
import { sql } from 'kysely'
import type { Executor } from '#platform/db/database'

export interface Asset {
  name: string
  content: Uint8Array
}

const now = sql<Date>`app_now()`

/** Notes that a process has these files. Returns the names of those that are not stored. */
export async function markUsed(executor: Executor, names: readonly string[]): Promise<string[]> {
  const rows = await executor
    .updateTable('page_asset')
    .set({ used_at: now })
    .where('name', 'in', (stored) =>
      stored
        .selectFrom('page_asset')
        .select('name')
        .where('name', '=', sql<string>`any(${names}::text[])`)
        // In one order, so that two processes that start at once do not deadlock.
        .orderBy('name')
        .forUpdate(),
    )
    .returning('name')
    .execute()
  const found = new Set(rows.map(({ name }) => name))
  return names.filter((name) => !found.has(name))
}

/** Stores files, in the order of their names, except those that another process has stored meanwhile. */
export async function storeAssets(executor: Executor, assets: readonly Asset[]): Promise<void> {
  await executor
    .insertInto('page_asset')
    .values([...assets])
    .onConflict((same) => same.column('name').doNothing())
    .execute()
}

/** Removes the files that no process has had for 30 days. A page that was left open for longer loads itself anew. */
export async function removeOldAssets(executor: Executor): Promise<void> {
  await executor
    .deleteFrom('page_asset')
    .where('name', 'in', (old) =>
      old
        .selectFrom('page_asset')
        .select('name')
        .where('used_at', '<', sql<Date>`app_now() - interval '30 days'`)
        // Not one that a process of that version, which has just been started, marks as used.
        .orderBy('name')
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}
