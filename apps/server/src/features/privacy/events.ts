/** Reactions to other slices' facts. */
import type { Tx } from '#platform/db/database'
import { type Deps, leave, stay } from './service.ts'

declare module '#platform/live/bus' {
  interface Topics {
    /** An account was closed, to be deleted later, or reopened. */
    closed: { user_id: string }
  }
}

interface Deletion {
  user_id: string
  wanted: boolean
}

/** An administrator deletes an account as the person could have, or takes that back; runs in that transaction. */
export const leaveOnDeletion =
  (deps: Deps) =>
  async (tx: Tx, { user_id, wanted }: Deletion): Promise<void> => {
    if (wanted) await leave(tx, deps, user_id)
    else await stay(tx, deps, user_id)
  }
