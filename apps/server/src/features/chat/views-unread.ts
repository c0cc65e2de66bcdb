/** Messages of which the reader is to be notified. */
import type { Executor } from '#platform/db/database'
import { bigint, type RowOf, rowsOf, text, uuid } from '#platform/db/rows'
import { isReadable } from './views-messages.ts'

const unread = {
  chat_id: uuid,
  reader_id: uuid,
  /** The number up to which the reader has read the chat. */
  seen_seq: bigint,
  sender_id: uuid,
  sender_name: text,
}
export type Unread = RowOf<typeof unread>

/**
 * Returns the readers of messages that have been unread for so many minutes, once for each chat until it is read. Leaves out messages that
 * are hidden, taken back or older than six hours, chats with a block, chats that the reader has deleted, and senders whose account is closed.
 */
export async function listUnread(executor: Executor, minutes: number, limit: number): Promise<Unread[]> {
  const { rows } = await rowsOf(unread)`
    select chat_id, reader_id, seen_seq, sender_id, full_name as sender_name
    from (
      select distinct message.chat_id, message.sender_id, case when mine then passenger_id else driver_id end as reader_id,
        case when mine then greatest(passenger_read_seq, passenger_cleared_seq) else greatest(driver_read_seq, driver_cleared_seq) end as seen_seq
      from message join chat on chat.id = message.chat_id cross join lateral (select driver_id = sender_id as mine) side
      where message.created_at between app_now() - interval '6 hours' and app_now() - make_interval(mins => ${minutes})
        and ${isReadable} and not case when mine then deleted_by_passenger else deleted_by_driver end
        and seq > case when mine then greatest(passenger_read_seq, passenger_cleared_seq) else greatest(driver_read_seq, driver_cleared_seq) end
    ) unread join profile sender on sender.id = sender_id and closed_at is null
      join auth_user reader on reader.id = reader_id and reader.purge_at is null and reader.suspended_at is null
    where not blocked_between(sender_id, reader_id)
      and not exists (select from notification where user_id = reader_id and dedupe_key = 'message:' || chat_id || ':' || seen_seq)
    limit ${limit}`.execute(executor)
  return rows
}
