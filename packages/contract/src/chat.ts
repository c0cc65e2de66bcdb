/** Chat: conversations between two people, and what arrives live. */
import { z } from './zod.ts'
import { lengths } from './constants.ts'
import { bodyId, endpoint, id, instant, missingOr } from './endpoint.ts'
import { digits } from './numbers.ts'
import { multiLine } from './text.ts'

const member = z.object({ id, full_name: z.string(), profile_picture: z.string().nullable() })

/** `seq` orders the messages of a chat for both sides, without gaps, starting at 1. */
export const message = z.object({
  id,
  chat_id: id,
  seq: z.int(),
  sender_id: id,
  content: z.string().nullable(),
  /** Of an image, for the two members only; null once it has been removed. */
  image_url: z.string().nullable(),
  /** In pixels, so that its place is kept while it loads. */
  image_size: z.object({ width: z.int(), height: z.int() }).nullable(),
  message_type: z.enum(['text', 'image']),
  created_at: instant,
  /** The sender's own id for the message; lets the sender's devices match an optimistic item. Null for the other side. */
  client_id: z.string().nullable(),
  /** The administrator has hidden it: neither side gets its text or image. */
  hidden: z.literal(true).optional(),
  /** The sender has taken it back: it keeps its place and has no content any more. */
  taken_back: z.literal(true).optional(),
})
export type Message = z.infer<typeof message>

export const chatSummary = z.object({
  id,
  driver_id: id,
  passenger_id: id,
  /** The trip the conversation is about: the chosen one while it lies ahead, else the next one of the two. */
  ride_id: id.nullable(),
  /** The other person. */
  other: member,
  last_message: message.nullable(),
  unread_count: z.int(),
  /** False while a block stands between the two; the response does not contain who blocked whom. */
  can_write: z.boolean(),
  /** Up to where the other person has read; null while one of the two has read receipts off. */
  seen_seq: z.int().nullable(),
  /** One of the two has an accepted seat on a ride of the other: telephone numbers and payment are then their own affair. */
  trip_agreed: z.boolean(),
  /** Up to here the caller has deleted the own side; zero when never. */
  cleared_seq: z.int(),
  updated_at: instant,
})
export type ChatSummary = z.infer<typeof chatSummary>

/** A trip that one of the two drives and the other has requested or reserved. The places are the passenger's. */
export const sharedTrip = z.object({
  ride_id: id,
  start_location: z.string(),
  end_location: z.string(),
  departure_time: instant,
})
export type SharedTrip = z.infer<typeof sharedTrip>

export const openChatBody = z.strictObject({
  user_id: bodyId,
  ride_id: bodyId.nullish(),
})

export const messageBody = z.strictObject({
  content: multiLine(lengths.chatMessage),
  message_type: z.literal('text', { error: 'invalid' }).default('text'),
  /** A UUID of the sender's choosing; sending it again stores nothing new and returns the first message. */
  client_id: bodyId.optional(),
  sender_id: id.optional(),
  chat_id: id.optional(),
})
export type MessageBody = z.input<typeof messageBody>

export const chatSettings = z.object({
  /** Shows others how far the person has read, and the person how far they have: neither without the other. */
  read_receipts: z.boolean(),
})
export type ChatSettings = z.infer<typeof chatSettings>
export const chatSettingsBody = z.strictObject({ read_receipts: z.boolean({ error: missingOr('invalid') }) })

const sequence = digits(0, Number.MAX_SAFE_INTEGER)

export const unread = z.object({ chats: z.array(z.object({ chat_id: id, count: z.int() })), total: z.int() })

export const chat = {
  list: endpoint({
    access: 'signed-in',
    method: 'GET',
    path: '/chats',
    tag: 'chat',
    summary: 'The caller’s conversations, latest activity first',
    output: z.object({ items: z.array(chatSummary) }),
  }),
  open: endpoint({
    access: 'participant',
    method: 'POST',
    path: '/chats',
    tag: 'chat',
    summary:
      'Open the conversation with a person; returns the existing one if there is one. `ride_id` makes a ride of one of the two its trip',
    body: openChatBody,
    output: chatSummary,
    errors: ['email_not_verified', 'chat_unavailable', 'too_many_chats'],
  }),
  trips: endpoint({
    access: 'signed-in',
    method: 'GET',
    path: '/chats/{id}/trips',
    tag: 'chat',
    summary:
      'Coming trips that the two people of a conversation share or have requested of each other, the next one first',
    output: z.object({ items: z.array(sharedTrip) }),
    errors: ['not_found'],
  }),
  messages: endpoint({
    access: 'signed-in',
    method: 'GET',
    path: '/chats/{id}/messages',
    tag: 'chat',
    summary: 'Up to 100 messages, oldest first: the latest, those after a sequence number, or those before one',
    query: z.object({ after: sequence.optional(), before: sequence.optional() }),
    /** `cleared_seq`: up to there the caller has deleted the own side, also what a device still holds of it. */
    output: z.object({ items: z.array(message), has_older: z.boolean(), cleared_seq: z.int() }),
    errors: ['not_found'],
  }),
  send: endpoint({
    access: 'participant',
    method: 'POST',
    path: '/chats/{id}/messages',
    tag: 'chat',
    summary: 'Send a text message',
    body: messageBody,
    output: message,
    status: 201,
    errors: ['not_found', 'message_refused', 'rate_limited'],
  }),
  takeBack: endpoint({
    access: 'participant',
    method: 'POST',
    path: '/chats/{id}/messages/{message_id}/take-back',
    tag: 'chat',
    summary: 'Take back an own message within five minutes; taking it back again changes nothing',
    output: message,
    errors: ['not_found', 'too_late_to_take_back'],
  }),
  read: endpoint({
    access: 'confirmed',
    method: 'POST',
    path: '/chats/{id}/read',
    tag: 'chat',
    summary: 'Mark the conversation read up to a sequence number',
    body: z.strictObject({ seq: z.int({ error: missingOr('invalid') }).min(0, { error: 'out_of_range' }) }),
    output: unread,
    errors: ['not_found'],
  }),
  unread: endpoint({
    access: 'signed-in',
    method: 'GET',
    path: '/unread',
    tag: 'chat',
    summary: 'Unread messages of the last 24 hours, by conversation',
    output: unread,
  }),
  remove: endpoint({
    access: 'confirmed',
    method: 'DELETE',
    path: '/chats/{id}',
    tag: 'chat',
    summary:
      'Delete the caller’s side of the conversation; returns false and deletes nothing when `user_id` is another person',
    query: z.object({ user_id: id.optional() }),
    output: z.boolean(),
    errors: ['not_found'],
  }),
  settings: endpoint({
    access: 'signed-in',
    method: 'GET',
    path: '/me/chat-settings',
    tag: 'chat',
    summary: 'Whether the caller shows and sees read marks and typing',
    output: chatSettings,
  }),
  changeSettings: endpoint({
    access: 'confirmed',
    method: 'PUT',
    path: '/me/chat-settings',
    tag: 'chat',
    summary: 'Change whether the caller shows and sees read marks and typing',
    body: chatSettingsBody,
    output: chatSettings,
  }),
}
