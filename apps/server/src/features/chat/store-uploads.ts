/** The only writer of `chat_upload`: images that programs upload through /storage/v1 before they send them. */
import { sql } from 'kysely'
import type { Executor, Tx } from '#platform/db/database'
import { looseHours } from '#platform/files/files'
import type { Parts } from '#platform/http/context'

interface Named {
  owner: string
  name: string
}

interface NewUpload extends Named {
  key: string
  width: number
  height: number
  bytes: number
}

/** Images that can still be sent, whose files are not removed yet. */
const isSendable = sql<boolean>`not sent and created_at > app_now() - make_interval(hours => ${looseHours})`

/** Stores an upload. Returns false where the owner has one of that name. */
export async function addUpload(executor: Executor, { owner: owner_id, ...upload }: NewUpload): Promise<boolean> {
  const added = await executor
    .insertInto('chat_upload')
    .values({ owner_id, ...upload })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows === 1n
}

/** Returns the own upload, if it can be sent, and locks it for the transaction. */
export async function lockSendable(tx: Tx, { owner, name }: Named) {
  return tx
    .selectFrom('chat_upload')
    .select(['key', 'width', 'height'])
    .where('owner_id', '=', owner)
    .where('name', '=', name)
    .where(isSendable)
    .forUpdate()
    .executeTakeFirst()
}

export async function markSent(tx: Tx, key: string): Promise<void> {
  await tx.updateTable('chat_upload').set({ sent: true }).where('key', '=', key).execute()
}

/** Gives an upload another name. Returns false where there is no such upload. Throws a conflict of the key where the name is taken. */
export async function renameUpload(executor: Executor, { owner, name }: Named, to: string): Promise<boolean> {
  const { numUpdatedRows } = await executor
    .updateTable('chat_upload')
    .set({ name: to })
    .where('owner_id', '=', owner)
    .where('name', '=', name)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes an upload that was not sent. Returns its key; undefined where there is none. */
export async function deleteUnsent(tx: Tx, { owner, name }: Named): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('chat_upload')
    .where('owner_id', '=', owner)
    .where('name', '=', name)
    .where('sent', '=', false)
    .returning('key')
    .executeTakeFirst()
  return row?.key
}

/** Deletes a person's uploads. Returns the keys of those that were not sent; the others belong to messages. */
export async function takeUploads(executor: Executor, owner: string): Promise<string[]> {
  const rows = await executor
    .deleteFrom('chat_upload')
    .where('owner_id', '=', owner)
    .returning(['key', 'sent'])
    .execute()
  return rows.flatMap(({ key, sent }) => (sent ? [] : key))
}

/** Removes the images of messages, in the transaction that removes their keys. */
export async function dropImages(tx: Tx, files: Parts['files'], keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await tx.deleteFrom('chat_upload').where('key', 'in', keys).execute()
  await files.drop(tx, 'chat-images', keys)
}

/** Deletes uploads that can no longer be sent. Returns their number. */
export async function removeUnsent(executor: Executor): Promise<number> {
  const { numDeletedRows } = await executor
    .deleteFrom('chat_upload')
    .where('sent', '=', false)
    .where('created_at', '<=', sql<Date>`app_now() - make_interval(hours => ${looseHours})`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
