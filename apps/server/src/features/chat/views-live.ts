/** Conversations as the live channel follows them. */
import { sql } from 'kysely'
import { chat as limits } from '@samtur/contract/constants'
import type { Executor } from '#platform/db/database'
import { bigint, boolean, instant, json, type RowOf, rowsOf, uuid } from '#platform/db/rows'
import { messageColumns, type MessageRow } from './views-messages.ts'

export interface ChatState {
  id: string
  members: [string, string]
  last_seq: number
  /** By member: the number up to which messages are hidden from that side. */
  cleared: Record<string, number>
  blocked: boolean
  /** True while a block stands or an account is closed: then events that are not stored are not sent. */
  silent: boolean
}

const isClosed = sql`exists (select from profile where id in (driver_id, passenger_id) and closed_at is not null)`

const clearedByMember = sql`json_build_object(driver_id, driver_cleared_seq, passenger_id, passenger_cleared_seq)`

const chatState = {
  id: uuid,
  driver_id: uuid,
  passenger_id: uuid,
  last_seq: bigint,
  cleared: json<Record<string, number>>(),
  blocked: boolean,
  silent: boolean,
}

/** Returns undefined when the person is no member of the chat. */
export async function findChatState(
  executor: Executor,
  chatId: string,
  person: string,
): Promise<ChatState | undefined> {
  const { rows } = await rowsOf(chatState)`
    select id, driver_id, passenger_id, last_seq, ${clearedByMember} as cleared, blocked, blocked or ${isClosed} as silent
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

const chatUpdate = {
  chat_id: uuid,
  blocked: boolean,
  silent: boolean,
  cleared: json<Record<string, number>>(),
  messages: json<MessageRow[]>(),
}
export type ChatUpdate = RowOf<typeof chatUpdate>

/** Returns for each chat the messages after the given number, oldest first, at most one page; none while a block stands. */
export async function readUpdates(executor: Executor, chats: { id: string; after: number }[]): Promise<ChatUpdate[]> {
  const { rows } = await rowsOf(chatUpdate)`
    select chat.id as chat_id, blocked, blocked or ${isClosed} as silent, ${clearedByMember} as cleared, coalesce(case when not blocked then (
      select json_agg(m order by seq) from (
        select ${messageColumns} from message where chat_id = chat.id and seq > given.after order by seq limit ${limits.historySize}
      ) m
    ) end, '[]') as messages
    from unnest(${chats.map(({ id }) => id)}::uuid[], ${chats.map(({ after }) => after)}::bigint[]) as given (id, after)
    join chat on chat.id = given.id
    cross join lateral (select blocked_between(driver_id, passenger_id) as blocked) block`.execute(executor)
  return rows
}

const messageStamp = { chat_id: uuid, seq: bigint, id: uuid, created_at: instant }

/** Id and time of a message: what the inbox does not carry. */
export interface MessageStamp {
  id: string
  created_at: Date
}

/** Returns the stamps of messages, in their order; undefined for one that is gone. */
export async function findStamps(
  executor: Executor,
  messages: readonly { chat_id: string; seq: number }[],
): Promise<(MessageStamp | undefined)[]> {
  const { rows } = await rowsOf(messageStamp)`
    select chat_id, seq, id, created_at from message where (chat_id, seq) in (
      select * from unnest(${messages.map(({ chat_id }) => chat_id)}::uuid[], ${messages.map(({ seq }) => seq)}::bigint[]))`.execute(
    executor,
  )
  const byNumber = new Map(rows.map((row) => [`${row.chat_id} ${row.seq}`, row]))
  return messages.map(({ chat_id, seq }) => byNumber.get(`${chat_id} ${seq}`))
}
