/** Writes the matches of wanted rides and the tasks of matching; with `store.ts` the only writer of the slice's tables. */
import { sql } from 'kysely'
import type { Executor, Tx } from '#platform/db/database'
import { bigint, nullable, type RowOf, rowsOf, uuid } from '#platform/db/rows'

/** Makes tasks wait for each other, also in other processes, so that what one person was notified of can be counted. */
export async function lockMatching(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('matching of wanted rides', 0))`.execute(tx)
}

const task = { id: bigint, ride_id: nullable(uuid), wanted_id: nullable(uuid), compared_id: nullable(uuid) }
export type Task = RowOf<typeof task>

/** Returns the oldest task. The caller has locked the matching. */
export async function nextTask(tx: Tx): Promise<Task | undefined> {
  const { rows } = await rowsOf(task)`
    select id, ride_id, wanted_id, compared_id from ride_wanted_task order by id limit 1`.execute(tx)
  return rows[0]
}

/** Asks for a wanted ride to be compared with the rides that are there after the commit. */
export async function addTask(tx: Tx, wantedId: string): Promise<void> {
  await tx.insertInto('ride_wanted_task').values({ ride_id: null, wanted_id: wantedId, compared_id: null }).execute()
}

/**
 * Asks for rides to be compared with the wanted rides after the commit, once in a transaction. No other writer waits, also not of the same ride.
 * The triggers of the version before have stored the same tasks.
 */
export async function addRideTasks(executor: Executor, rideIds: readonly string[]): Promise<void> {
  await sql`insert into ride_wanted_task (ride_id) select ride_id from unnest(${rideIds}::uuid[]) as ride_id
    where not exists (select from ride_wanted_task task where task.ride_id = ride_id.ride_id and task.xmin = pg_current_xact_id()::xid)`.execute(
    executor,
  )
}

/** Remembers how far the task has come. */
export async function noteProgress(tx: Tx, taskId: string, comparedId: string): Promise<void> {
  await tx.updateTable('ride_wanted_task').set({ compared_id: comparedId }).where('id', '=', taskId).execute()
}

/** Removes a task that is done. */
export async function endTask(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('ride_wanted_task').where('id', '=', id).execute()
}

/** Removes the tasks of rides while there is no active wanted ride; a new one stores a task of its own. */
export async function dropIdleTasks(tx: Tx): Promise<void> {
  await sql`delete from ride_wanted_task where ride_id is not null and not exists (
    select from ride_wanted where paused_at is null and ended_at is null and ends_at > app_now())`.execute(tx)
}

/**
 * Returns who wants the rides, by the id of the wanted ride. Holds their accounts until the transaction ends: a deletion of one takes its wanted
 * rides along, and would otherwise wait for a match of it while the notification waits for the account.
 */
export async function holdPeople(tx: Tx, wantedIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await rowsOf({ id: uuid, user_id: uuid })`
    select w.id, w.user_id from ride_wanted w join auth_user account on account.id = w.user_id
    where w.id = any(${wantedIds}::uuid[]) order by account.id for key share of account`.execute(tx)
  return new Map(rows.map(({ id, user_id }) => [id, user_id]))
}

export type Notice = 'shown' | 'single' | 'waiting'

interface Match {
  wanted_id: string
  ride_id: string
}

/** Stores the pairs that have never matched before, and returns those. */
export async function insertMatches(tx: Tx, matches: readonly Match[], notice: Notice): Promise<Match[]> {
  if (matches.length === 0) return []
  const { rows } = await rowsOf({ wanted_id: uuid, ride_id: uuid })`
    insert into ride_wanted_match (wanted_id, ride_id, notice)
    select wanted_id, ride_id, ${notice} from unnest(${matches.map((match) => match.wanted_id)}::uuid[],
      ${matches.map((match) => match.ride_id)}::uuid[]) as pair(wanted_id, ride_id)
      where exists (select from ride_wanted where id = wanted_id)
    order by wanted_id, ride_id on conflict do nothing returning wanted_id, ride_id`.execute(tx)
  return rows
}

/** Lets the matches wait for the digest of their person. */
export async function postponeMatches(tx: Tx, matches: readonly Match[]): Promise<void> {
  if (matches.length === 0) return
  await sql`update ride_wanted_match set notice = 'waiting'
    from unnest(${matches.map((match) => match.wanted_id)}::uuid[], ${matches.map((match) => match.ride_id)}::uuid[])
      as pair(wanted_id, ride_id)
    where ride_wanted_match.wanted_id = pair.wanted_id and ride_wanted_match.ride_id = pair.ride_id`.execute(tx)
}

/** Marks everything that waits for the digest of the people as being in one. */
export async function digestMatches(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`update ride_wanted_match match set notice = 'digest' from ride_wanted w
    where match.wanted_id = w.id and w.user_id = any(${userIds}::uuid[]) and match.notice = 'waiting'`.execute(tx)
}

/** Remembers that the drivers of the rides were notified of the wanted ride. */
export async function noteDriversNotified(tx: Tx, wantedId: string, rideIds: readonly string[]): Promise<void> {
  await sql`update ride_wanted_match set driver_notified_at = app_now()
    where wanted_id = ${wantedId} and ride_id = any(${rideIds}::uuid[])`.execute(tx)
}

/** Stores that the driver offers the ride. Returns whether that is new. The person does not get another notification when the ride matches. */
export async function insertOffer(executor: Executor, { wanted_id, ride_id }: Match): Promise<boolean> {
  const result = await sql`insert into ride_wanted_match (wanted_id, ride_id, notice, offered_at)
    values (${wanted_id}, ${ride_id}, 'offer', app_now())
    on conflict (wanted_id, ride_id) do update set offered_at = excluded.offered_at,
      notice = case ride_wanted_match.notice when 'waiting' then 'offer' else ride_wanted_match.notice end
    where ride_wanted_match.offered_at is null`.execute(executor)
  return (result.numAffectedRows ?? 0n) > 0n
}
