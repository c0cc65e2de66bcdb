/** What a program subscribes to in a topic, and the rows that it gets. */
import { z } from 'zod'
import { type Row, shapes } from '../rest/shapes.ts'

const binding = z.object({
  event: z.string().max(50),
  schema: z.string().max(100).nullish(),
  table: z.string().max(100).nullish(),
  filter: z.string().max(500).nullish(),
})
/** A binding as the client sends it; the reply repeats it. */
export type Binding = z.infer<typeof binding>

export const joinPayload = z.object({
  access_token: z.string().nullish(),
  config: z.object({
    postgres_changes: z.array(binding).default([]),
    presence: z.object({ enabled: z.boolean().optional() }).nullish(),
    private: z.boolean().nullish(),
  }),
})

const SCHEMA = 'public'
const TABLE = 'messages'
const OF_CHAT = /^chat_id=eq\.([\w-]{1,100})$/
export const INBOX = 'inbox'

/** Returns the live channel behind a binding: inserts of messages, of one conversation or of all one's own; undefined for anything else. */
export function channelOf({ event, schema, table, filter }: Binding): string | undefined {
  if (event !== 'INSERT' || schema !== SCHEMA || table !== TABLE) return undefined
  if (filter === undefined || filter === null) return INBOX
  const chatId = OF_CHAT.exec(filter)?.[1]
  return chatId === undefined ? undefined : `chat:${chatId}`
}

/** Describes a binding as the service does in its error. */
export const describeBinding = ({ event, schema, table, filter }: Binding): string =>
  `[event: ${event}, schema: ${schema ?? 'nil'}, table: ${table ?? 'nil'}, filters: [${filter ?? ''}]]`

/** A message as the unfiltered subscription shows it: ids and time, and no content. */
export interface Notice {
  id: string
  chat_id: string
  sender_id: string
  created_at: Date
}

export const rowOfNotice = ({ id, chat_id, sender_id, created_at }: Notice): Row => ({
  ...Object.fromEntries(shapes.messages.columns.map((name) => [name, null])),
  id,
  chat_id,
  sender_id,
  created_at: created_at.toISOString(),
})

const typeOf = (name: string) => (name.endsWith('id') ? 'uuid' : name.endsWith('_at') ? 'timestamptz' : 'text')
const columns = shapes.messages.columns.map((name) => ({ name, type: typeOf(name) }))

/** Returns the payload of a change, for the bindings with these ids. */
export const insertPayload = (ids: readonly number[], record: Row) => ({
  ids,
  data: {
    schema: SCHEMA,
    table: TABLE,
    type: 'INSERT',
    commit_timestamp: record['created_at'],
    columns,
    record,
    errors: null,
  },
})
