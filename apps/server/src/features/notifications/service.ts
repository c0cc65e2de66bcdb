/** Telling people what has happened, and what they want to be told where. */
import type { PushBody } from '@samtur/contract/notifications'
import { matchLanguage } from '@samtur/i18n/translate'
import { deviceOf } from '#features/accounts/port'
import { afterCommit, type Tx } from '#platform/db/database'
import type { Caller, Parts } from '#platform/http/context'
import type { Bus } from '#platform/live/bus'
import { queueMails } from '#platform/mail/outbox'
import { checkDevice, deviceName, type NotificationInput, type PushService } from './rules.ts'
import { addDevice, insertNotifications, markRead } from './store.ts'
import { countUnread, findUserAgent } from './views.ts'

/** Where links in mails lead, and who is woken. */
export interface Deps {
  bus: Bus
  origin: () => string
}

/**
 * Part of the transaction in which it happened: the page's list, the mail and the push message are stored together with the fact, and
 * leave after the commit. The mail's row names the notification only: what it says is read when it is written, so that it is gone with
 * whom it is about.
 */
export async function notify(tx: Tx, { bus }: Pick<Deps, 'bus'>, inputs: NotificationInput[]): Promise<void> {
  const inserted = await insertNotifications(tx, inputs)
  if (inserted.length === 0) return
  const mails = inserted
    .filter(({ mail }) => mail)
    .map(({ id, kind, email, locale }) => ({
      kind: `notifications.${kind}` as const,
      recipient: email,
      locale: matchLanguage([locale]),
      data: { id },
    }))
  if (mails.length > 0) await queueMails(tx, mails)
  afterCommit(() => {
    // One by one: a wake-up carries only so many.
    for (const user_id of new Set(inserted.map((one) => one.user_id)))
      bus.emit('changed', { user_ids: [user_id], what: 'notifications' })
    if (mails.length > 0) bus.emit('outbox', null)
    bus.emit('push', null)
  })
}

/** Marks as read, and tells the person's other pages; answers how many are still unread. */
export async function readNotifications(
  { db, bus }: Pick<Parts, 'db' | 'bus'>,
  userId: string,
  which: { id: string; all: boolean },
): Promise<number> {
  if ((await markRead(db.read, userId, which)) > 0) bus.emit('changed', { user_ids: [userId], what: 'notifications' })
  return countUnread(db.read, userId)
}

const MAX_DEVICES = 10

/** The browser of the caller's session takes push messages from now on. Error: `validation`. */
export async function registerDevice(
  { db }: Pick<Parts, 'db'>,
  caller: Caller,
  { endpoint, keys }: PushBody,
  isService: PushService,
) {
  checkDevice({ endpoint, ...keys }, isService)
  const name = deviceName(deviceOf(await findUserAgent(db.read, caller.sessionId)))
  const device = { userId: caller.id, sessionId: caller.sessionId, endpoint, ...keys, name }
  return db.tx((tx) => addDevice(tx, device, MAX_DEVICES))
}
