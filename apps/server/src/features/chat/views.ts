/** The list of conversations, the number of unread messages, opening a chat, and the settings. */
import { sql, type RawBuilder } from 'kysely'
import { chat as limits } from '@samtur/contract/constants'
import type { Executor } from '#platform/db/database'
import { bigint, boolean, instant, integer, json, nullable, type RowOf, rowsOf, uuid } from '#platform/db/rows'
import { isReadable, messageColumns, type MessageRow } from './views-messages.ts'
import { lastAgreedArrival, sharedTrips } from './views-trips.ts'

/** Selects the chats in a person's list: neither deleted on the own side nor with a person whom they have blocked. */
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

/** Holds while two people show each other how far they have read: until one switches that off, blocks the other or closes the account. */
export const shareReading = (a: RawBuilder<unknown>, b: RawBuilder<unknown>) => sql<boolean>`(
  not exists (select from chat_setting where user_id in (${a}, ${b}) and not read_receipts)
  and not exists (select from profile where id in (${a}, ${b}) and closed_at is not null) and not blocked_between(${a}, ${b}))`

const chatRow = {
  id: uuid,
  driver_id: uuid,
  passenger_id: uuid,
  ride_id: nullable(uuid),
  updated_at: instant,
  other: json<{ id: string; full_name: string; picture_key: string | null }>(),
  last_message: nullable(json<MessageRow>()),
  unread_count: integer,
  can_write: boolean,
  /** How far the other person has read; null unless both share that. */
  seen_seq: nullable(bigint),
  last_agreed_arrival: nullable(instant),
  cleared_seq: bigint,
}
export type ChatRow = RowOf<typeof chatRow>

const LIST_LIMIT = 500

/** A ride for one gender is not shown to the other member, unless that gender or a seat is theirs. */
const isShownTo = (person: string) => sql`(not ride.same_gender or shares_gender(ride.driver_id, ${person}) or exists (
  select from reservation where ride_id = ride.id and passenger_id = ${person} and status = 'accepted'))`

/** Returns the person's conversations, latest activity first; with an id only that one. */
export async function listChats(executor: Executor, person: string, chatId: string | null = null): Promise<ChatRow[]> {
  const { rows } = await rowsOf(chatRow)`
    with mine as (${ownChats(person)})
    select mine.id, driver_id, passenger_id, updated_at, cleared_seq,
      case when exists (select from ride where ride.id = mine.ride_id and ride.status = 'active' and arrival_time > app_now()
          and ${isShownTo(person)}) then mine.ride_id
        else coalesce((select ride_id from (${sharedTrips(sql`${person}::uuid`, sql`other_id`)} limit 1) next),
          (select id from ride where ride.id = mine.ride_id and ${isShownTo(person)})) end as ride_id,
      json_build_object('id', other_id, 'full_name', full_name, 'picture_key', picture_key) as other,
      closed_at is null and not exists (select from user_block where blocker_id = other_id and blocked_id = ${person}) as can_write,
      (select count(*)::int from message where chat_id = mine.id and seq > done_seq and sender_id <> ${person} and ${isReadable}) as unread_count,
      case when ${shareReading(sql`${person}::uuid`, sql`other_id`)} then other_read_seq end as seen_seq,
      ${lastAgreedArrival(sql`${person}::uuid`, sql`other_id`)} as last_agreed_arrival,
      (select row_to_json(last) from (
        select ${messageColumns} from message where chat_id = mine.id and seq > cleared_seq order by seq desc limit 1
      ) last) as last_message
    from mine join profile on profile.id = other_id
    where ${chatId}::uuid is null or mine.id = ${chatId}::uuid
    order by updated_at desc, mine.id
    limit ${LIST_LIMIT}`.execute(executor)
  return rows
}

/** Returns what decides whether the chat of two people may be opened, and the chat's id where there is one. */
export async function findPair(executor: Executor, opener: string, contacted: string) {
  const { rows } = await rowsOf({ exists: boolean, blocked: boolean, chat_id: nullable(uuid) })`
    select exists (select from profile where id = ${contacted} and closed_at is null and not awaits_confirmation(id)) as exists, blocked_between(${opener}, ${contacted}) as blocked,
      (select id from chat where least(driver_id, passenger_id) = least(${opener}::uuid, ${contacted}::uuid)
        and greatest(driver_id, passenger_id) = greatest(${opener}::uuid, ${contacted}::uuid)) as chat_id`.execute(
    executor,
  )
  return rows[0] ?? { exists: false, blocked: false, chat_id: null }
}

/** Returns how many chats the person has opened within 24 hours, and after how many seconds the first of them no longer counts. */
export async function countOpened(executor: Executor, opener: string): Promise<{ count: number; retry_after: number }> {
  const { rows } = await rowsOf({ count: integer, retry_after: integer })`
    select count(*)::int as count,
      coalesce(ceil(extract(epoch from min(created_at) + interval '24 hours' - app_now())), 0)::int as retry_after
    from chat where passenger_id = ${opener}
      and created_at > app_now() - interval '24 hours' and updated_at > app_now() - interval '24 hours'`.execute(
    executor,
  )
  return rows[0] ?? { count: 0, retry_after: 0 }
}

/** Returns the number of unread messages by chat; old, hidden and taken back messages do not count. */
export async function countUnread(executor: Executor, person: string): Promise<{ chat_id: string; count: number }[]> {
  const since = sql`app_now() - make_interval(hours => ${limits.unreadWindowHours})`
  const { rows } = await rowsOf({ chat_id: uuid, count: integer })`
    with mine as (${ownChats(person)})
    select mine.id as chat_id, count(*)::int as count
    from mine join message on message.chat_id = mine.id
    where last_seq > done_seq and updated_at > ${since}
      and seq > done_seq and sender_id <> ${person} and message.created_at > ${since} and ${isReadable}
    group by mine.id order by mine.id`.execute(executor)
  return rows
}

/** Returns the person's settings; read receipts are on until they are switched off. */
export async function findChatSettings(executor: Executor, person: string): Promise<{ read_receipts: boolean }> {
  const chosen = executor.selectFrom('chat_setting').select('read_receipts').where('user_id', '=', person)
  return (await chosen.executeTakeFirst()) ?? { read_receipts: true }
}
