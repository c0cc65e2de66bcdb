/** Background work of the chat. */
import { chatWithPath } from '@samtur/contract/paths'
import { notify, type NotificationInput } from '#features/notifications/port'
import type { Parts } from '#platform/http/context'
import { startWorker, type Worker } from '#platform/jobs/worker'
import { removeEmptyChats } from './store.ts'
import { removeOldMessages } from './store-messages.ts'
import { listUnread, type Unread } from './views.ts'

export function startChatJobs({ db, log, files }: Pick<Parts, 'db' | 'log' | 'files'>): Worker {
  const worker = startWorker({
    name: 'chat.old',
    everyMs: 3_600_000,
    log,
    run: async () => (await forgetOldMessages({ db, files })) + (await removeEmptyChats(db.read)) > 0,
  })
  worker.wake()
  return worker
}

/** Messages are kept for two years, and their images with them. Answers in how many conversations some have gone. */
export async function forgetOldMessages({ db, files }: Pick<Parts, 'db' | 'files'>): Promise<number> {
  return db.tx(async (tx) => {
    const { chats, images } = await removeOldMessages(tx)
    await files.drop(tx, 'chat-images', images)
    return chats
  })
}

/** What telling needs of the house. */
interface Teller extends Pick<Parts, 'db' | 'bus'> {
  origin: () => string
}

/** Whoever does not read a message is told elsewhere. */
export function startUnreadNotifications(teller: Teller & Pick<Parts, 'log'>): Worker {
  return startWorker({ name: 'chat.unread', everyMs: 30_000, log: teller.log, run: () => tellUnread(teller) })
}

/** Minutes for which a message may be unread: whoever has the page open has seen it by then. */
const AWAY_MINUTES = 5
const BATCH = 500

/** Tells those who have been away that somebody has written, never what; answers whether there may be more. */
export async function tellUnread({ db, ...deps }: Teller): Promise<boolean> {
  const unread = await listUnread(db.read, AWAY_MINUTES, BATCH)
  if (unread.length > 0) await db.tx((tx) => notify(tx, deps, unread.map(notificationOf)))
  return unread.length === BATCH
}

/** Of several processes that find it at the same time, one tells. */
const notificationOf = ({ chat_id, reader_id, seen_seq, sender_id, sender_name }: Unread): NotificationInput => ({
  to: reader_id,
  kind: 'message_received',
  params: { name: sender_name.split(' ')[0] ?? '' },
  path: chatWithPath(sender_id),
  dedupeKey: `message:${chat_id}:${seen_seq}`,
  about: sender_id,
})
