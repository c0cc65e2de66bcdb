/** The accounts to erase, the state of exports, and all data of a person for an export. */
import { sql, type RawBuilder } from 'kysely'
import type { AuditAction } from '@samtur/contract/moderation'
import type { Language } from '@samtur/i18n/translate'
import type { Executor } from '#platform/db/database'
import { appNow } from '#platform/db/now'
import { float, instant, integer, json, nullable, type RowOf, rowsOf, text, uuid } from '#platform/db/rows'

/** Returns the accounts that are due, and those that came back with a backup after they had been erased. */
export async function listDue(executor: Executor): Promise<string[]> {
  const { rows } = await rowsOf({ id: uuid })`
    select id from auth_user where purge_at <= app_now() and role <> 'admin'
    union
    select id from auth_user where exists (select from erased_account) and ${isErased(sql`id`)}`.execute(executor)
  return rows.map(({ id }) => id)
}

const isErased = (id: RawBuilder<unknown>) =>
  sql`encode(sha256(${id}::text::bytea), 'hex') in (select id_hash from erased_account)`

/** Returns whether an account is due; read again under its lock. */
export async function isDue(executor: Executor, id: string): Promise<boolean> {
  const { rows } =
    await sql`select from auth_user where id = ${id} and (purge_at <= app_now() or ${isErased(sql`id`)})`.execute(
      executor,
    )
  return rows.length > 0
}

/** Returns the key of the profile picture, also of a closed profile. */
export async function findPicture(executor: Executor, id: string): Promise<string | undefined> {
  const { rows } = await rowsOf({ key: nullable(text) })`
    select coalesce(picture_key, fields ->> 'picture_key') as key
    from profile left join closed_profile on closed_profile.id = profile.id where profile.id = ${id}`.execute(executor)
  return rows[0]?.key ?? undefined
}

/** Returns the keys of the images that the person has sent, or uploaded to send, newest first. */
export async function listImages(executor: Executor, id: string): Promise<string[]> {
  const { rows } = await rowsOf({ image_key: text })`
    select image_key from (
      select image_key, created_at from message where sender_id = ${id} and image_key is not null
      union all select key, created_at from chat_upload where owner_id = ${id} and not sent) image
    order by created_at desc, image_key`.execute(executor)
  return rows.map(({ image_key }) => image_key)
}

export type ExportRow = NonNullable<Awaited<ReturnType<typeof findExport>>>

/** Returns the newest export that has not expired. */
export async function findExport(executor: Executor, userId: string) {
  return executor
    .selectFrom('data_export')
    .select(['id', 'token_hash', 'status', 'progress', 'file_key', 'bytes', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', appNow)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the key of a file that can be fetched. */
export async function findFile(executor: Executor, userId: string, tokenHash: string): Promise<string | undefined> {
  const row = await executor
    .selectFrom('data_export')
    .select('file_key')
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', userId)
    .where('expires_at', '>', appNow)
    .executeTakeFirst()
  return row?.file_key ?? undefined
}

export async function findLanguage(executor: Executor, id: string): Promise<Language | undefined> {
  const row = await executor.selectFrom('auth_user').select('locale').where('id', '=', id).executeTakeFirst()
  return row?.locale as Language | undefined
}

const firstName = (alias: string) => sql`split_part(${sql.ref(`${alias}.full_name`)}, ' ', 1)`

const ratedAs = sql`case when ride.driver_id = rated_id then 'driver' else 'passenger' end`

const ownLog: AuditAction[] = [
  'user_suspended',
  'user_lifted',
  'user_deleted',
  'sessions_ended',
  'second_factor_lifted',
  'administrator_made',
  'user_created',
  'link_made',
  'address_change_begun',
  'address_changed',
  'password_set',
  'user_renamed',
  'content_hidden',
  'content_shown',
]

/** The parts of an export, except for the conversations. Each is one query whose rows are written to the file as they are. */
const parts = {
  account: (id: string) => sql`
    select id, email, email_verified, name, image, role, locale, terms_accepted_at, two_factor_enabled, mailbox_password, suspended_at, suspended_reason,
      purge_at, last_active_on::text, created_at, updated_at
    from auth_user where id = ${id}`,
  ways_in: (id: string) => sql`
    select provider_id, nullif(account_id, user_id::text) as account_id, scope, created_at, updated_at
    from auth_account where user_id = ${id} order by created_at`,
  confirmed_names: (id: string) => sql`
    select provider_id, to_char(month, 'YYYY-MM') as month, names_agree, is_adult
    from name_confirmation join auth_account on auth_account.id = identity_id where user_id = ${id} order by month desc`,
  second_factor: (id: string) => sql`select created_at, confirmed_at from two_factor where user_id = ${id}`,
  sessions: (id: string) => sql`
    select created_at, updated_at, expires_at, reauthenticated_at, aal, rotations, ip_address, user_agent
    from auth_session where user_id = ${id} order by created_at desc`,
  sign_ins: (id: string) => sql`
    select at, user_agent, new_device from sign_in where user_id = ${id} order by at desc, id desc`,
  profile: (id: string) => sql`
    select profile.id, coalesce(fields ->> 'full_name', full_name) as full_name, coalesce(fields ->> 'phone', phone) as phone,
      coalesce(fields ->> 'address', address) as address, coalesce(fields ->> 'gender', gender) as gender,
      coalesce((fields ->> 'gender_changed_at')::timestamptz, gender_changed_at) as gender_changed_at,
      coalesce((fields ->> 'gender_counts_at')::timestamptz, gender_counts_at) as gender_counts_at,
      coalesce((fields ->> 'age')::smallint, age) as age, coalesce(fields ->> 'picture_key', picture_key) as picture_key,
      coalesce(fields ->> 'picture_name', picture_name) as picture_name, is_driver, is_passenger, rating, rating_sum, rating_count, closed_at, created_at
    from profile left join closed_profile on closed_profile.id = profile.id where profile.id = ${id}`,
  rides: (id: string) => sql`
    select ride.id, start_location, end_location, departure_time, arrival_time, price, currency, distance_km, typed_distance_km, road_km, road_costs, extra_costs, cost_share, total_seats, available_seats, pets_allowed, luggage, detour_minutes, detour_minutes_used, instant_booking, same_gender,
      notes, license_plate, car_make, car_model, car_color, status, version, cancelled_at, cancel_reason, series_id, series_direction, hidden_at, created_at,
      (select json_agg(json_build_object('position', position, 'text', text, 'lat', lat, 'lon', lon, 'passes_at', passes_at,
        'meeting_point', (select name from meeting_point where id = meeting_point_id)) order by position)
        from ride_stop where ride_id = ride.id) as stops
    from ride where driver_id = ${id} order by departure_time desc`,
  ride_series: (id: string) =>
    sql`select id, weekdays, until_day, created_at from ride_series where driver_id = ${id} order by created_at`,
  ride_wanted: (id: string) => sql`
    select id, from_text, to_text, radius_km, date_from::text, date_to::text, weekdays, time_from, time_to, filters, note, public,
      until_day::text, ends_at, paused_at, ended_at, created_at, updated_at,
      (select coalesce(json_agg(json_build_object('ride_id', ride_id, 'notice', notice, 'offered_at', offered_at, 'created_at', match.created_at)
        order by match.created_at, ride_id), '[]') from ride_wanted_match match where wanted_id = ride_wanted.id) as matches
    from ride_wanted where user_id = ${id} order by created_at desc, id`,
  reservations: (id: string) => sql`
    select reservation.id, ride_id, from_position, to_position, seats_requested, message, reservation.status, reservation.price,
      reservation.created_at, answer_by, holds_seats, instant, decided_at, accepted_at, agreed_departs_at, agreed_arrives_at, agreed_from, agreed_to,
      (select name from meeting_point where id = agreed_from_point) as agreed_from_point, (select name from meeting_point where id = agreed_to_point) as agreed_to_point,
      (select name from meeting_point where id = proposed_from_point) as proposed_from_point, (select name from meeting_point where id = proposed_to_point) as proposed_to_point, detour_place_id, detour_end, detour_price,
      case ended_by when 'block' then 'driver' else ended_by end as ended_by, end_reason, reminded_for, ${firstName('driver')} as driver,
      (select text from ride_stop where ride_id = ride.id and position = from_position) as start_location,
      (select text from ride_stop where ride_id = ride.id and position = to_position) as end_location, departure_time
    from reservation join ride on ride.id = ride_id join profile driver on driver.id = driver_id
    where passenger_id = ${id} order by reservation.created_at desc`,
  waiting_list: (id: string) => sql`
    select waiting_entry.id, ride_id, from_position, to_position, seats_requested, state, waiting_entry.created_at, offer_from, offer_until, notified_at,
      ended_at, reservation_id, ${firstName('driver')} as driver
    from waiting_entry join ride on ride.id = ride_id join profile driver on driver.id = driver_id
    where passenger_id = ${id} order by number desc`,
  driver_record: (id: string) =>
    sql`select completed_trips, cancelled_late, answer_minutes from driver_record where driver_id = ${id}`,
  ratings_given: (id: string) => sql`
    select rating.id, ride_id, ${firstName('rated')} as person, ${ratedAs} as rated_as, rating.rating, comment, comment_hidden_at, shown, rating.created_at
    from rating join profile rated on rated.id = rated_id join ride on ride.id = ride_id
    where rater_id = ${id} order by rating.created_at desc`,
  /** Without ratings that are still blind. */
  ratings_received: (id: string) => sql`
    select ${firstName('rater')} as person, ${ratedAs} as rated_as, rating.rating,
      case when comment_hidden_at is null then comment end as comment, rating.created_at, reply, replied_at
    from rating join profile rater on rater.id = rater_id join ride on ride.id = ride_id
    where rated_id = ${id} and shown order by rating.created_at desc`,
  reports: (id: string) => sql`
    select ${firstName('reported')} as person, rating_id, chat_id, chat_seq, category, reason, user_report.status, user_report.created_at, reviewed_at, decision
    from user_report join profile reported on reported.id = reported_id
    where reporter_id = ${id} order by user_report.created_at desc`,
  /** Without the administrators' notes and names. */
  support_requests: (id: string) => sql`
    select id, name, email, request_type, subject, description, origin, status, locale, created_at, updated_at, reviewed_at, admin_reply,
      answered_at, waiting, (select coalesce(json_agg(json_build_object('id', said.id, 'author', author, 'content', content,
        'created_at', said.created_at) order by seq), '[]') from support_message said where request_id = request.id) as messages
    from support_request request where user_id = ${id} order by created_at desc, id`,
  blocked: (id: string) => sql`
    select ${firstName('profile')} as person, user_block.created_at
    from user_block join profile on profile.id = blocked_id where blocker_id = ${id} order by user_block.created_at desc`,
  /** Actions of administrators on the account and its content; never reports of the person. */
  log: (id: string) => sql`
    select at, action, reason from audit_log where subject_id = ${id} and action = any(${ownLog}::text[]) order by audit_log.id desc`,
  notifications: (id: string) => sql`
    select kind, params, created_at, read_at from notification where user_id = ${id} order by notification.id desc`,
  notification_settings: (id: string) => sql`
    select kind, email, push from notification_setting where user_id = ${id} order by kind`,
  chat_uploads: (id: string) => sql`
    select name, key, width, height, bytes, sent, created_at from chat_upload where owner_id = ${id} order by created_at, name`,
  chat_settings: (id: string) => sql`select read_receipts from chat_setting where user_id = ${id}`,
  push_devices: (id: string) => sql`
    select name, created_at from push_device where user_id = ${id} order by created_at`,
  follow_links: (id: string) => sql`
    select id, ride_id, reservation_id, created_at, ended_at, email, locale, asked_at, mailed_at, lat, lon, position_at
    from follow_link where sharer_id = ${id} order by created_at, id`,
  check_ins: (id: string) => sql`
    select ride_id, reservation_id, kind, at, received_at from check_in where person_id = ${id} order by at, check_in.id`,
  calendar: (id: string) => sql`select created_at from calendar_feed where user_id = ${id}`,
  mails: (id: string) => sql`
    select kind, outbox.created_at, sent_at from outbox join auth_user on recipient = email where auth_user.id = ${id} order by outbox.created_at`,
  exports: (id: string) =>
    sql`select created_at, status, used_at from data_export where user_id = ${id} order by created_at desc`,
} as const

export type PartName = keyof typeof parts
export const partNames = Object.keys(parts) as PartName[]

export async function readPart(executor: Executor, name: PartName, userId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await parts[name](userId).execute(executor)
  return rows as Record<string, unknown>[]
}

/** `shown` is the conversation as it is written to the file. */
const conversation = { id: uuid, messages: integer, shown: json<Record<string, unknown>>() }
export type Conversation = RowOf<typeof conversation>

/** Returns the person's conversations, also those deleted on the own side, because their messages are still stored. */
export async function listConversations(executor: Executor, userId: string): Promise<Conversation[]> {
  const { rows } = await rowsOf(conversation)`
    select chat.id, (last_seq - removed_seq)::integer as messages, json_build_object('id', chat.id, 'with', ${firstName('other')},
      'ride_id', ride_id, 'created_at', chat.created_at, 'updated_at', updated_at,
      'read_until', case when mine then driver_read_seq else passenger_read_seq end,
      'cleared_until', case when mine then driver_cleared_seq else passenger_cleared_seq end,
      'deleted', case when mine then deleted_by_driver else deleted_by_passenger end) as shown
    from chat cross join lateral (select driver_id = ${userId} as mine) side
      join profile other on other.id = case when mine then passenger_id else driver_id end
    where ${userId} in (driver_id, passenger_id) order by chat.created_at, chat.id`.execute(executor)
  return rows
}

/** `own` is null for a message of the other person. */
const ownMessage = { seq: float, at: instant, own: nullable(json<Record<string, unknown>>()) }
export type OwnMessage = RowOf<typeof ownMessage>

/** Returns the messages of a conversation after a number. */
export async function listMessages(
  executor: Executor,
  { chatId, userId, after, limit }: { chatId: string; userId: string; after: number; limit: number },
): Promise<OwnMessage[]> {
  const { rows } = await rowsOf(ownMessage)`
    select seq::float8 as seq, created_at as at, case when sender_id = ${userId} then json_build_object('id', id,
      'message_type', message_type, 'content', content, 'image_key', image_key, 'image_width', image_width, 'image_height', image_height,
      'hidden_at', hidden_at, 'taken_back_at', taken_back_at) end as own
    from message where chat_id = ${chatId} and seq > ${after} order by seq limit ${limit}`.execute(executor)
  return rows
}

/** Returns the hashes of the ids of all erased accounts. */
export async function listErasures(executor: Executor): Promise<string[]> {
  const rows = await executor.selectFrom('erased_account').select('id_hash').execute()
  return rows.map(({ id_hash: hash }) => hash)
}
