/** Operations on messages. */
import type { Message } from '@samtur/contract/chat'
import { chat as limits } from '@samtur/contract/constants'
import { id as idSchema } from '@samtur/contract/endpoint'
import { assertThat, invalidField, signedIn } from '../errors.ts'
import type { Product } from '../ports/product.ts'
import { pathOfAddress } from '../storage/paths.ts'
import { notOffered } from './errors.ts'
import { mustBe, type Operation, type OperationInput, readPages, valueOf } from './operations.ts'
import { instantOf } from './query.ts'
import { messageRow } from './rows-messages.ts'
import type { Row } from './shapes.ts'

const UNREAD_MS = limits.unreadWindowHours * 3_600_000

export const messageOperations: readonly Operation[] = [
  {
    name: 'messages.of',
    table: 'messages',
    verb: 'GET',
    filters: { chat_id: { operators: ['eq'], required: true } },
    order: 'created_at.asc',
    most: limits.historySize,
    run: listMessages,
  },
  {
    name: 'messages.unread',
    table: 'messages',
    verb: 'GET',
    filters: {
      chat_id: { operators: ['in'], required: true },
      sender_id: { operators: ['neq'], required: true },
      created_at: { operators: ['gt', 'gte'], required: true },
    },
    run: listUnread,
  },
  {
    name: 'messages.insert',
    table: 'messages',
    verb: 'POST',
    filters: {},
    body: ['chat_id', 'sender_id', 'content', 'message_type'],
    needs: ['chat_id', 'content'],
    run: sendMessage,
  },
  {
    name: 'messages.image',
    table: 'messages',
    verb: 'POST',
    filters: {},
    body: ['chat_id', 'sender_id', 'content', 'image_url', 'message_type'],
    needs: ['chat_id', 'image_url'],
    run: sendImage,
  },
]

function rowsOf(input: OperationInput, messages: readonly Message[]): Promise<Row[]> {
  const signer = input.deps.links.signer(signedIn(input))
  return Promise.all(messages.map((message) => messageRow(signer, message)))
}

/** Lists the first messages of a conversation; later ones by `offset`. */
async function listMessages(input: OperationInput): Promise<Row[]> {
  const { product, filters, enough } = input
  const params = { id: valueOf(filters, 'chat_id') ?? '' }
  const messages = product.reach('chat.messages')
  const found = await readPages(async (after = '0') => {
    const { items } = await messages({ params, query: { after } })
    const last = items.length < limits.historySize ? undefined : items.at(-1)
    return { items, next_cursor: last ? String(last.seq) : null }
  }, enough)
  return rowsOf(input, found)
}

/** Lists messages of others within the last day; the conversations that a query names beside the caller's own are left out. */
async function listUnread(input: OperationInput): Promise<Row[]> {
  const { deps, product, filters } = input
  const { id } = signedIn(input)
  if (valueOf(filters, 'sender_id')?.toLowerCase() !== id)
    throw notOffered('messages', 'Messages of others than the caller are listed.')
  const [from] = filters.get('created_at') ?? []
  const since = Math.max(
    from ? instantOf(from) + (from.operator === 'gt' ? 1 : 0) : 0,
    deps.clock.now().getTime() - UNREAD_MS,
  )
  const named = new Set(filters.get('chat_id')?.[0]?.values)
  const { items } = await product.reach('chat.list')({})
  const found: Message[] = []
  // One conversation after the other, so that one request does not take all connections to the database.
  for (const chat of items)
    if (named.has(chat.id) && Date.parse(chat.updated_at) >= since)
      found.push(...(await readSince(product, chat.id, since)))
  return rowsOf(
    input,
    found.filter((message) => message.sender_id !== id),
  )
}

/** Returns the messages of a conversation from an instant on. */
async function readSince(product: Product, chatId: string, since: number): Promise<Message[]> {
  const messages = product.reach('chat.messages')
  return readPages(async (before: string | undefined) => {
    const query = before === undefined ? {} : { before }
    const { items, has_older } = await messages({ params: { id: chatId }, query })
    const recent = items.filter((message) => Date.parse(message.created_at) >= since)
    const [first] = recent.length === items.length && has_older ? items : []
    return { items: recent, next_cursor: first ? String(first.seq) : null }
  })
}

async function sendMessage(input: OperationInput): Promise<Row[]> {
  const { product, caller, body } = input
  const send = product.reach('chat.send')
  const { chat_id: id, ...fields } = body[0] ?? {}
  mustBe('messages', 'sender_id', fields['sender_id'], caller?.id)
  const sending = { params: { id: String(id) }, body: { ...fields, chat_id: id } }
  return rowsOf(input, [await send(sending as never)])
}

/** Sends an image that the caller has uploaded to the bucket `chat-images`; the message names it by its public address. */
async function sendImage(input: OperationInput): Promise<Row[]> {
  const { deps, product, body } = input
  // Who may send texts may send images.
  product.reach('chat.send')
  const { id } = signedIn(input)
  const { chat_id: chatId, sender_id: sender, content, image_url: image, message_type: type } = body[0] ?? {}
  mustBe('messages', 'sender_id', sender, id)
  if (type !== 'image') throw invalidField('message_type', 'invalid')
  if (content !== undefined && content !== null) throw invalidField('content', 'invalid')
  const path = pathOfAddress(String(image))
  if (path?.bucket !== 'chat-images' || path.owner !== id) throw invalidField('image_url', 'invalid')
  assertThat(idSchema.safeParse(chatId).success, 'not_found')
  return rowsOf(input, [await deps.objects.sendImage(path, String(chatId))])
}
