/** Reads of the files of built pages. */
import type { Executor } from '#platform/db/database'

/** Returns the content of a file that some version was built with; undefined where none was. */
export async function readAsset(executor: Executor, name: string): Promise<Buffer | undefined> {
  const row = await executor.selectFrom('page_asset').select('content').where('name', '=', name).executeTakeFirst()
  return row && Buffer.from(row.content)
}
