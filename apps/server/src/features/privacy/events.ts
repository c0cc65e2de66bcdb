/** Reactions to other slices' events. */
import type { Deletion } from '#features/moderation/events'
import type { Tx } from '#platform/db/database'
import { type Deps, leave, stay } from './service.ts'

declare module '#platform/live/bus' {
  interface Topics {
    /** An account was closed until its deletion, or reopened. */
    closed: { user_id: string }
  }
}

/** Closes an account that an administrator deletes, or reopens it, in the administrator's transaction. */
export const leaveOnDeletion =
  (deps: Deps) =>
  async (tx: Tx, { user_id, begun }: Deletion): Promise<void> => {
    if (begun) await leave(tx, deps, user_id)
    else await stay(tx, deps, user_id)
  }
