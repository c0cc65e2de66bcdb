/** Reads of the chat slice. */
import { sql, type RawBuilder } from 'kysely'
import { chat as limits, contactVisibleDaysAfterArrival } from '@samtur/contract/constants'
import type { Executor } from '#platform/db/database'

/** The chats in a person's list: neither deleted on the own side nor with somebody the person has blocked. */
const ownChats = (person: string) => sql`
  select side.* from (
    select chat.*, passenger_id as other_id, driver_cleared_seq as cleared_seq, greatest(driver_read_seq, driver_cleared_seq) as done_seq,
      passenger_read_seq as other_read_seq
    from chat where driver_id = ${person} and not deleted_by_driver
    union all
    select chat.*, driver_id, passenger_cleared_seq, greatest(passenger_read_seq, passenger_cleared_seq), driver_read_seq
    from chat where passenger_id = ${person} and not deleted_by_passenger
  ) side
  where not exists (select from user_block where blocker_id = ${person} and blocked_id = other_id)`

/** Two people tell each other how far they have read until one of them switches that off, blocks the other or leaves. */
export const tellEachOther = (a: RawBuilder<unknown>, b: RawBuilder<unknown>) => sql<boolean>`(
  not exists (select from chat_setting where user_id in (${a}, ${b}) and not read_receipts)
  and not exists (select from profile where id in (${a}, ${b}) and closed_at is not null) and not blocked_between(${a}, ${b}))`

/** One has an accepted seat on a ride of the other that takes place, or did within the days in which they still reach each other. */
const tripAgreed = (a: RawBuilder<unknown>, b: RawBuilder<unknown>) => sql<boolean>`exists (
  select from reservation join ride on ride.id = ride_id
  where (reservation.passenger_id, ride.driver_id) in ((${a}, ${b}), (${b}, ${a})) and reservation.passenger_id in (${a}, ${b})
    and reservation.status = 'accepted' and ride.status <> 'cancelled'
    and arrival_time > app_now() - make_interval(days => ${contactVisibleDaysAfterArrival}))`

/** Trips ahead of two people: one drives, the other has asked for a seat or has one. The next one first. */
const sharedTrips = (a: RawBuilder<unknown>, b: RawBuilder<unknown>) => sql`
  select ride.id as ride_id, start.text as start_location, finish.text as end_location, start.passes_at as departure_time
  from reservation join ride on ride.id = ride_id
    join ride_stop start on start.ride_id = ride.id and start.position = from_position
    join ride_stop finish on finish.ride_id = ride.id and finish.position = to_position
  where (reservation.passenger_id, ride.driver_id) in ((${a}, ${b}), (${b}, ${a})) and reservation.passenger_id in (${a}, ${b})
    and reservation.status in ('pending', 'accepted') and ride.status = 'active' and arrival_time > app_now()
  order by start.passes_at, ride.id`

export interface SharedTripRow {
  ride_id: string
  start_location: string
  end_location: string
  departure_time: Date
}

const TRIPS = 20

/** The trips ahead of the two of a chat; undefined when the person is no member. */
export async function listSharedTrips(
  executor: Executor,
  chatId: string,
  person: string,
): Promise<SharedTripRow[] | undefined> {
  const chat = await findStanding(executor, chatId, person)
  if (!chat) return undefined
  const [a, b] = chat.members.map((member) => sql`${member}::uuid`) as [RawBuilder<unknown>, RawBuilder<unknown>]
  const { rows } = await sql<SharedTripRow>`${sharedTrips(a, b)} limit ${TRIPS}`.execute(executor)
  return rows
}

export interface MessageRow {
  id: string
  chat_id: string
  seq: string | number
  sender_id: string
  client_id: string | null
  message_type: 'text' | 'image'
  content: string | null
  /** Of an image that is still there. */
  image_key: string | null
  image_width: number | null
  image_height: number | null
  created_at: Date | string
  /** By the administrator; left out of one that has just been stored. */
  hidden?: boolean
  /** By its sender; left out of one that has just been stored. */
  taken_back?: boolean
}
/** The content of a hidden message, or of one that was taken back and is kept for a report, does not leave the database. */
const messageColumns = sql.raw(`id, chat_id, seq, sender_id, client_id, message_type,
  ${['content', 'image_key', 'image_width', 'image_height'].map((name) => `case when hidden_at is null and taken_back_at is null then ${name} end as ${name}`).join(', ')},
  created_at, hidden_at is not null as hidden, taken_back_at is not null as taken_back`)
/** Both sides can read it. */
const isReadable = sql.raw('hidden_at is null and taken_back_at is null')

export interface ChatRow {
  id: string
  driver_id: string
  passenger_id: string
  ride_id: string | null
  updated_at: Date
  other: { id: string; full_name: string; picture_key: string | null }
  last_message: MessageRow | null
  unread_count: number
  can_write: boolean
  seen_seq: string | null
  trip_agreed: boolean
  cleared_seq: string
}

const LIST_LIMIT = 500

/** The person's conversations, latest activity first; only the given one, where one is given. */
export async function listChats(executor: Executor, person: string, chatId: string | null = null): Promise<ChatRow[]> {
  const { rows } = await sql<ChatRow>`
    with mine as (${ownChats(person)})
    select mine.id, driver_id, passenger_id, updated_at, cleared_seq,
      case when exists (select from ride where ride.id = mine.ride_id and ride.status = 'active' and arrival_time > app_now()) then mine.ride_id
        else coalesce((select ride_id from (${sharedTrips(sql`${person}::uuid`, sql`other_id`)} limit 1) next), mine.ride_id) end as ride_id,
      json_build_object('id', other_id, 'full_name', full_name, 'picture_key', picture_key) as other,
      closed_at is null and not exists (select from user_block where blocker_id = other_id and blocked_id = ${person}) as can_write,
      (select count(*)::int from message where chat_id = mine.id and seq > done_seq and sender_id <> ${person} and ${isReadable}) as unread_count,
      case when ${tellEachOther(sql`${person}::uuid`, sql`other_id`)} then other_read_seq end as seen_seq,
      ${tripAgreed(sql`${person}::uuid`, sql`other_id`)} as trip_agreed,
      (select row_to_json(last) from (
        select ${messageColumns} from message where chat_id = mine.id and seq > cleared_seq order by seq desc limit 1
      ) last) as last_message
    from mine join profile on profile.id = other_id
    where ${chatId}::uuid is null or mine.id = ${chatId}::uuid
    order by updated_at desc, mine.id
    limit ${LIST_LIMIT}`.execute(executor)
  return rows
}

/** What stands between two people who may open a chat, and the chat where there is one. */
export async function findPair(executor: Executor, opener: string, contacted: string) {
  const { rows } = await sql<{ exists: boolean; blocked: boolean; chat_id: string | null }>`
    select exists (select from profile where id = ${contacted} and closed_at is null) as exists, blocked_between(${opener}, ${contacted}) as blocked,
      (select id from chat where least(driver_id, passenger_id) = least(${opener}::uuid, ${contacted}::uuid)
        and greatest(driver_id, passenger_id) = greatest(${opener}::uuid, ${contacted}::uuid)) as chat_id`.execute(
    executor,
  )
  return rows[0] ?? { exists: false, blocked: false, chat_id: null }
}

/** How many chats the person has opened within 24 hours, and in how many seconds the first of them no longer counts. */
export async function countOpened(executor: Executor, opener: string): Promise<{ count: number; retry_after: number }> {
  const { rows } = await sql<{ count: number; retry_after: number }>`
    select count(*)::int as count,
      coalesce(ceil(extract(epoch from min(created_at) + interval '24 hours' - app_now())), 0)::int as retry_after
    from chat where passenger_id = ${opener}
      and created_at > app_now() - interval '24 hours' and updated_at > app_now() - interval '24 hours'`.execute(
    executor,
  )
  return rows[0] ?? { count: 0, retry_after: 0 }
}

export interface Range {
  after?: number | undefined
  before?: number | undefined
}

/**
 * A page of a chat's messages as its member sees it, oldest first: the first after a number, else the last (before a number).
 * Undefined when the person is no member.
 */
export async function readMessages(executor: Executor, chatId: string, person: string, { after, before }: Range) {
  const { rows } = await sql<{ messages: MessageRow[]; has_older: boolean; cleared_seq: string }>`
    with mine as (
      select id, case when driver_id = ${person} then driver_cleared_seq else passenger_cleared_seq end as cleared_seq
      from chat where id = ${chatId} and ${person} in (driver_id, passenger_id)
    ), page as (
      select ${messageColumns} from message
      where chat_id = (select id from mine) and seq > greatest((select cleared_seq from mine), ${after ?? 0}::bigint)
        and (${before ?? null}::bigint is null or seq < ${before ?? null}::bigint)
      order by seq ${sql.raw(after === undefined ? 'desc' : 'asc')}
      limit ${limits.historySize}
    )
    select coalesce((select json_agg(page order by seq) from page), '[]') as messages,
      exists (select from message where chat_id = mine.id and seq > cleared_seq and seq < (select min(seq) from page)) as has_older,
      cleared_seq
    from mine`.execute(executor)
  return rows[0]
}

export async function findMessage(executor: Executor, id: string): Promise<MessageRow> {
  const { rows } = await sql<MessageRow>`select ${messageColumns} from message where id = ${id}`.execute(executor)
  const [row] = rows
  if (!row) throw new Error('the message is gone')
  return row
}

/** Whether a member may write, and what is stored under the client id; undefined when the person is no member. */
export async function findSending(executor: Executor, chatId: string, sender: string, clientId: string | null) {
  const { rows } = await sql<{ can_write: boolean; stored: MessageRow | null }>`
    select not blocked_between(driver_id, passenger_id)
        and not exists (select from profile where id in (driver_id, passenger_id) and closed_at is not null) as can_write,
      (select row_to_json(sent) from (
        select ${messageColumns} from message
        where chat_id = chat.id and sender_id = ${sender} and client_id = ${clientId}::uuid) sent) as stored
    from chat where id = ${chatId} and ${sender} in (driver_id, passenger_id)`.execute(executor)
  return rows[0]
}

/** Members read an image for as long as they read its message, also across a block, and unless it is hidden or was taken back. */
export async function mayReadImage(executor: Executor, key: string, person: string): Promise<boolean> {
  const { rows } = await sql`
    select from message join chat on chat.id = chat_id
    where image_key = ${key} and ${isReadable} and seq > case ${person}::uuid when driver_id then driver_cleared_seq when passenger_id then passenger_cleared_seq end`.execute(
    executor,
  )
  return rows.length > 0
}

/** Unread messages by chat, without hidden ones and those that were taken back, of the time in which they count for the indicator. */
export async function countUnread(executor: Executor, person: string): Promise<{ chat_id: string; count: number }[]> {
  const since = sql`app_now() - make_interval(hours => ${limits.unreadWindowHours})`
  const { rows } = await sql<{ chat_id: string; count: number }>`
    with mine as (${ownChats(person)})
    select mine.id as chat_id, count(*)::int as count
    from mine join message on message.chat_id = mine.id
    where last_seq > done_seq and updated_at > ${since}
      and seq > done_seq and sender_id <> ${person} and message.created_at > ${since} and ${isReadable}
    group by mine.id order by mine.id`.execute(executor)
  return rows
}

/** Whoever has not chosen tells. */
export async function findChatSettings(executor: Executor, person: string): Promise<{ read_receipts: boolean }> {
  const chosen = executor.selectFrom('chat_setting').select('read_receipts').where('user_id', '=', person)
  return (await chosen.executeTakeFirst()) ?? { read_receipts: true }
}

export interface Standing {
  id: string
  members: [string, string]
  last_seq: number
  /** By member: what is hidden from that side. */
  cleared: Record<string, number>
  blocked: boolean
  /** Nothing that is not stored passes between the two: a block stands, or one of them is leaving. */
  silent: boolean
}

const oneIsLeaving = sql`exists (select from profile where id in (driver_id, passenger_id) and closed_at is not null)`

const clearedByMember = sql`json_build_object(driver_id, driver_cleared_seq, passenger_id, passenger_cleared_seq)`

/** How a chat stands for whoever wants to follow it live; undefined when the person is no member. */
export async function findStanding(executor: Executor, chatId: string, person: string): Promise<Standing | undefined> {
  const { rows } = await sql<{
    id: string
    driver_id: string
    passenger_id: string
    last_seq: string
    cleared: Record<string, number>
    blocked: boolean
    silent: boolean
  }>`
    select id, driver_id, passenger_id, last_seq, ${clearedByMember} as cleared, blocked, blocked or ${oneIsLeaving} as silent
    from chat cross join lateral (select blocked_between(driver_id, passenger_id) as blocked) block
    where id = ${chatId} and ${person} in (driver_id, passenger_id)`.execute(executor)
  const [row] = rows
  return (
    row && {
      id: row.id,
      members: [row.driver_id, row.passenger_id],
      last_seq: Number(row.last_seq),
      cleared: row.cleared,
      blocked: row.blocked,
      silent: row.silent,
    }
  )
}

export interface ChatUpdate {
  chat_id: string
  blocked: boolean
  silent: boolean
  cleared: Record<string, number>
  messages: MessageRow[]
}

/** For each chat what came after the given number, oldest first and at most as much as a page; nothing while a block stands. */
export async function readUpdates(executor: Executor, wanted: { id: string; after: number }[]): Promise<ChatUpdate[]> {
  const { rows } = await sql<ChatUpdate>`
    select chat.id as chat_id, blocked, blocked or ${oneIsLeaving} as silent, ${clearedByMember} as cleared, coalesce(case when not blocked then (
      select json_agg(m order by seq) from (
        select ${messageColumns} from message where chat_id = chat.id and seq > wanted.after order by seq limit ${limits.historySize}
      ) m
    ) end, '[]') as messages
    from unnest(${wanted.map(({ id }) => id)}::uuid[], ${wanted.map(({ after }) => after)}::bigint[]) as wanted (id, after)
    join chat on chat.id = wanted.id
    cross join lateral (select blocked_between(driver_id, passenger_id) as blocked) block`.execute(executor)
  return rows
}

export interface Unread {
  chat_id: string
  reader_id: string
  /** Up to where the reader has seen the chat. */
  seen_seq: string
  sender_id: string
  sender_name: string
}

/**
 * Who has not read a message for so many minutes, nor the chat since, and has not been told: once for each chat until it is read. Not
 * of a message that is hidden or was taken back, where a block stands, where the reader has deleted the chat, or where the sender is leaving. What is older than some
 * hours is no news.
 */
export async function listUnread(executor: Executor, minutes: number, limit: number): Promise<Unread[]> {
  const { rows } = await sql<Unread>`
    select chat_id, reader_id, seen_seq, sender_id, full_name as sender_name
    from (
      select distinct message.chat_id, message.sender_id, case when mine then passenger_id else driver_id end as reader_id,
        case when mine then greatest(passenger_read_seq, passenger_cleared_seq) else greatest(driver_read_seq, driver_cleared_seq) end as seen_seq
      from message join chat on chat.id = message.chat_id cross join lateral (select driver_id = sender_id as mine) side
      where message.created_at between app_now() - interval '6 hours' and app_now() - make_interval(mins => ${minutes})
        and ${isReadable} and not case when mine then deleted_by_passenger else deleted_by_driver end
        and seq > case when mine then greatest(passenger_read_seq, passenger_cleared_seq) else greatest(driver_read_seq, driver_cleared_seq) end
    ) unread join profile sender on sender.id = sender_id and closed_at is null
      join auth_user reader on reader.id = reader_id and reader.purge_at is null and reader.suspended_at is null
    where not blocked_between(sender_id, reader_id)
      and not exists (select from notification where user_id = reader_id and dedupe_key = 'message:' || chat_id || ':' || seen_seq)
    limit ${limit}`.execute(executor)
  return rows
}
