/** Reactions to other slices' facts. */
import type { Tx } from '#platform/db/database'
import { lockRidesAhead, removeSectionsOf, restoreSectionsOf } from './store.ts'

interface Suspension {
  user_id: string
  suspended: boolean
}

/** Rides of somebody whose account is shut are not found; they stay for those who have a seat, and come back when it is opened. */
export async function followSuspension(tx: Tx, { user_id, suspended }: Suspension): Promise<void> {
  await lockRidesAhead(tx, user_id)
  if (suspended) await removeSectionsOf(tx, user_id)
  else await restoreSectionsOf(tx, user_id)
}
