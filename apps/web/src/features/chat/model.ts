/** The list of conversations, and what the header shows. */
import type { ChatSummary, Message } from '@samtur/contract/chat'
import { firstName } from '@samtur/contract/names'
import type { RideDetail } from '@samtur/contract/rides'

/** Returns a name that leaves room beside it: the first word of a long one. */
export const shortName = (name: string) => (name.length > 24 ? firstName(name) : name)

/** Returns the list with the newest message of a conversation, and that conversation on top. */
export function withMessage(chats: readonly ChatSummary[], message: Message): ChatSummary[] {
  const moved = chats.map((chat) => {
    if (chat.id !== message.chat_id || (chat.last_message?.seq ?? chat.cleared_seq) >= message.seq) return chat
    return { ...chat, last_message: message, updated_at: message.created_at }
  })
  return moved.toSorted((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at))
}

/** Returns the list with this conversation on top, in place of its older state. */
export const withChat = (chats: readonly ChatSummary[], chat: ChatSummary) => [
  chat,
  ...chats.filter(({ id }) => id !== chat.id),
]

/** Returns the list with how far the other person has read. The number never falls, in whatever order responses and events arrive. */
export const withSeen = (chats: readonly ChatSummary[], chatId: string, readerId: string, seq: number) =>
  chats.map((chat) =>
    chat.id === chatId && chat.other.id === readerId ? { ...chat, seen_seq: Math.max(chat.seen_seq ?? 0, seq) } : chat,
  )

/** Returns the server's list. A read mark that came live meanwhile stays. */
export function withKnownMarks(known: readonly ChatSummary[] | undefined, chats: readonly ChatSummary[]) {
  const marks = new Map(known?.map(({ id, seen_seq }) => [id, seen_seq ?? 0]))
  return chats.map((chat) =>
    chat.seen_seq === null ? chat : { ...chat, seen_seq: Math.max(chat.seen_seq, marks.get(chat.id) ?? 0) },
  )
}

export const withoutChat = (chats: readonly ChatSummary[], chatId: string) => chats.filter(({ id }) => id !== chatId)

export const withoutUnread = (chats: readonly ChatSummary[], chatId: string) =>
  chats.map((chat) => (chat.id === chatId ? { ...chat, unread_count: 0 } : chat))

/** Returns the part of a trip that the caller has reserved, or the whole trip. */
export function ownPart({ reservation, route, ...ride }: RideDetail) {
  const active = reservation?.status === 'pending' || reservation?.status === 'accepted'
  const from = active ? route[reservation.from_position] : undefined
  const to = active ? route[reservation.to_position] : undefined
  if (!from || !to) {
    const { start_location, end_location, departure_time, arrival_time } = ride
    return { from: start_location, to: end_location, departs: departure_time, arrives: arrival_time }
  }
  const section = { from_position: from.position, to_position: to.position }
  return { from: from.text, to: to.text, departs: from.passes_at, arrives: to.passes_at, section }
}
