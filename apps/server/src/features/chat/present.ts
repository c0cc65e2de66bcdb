/** Chat rows → responses; fields that only the sender may see are dropped here. */
import type { ChatSummary, Message, SharedTrip } from '@samtur/contract/chat'
import { chatImageUrl } from '@samtur/contract/uploads'
import { pictureUrl } from '#features/profiles/port'
import { seesContact } from '#features/rides/port'
import type { ChatRow } from './views.ts'
import type { MessageRow } from './views-messages.ts'
import type { SharedTripRow } from './views-trips.ts'

export function presentMessage(row: MessageRow, viewerId: string): Message {
  return {
    id: row.id,
    chat_id: row.chat_id,
    seq: Number(row.seq),
    sender_id: row.sender_id,
    content: row.content,
    image_url: row.image_key === null ? null : chatImageUrl(row.image_key),
    image_size:
      row.image_width === null || row.image_height === null
        ? null
        : { width: row.image_width, height: row.image_height },
    message_type: row.message_type,
    created_at: new Date(row.created_at).toISOString(),
    client_id: row.sender_id === viewerId ? row.client_id : null,
    ...(row.hidden && { hidden: true }),
    ...(row.taken_back && { taken_back: true }),
  }
}

export function presentChat(
  {
    other,
    last_message: last,
    seen_seq: seen,
    cleared_seq: cleared,
    last_agreed_arrival: arrival,
    updated_at,
    ...row
  }: ChatRow,
  viewerId: string,
  now: Date,
): ChatSummary {
  return {
    ...row,
    other: { id: other.id, full_name: other.full_name, profile_picture: pictureUrl(other.picture_key) },
    last_message: last && presentMessage(last, viewerId),
    trip_agreed: arrival !== null && seesContact({ status: 'accepted' }, arrival, now),
    seen_seq: seen === null ? null : Number(seen),
    cleared_seq: Number(cleared),
    updated_at: updated_at.toISOString(),
  }
}

export const presentTrip = ({ departure_time, ...trip }: SharedTripRow): SharedTrip => ({
  ...trip,
  departure_time: departure_time.toISOString(),
})

export function presentUnread(chats: { chat_id: string; count: number }[]) {
  return { chats, total: chats.reduce((sum, { count }) => sum + count, 0) }
}
