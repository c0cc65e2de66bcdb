/** Reactions to other slices' events. */
import { paths } from '@samtur/contract/paths'
import type { HiddenContent, Hiding } from '#features/moderation/events'
import type { Tx } from '#platform/db/database'
import { hideMessage } from './store-messages.ts'

/** Hides or shows a message by order of an administrator; both sides' pages read their conversations again. */
export async function followMessageHiding(tx: Tx, hiding: Hiding): Promise<HiddenContent | undefined> {
  const { kind, id, hidden, at } = hiding
  const message = kind === 'message' ? await hideMessage(tx, id, hidden ? at : null) : undefined
  return (
    message && {
      owner_id: message.sender_id,
      path: `${paths.chat}?${new URLSearchParams({ chat: message.chat_id }).toString()}`,
      changed: message.changed,
      refresh: { user_ids: message.members, what: 'chats' },
    }
  )
}
