/** What calendars do when something happens to an account. */
import type { Tx } from '#platform/db/database'
import { renewExistingFeed } from './store.ts'

/** Whoever knew the password may have copied the address of the feed: a feed that exists gets another one. Returns whether there was one. */
export const renewFeedOnPasswordChange = (tx: Tx, { user_id }: { user_id: string }): Promise<boolean> =>
  renewExistingFeed(tx, user_id)
