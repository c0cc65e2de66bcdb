/** Writes messages: texts, images, taking back, hiding and removal. */
import { sql } from 'kysely'
import { chat as limits } from '@samtur/contract/constants'
import { inBatches } from '#platform/db/batches'
import type { Database, Executor, Tx } from '#platform/db/database'
import { prepared } from '#platform/db/prepared'
import {
  bigint,
  boolean,
  instant,
  integer,
  json,
  nullable,
  type RowOf,
  rowsOf,
  text,
  uuid,
  uuids,
} from '#platform/db/rows'
import { keptMonths } from './rules.ts'

interface NewMessage {
  chatId: string
  senderId: string
  clientId: string | undefined
}

interface NewImage {
  key: string
  width: number
  height: number
}

const sentMessage = {
  refused: boolean,
  message_id: uuid,
  seq: bigint,
  created_at: instant,
  recipient_id: uuid,
  /** False when the client id was stored before. */
  inserted: boolean,
}
export type SentMessage = RowOf<typeof sentMessage>

const queuedMessage = {
  ...sentMessage,
  /** Position of the text in the batch, from 1. */
  nr: integer,
  /** True when the conversation is locked, and the text is not stored. */
  busy: boolean,
}
type QueuedMessage = RowOf<typeof queuedMessage>

type NewText = NewMessage & { content: string }

/** Stores a text. Returns undefined when the sender is no member. */
export async function addTextMessage(
  executor: Executor,
  { chatId, senderId, clientId, content }: NewText,
): Promise<SentMessage | undefined> {
  const { rows } = await rowsOf(sentMessage)`
    ${prepared} select * from send_message(${chatId}, ${senderId}, ${clientId ?? null}::uuid, ${content}, null, null, null)`.execute(
    executor,
  )
  return rows[0]
}

/** Stores a text. Returns undefined when the sender is no member. */
export type QueueText = (text: NewText) => Promise<SentMessage | undefined>

/** Stores texts together with those that are sent at the same moment. The texts of one conversation keep their order. */
export function createTextQueue(db: Database): QueueText {
  /** Locked conversations, with a queue for each, so that texts in other conversations do not wait. */
  const locked = new Map<string, { add: QueueText; waiting: number }>()
  const addAll = async (texts: readonly NewText[], wait: boolean) => {
    const results = await addTextMessages(db.prepared, texts, wait)
    return texts.map((text, nr) => (results[nr]?.busy ? addWhenUnlocked(text) : results[nr]))
  }
  const addWhenUnlocked: QueueText = async (text) => {
    const queue = locked.get(text.chatId) ?? {
      add: inBatches((texts: readonly NewText[]) => addAll(texts, true)),
      waiting: 0,
    }
    locked.set(text.chatId, queue)
    queue.waiting++
    try {
      return await queue.add(text)
    } finally {
      if (--queue.waiting === 0) locked.delete(text.chatId)
    }
  }
  const add = inBatches(async (texts: readonly NewText[]) => {
    const unlocked = texts.filter(({ chatId }) => !locked.has(chatId))
    const results = new Map((await addAll(unlocked, false)).map((result, nr) => [unlocked[nr], result]))
    // A text in a conversation that was just found locked keeps its place, too.
    return texts.map((text) => (results.has(text) ? results.get(text) : addWhenUnlocked(text)))
  })
  return (text) => (locked.has(text.chatId) ? addWhenUnlocked(text) : add(text))
}

/** Returns one result for each text, in their order. Without `wait` a text whose conversation is locked is `busy` and not stored. */
async function addTextMessages(
  executor: Executor,
  texts: readonly NewText[],
  wait: boolean,
): Promise<(QueuedMessage | undefined)[]> {
  if (texts.length === 0) return []
  const { rows } = await rowsOf(queuedMessage)`
    ${prepared} select * from send_messages(${texts.map(({ chatId }) => chatId)}::uuid[], ${texts.map(({ senderId }) => senderId)}::uuid[],
      ${texts.map(({ clientId }) => clientId ?? null)}::uuid[], ${texts.map(({ content }) => content)}::text[], null, null, null, ${wait}::boolean)`.execute(
    executor,
  )
  const byNr = new Map(rows.map((row) => [row.nr, row]))
  return texts.map((_, index) => byNr.get(index + 1))
}

/** Stores an image message. The caller keeps its file in the same transaction. */
export async function addImageMessage(
  executor: Executor,
  { chatId, senderId, clientId, image }: NewMessage & { image: NewImage },
): Promise<SentMessage | undefined> {
  const { rows } = await rowsOf(sentMessage)`
    select * from send_message(${chatId}, ${senderId}, ${clientId ?? null}::uuid, null, ${image.key}, ${image.width}, ${image.height})`.execute(
    executor,
  )
  return rows[0]
}

/** Removes the person's images from their messages and returns their keys. */
export async function takeImages(executor: Executor, sender: string): Promise<string[]> {
  const { rows } = await rowsOf({ image_key: text })`
    with taken as (
      select chat_id, seq, image_key from message where sender_id = ${sender} and image_key is not null for update)
    update message set image_key = null, image_width = null, image_height = null
    from taken where (message.chat_id, message.seq) = (taken.chat_id, taken.seq) returning taken.image_key`.execute(
    executor,
  )
  return rows.map(({ image_key }) => image_key)
}

const ownMessage = {
  id: uuid,
  chat_id: uuid,
  seq: bigint,
  image_key: nullable(text),
  taken_back: boolean,
  /** Whether it may still be taken back. */
  in_time: boolean,
}
export type OwnMessage = RowOf<typeof ownMessage> & { members: string[] }

/** Locks the chat and the sender's own message in it, so that a report comes before or after the change. Returns undefined where there is none. */
export async function lockOwnMessage(
  tx: Tx,
  sender: string,
  { chatId, messageId }: { chatId: string; messageId: string },
): Promise<OwnMessage | undefined> {
  const { rows } = await rowsOf({ members: uuids })`
    select array[driver_id, passenger_id] as members from chat
    where id = ${chatId} and ${sender} in (driver_id, passenger_id) for update`.execute(tx)
  const [chat] = rows
  if (!chat) return undefined
  const message = await rowsOf(ownMessage)`
    select id, chat_id, seq, image_key, taken_back_at is not null as taken_back,
      created_at > app_now() - make_interval(mins => ${limits.takeBackMinutes}) as in_time
    from message where chat_id = ${chatId} and id = ${messageId} and sender_id = ${sender} for update`.execute(tx)
  return message.rows[0] && { ...message.rows[0], ...chat }
}

/** Marks a message as taken back and removes its content, unless the content is `kept` for a report. */
export async function emptyMessage(tx: Tx, { chat_id, seq }: OwnMessage, { kept }: { kept: boolean }): Promise<void> {
  const nothing = { content: null, image_key: null, image_width: null, image_height: null }
  await tx
    .updateTable('message')
    .set({ taken_back_at: sql<Date>`app_now()`, ...(!kept && nothing) })
    .where('chat_id', '=', chat_id)
    .where('seq', '=', seq)
    .execute()
}

const hiddenMessage = {
  chat_id: uuid,
  sender_id: uuid,
  members: uuids,
  /** False when it was hidden or shown before. */
  changed: boolean,
}
export type HiddenMessage = RowOf<typeof hiddenMessage>

/** Hides a message from both sides, or shows it again when no time is given. Returns undefined where there is no such message. */
export async function hideMessage(tx: Tx, id: string, at: Date | null): Promise<HiddenMessage | undefined> {
  const { rows } = await rowsOf(hiddenMessage)`
    with changed as (
      update message set hidden_at = ${at}::timestamptz
      where id = ${id} and (hidden_at is null) <> (${at}::timestamptz is null) returning id)
    select chat_id, sender_id, array[driver_id, passenger_id] as members, exists (select from changed) as changed
    from message join chat on chat.id = chat_id where message.id = ${id}`.execute(tx)
  return rows[0]
}

const BATCH = 200

/**
 * Removes messages older than two years from the start of their conversations, a batch of conversations at a time. An old message behind a
 * younger one, after a clock was set back, waits for that one. Returns the number of conversations and the keys of the images.
 */
export async function removeOldMessages(executor: Executor): Promise<{ chats: number; images: string[] }> {
  const old = sql`created_at < app_now() - make_interval(months => ${keptMonths})`
  const { rows } = await rowsOf({ chats: integer, images: json<string[]>() })`
    with due as (
      select chat_id from message where ${old} and seq = (select removed_seq + 1 from chat where id = chat_id) limit ${BATCH}),
    locked as (select id from chat where id in (select chat_id from due) order by id for update),
    kept as (
      select locked.id, (select min(seq) from message where chat_id = locked.id and not ${old}) as first from locked),
    gone as (
      delete from message using kept where chat_id = kept.id and (first is null or seq < first) returning chat_id, seq, image_key),
    marked as (
      update chat set removed_seq = greatest(removed_seq, last.seq)
      from (select chat_id, max(seq) as seq from gone group by chat_id) last where chat.id = last.chat_id returning chat.id)
    select (select count(*)::integer from marked) as chats,
      (select coalesce(json_agg(image_key) filter (where image_key is not null), '[]') from gone) as images`.execute(
    executor,
  )
  return rows[0] ?? { chats: 0, images: [] }
}
