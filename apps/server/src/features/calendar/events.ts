/** Reactions to events of accounts. */
import type { Tx } from '#platform/db/database'
import { renewExistingFeed } from './store.ts'

/** Gives an existing feed another address, because a person who knew the password may have copied it. Returns whether there was one. */
export const renewFeedOnPasswordChange = (tx: Tx, { user_id }: { user_id: string }): Promise<boolean> =>
  renewExistingFeed(tx, user_id)
