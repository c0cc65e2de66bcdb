/** The list of notifications, settings and devices, and what a mail needs. */
import {
  alertKinds,
  notificationGroups,
  type NotificationKind,
  notificationKinds,
  type NotificationParams,
} from '@samtur/contract/notifications'
import { sql } from 'kysely'
import type { Executor } from '#platform/db/database'
import { prepared } from '#platform/db/prepared'
import { boolean, integer, json, oneOf, type RowOf, rowsOf, text, uuid } from '#platform/db/rows'

export interface NotificationRow {
  id: string
  kind: NotificationKind
  params: NotificationParams
  path: string
  created_at: Date
  read_at: Date | null
}

export const pageSize = 30

/** Returns the person's notifications before the given one, newest first, at most one more than a page. */
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

const tripKinds = [...notificationGroups.requests, ...notificationGroups.rides]

/** Counts the unread ones, and those among them that are about the person's own rides and reservations. */
export async function countUnread(executor: Executor, userId: string): Promise<{ unread: number; trips: number }> {
  const { rows } = await rowsOf({ unread: integer, trips: integer })`
    select count(*)::int as unread, count(*) filter (where kind = any(${tripKinds}::text[]))::int as trips
    from notification where user_id = ${userId} and read_at is null`.execute(executor)
  return rows[0] ?? { unread: 0, trips: 0 }
}

/** Returns the switches that the person has changed. */
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

/** Returns the user agent of a session's browser. */
export async function findUserAgent(executor: Executor, sessionId: string): Promise<string | null> {
  const row = await executor
    .selectFrom('auth_session')
    .select('user_agent')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.user_agent ?? null
}

const notificationMail = {
  user_id: uuid,
  kind: oneOf(notificationKinds),
  params: json<NotificationParams>(),
  path: text,
  /** The reader's address, name and language as they are now. */
  email: text,
  name: text,
  locale: text,
  /** Whether the person it is about has given a phone number. */
  has_phone: boolean,
  /** Whether the reservation that has ended was a trip, which may stand in the reader's calendar. */
  had_trip: boolean,
}
export type NotificationMail = RowOf<typeof notificationMail>

/** The condition on an alert whose ride has departed while it waited for the morning. */
export const isLate = sql`(notification.kind = any(${[...alertKinds]}::text[])
  and coalesce((params ->> 'departure_time')::timestamptz <= app_now(), false))`

/** Returns a notification with its reader for a mail; undefined when it is no longer to be mailed. */
export async function findNotificationMail(executor: Executor, id: string): Promise<NotificationMail | undefined> {
  const { rows } = await rowsOf(notificationMail)`${prepared}
    select account.id as user_id, notification.kind, params, path, account.email, account.name, account.locale,
      exists (select from profile other where other.id = notification.about and other.phone is not null) as has_phone,
      exists (select from reservation where id = (params ->> 'reservation_id')::uuid and passenger_id = account.id and accepted_at is not null) as had_trip
    from notification join auth_user account on account.id = notification.user_id
      left join notification_setting setting on setting.user_id = account.id and setting.kind = notification.kind
    where notification.id = ${id} and account.email_verified and account.suspended_at is null and account.purge_at is null
      and coalesce(setting.email, true) and not ${isLate}`.execute(executor)
  return rows[0]
}

export async function isAccount(executor: Executor, id: string): Promise<boolean> {
  const row = await executor.selectFrom('auth_user').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}
