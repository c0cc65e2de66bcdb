/** Images that programs upload through /storage/v1: they get a name first, and are sent with a message afterwards. */
import { holdOpen } from '#features/accounts/port'
import { errorCode } from '#platform/db/database'
import type { Picture } from '#platform/files/images'
import type { Parts } from '#platform/http/context'
import { assertThat } from '#platform/http/errors'
import { imageLimit } from './rules.ts'
import { announce, countMessage } from './service.ts'
import { addImageMessage } from './store-messages.ts'
import { addUpload, deleteUnsent, lockSendable, markSent, renameUpload } from './store-uploads.ts'
import type { MessageRow } from './views-messages.ts'

type Context = Pick<Parts, 'db' | 'files'>
interface Named {
  owner: string
  name: string
}

/** Error: `rate_limited`. */
export const countUpload = ({ limiter }: Pick<Parts, 'limiter'>, owner: string): Promise<void> =>
  limiter.use(imageLimit, owner)

/** Stores an image under a name. Returns its key; undefined where the owner has one of that name. Error: `account_closing`. */
export async function storeUpload(
  { db, files }: Context,
  { owner, name }: Named,
  { bytes, width, height }: Picture,
): Promise<string | undefined> {
  // The file is removed after a day unless its message keeps it.
  const key = await files.put('chat-images', bytes)
  const { open, added } = await db.tx(async (tx) => {
    const open = await holdOpen(tx, owner)
    const added = open && (await addUpload(tx, { owner, name, key, width, height, bytes: bytes.length }))
    if (!added) await files.drop(tx, 'chat-images', key)
    return { open, added }
  })
  assertThat(open, 'account_closing')
  return added ? key : undefined
}

/** Gives an upload another name: `taken` where the owner has one of that name already. */
export async function moveUpload(
  { db }: Pick<Parts, 'db'>,
  named: Named,
  to: string,
): Promise<'moved' | 'taken' | 'missing'> {
  try {
    return (await renameUpload(db.read, named, to)) ? 'moved' : 'missing'
  } catch (error) {
    if (errorCode(error) === '23505') return 'taken'
    throw error
  }
}

/** Deletes an upload that was not sent. Returns false where there is none. */
export async function removeUpload({ db, files }: Context, named: Named): Promise<boolean> {
  return db.tx(async (tx) => {
    const key = await deleteUnsent(tx, named)
    if (key !== undefined) await files.drop(tx, 'chat-images', key)
    return key !== undefined
  })
}

/**
 * Sends an own upload, which then belongs to its message. Errors: `not_found` for an upload that is not there or was sent, and for a
 * conversation of others; `account_closing`, `message_refused`, `rate_limited`.
 */
export async function sendUpload(
  { db, bus, files, limiter }: Pick<Parts, 'db' | 'bus' | 'files' | 'limiter'>,
  { owner, name }: Named,
  chatId: string,
): Promise<MessageRow> {
  await countMessage({ db, bus, limiter }, owner)
  const sending = { sender: owner, chatId, clientId: undefined }
  const { sent, image } = await db.tx(async (tx) => {
    assertThat(await holdOpen(tx, owner), 'account_closing')
    const image = await lockSendable(tx, { owner, name })
    assertThat(image, 'not_found')
    const sent = await addImageMessage(tx, { chatId, senderId: owner, clientId: undefined, image })
    if (sent?.inserted) {
      await files.keep(tx, 'chat-images', image.key)
      await markSent(tx, image.key)
    }
    return { sent, image }
  })
  const shown = { message_type: 'image', content: null, image_key: image.key } as const
  return announce({ db, bus }, sending, sent, { ...shown, image_width: image.width, image_height: image.height })
}
