/** Writes conversations and their settings; with `store-messages.ts` the only writer of `chat`, `message` and `chat_setting`. */
import { sql } from 'kysely'
import type { Executor, Tx } from '#platform/db/database'
import { bigint, boolean, type RowOf, rowsOf, uuid } from '#platform/db/rows'
import { keptMonths } from './rules.ts'
import { shareReading } from './views.ts'

/** Serialises a person's new chats, so that the daily limit holds. */
export async function lockOpener(tx: Tx, opener: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('opens chats:' || ${opener}::text, 0))`.execute(tx)
}

/** Stores a new chat. The contacted person does not see it before the first message. */
export async function addChat(tx: Tx, opener: string, contacted: string, rideId: string | null): Promise<string> {
  const { rows } = await rowsOf({ id: uuid })`
    insert into chat (driver_id, passenger_id, ride_id, deleted_by_driver, created_at, updated_at)
    values (${contacted}, ${opener}, (select id from ride where id = ${rideId}::uuid and (not same_gender or shares_gender(driver_id, ${opener}::uuid))), true, app_now(), app_now())
    returning id`.execute(tx)
  const id = rows[0]?.id
  if (!id) throw new Error('the chat was not stored')
  return id
}

/** Makes a ride of one member, which the opener may find, the trip of the chat. Returns whether that is a change. */
export async function pinRide(tx: Tx, id: string, rideId: string, opener: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update chat set ride_id = ride.id from ride
    where chat.id = ${id} and ride.id = ${rideId}::uuid and ride.driver_id in (chat.driver_id, chat.passenger_id)
      and (not ride.same_gender or shares_gender(ride.driver_id, ${opener}))
      and chat.ride_id is distinct from ride.id`.execute(tx)
  return numAffectedRows === 1n
}

/** Brings a chat back into the person's list; deleted messages stay hidden. Returns whether it was not in the list. */
export async function showChat(tx: Tx, id: string, person: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update chat set
      deleted_by_driver = deleted_by_driver and driver_id <> ${person},
      deleted_by_passenger = deleted_by_passenger and passenger_id <> ${person}
    where id = ${id} and case when driver_id = ${person} then deleted_by_driver else deleted_by_passenger end`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

const clearedSide = {
  chat_id: uuid,
  /** Messages up to this number are hidden. */
  seq: bigint,
  /** False when all messages were hidden before. */
  changed: boolean,
}
export type ClearedSide = RowOf<typeof clearedSide>

/**
 * Hides all messages so far from one side and removes the chat from its list, under the chat's lock: a message comes before that or brings
 * the chat back. Returns undefined when the person is no member.
 */
export async function clearChat(executor: Executor, chatId: string, person: string): Promise<ClearedSide | undefined> {
  const { rows } = await rowsOf(clearedSide)`
    with mine as (
      select id, last_seq, driver_id = ${person} as is_driver,
        case when driver_id = ${person} then deleted_by_driver and driver_cleared_seq = last_seq
          else deleted_by_passenger and passenger_cleared_seq = last_seq end as was_clear
      from chat where id = ${chatId} and ${person} in (driver_id, passenger_id) for update
    ), cleared as (
      update chat set
        driver_cleared_seq = case when is_driver then mine.last_seq else driver_cleared_seq end,
        passenger_cleared_seq = case when is_driver then passenger_cleared_seq else mine.last_seq end,
        deleted_by_driver = deleted_by_driver or is_driver,
        deleted_by_passenger = deleted_by_passenger or not is_driver
      from mine where chat.id = mine.id and not was_clear returning chat.id
    )
    select id as chat_id, last_seq as seq, exists (select from cleared) as changed from mine`.execute(executor)
  return rows[0]
}

const readMark = {
  chat_id: uuid,
  other_id: uuid,
  seq: bigint,
  /** False when the mark was there or further on before. */
  moved: boolean,
  /** Whether the other person sees it: both share how far they have read. */
  shared: boolean,
}
export type ReadMark = RowOf<typeof readMark>

/** Moves the person's read mark forward, never back and never past the newest message. Returns undefined when the person is no member. */
export async function moveReadMark(
  executor: Executor,
  chatId: string,
  reader: string,
  seq: number,
): Promise<ReadMark | undefined> {
  const { rows } = await rowsOf(readMark)`
    with mine as (
      select id, driver_id = ${reader} as is_driver, least(last_seq, ${seq}::bigint) as seq,
        case when driver_id = ${reader} then passenger_id else driver_id end as other_id,
        case when driver_id = ${reader} then driver_read_seq else passenger_read_seq end as before
      from chat where id = ${chatId} and ${reader} in (driver_id, passenger_id) for update
    ), moved as (
      update chat set
        driver_read_seq = case when is_driver then seq else driver_read_seq end,
        passenger_read_seq = case when is_driver then passenger_read_seq else seq end
      from mine where chat.id = mine.id and seq > before returning chat.id
    )
    select id as chat_id, other_id, seq, exists (select from moved) as moved, ${shareReading(sql`${reader}::uuid`, sql`other_id`)} as shared
    from mine`.execute(executor)
  return rows[0]
}

export async function putChatSettings(executor: Executor, person: string, readReceipts: boolean): Promise<void> {
  await executor
    .insertInto('chat_setting')
    .values({ user_id: person, read_receipts: readReceipts })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ read_receipts: readReceipts }))
    .execute()
}

/** Deletes the settings of a person who has left. */
export async function forgetChatSettings(executor: Executor, person: string): Promise<void> {
  await executor.deleteFrom('chat_setting').where('user_id', '=', person).execute()
}

const BATCH = 200

/** Removes conversations without messages in which nothing was sent for two years; returns their number. */
export async function removeEmptyChats(executor: Executor): Promise<number> {
  const result = await sql`delete from chat where id in (
    select id from chat where last_seq = removed_seq and updated_at < app_now() - make_interval(months => ${keptMonths}) limit ${BATCH})`.execute(
    executor,
  )
  return Number(result.numAffectedRows ?? 0)
}
