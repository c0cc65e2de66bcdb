/** Notifies people of events, marks notifications as read, and registers devices. */
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

/** `origin` is the address at which links in mails begin. */
export interface Deps {
  bus: Bus
  origin: () => string
}

/**
 * Stores notifications with their mails and push messages in the transaction of the event; they leave after the commit. The mail's row
 * holds the id of the notification only: the text is read when the mail is written, so that it disappears with the person it is about.
 */
export async function notify(tx: Tx, { bus }: Pick<Deps, 'bus'>, inputs: NotificationInput[]): Promise<void> {
  const inserted = await insertNotifications(tx, inputs)
  if (inserted.length === 0) return
  const mails = inserted
    .filter(({ mail }) => mail)
    .map(({ id, kind, email, locale, not_before }) => ({
      kind: `notifications.${kind}` as const,
      recipient: email,
      locale: matchLanguage([locale]),
      data: { id },
      next_at: not_before,
    }))
  if (mails.length > 0) await queueMails(tx, mails)
  afterCommit(() => {
    // One event for each reader, because a wake-up has a limited size.
    for (const user_id of new Set(inserted.map((one) => one.user_id)))
      bus.emit('changed', { user_ids: [user_id], what: 'notifications' })
    if (mails.length > 0) bus.emit('outbox', null)
    bus.emit('push', null)
  })
}

/** Marks notifications as read and updates the person's other pages. Returns how many are unread. */
export async function readNotifications(
  { db, bus }: Pick<Parts, 'db' | 'bus'>,
  userId: string,
  which: { id: string; all: boolean },
): Promise<{ unread: number; trips: number }> {
  if ((await markRead(db.read, userId, which)) > 0) bus.emit('changed', { user_ids: [userId], what: 'notifications' })
  return countUnread(db.read, userId)
}

const MAX_DEVICES = 10

/** Registers the browser of the caller's session for push messages. Error: `validation`. */
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
