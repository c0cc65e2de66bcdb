/** Reactions to facts of other slices. */
import type { FindableRides } from '#features/rides/events'
import { afterCommit, type Tx } from '#platform/db/database'
import type { Bus } from '#platform/live/bus'
import { addRideTasks } from './store-matches.ts'

/** Has the rides compared with the wanted rides. */
export const compareFindable =
  ({ bus }: { bus: Bus }) =>
  async (tx: Tx, { ride_ids }: FindableRides): Promise<void> => {
    if (ride_ids.length === 0) return
    await addRideTasks(tx, ride_ids)
    afterCommit(() => bus.emit('wanted', null))
  }
