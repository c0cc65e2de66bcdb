/**
 * The live channel at `/live`: JSON text frames over a WebSocket. Channels: `inbox` (the caller's own chats, ids only) and
 * `chat:{id}` (messages of one conversation, members only).
 */
import { z } from './zod.ts'
import { message } from './chat.ts'

export const clientFrame = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('subscribe'), channel: z.string().max(100) }),
  z.strictObject({ type: z.literal('unsubscribe'), channel: z.string().max(100) }),
  /** The sender is writing in a conversation it is subscribed to; passed on and forgotten. */
  z.strictObject({ type: z.literal('typing'), channel: z.string().max(100) }),
  z.strictObject({ type: z.literal('heartbeat') }),
])
export type ClientFrame = z.infer<typeof clientFrame>

/** Facts that travel to the browser. `inbox` events carry ids, so that they cannot leak a text. */
export const liveEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('message'), message }),
  z.object({ event: z.literal('new_message'), chat_id: z.uuid(), seq: z.int(), sender_id: z.uuid() }),
  /** On `inbox` for the reader's own devices; on `chat:{id}` for the other person, where both tell each other. */
  z.object({ event: z.literal('read'), chat_id: z.uuid(), reader_id: z.uuid(), seq: z.int() }),
  /** On `chat:{id}`, for the other person. */
  z.object({ event: z.literal('typing'), chat_id: z.uuid(), user_id: z.uuid() }),
  z.object({ event: z.literal('changed'), what: z.enum(['reservations', 'rides', 'chats', 'notifications']) }),
])
export type LiveEvent = z.infer<typeof liveEvent>

export const serverFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('subscribed'), channel: z.string() }),
  z.object({ type: z.literal('refused'), channel: z.string() }),
  z.object({ type: z.literal('heartbeat') }),
  z.object({ type: z.literal('event'), channel: z.string(), data: liveEvent }),
])
export type ServerFrame = z.infer<typeof serverFrame>

/** Close codes beyond the standard ones. */
export const closeCodes = { signedOut: 4401, tooManyConnections: 4429, slowReader: 1013, restart: 1012 } as const
