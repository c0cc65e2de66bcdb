/**
 * The live channel at `/live`: JSON text frames over a WebSocket. Channels: `inbox` (the caller's own chats, ids only) and
 * `chat:{id}` (messages of one conversation, members only).
 */
import { z } from './zod.ts'
import { message } from './chat.ts'
import { type ErrorCode, fieldCodes, isErrorCode } from './errors.ts'

export const clientFrame = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('subscribe'), channel: z.string().max(100) }),
  z.strictObject({ type: z.literal('unsubscribe'), channel: z.string().max(100) }),
  /** The sender is writing in a conversation it is subscribed to; passed on and not stored. */
  z.strictObject({ type: z.literal('typing'), channel: z.string().max(100) }),
  /**
   * A text for a conversation that the sender is subscribed to. Rights, limits and errors are those of `POST /chats/{id}/messages`, and so
   * is the client id, which is required here. The response is `sent` or `not_sent`.
   */
  z.strictObject({
    type: z.literal('send'),
    channel: z.string().max(100),
    client_id: z.string().max(100),
    /** The response reports what is wrong with it. */
    content: z.unknown().optional(),
  }),
  z.strictObject({ type: z.literal('heartbeat') }),
])
export type ClientFrame = z.infer<typeof clientFrame>
export type SendFrame = Extract<ClientFrame, { type: 'send' }>

/**
 * Data that an open page may have to reload. `support`: an own request has an answer, or any request for administrators; `reports`: for
 * administrators.
 */
export const changeable = ['reservations', 'rides', 'chats', 'notifications', 'support', 'reports'] as const
export type Changeable = (typeof changeable)[number]

/** Events for the browser. `inbox` events contain ids only, so that they cannot leak a text. */
export const liveEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('message'), message }),
  z.object({ event: z.literal('new_message'), chat_id: z.uuid(), seq: z.int(), sender_id: z.uuid() }),
  /** On `inbox` for the reader's own devices; on `chat:{id}` for the other member, where both have read receipts on. */
  z.object({ event: z.literal('read'), chat_id: z.uuid(), reader_id: z.uuid(), seq: z.int() }),
  /** On `chat:{id}`, for the other member. */
  z.object({ event: z.literal('typing'), chat_id: z.uuid(), user_id: z.uuid() }),
  z.object({ event: z.literal('changed'), what: z.enum(changeable) }),
])
export type LiveEvent = z.infer<typeof liveEvent>

export const serverFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('subscribed'), channel: z.string() }),
  z.object({ type: z.literal('refused'), channel: z.string() }),
  z.object({ type: z.literal('heartbeat') }),
  z.object({ type: z.literal('event'), channel: z.string(), data: liveEvent }),
  /** The message as stored, by this attempt or an earlier one. */
  z.object({ type: z.literal('sent'), client_id: z.string(), message }),
  /** Not stored by this attempt. */
  z.object({
    type: z.literal('not_sent'),
    client_id: z.string(),
    code: z.custom<ErrorCode>(isErrorCode),
    fields: z.record(z.string(), z.enum(fieldCodes)).optional(),
    /** Seconds. */
    retry_after: z.number().optional(),
  }),
])
export type ServerFrame = z.infer<typeof serverFrame>
export type SendResult = Extract<ServerFrame, { type: 'sent' | 'not_sent' }>
