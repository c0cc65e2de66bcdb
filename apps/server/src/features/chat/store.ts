/** The only writer of `chat`, `message` and `chat_setting`. */
import { sql } from 'kysely'
import { chat as limits } from '@samtur/contract/constants'
import { inBatches } from '#platform/db/batches'
import { type Database, type Executor, kept, type Tx } from '#platform/db/database'
import { tellEachOther } from './views.ts'

/** One after the other for the rest of the transaction: blocks, new chats and requests between the two. */
export async function lockPair(tx: Tx, a: string, b: string): Promise<void> {
  await sql`select lock_pair(${a}, ${b})`.execute(tx)
}

/** One new chat of a person at a time, so that the count of the day holds. */
export async function lockOpener(tx: Tx, opener: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('opens chats:' || ${opener}::text, 0))`.execute(tx)
}

/** The contacted person sees nothing of the chat before something is written in it. */
export async function addChat(tx: Tx, opener: string, contacted: string, rideId: string | null): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into chat (driver_id, passenger_id, ride_id, deleted_by_driver, created_at, updated_at)
    values (${contacted}, ${opener}, (select id from ride where id = ${rideId}::uuid), true, app_now(), app_now())
    returning id`.execute(tx)
  const id = rows[0]?.id
  if (!id) throw new Error('the chat was not stored')
  return id
}

/** Makes a ride of one of the two the trip of their chat. Returns whether that changes anything. */
export async function pinRide(tx: Tx, id: string, rideId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update chat set ride_id = ride.id from ride
    where chat.id = ${id} and ride.id = ${rideId}::uuid and ride.driver_id in (chat.driver_id, chat.passenger_id)
      and chat.ride_id is distinct from ride.id`.execute(tx)
  return numAffectedRows === 1n
}

/** Brings a chat back into the person's list; what was deleted stays hidden. Answers whether it was away. */
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

/**
 * Hides everything so far from one side and takes the chat out of its list, under the chat's lock: a message comes before that or brings the
 * chat back. Undefined when the person is no member.
 */
export async function clearChat(executor: Executor, chatId: string, person: string): Promise<Cleared | undefined> {
  const { rows } = await sql<Cleared>`
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

export interface Cleared {
  chat_id: string
  /** Up to here it is hidden. */
  seq: string
  /** False when there was nothing left to hide. */
  changed: boolean
}

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

export interface SentMessage {
  refused: boolean
  message_id: string
  seq: string
  created_at: Date
  recipient_id: string
  /** False when the client id was stored before. */
  fresh: boolean
}

interface QueuedMessage extends SentMessage {
  nr: number
  busy: boolean
}

type NewText = NewMessage & { content: string }

/** Undefined when the sender is no member. */
export async function addTextMessage(
  executor: Executor,
  { chatId, senderId, clientId, content }: NewText,
): Promise<SentMessage | undefined> {
  const { rows } = await sql<SentMessage>`
    ${kept} select * from send_message(${chatId}, ${senderId}, ${clientId ?? null}::uuid, ${content}, null, null, null)`.execute(
    executor,
  )
  return rows[0]
}

type AddText = (text: NewText) => Promise<SentMessage | undefined>
const queues = new WeakMap<Database, AddText>()

/** The same, together with what others send at the same moment; those of one conversation in the order in which they come. */
export function queueTextMessage(db: Database, text: NewText): Promise<SentMessage | undefined> {
  const queue = queues.get(db) ?? createTextQueue(db)
  queues.set(db, queue)
  return queue(text)
}

function createTextQueue(db: Database): AddText {
  /** Conversations that somebody holds, with a queue each: nobody else's texts wait for that. */
  const held = new Map<string, { add: AddText; waiting: number }>()
  const addAll = async (texts: readonly NewText[], wait: boolean) => {
    const answers = await addTextMessages(db.prepared, texts, wait)
    return texts.map((text, nr) => (answers[nr]?.busy ? addPatiently(text) : answers[nr]))
  }
  const addPatiently: AddText = async (text) => {
    const line = held.get(text.chatId) ?? {
      add: inBatches((texts: readonly NewText[]) => addAll(texts, true)),
      waiting: 0,
    }
    held.set(text.chatId, line)
    line.waiting++
    try {
      return await line.add(text)
    } finally {
      if (--line.waiting === 0) held.delete(text.chatId)
    }
  }
  const add = inBatches(async (texts: readonly NewText[]) => {
    const free = texts.filter(({ chatId }) => !held.has(chatId))
    const answers = new Map((await addAll(free, false)).map((answer, nr) => [free[nr], answer]))
    // In their order, also behind what has been found to be held just now.
    return texts.map((text) => (answers.has(text) ? answers.get(text) : addPatiently(text)))
  })
  return (text) => (held.has(text.chatId) ? addPatiently(text) : add(text))
}

/** In the order of the texts; without `wait` those are `busy`, and not stored, whose conversation somebody holds. */
async function addTextMessages(
  executor: Executor,
  texts: readonly NewText[],
  wait: boolean,
): Promise<(QueuedMessage | undefined)[]> {
  if (texts.length === 0) return []
  const { rows } = await sql<QueuedMessage>`
    ${kept} select * from send_messages(${texts.map(({ chatId }) => chatId)}::uuid[], ${texts.map(({ senderId }) => senderId)}::uuid[],
      ${texts.map(({ clientId }) => clientId ?? null)}::uuid[], ${texts.map(({ content }) => content)}::text[], null, null, null, ${wait}::boolean)`.execute(
    executor,
  )
  const byNr = new Map(rows.map((row) => [row.nr, row]))
  return texts.map((_, index) => byNr.get(index + 1))
}

/** The same for an image; keeping its file is part of the same transaction. */
export async function addImageMessage(
  executor: Executor,
  { chatId, senderId, clientId, image }: NewMessage & { image: NewImage },
): Promise<SentMessage | undefined> {
  const { rows } = await sql<SentMessage>`
    select * from send_message(${chatId}, ${senderId}, ${clientId ?? null}::uuid, null, ${image.key}, ${image.width}, ${image.height})`.execute(
    executor,
  )
  return rows[0]
}

/** Takes the person's images out of their messages; answers their keys. */
export async function takeImages(executor: Executor, sender: string): Promise<string[]> {
  const { rows } = await sql<{ image_key: string }>`
    with taken as (
      select chat_id, seq, image_key from message where sender_id = ${sender} and image_key is not null for update)
    update message set image_key = null, image_width = null, image_height = null
    from taken where (message.chat_id, message.seq) = (taken.chat_id, taken.seq) returning taken.image_key`.execute(
    executor,
  )
  return rows.map(({ image_key }) => image_key)
}

export interface OwnMessage {
  id: string
  chat_id: string
  seq: string
  image_key: string | null
  taken_back: boolean
  /** It may still be taken back. */
  in_time: boolean
  members: [string, string]
}

/** Locks the chat and the sender's own message in it, so that a report is before or after what follows. Undefined where there is none. */
export async function lockOwnMessage(
  tx: Tx,
  sender: string,
  { chatId, messageId }: { chatId: string; messageId: string },
): Promise<OwnMessage | undefined> {
  const { rows } = await sql<{ members: [string, string] }>`
    select array[driver_id, passenger_id] as members from chat
    where id = ${chatId} and ${sender} in (driver_id, passenger_id) for update`.execute(tx)
  const [chat] = rows
  if (!chat) return undefined
  const message = await sql<Omit<OwnMessage, 'members'>>`
    select id, chat_id, seq, image_key, taken_back_at is not null as taken_back,
      created_at > app_now() - make_interval(mins => ${limits.takeBackMinutes}) as in_time
    from message where chat_id = ${chatId} and id = ${messageId} and sender_id = ${sender} for update`.execute(tx)
  return message.rows[0] && { ...message.rows[0], ...chat }
}

/** Marks a message as taken back and removes its content, unless that is `kept`. */
export async function emptyMessage(tx: Tx, { chat_id, seq }: OwnMessage, { kept }: { kept: boolean }): Promise<void> {
  const nothing = { content: null, image_key: null, image_width: null, image_height: null }
  await tx
    .updateTable('message')
    .set({ taken_back_at: sql<Date>`app_now()`, ...(!kept && nothing) })
    .where('chat_id', '=', chat_id)
    .where('seq', '=', seq)
    .execute()
}

export interface HiddenMessage {
  chat_id: string
  sender_id: string
  members: string[]
  /** False when it was so before. */
  changed: boolean
}

/** Takes a message from the sight of both sides, or gives it back where no time is given. Undefined where there is no such message. */
export async function hideMessage(tx: Tx, id: string, at: Date | null): Promise<HiddenMessage | undefined> {
  const { rows } = await sql<HiddenMessage>`
    with changed as (
      update message set hidden_at = ${at}::timestamptz
      where id = ${id} and (hidden_at is null) <> (${at}::timestamptz is null) returning id)
    select chat_id, sender_id, array[driver_id, passenger_id] as members, exists (select from changed) as changed
    from message join chat on chat.id = chat_id where message.id = ${id}`.execute(tx)
  return rows[0]
}

export interface ReadMark {
  chat_id: string
  other_id: string
  seq: string
  /** False when the mark stood there or further on before. */
  moved: boolean
  /** Both tell each other how far they have read. */
  told: boolean
}

/** Moves the person's mark forward, never back and never past the newest message. Undefined when the person is no member. */
export async function moveReadMark(
  executor: Executor,
  chatId: string,
  reader: string,
  seq: number,
): Promise<ReadMark | undefined> {
  const { rows } = await sql<ReadMark>`
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
    select id as chat_id, other_id, seq, exists (select from moved) as moved, ${tellEachOther(sql`${reader}::uuid`, sql`other_id`)} as told
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

/** Whoever has left tells nothing any more, also without having switched that off. */
export async function forgetChatSettings(executor: Executor, person: string): Promise<void> {
  await executor.deleteFrom('chat_setting').where('user_id', '=', person).execute()
}

const BATCH = 200

/**
 * Removes messages older than two years from the front of their conversations, some conversations at a time; where clocks were stepped
 * back, an old one behind a younger one waits for that. Answers how many conversations there were, and the keys of the images.
 */
export async function removeOldMessages(executor: Executor): Promise<{ chats: number; images: string[] }> {
  const old = sql`created_at < app_now() - interval '24 months'`
  const { rows } = await sql<{ chats: number; images: string[] }>`
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

/** Removes conversations in which nothing has been said for as long, and nothing is left; answers how many. */
export async function removeEmptyChats(executor: Executor): Promise<number> {
  const result = await sql`delete from chat where id in (
    select id from chat where last_seq = removed_seq and updated_at < app_now() - interval '24 months' limit ${BATCH})`.execute(
    executor,
  )
  return Number(result.numAffectedRows ?? 0)
}
