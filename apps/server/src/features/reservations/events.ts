/** Reactions to other slices' facts. */
import { afterCommit, type Tx } from '#platform/db/database'
import type { Bus } from '#platform/live/bus'
import { closePendingBetween } from './store.ts'

interface Block {
  blocker_id: string
  blocked_id: string
}

/** A block closes the requests still open between the two; runs in the block's own transaction. */
export const closeRequestsOnBlock =
  (bus: Bus) =>
  async (tx: Tx, block: Block): Promise<void> => {
    const people = [block.blocker_id, block.blocked_id] as const
    await closePendingBetween(tx, ...people)
    afterCommit(() => bus.emit('changed', { user_ids: [...people], what: 'reservations' }))
  }
