/** Messages of a conversation, and their images. */
import { sql } from 'kysely'
import { chat as limits } from '@samtur/contract/constants'
import type { Executor } from '#platform/db/database'
import {
  bigint,
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
} from '#platform/db/rows'

const messageRow = {
  id: uuid,
  chat_id: uuid,
  seq: bigint,
  sender_id: uuid,
  client_id: nullable(uuid),
  message_type: oneOf(['text', 'image']),
  content: nullable(text),
  /** Null once the image is removed. */
  image_key: nullable(text),
  image_width: nullable(integer),
  image_height: nullable(integer),
  created_at: instant,
  /** By an administrator. */
  hidden: boolean,
  /** By its sender. */
  taken_back: boolean,
}
type Stored = RowOf<typeof messageRow>

/** A message as a statement returns it, as a JSON value holds it, or as it has just been stored: then it is neither hidden nor taken back. */
export interface MessageRow extends Omit<Stored, 'seq' | 'created_at' | 'hidden' | 'taken_back'> {
  seq: string | number
  created_at: Date | string
  hidden?: boolean
  taken_back?: boolean
}

/** The content of a message that is hidden, or taken back and kept for a report, does not leave the database. */
export const messageColumns = sql.raw(`id, chat_id, seq, sender_id, client_id, message_type,
  ${['content', 'image_key', 'image_width', 'image_height'].map((name) => `case when hidden_at is null and taken_back_at is null then ${name} end as ${name}`).join(', ')},
  created_at, hidden_at is not null as hidden, taken_back_at is not null as taken_back`)

/** Holds for messages whose content both sides can read. */
export const isReadable = sql.raw('hidden_at is null and taken_back_at is null')

export interface Range {
  after?: number | undefined
  before?: number | undefined
}

/**
 * Returns a page of a chat's messages as the member sees it, oldest first: the first ones after a number, or else the last ones (before a
 * number). Returns undefined when the person is no member.
 */
export async function readMessages(executor: Executor, chatId: string, person: string, { after, before }: Range) {
  const { rows } = await rowsOf({ messages: json<MessageRow[]>(), has_older: boolean, cleared_seq: bigint })`
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

/** Returns a message that exists. */
export async function findMessage(executor: Executor, id: string): Promise<MessageRow> {
  const { rows } = await rowsOf(messageRow)`select ${messageColumns} from message where id = ${id}`.execute(executor)
  const [row] = rows
  if (!row) throw new Error('the message is gone')
  return row
}

/** Returns whether a member may write, and the message stored under the client id. Returns undefined when the person is no member. */
export async function findSending(executor: Executor, chatId: string, sender: string, clientId: string | null) {
  const { rows } = await rowsOf({ can_write: boolean, stored: nullable(json<MessageRow>()) })`
    select not blocked_between(driver_id, passenger_id)
        and not exists (select from profile where id in (driver_id, passenger_id) and closed_at is not null) as can_write,
      (select row_to_json(sent) from (
        select ${messageColumns} from message
        where chat_id = chat.id and sender_id = ${sender} and client_id = ${clientId}::uuid) sent) as stored
    from chat where id = ${chatId} and ${sender} in (driver_id, passenger_id)`.execute(executor)
  return rows[0]
}

/** Holds for messages, joined with their chat, that the person can read. A block does not matter. */
export const isReadableBy = (person: string) => sql<boolean>`
  ${isReadable} and seq > case ${person}::uuid when driver_id then driver_cleared_seq when passenger_id then passenger_cleared_seq end`

/** Returns whether the person can read the message with this image. */
export async function mayReadImage(executor: Executor, key: string, person: string): Promise<boolean> {
  const { rows } = await sql`
    select from message join chat on chat.id = chat_id
    where image_key = ${key} and ${isReadableBy(person)}`.execute(executor)
  return rows.length > 0
}
