/** Reads of the notifications slice. */
import { sql } from 'kysely'
import type { NotificationKind, NotificationParams } from '@samtur/contract/notifications'
import type { Executor } from '#platform/db/database'

export interface NotificationRow {
  id: string
  kind: NotificationKind
  params: NotificationParams
  path: string
  created_at: Date
  read_at: Date | null
}

export const pageSize = 30

/** The person's notifications, newest first, at most one more than a page; those older than the given one. */
export async function listNotifications(
  executor: Executor,
  userId: string,
  before: string | undefined,
): Promise<NotificationRow[]> {
  return executor
    .selectFrom('notification')
    .select(['id', 'kind', 'params', 'path', 'created_at', 'read_at'])
    .where('user_id', '=', userId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute()
}

export async function countUnread(executor: Executor, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notification where user_id = ${userId} and read_at is null`.execute(executor)
  return rows[0]?.count ?? 0
}

/** The kinds for which the person has changed something. */
export async function listSettings(executor: Executor, userId: string) {
  return executor
    .selectFrom('notification_setting')
    .select(['kind', 'email', 'push'])
    .where('user_id', '=', userId)
    .execute()
}

export async function listDevices(executor: Executor, userId: string) {
  return executor
    .selectFrom('push_device')
    .select(['id', 'name', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** What the browser of a session calls itself. */
export async function findUserAgent(executor: Executor, sessionId: string): Promise<string | null> {
  const row = await executor
    .selectFrom('auth_session')
    .select('user_agent')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.user_agent ?? null
}

export interface NotificationMail extends Pick<NotificationRow, 'kind' | 'params' | 'path'> {
  /** The reader: address, name and language as they are now. */
  email: string
  name: string
  locale: string
  /** Whom it is about has left a phone number. */
  has_phone: boolean
}

/** A notification that is to be mailed; undefined when it is not to be any more. */
export async function findNotificationMail(executor: Executor, id: string): Promise<NotificationMail | undefined> {
  const { rows } = await sql<NotificationMail>`
    select notification.kind, params, path, account.email, account.name, account.locale,
      exists (select from profile other where other.id = notification.about and other.phone is not null) as has_phone
    from notification join auth_user account on account.id = notification.user_id
      left join notification_setting setting on setting.user_id = account.id and setting.kind = notification.kind
    where notification.id = ${id} and account.email_verified and account.suspended_at is null and account.purge_at is null
      and coalesce(setting.email, true)`.execute(executor)
  return rows[0]
}
