/** Opening a conversation, sending a message, marking as read. */
import type { z } from 'zod'
import type { messageBody, openChatBody } from '@samtur/contract/chat'
import { afterCommit, type Tx } from '#platform/db/database'
import type { Parts } from '#platform/http/context'
import { assertThat, invalidField } from '#platform/http/errors'
import { mayOpen } from './policy.ts'
import { messageLimit, newChatsPerDay } from './rules.ts'
import { addChat, addTextMessage, lockOpener, lockPair, moveReadMark, showChat, type SentMessage } from './store.ts'
import { countOpened, findMessage, findPair, type MessageRow } from './views.ts'

type Body = z.output<typeof messageBody>
type Context = Pick<Parts, 'db' | 'bus' | 'limiter'>

/** Answers the id of the pair's one chat, however many ask for it at the same time and from both sides. */
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
    if (appears) afterCommit(() => bus.emit('changed', { user_ids: [opener], what: 'chats' }))
    return id
  })
}

async function addNewChat(tx: Tx, opener: string, contacted: string, rideId: string | null): Promise<string> {
  await lockOpener(tx, opener)
  const { count, retry_after } = await countOpened(tx, opener)
  assertThat(count < newChatsPerDay, 'too_many_chats', { params: { retry_after } })
  return addChat(tx, opener, contacted, rideId)
}

/** Sending a client id again answers the message that was stored the first time. */
export async function sendMessage(context: Context, sender: string, chatId: string, body: Body): Promise<MessageRow> {
  checkForced(sender, chatId, body)
  const { db, bus, limiter } = context
  await limiter.use(messageLimit, sender)
  const sent = await addTextMessage(db.read, {
    chatId,
    senderId: sender,
    content: body.content,
    clientId: body.client_id,
  })
  assertThat(sent, 'not_found')
  assertThat(!sent.refused, 'message_refused')
  if (!sent.fresh) return findMessage(db.read, sent.message_id)
  const message = asStored(sent, sender, chatId, body)
  const { chat_id, seq } = message
  bus.emit('message', { chat_id, seq: Number(seq), sender_id: sender, recipient_id: sent.recipient_id }, message)
  return message
}

/** The row as the database holds it, without asking for it. */
function asStored(
  { message_id: id, seq, created_at }: SentMessage,
  sender: string,
  chatId: string,
  body: Body,
): MessageRow {
  const client_id = body.client_id?.toLowerCase() ?? null
  return {
    id,
    chat_id: chatId.toLowerCase(),
    seq,
    sender_id: sender,
    client_id,
    message_type: 'text',
    content: body.content,
    created_at,
  }
}

/** Fields that the server sets pass when they say what the server would say. */
function checkForced(sender: string, chatId: string, body: Body) {
  if (body.sender_id !== undefined && body.sender_id.toLowerCase() !== sender)
    throw invalidField('sender_id', 'invalid')
  if (body.chat_id !== undefined && body.chat_id.toLowerCase() !== chatId.toLowerCase())
    throw invalidField('chat_id', 'invalid')
}

/** Tells the reader's other devices when the mark has moved. */
export async function markRead({ db, bus }: Context, reader: string, chatId: string, seq: number): Promise<void> {
  const mark = await moveReadMark(db.read, chatId, reader, seq)
  assertThat(mark, 'not_found')
  if (!mark.moved) return
  bus.emit('read', { chat_id: mark.chat_id, reader_id: reader, other_id: mark.other_id, seq: Number(mark.seq) })
}
