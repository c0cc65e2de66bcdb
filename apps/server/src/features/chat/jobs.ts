/** Background work of the chat. */
import { firstName } from '@samtur/contract/names'
import { chatWithPath } from '@samtur/contract/paths'
import { notify, type NotificationInput } from '#features/notifications/port'
import type { Parts } from '#platform/http/context'
import { startWorker, type Worker } from '#platform/jobs/worker'
import { removeEmptyChats } from './store.ts'
import { removeOldMessages } from './store-messages.ts'
import { dropImages, removeUnsent } from './store-uploads.ts'
import { listUnread, type Unread } from './views-unread.ts'

export function startChatJobs({ db, log, files }: Pick<Parts, 'db' | 'log' | 'files'>): Worker {
  const worker = startWorker({
    name: 'chat.old',
    everyMs: 3_600_000,
    log,
    run: async () =>
      (await forgetOldMessages({ db, files })) + (await removeEmptyChats(db.read)) + (await removeUnsent(db.read)) > 0,
  })
  worker.wake()
  return worker
}

/** Removes messages older than two years with their images. Returns the number of conversations that had some. */
export async function forgetOldMessages({ db, files }: Pick<Parts, 'db' | 'files'>): Promise<number> {
  return db.tx(async (tx) => {
    const { chats, images } = await removeOldMessages(tx)
    await dropImages(tx, files, images)
    return chats
  })
}

interface Deps extends Pick<Parts, 'db' | 'bus'> {
  origin: () => string
}

/** Starts to notify people of messages that they have not read. */
export function startUnreadNotifications(deps: Deps & Pick<Parts, 'log'>): Worker {
  return startWorker({ name: 'chat.unread', everyMs: 30_000, log: deps.log, run: () => notifyOfUnread(deps) })
}

/** Minutes before an unread message is notified: a person who has the page open has read it by then. */
const AWAY_MINUTES = 5
const BATCH = 500

/** Notifies readers of who has written to them, without the text. Returns whether there may be more of them. */
export async function notifyOfUnread({ db, ...deps }: Deps): Promise<boolean> {
  const unread = await listUnread(db.read, AWAY_MINUTES, BATCH)
  if (unread.length > 0) await db.tx((tx) => notify(tx, deps, unread.map(notificationOf)))
  return unread.length === BATCH
}

/** The key makes it one notification where several processes find the message at the same time. */
const notificationOf = ({ chat_id, reader_id, seen_seq, sender_id, sender_name }: Unread): NotificationInput => ({
  to: reader_id,
  kind: 'message_received',
  params: { name: firstName(sender_name) },
  path: chatWithPath(sender_id),
  dedupeKey: `message:${chat_id}:${seen_seq}`,
  about: sender_id,
})
