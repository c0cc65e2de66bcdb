/** Opens conversations, stores texts and images, takes messages back, marks as read, deletes one side, and changes settings. */
import type { z } from 'zod'
import type { ChatSettings, messageBody, openChatBody } from '@samtur/contract/chat'
import { holdOpen } from '#features/accounts/port'
import { isMessageReported, lockPair, noteNamedPrice } from '#features/moderation/port'
import { afterCommit, type Executor, type Tx } from '#platform/db/database'
import type { Picture } from '#platform/files/images'
import type { Parts } from '#platform/http/context'
import { assertThat, invalidField } from '#platform/http/errors'
import { mayOpen } from './policy.ts'
import { imageLimit, messageLimit, newChatsPerDay } from './rules.ts'
import { dropImages, takeUploads } from './store-uploads.ts'
import { addChat, clearChat, lockOpener, moveReadMark, pinRide, putChatSettings, showChat } from './store.ts'
import {
  addImageMessage,
  emptyMessage,
  lockOwnMessage,
  type QueueText,
  type SentMessage,
  takeImages,
} from './store-messages.ts'
import { countOpened, findPair } from './views.ts'
import { findChatState } from './views-live.ts'
import { findMessage, findSending, type MessageRow } from './views-messages.ts'

type Body = z.output<typeof messageBody>
type Context = Pick<Parts, 'db' | 'bus' | 'limiter'>
type Writing = Context & Pick<Parts, 'log'> & { queueText: QueueText }

/**
 * Returns the id of the one chat of two people and stores it where it is new. A ride becomes the trip of the chat. Errors:
 * `chat_unavailable`, `too_many_chats`.
 */
export async function openChat(
  { db, bus }: Context,
  opener: string,
  body: z.output<typeof openChatBody>,
): Promise<string> {
  const contacted = body.user_id.toLowerCase()
  return db.tx(async (tx) => {
    await lockPair(tx, opener, contacted)
    const pair = await findPair(tx, opener, contacted)
    assertThat(mayOpen({ ...pair, isOpener: contacted === opener }), 'chat_unavailable')
    const id = pair.chat_id ?? (await addNewChat(tx, opener, contacted, body.ride_id ?? null))
    const appears = pair.chat_id === null || (await showChat(tx, id, opener))
    const pinned = pair.chat_id !== null && body.ride_id ? await pinRide(tx, id, body.ride_id, opener) : false
    const user_ids = pinned ? [opener, contacted] : appears ? [opener] : []
    if (user_ids.length > 0) afterCommit(() => bus.emit('changed', { user_ids, what: 'chats' }))
    return id
  })
}

async function addNewChat(tx: Tx, opener: string, contacted: string, rideId: string | null): Promise<string> {
  await lockOpener(tx, opener)
  const { count, retry_after } = await countOpened(tx, opener)
  assertThat(count < newChatsPerDay, 'too_many_chats', { params: { retry_after } })
  return addChat(tx, opener, contacted, rideId)
}

/** Stores a text. A repeated client id returns the message that was stored first. Errors: `not_found`, `message_refused`, `rate_limited`. */
export async function sendMessage(context: Writing, sender: string, chatId: string, body: Body): Promise<MessageRow> {
  checkForced(sender, chatId, body)
  await countMessage(context, sender)
  return storeMessage(context, sender, chatId, body)
}

/** Error: `rate_limited`. */
export const countMessage = ({ limiter }: Context, sender: string) => limiter.use(messageLimit, sender)

/** Stores a text that has been counted. Errors: `not_found`, `message_refused`. */
export async function storeMessage(
  { db, bus, log, queueText }: Writing,
  sender: string,
  chatId: string,
  { content, client_id: clientId }: Body,
): Promise<MessageRow> {
  const sent = await queueText({ chatId, senderId: sender, clientId, content })
  const text = { message_type: 'text', content, image_key: null, image_width: null, image_height: null } as const
  const message = await announce({ db, bus }, { sender, chatId, clientId }, sent, text)
  await noteNamedPrice({ db, bus, log }, sender, content)
  return message
}

interface Sending {
  sender: string
  chatId: string
  clientId: string | undefined
}
type Shown = Pick<MessageRow, 'message_type' | 'content' | 'image_key' | 'image_width' | 'image_height'>

/** Announces a message that has just been stored, and returns it as the database holds it, without another query. */
export async function announce(
  { db, bus }: Pick<Parts, 'db' | 'bus'>,
  { sender, chatId, clientId }: Sending,
  sent: SentMessage | undefined,
  shown: Shown,
): Promise<MessageRow> {
  assertThat(sent, 'not_found')
  assertThat(!sent.refused, 'message_refused')
  const { message_id: id, seq, created_at, recipient_id, inserted } = sent
  if (!inserted) return findMessage(db.read, id)
  const chat_id = chatId.toLowerCase()
  const client_id = clientId?.toLowerCase() ?? null
  const message: MessageRow = { id, chat_id, seq, sender_id: sender, client_id, ...shown, created_at }
  bus.emit('message', { chat_id, seq: Number(seq), sender_id: sender, recipient_id }, { local: message })
  return message
}

/**
 * Checks a sender before the image is received. Returns the message stored under the client id; without one it counts a new image and
 * returns null. Errors: `not_found`, `message_refused`, `rate_limited`.
 */
export async function expectImage(
  { db, limiter }: Pick<Parts, 'db' | 'limiter'>,
  { sender, chatId, clientId }: Sending,
): Promise<MessageRow | null> {
  const sending = await findSending(db.read, chatId, sender, clientId ?? null)
  assertThat(sending, 'not_found')
  await limiter.use(messageLimit, sender)
  if (sending.stored) return sending.stored
  assertThat(sending.can_write, 'message_refused')
  await limiter.use(imageLimit, sender)
  return null
}

/**
 * Stores the file and then the message with its key. Without a message the file is deleted. Errors: `account_closing`, `not_found`,
 * `message_refused`.
 */
export async function sendImage(
  { db, bus, files }: Pick<Parts, 'db' | 'bus' | 'files'>,
  sending: Sending,
  { bytes, width, height }: Picture,
): Promise<MessageRow> {
  const { sender: senderId, chatId, clientId } = sending
  const key = await files.put('chat-images', bytes)
  const { open, sent } = await db.tx(async (tx) => {
    // The account may have been closed or suspended while the image was received.
    const open = await holdOpen(tx, senderId)
    const image = { key, width, height }
    const sent = open ? await addImageMessage(tx, { chatId, senderId, clientId, image }) : undefined
    if (sent?.inserted) await files.keep(tx, 'chat-images', key)
    else await files.drop(tx, 'chat-images', key)
    return { open, sent }
  })
  assertThat(open, 'account_closing')
  const shown = {
    message_type: 'image',
    content: null,
    image_key: key,
    image_width: width,
    image_height: height,
  } as const
  return announce({ db, bus }, sending, sent, shown)
}

/**
 * Takes a message back for both sides. Deletes its content and its image, unless an earlier report covers the message. Taking it back
 * again changes nothing. Errors: `not_found`, `too_late_to_take_back`.
 */
export async function takeBackMessage(
  { db, bus, files }: Pick<Parts, 'db' | 'bus' | 'files'>,
  sender: string,
  which: { chatId: string; messageId: string },
): Promise<MessageRow> {
  return db.tx(async (tx) => {
    const message = await lockOwnMessage(tx, sender, which)
    assertThat(message, 'not_found')
    if (!message.taken_back) {
      assertThat(message.in_time, 'too_late_to_take_back')
      const kept = await isMessageReported(tx, message)
      await emptyMessage(tx, message, { kept })
      if (message.image_key !== null && !kept) await dropImages(tx, files, [message.image_key])
      afterCommit(() => bus.emit('changed', { user_ids: message.members, what: 'chats' }))
    }
    return findMessage(tx, message.id)
  })
}

/** Removes a person's images, sent or not, in the transaction that erases the account; the messages stay. */
export async function forgetImages(executor: Executor, files: Parts['files'], person: string): Promise<void> {
  const uploads = await takeUploads(executor, person)
  await files.drop(executor, 'chat-images', [...uploads, ...(await takeImages(executor, person))])
}

/** Accepts fields that the server sets only with the server's own values. Error: `validation`. */
function checkForced(sender: string, chatId: string, body: Body) {
  if (body.sender_id !== undefined && body.sender_id.toLowerCase() !== sender)
    throw invalidField('sender_id', 'invalid')
  if (body.chat_id !== undefined && body.chat_id.toLowerCase() !== chatId.toLowerCase())
    throw invalidField('chat_id', 'invalid')
}

/** Moves the person's read mark forward and announces it when it has moved. Error: `not_found`. */
export async function markRead({ db, bus }: Context, reader: string, chatId: string, seq: number): Promise<void> {
  const mark = await moveReadMark(db.read, chatId, reader, seq)
  assertThat(mark, 'not_found')
  if (!mark.moved) return
  const { chat_id, other_id, shared } = mark
  bus.emit('read', { chat_id, reader_id: reader, other_id, seq: Number(mark.seq), shared })
}

/**
 * Hides the conversation from the person's own side and announces that to the person's devices. Returns false and changes nothing for the
 * other side. Error: `not_found`.
 */
export async function deleteChat(
  { db, bus }: Context,
  person: string,
  chatId: string,
  side = person,
): Promise<boolean> {
  if (side.toLowerCase() !== person) {
    assertThat(await findChatState(db.read, chatId, person), 'not_found')
    return false
  }
  const cleared = await clearChat(db.read, chatId, person)
  assertThat(cleared, 'not_found')
  if (!cleared.changed) return true
  bus.emit('cleared', { chat_id: cleared.chat_id, user_id: person, seq: Number(cleared.seq) })
  bus.emit('changed', { user_ids: [person], what: 'chats' })
  return true
}

/** Changes who sees how far the person has read, and whose reading the person sees. */
export async function changeSettings({ db, bus }: Context, person: string, settings: ChatSettings): Promise<void> {
  await putChatSettings(db.read, person, settings.read_receipts)
  bus.emit('changed', { user_ids: [person], what: 'chats' })
}
