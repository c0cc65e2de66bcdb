/** The only writer of `notification`, `notification_setting`, `push_device` and `push_message`. */
import { silentHours } from '@samtur/contract/constants'
import { paths } from '@samtur/contract/paths'
import { sql } from 'kysely'
import { alertKinds, type NotificationKind, notificationKinds } from '@samtur/contract/notifications'
import type { Executor, Tx } from '#platform/db/database'
import { prepared } from '#platform/db/prepared'
import {
  boolean,
  instant,
  integer,
  json,
  nullable,
  oneOf,
  type RowOf,
  rowsOf,
  text,
  uuid,
  bigint,
} from '#platform/db/rows'
import type { NotificationInput } from './rules.ts'
import { isLate } from './views.ts'

const insertedNotification = {
  id: bigint,
  user_id: uuid,
  kind: oneOf(notificationKinds),
  email: text,
  locale: text,
  /** Whether the reader wants it as a mail, too. */
  mail: boolean,
  /** When mail and push message may leave; null is at once. */
  not_before: nullable(instant),
}
export type InsertedNotification = RowOf<typeof insertedNotification>

const { from: quietFrom, until: quietUntil } = silentHours
/** Alerts wake nobody: in the silent hours of Oslo their mails and push messages wait until the morning. */
const afterQuietHours = sql`case when inserted.kind = any(${[...alertKinds]}::text[])
    and (extract(hour from clock) >= ${quietFrom} or extract(hour from clock) < ${quietUntil})
  then (date_trunc('day', clock + make_interval(hours => ${24 - quietFrom})) + make_interval(hours => ${quietUntil})) at time zone 'Europe/Oslo' end`

/**
 * Stores the notifications that are new, and a push message for each device of a reader who wants it, in one statement for any number of
 * readers. Skips readers whose account is gone, suspended or being deleted.
 */
export async function insertNotifications(
  executor: Executor,
  inputs: NotificationInput[],
): Promise<InsertedNotification[]> {
  if (inputs.length === 0) return []
  const values = JSON.stringify(
    inputs.map(({ to, dedupeKey = null, about = null, ...rest }) => ({
      ...rest,
      user_id: to,
      dedupe_key: dedupeKey,
      about,
    })),
  )
  const { rows } = await rowsOf(insertedNotification)`${prepared}
    with input as materialized (
      select input.* from rows from (jsonb_to_recordset(${values}::jsonb)
        as (user_id uuid, kind text, params jsonb, path text, dedupe_key text, about uuid, stage text)) with ordinality
        as input(user_id, kind, params, path, dedupe_key, about, stage, place)
        join auth_user on auth_user.id = input.user_id and auth_user.purge_at is null and auth_user.suspended_at is null),
    stored as (
      insert into notification (user_id, kind, params, path, dedupe_key, about)
      select input.user_id, input.kind, input.params, input.path, input.dedupe_key, other.id
      from input left join auth_user other on other.id = input.about order by input.place
      on conflict (user_id, dedupe_key) do nothing
      returning id, user_id, kind, dedupe_key),
    inserted as (
      select id, user_id, kind, exists (select from input where input.user_id = stored.user_id and input.dedupe_key = stored.dedupe_key
        and stage = 'list') as quiet from stored
      union all
      select shown.id, shown.user_id, shown.kind, false from input join notification shown using (user_id, dedupe_key)
      where stage = 'messages'),
    wanted as (
      select inserted.*, coalesce(setting.email, true) and not quiet as mail, coalesce(setting.push, true) and not quiet as push,
        ${afterQuietHours} as not_before
      from inserted cross join (select app_now() at time zone 'Europe/Oslo' as clock) now left join notification_setting setting on setting.user_id = inserted.user_id and setting.kind = inserted.kind),
    pushed as (
      insert into push_message (device_id, notification_id, next_at)
      select push_device.id, wanted.id, coalesce(not_before, app_now()) from wanted join push_device using (user_id) where push)
    select wanted.id, user_id, wanted.kind, email, locale, mail and email_verified as mail, not_before
    from wanted join auth_user on auth_user.id = user_id order by wanted.id`.execute(executor)
  return rows
}

/** Marks one of the person's notifications as read, or all up to and with it. Returns how many were unread. */
export async function markRead(
  executor: Executor,
  userId: string,
  { id, all }: { id: string; all: boolean },
): Promise<number> {
  const result = await sql`update notification set read_at = app_now()
    where user_id = ${userId} and read_at is null and ${all ? sql`id <= ${id}::bigint` : sql`id = ${id}::bigint`}`.execute(
    executor,
  )
  return Number(result.numAffectedRows ?? 0)
}

export interface SettingChange {
  kind: NotificationKind
  email?: boolean | undefined
  push?: boolean | undefined
}

/** Changes the given switches. Each kind may occur once. */
export async function changeSettings(executor: Executor, userId: string, changes: SettingChange[]): Promise<void> {
  await sql`insert into notification_setting (user_id, kind, email, push)
    select ${userId}, change.kind, coalesce(change.email, setting.email, true), coalesce(change.push, setting.push, true)
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change(kind text, email boolean, push boolean)
      left join notification_setting setting on setting.user_id = ${userId} and setting.kind = change.kind
    on conflict (user_id, kind) do update set email = excluded.email, push = excluded.push`.execute(executor)
}

export interface NewDevice {
  userId: string
  sessionId: string
  endpoint: string
  p256dh: string
  auth: string
  name: string | null
}

/**
 * Stores a browser as the device of the person who signed in there last; messages for the person before are deleted. Removes the oldest
 * devices beyond `max`.
 */
export async function addDevice(tx: Tx, device: NewDevice, max: number) {
  const { userId, sessionId, endpoint, p256dh, auth, name } = device
  // Serialises a person's devices, so that the limit holds.
  await sql`select pg_advisory_xact_lock(hashtextextended('push devices:' || ${userId}::text, 0))`.execute(tx)
  await sql`delete from push_device where endpoint = ${endpoint} and user_id <> ${userId}`.execute(tx)
  const { rows } = await rowsOf({ id: uuid, name: nullable(text), created_at: instant })`
    insert into push_device (user_id, session_id, endpoint, p256dh, auth, name, created_at)
    values (${userId}, ${sessionId}, ${endpoint}, ${p256dh}, ${auth}, ${name}, app_now())
    on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh,
      auth = excluded.auth, name = excluded.name, denials = 0
    returning id, name, created_at`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the device was not stored')
  await sql`delete from push_device where id in (
    select id from push_device where user_id = ${userId} and id <> ${row.id} order by created_at desc, id offset ${max - 1})`.execute(
    tx,
  )
  return row
}

/** Returns whether the person had this device. */
export async function removeDevice(executor: Executor, userId: string, id: string): Promise<boolean> {
  const result = await sql`delete from push_device where id = ${id} and user_id = ${userId}`.execute(executor)
  return result.numAffectedRows === 1n
}

/** Counts a message that the push service has denied; returns how many there are in a row. */
export async function countDenial(executor: Executor, id: string): Promise<number> {
  const { rows } = await rowsOf({ denials: integer })`
    update push_device set denials = denials + 1 where id = ${id} returning denials`.execute(executor)
  return rows[0]?.denials ?? 0
}

export async function forgetDenials(executor: Executor, id: string): Promise<void> {
  await sql`update push_device set denials = 0 where id = ${id}`.execute(executor)
}

/** Removes a device that no longer takes messages, with the messages for it. */
export async function forgetDevice(executor: Executor, id: string): Promise<void> {
  await sql`delete from push_device where id = ${id}`.execute(executor)
}

const leasedPush = {
  id: uuid,
  attempts: integer,
  device_id: uuid,
  user_id: uuid,
  endpoint: text,
  p256dh: text,
  auth: text,
  /** How many messages in a row its service has denied. */
  denials: integer,
  kind: oneOf(notificationKinds),
  params: json<NotificationInput['params']>(),
  path: text,
  locale: text,
  /** False when the reader may no longer see it on that device, or when it is older than a day. */
  valid: boolean,
}
export type LeasedPush = RowOf<typeof leasedPush>

/** Leases the messages that have waited longest. Another process takes them only after the lease, for example when this one has died. */
export async function leasePushes(
  executor: Executor,
  { limit, seconds }: { limit: number; seconds: number },
): Promise<LeasedPush[]> {
  const { rows } = await rowsOf(leasedPush)`
    with leased as (
      update push_message set locked_until = app_now() + make_interval(secs => ${seconds}), attempts = attempts + 1
      where id in (
        select id from push_message where next_at <= app_now() and (locked_until is null or locked_until < app_now())
        order by next_at limit ${limit} for update skip locked)
      returning id, attempts, device_id, notification_id)
    select leased.id, leased.attempts, device_id, account.id as user_id, endpoint, p256dh, auth, denials, kind, params, path, account.locale,
      notification.user_id = device.user_id and session.expires_at > app_now()
        and account.suspended_at is null and account.purge_at is null
        and notification.created_at > app_now() - interval '1 day' and not ${isLate} as valid
    from leased join push_device device on device.id = device_id join notification on notification.id = notification_id
      join auth_user account on account.id = device.user_id join auth_session session on session.id = device.session_id`.execute(
    executor,
  )
  return rows
}

/** Removes a push message that was sent or given up. */
export async function endPush(executor: Executor, id: string): Promise<void> {
  await sql`delete from push_message where id = ${id}`.execute(executor)
}

export async function postponePush(executor: Executor, id: string, minutes: number): Promise<void> {
  await sql`update push_message set locked_until = null, next_at = app_now() + make_interval(mins => ${minutes})
    where id = ${id}`.execute(executor)
}

/** Removes an erased person's name, reasons and id from others' notifications. */
export async function anonymiseNotifications(executor: Executor, userId: string): Promise<void> {
  await sql`update notification set params = params - 'name' - 'reason', about = null,
      path = case when position(${userId} in path) > 0 then '/notifications' else path end,
      dedupe_key = case when position(${userId} in dedupe_key) > 0 then null else dedupe_key end
    where about = ${userId}`.execute(executor)
}

interface ErasedPlaces {
  driverId: string
  /** Passengers of the driver: their notifications name places of his rides. */
  readers: string[]
  /** The new text for each text that the driver typed. */
  names: Map<string, string>
  /** The new text for texts of earlier versions of a ride. Notifications about a passenger lead to the reader's own rides and stay. */
  other: string
}

/** Replaces the places that an erased driver typed in others' notifications. Call it before `anonymiseNotifications`. */
export async function replacePlaces(
  executor: Executor,
  { driverId, readers, names, other }: ErasedPlaces,
): Promise<void> {
  const texts = JSON.stringify(Object.fromEntries(names))
  for (const key of ['from', 'to'] as const)
    await sql`update notification set params = jsonb_set(params, ${`{${key}}`}::text[], to_jsonb(
        coalesce(${texts}::jsonb ->> (params ->> ${key}), case when about = ${driverId} and path not like ${`${paths.myRides}%`} then ${other} else params ->> ${key} end)))
      where params ? ${key} and (about = ${driverId} or user_id = any(${readers}::uuid[]))`.execute(executor)
}

const BATCH = 1000

/** Removes a batch of notifications older than a year and of push messages that were due a day ago. Returns the number of rows. */
export async function removeOld(executor: Executor): Promise<number> {
  const notifications = await sql`delete from notification where id in (
    select id from notification where created_at < app_now() - interval '12 months' limit ${BATCH})`.execute(executor)
  const messages = await sql`delete from push_message where id in (
    select id from push_message where next_at < app_now() - interval '1 day' limit ${BATCH})`.execute(executor)
  return Number(notifications.numAffectedRows ?? 0) + Number(messages.numAffectedRows ?? 0)
}
