/** The only writer of `ride_wanted`; with `store-matches.ts` also of what matches it. */
import { randomUUIDv7 } from 'node:crypto'
import { wanted as limits } from '@samtur/contract/constants'
import { sql } from 'kysely'
import type { Executor, Tx } from '#platform/db/database'
import { AppError } from '#platform/http/errors'
import type { WantedToStore } from './rules.ts'
import { findSame } from './views.ts'

/** Serialises what one person keeps, so that the limit of active ones holds. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('wanted rides:' || ${userId}::text, 0))`.execute(tx)
}

/** Marks the person's wanted rides that have ended by themselves, so that the same ones can be made again. */
export async function endPast(tx: Tx, userId: string): Promise<void> {
  await sql`update ride_wanted set ended_at = ends_at where user_id = ${userId} and ended_at is null and ends_at <= app_now()`.execute(
    tx,
  )
}

const toRow = ({ filters, ...wanted }: WantedToStore) => ({ ...wanted, filters: JSON.stringify(filters) })

/** Stores a new one and returns its id. Error: `wanted_exists`. The caller has locked the person. */
export async function insertWanted(tx: Tx, userId: string, wanted: WantedToStore): Promise<string> {
  await refuseSame(tx, userId, wanted)
  const id = randomUUIDv7()
  await tx
    .insertInto('ride_wanted')
    .values({ ...toRow(wanted), id, user_id: userId })
    .execute()
  return id
}

/** Writes a changed one, paused or not. Error: `wanted_exists`. The caller has locked the person. */
export async function updateWanted(
  tx: Tx,
  { id, userId, paused }: { id: string; userId: string; paused: boolean },
  wanted: WantedToStore,
): Promise<void> {
  await refuseSame(tx, userId, wanted, id)
  const paused_at = paused ? sql<Date>`coalesce(paused_at, app_now())` : null
  await tx
    .updateTable('ride_wanted')
    .set({ ...toRow(wanted), paused_at, updated_at: sql<Date>`app_now()` })
    .where('id', '=', id)
    .execute()
}

/** Ends one of the person's; one that has ended stays as it is. */
export async function endWanted(executor: Executor, id: string): Promise<void> {
  await sql`update ride_wanted set ended_at = least(app_now(), ends_at), updated_at = app_now() where id = ${id} and ended_at is null`.execute(
    executor,
  )
}

async function refuseSame(tx: Tx, userId: string, wanted: WantedToStore, except?: string) {
  const same = await findSame(tx, userId, wanted, except)
  if (same !== undefined) throw new AppError('wanted_exists', { params: { id: same } })
}

const BATCH = 500

/** Deletes a batch of those that ended 30 days ago or earlier, with their matches. Returns the number. */
export async function removeOldWanted(executor: Executor): Promise<number> {
  const result = await sql`delete from ride_wanted where id in (
    select id from ride_wanted where coalesce(ended_at, ends_at) < app_now() - make_interval(days => ${limits.keptDays}) limit ${BATCH})`.execute(
    executor,
  )
  return Number(result.numAffectedRows ?? 0)
}
