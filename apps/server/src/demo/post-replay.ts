/** Replays the public wanted rides of the plan, after everything else. */
import { wantedBody } from '@samtur/contract/wanted'
import { sql } from 'kysely'
import { departuresOf } from '#features/wanted/rules'
import { checkWanted } from '#features/wanted/service'
import { insertWanted } from '#features/wanted/store'
import { dropIdleTasks, insertMatches } from '#features/wanted/store-matches'
import { listServing } from '#features/wanted/views-matching'
import type { Tx } from '#platform/db/database'
import type { IdOf, PlannedPost } from './planned.ts'

interface Clock {
  now: Date
  /** Sets the product's clock in the transaction. */
  turnTo(at: Date): Promise<void>
}

/**
 * Stores the posts. The rides of the plan are not compared with them, and those that match count as shown, so that the first start notifies
 * nobody.
 */
export async function replayPosts(tx: Tx, posts: PlannedPost[], { now, turnTo }: Clock, idOf: IdOf): Promise<void> {
  await turnTo(now)
  // Nobody wants a ride yet, so all tasks go.
  await dropIdleTasks(tx)
  // The rides were stored in this transaction, so Postgres has no statistics of them and may choose a plan that takes minutes.
  await sql`analyze ride, ride_section, ride_detour`.execute(tx)
  for (const { person, body, at } of posts) {
    const userId = idOf(person)
    const wanted = checkWanted(wantedBody.parse(body), at)
    await turnTo(at)
    const wanted_id = await insertWanted(tx, userId, wanted)
    await turnTo(now)
    const serving = await listServing(tx, wanted, { userId, span: departuresOf(wanted, now) })
    const matches = serving.map(({ ride_id }) => ({ wanted_id, ride_id }))
    await insertMatches(tx, matches, 'shown')
  }
}
