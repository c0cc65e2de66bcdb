/** Operations on conversations, messages and blocks. */
import { call } from '@orpc/server'
import type { ChatSummary } from '@samtur/contract/chat'
import { id as idSchema } from '@samtur/contract/endpoint'
import { presentMessage, sendUpload } from '../../features/chat/port.ts'
import { participant, signedIn } from '../../platform/http/context.ts'
import { assertThat, invalidField } from '../../platform/http/errors.ts'
import { pathOfAddress } from '../storage/paths.ts'
import { notOffered } from './errors.ts'
import { mustBe, type Operation, type OperationInput, reach, valueOf } from './operations.ts'
import { messageRow } from './rows-messages.ts'
import { pictureAddress } from './rows-people.ts'
import type { Row } from './shapes.ts'

const MOST_MESSAGES = 100
const DAY_MS = 86_400_000
const notDeleted = { deleted_by_driver: { operators: ['eq'] }, deleted_by_passenger: { operators: ['eq'] } } as const
const newestFirst = { table: 'chats', verb: 'GET', order: 'updated_at.desc' } as const

export const chatOperations: readonly Operation[] = [
  {
    ...newestFirst,
    name: 'chats.mine',
    filters: notDeleted,
    or: ['driver_id.eq', 'passenger_id.eq'],
    run: async (input) => listChats(input, namesOf(input)),
  },
  {
    ...newestFirst,
    name: 'chats.mine.kept',
    filters: {},
    or: ['deleted_by_driver.eq&driver_id.eq', 'deleted_by_passenger.eq&passenger_id.eq'],
    run: async (input) => listChats(input, namesOf(input)),
  },
  {
    ...newestFirst,
    name: 'chats.pair',
    filters: { driver_id: { operators: ['eq'], required: true }, passenger_id: { operators: ['eq'], required: true } },
    run: async (input) =>
      findPair(input, [valueOf(input.filters, 'driver_id'), valueOf(input.filters, 'passenger_id')]),
  },
  {
    ...newestFirst,
    name: 'chats.pair.either',
    filters: {},
    or: ['driver_id.eq&passenger_id.eq', 'driver_id.eq&passenger_id.eq'],
    run: async (input) => findPair(input, namesOf(input)),
  },
  {
    name: 'chats.insert',
    table: 'chats',
    verb: 'POST',
    filters: {},
    body: ['driver_id', 'passenger_id', 'ride_id'],
    needs: ['driver_id', 'passenger_id'],
    run: openChat,
  },
  {
    name: 'messages.of',
    table: 'messages',
    verb: 'GET',
    filters: { chat_id: { operators: ['eq'], required: true } },
    order: 'created_at.asc',
    most: MOST_MESSAGES,
    run: async (input) => listMessages(input, valueOf(input.filters, 'chat_id') ?? ''),
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
  {
    name: 'user_blocks.insert',
    table: 'user_blocks',
    verb: 'POST',
    filters: {},
    body: ['blocker_id', 'blocked_id'],
    needs: ['blocked_id'],
    run: block,
  },
]

/** The ids of people that the alternatives name. */
const namesOf = ({ query }: OperationInput): string[] => [
  ...new Set(query.or.flat().flatMap(({ column, values }) => (column.endsWith('_id') ? values : []))),
]

/** Returns the caller's conversations; none where a query names anybody else, or asks for deleted ones. */
async function listChats(input: OperationInput, people: readonly (string | undefined)[]): Promise<Row[]> {
  const { deps, context, filters, query } = input
  const { id } = signedIn(input)
  const flags = [...[...filters.values()].flat(), ...query.or.flat()].filter(({ column }) =>
    column.startsWith('deleted_by'),
  )
  if (people.some((one) => one !== id) || flags.some(({ values }) => values[0] !== 'false')) return []
  const { items } = await call(reach(input, deps.router.chat.list), {}, { context })
  return rowsOf(input, items)
}

/** Returns the conversation of two people, one of whom is the caller; nothing for others. */
async function findPair(input: OperationInput, people: readonly (string | undefined)[]): Promise<Row[]> {
  const { deps, context } = input
  const { id } = signedIn(input)
  const other = people.find((one) => one !== id)
  if (people.length !== 2 || !people.includes(id) || other === undefined) return []
  const { items } = await call(reach(input, deps.router.chat.list), {}, { context })
  return rowsOf(
    input,
    items.filter((chat) => chat.other.id === other),
  )
}

async function rowsOf(input: OperationInput, chats: readonly ChatSummary[]): Promise<Row[]> {
  const { deps, context } = input
  if (chats.length === 0) return []
  const { profile } = await call(reach(input, deps.router.accounts.me), {}, { context })
  return chats.map((chat) => chatRow(deps.origin(), chat, profile))
}

interface Member {
  id: string
  full_name: string
  profile_picture: string | null
}

/** Both flags are false: a side that deleted the conversation does not list it, and the other side does not learn of it. */
function chatRow(origin: string, chat: ChatSummary, own: Member): Row {
  const member = ({ id, full_name, profile_picture }: Member): Row => ({
    id,
    full_name,
    profile_picture: pictureAddress(origin, profile_picture),
  })
  const sideOf = (id: string) => member(id === own.id ? own : chat.other)
  return {
    id: chat.id,
    driver_id: chat.driver_id,
    passenger_id: chat.passenger_id,
    ride_id: chat.ride_id,
    deleted_by_driver: false,
    deleted_by_passenger: false,
    updated_at: chat.updated_at,
    driver: sideOf(chat.driver_id),
    passenger: sideOf(chat.passenger_id),
  }
}

async function openChat(input: OperationInput): Promise<Row[]> {
  const { deps, context, body } = input
  const open = reach(input, deps.router.chat.open)
  const { id } = signedIn(input)
  const { driver_id: driver, passenger_id: passenger, ride_id: rideId = null } = body[0] ?? {}
  if (driver !== id && passenger !== id) throw notOffered('chats', 'One of the two people is the caller.')
  const chat = await call(open, { body: { user_id: driver === id ? passenger : driver, ride_id: rideId } } as never, {
    context,
  })
  return rowsOf(input, [chat])
}

async function listMessages(input: OperationInput, chatId: string): Promise<Row[]> {
  const { deps, context } = input
  const messages = reach(input, deps.router.chat.messages)
  const { items } = await call(messages, { params: { id: chatId }, query: {} }, { context })
  return Promise.all(items.map((message) => messageRow(deps.links, message, signedIn(input).id)))
}

/** Messages of others within the last day; the conversations that a query names beside the caller's own are left out. */
async function listUnread(input: OperationInput): Promise<Row[]> {
  const { deps, context, filters } = input
  const { id } = signedIn(input)
  if (valueOf(filters, 'sender_id') !== id)
    throw notOffered('messages', 'Messages of others than the caller are listed.')
  const since = Math.max(
    Date.parse(valueOf(filters, 'created_at') ?? '') || 0,
    deps.parts.clock.now().getTime() - DAY_MS,
  )
  const named = new Set(filters.get('chat_id')?.[0]?.values)
  const { items } = await call(reach(input, deps.router.chat.list), {}, { context })
  const recent = items.filter((chat) => named.has(chat.id) && Date.parse(chat.updated_at) >= since)
  const lists = await Promise.all(recent.map((chat) => listMessages(input, chat.id)))
  return lists.flat().filter((row) => row['sender_id'] !== id && Date.parse(String(row['created_at'])) >= since)
}

async function sendMessage(input: OperationInput): Promise<Row[]> {
  const { deps, context, caller, body } = input
  const send = reach(input, deps.router.chat.send)
  const { chat_id: id, ...fields } = body[0] ?? {}
  mustBe('messages', 'sender_id', fields['sender_id'], caller?.id)
  const message = await call(send, { params: { id: String(id) }, body: { ...fields, chat_id: id } } as never, {
    context,
  })
  return [await messageRow(deps.links, message, signedIn(input).id)]
}

/** Sends an image that the caller has uploaded to the bucket `chat-images`; the message names it by its public address. */
async function sendImage(input: OperationInput): Promise<Row[]> {
  const { id } = participant(input)
  const { chat_id: chatId, sender_id: sender, content, image_url: image, message_type: type } = input.body[0] ?? {}
  mustBe('messages', 'sender_id', sender, id)
  if (type !== 'image') throw invalidField('message_type', 'invalid')
  if (content !== undefined && content !== null) throw invalidField('content', 'invalid')
  const path = pathOfAddress(String(image))
  if (path?.bucket !== 'chat-images' || path.owner !== id) throw invalidField('image_url', 'invalid')
  assertThat(idSchema.safeParse(chatId).success, 'not_found')
  const message = await sendUpload(input.deps.parts, path, String(chatId))
  return [await messageRow(input.deps.links, presentMessage(message, id), id)]
}

async function block(input: OperationInput): Promise<Row[]> {
  const { deps, context, caller, body } = input
  const put = reach(input, deps.router.moderation.block)
  const { blocker_id: blocker = caller?.id, blocked_id: blocked } = body[0] ?? {}
  mustBe('user_blocks', 'blocker_id', blocker, caller?.id)
  await call(put, { params: { userId: String(blocked) } }, { context })
  return [{ blocker_id: blocker, blocked_id: blocked }]
}
