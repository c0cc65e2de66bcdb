/** The only writer of `user_block`, `user_report` and `audit_log`. */
import type { AuditAction, AuditDetails } from '@samtur/contract/moderation'
import { sql, type Selectable } from 'kysely'
import type { Executor, Tx } from '#platform/db/database'
import { appNow } from '#platform/db/now'
import { instant, rowsOf, uuid } from '#platform/db/rows'
import type { Tables } from '#platform/db/tables'
import type { Caller } from '#platform/http/context'

/** Serialises blocks, new chats and requests between two people for the rest of the transaction. */
export async function lockPair(tx: Tx, a: string, b: string): Promise<void> {
  await sql`select lock_pair(${a}, ${b})`.execute(tx)
}

/** Waits for a message that is being stored between the two; the next one waits for this transaction. */
export async function lockChat(tx: Tx, a: string, b: string): Promise<void> {
  await sql`
    select from chat
    where least(driver_id, passenger_id) = least(${a}::uuid, ${b}::uuid)
      and greatest(driver_id, passenger_id) = greatest(${a}::uuid, ${b}::uuid)
    for update`.execute(tx)
}

/** Returns whether the block is new. */
export async function addBlock(tx: Tx, blocker: string, blocked: string): Promise<boolean> {
  const added = await tx
    .insertInto('user_block')
    .values({ blocker_id: blocker, blocked_id: blocked, created_at: sql`app_now()` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows === 1n
}

/** Returns the id of the unblocked person; undefined when there was no block. */
export async function removeBlock(executor: Executor, blocker: string, blocked: string): Promise<string | undefined> {
  const removed = await executor
    .deleteFrom('user_block')
    .where('blocker_id', '=', blocker)
    .where('blocked_id', '=', blocked)
    .returning('blocked_id')
    .executeTakeFirst()
  return removed?.blocked_id
}

/** Who acts on an account: an administrator, another server with the service key, or null for the command line. */
export type Actor = Pick<Caller, 'id'> | 'service_key' | null

/** Returns what an entry of the log says of who acted. */
export const actorEntry = (by: Actor, details: AuditDetails = {}): Pick<NewAuditEntry, 'actor_id' | 'details'> =>
  by === 'service_key' ? { actor_id: null, details: { ...details, by } } : { actor_id: by?.id ?? null, details }

export interface NewAuditEntry {
  /** Null for the system, the command line and the service key. */
  actor_id: string | null
  action: AuditAction
  subject_id?: string | null
  reason?: string | null
  details?: AuditDetails
}

/** Adds an entry in the transaction of the action. Returns its number. */
export async function addAuditEntry(executor: Executor, entry: NewAuditEntry): Promise<string> {
  const { actor_id, action, subject_id = null, reason = null, details = {} } = entry
  const { id } = await executor
    .insertInto('audit_log')
    .values({ actor_id, action, subject_id, reason, details: JSON.stringify(details), at: appNow })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface NewReport {
  reporterId: string
  reportedId: string
  /** The rating with the comment. */
  ratingId: string
  reason: string
}

/** Stores one report of a comment for each reporter. Returns whether it is the first. */
export async function addReport(executor: Executor, report: NewReport): Promise<boolean> {
  const { reporterId: reporter_id, reportedId: reported_id, ratingId: rating_id, reason } = report
  const added = await executor
    .insertInto('user_report')
    .values({ reporter_id, reported_id, rating_id, reason, created_at: appNow })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows === 1n
}

const filedReport = { id: uuid, created_at: instant }
export interface FiledReport {
  id: string
  created_at: Date | string
}

/** Stores a report with the number of the newest message. Returns undefined when the conversation does not exist. */
export async function addReportOfPerson(
  executor: Executor,
  report: {
    reporterId: string
    reportedId: string
    /** As the table allows it: a category that the contract alone has does not compile. */
    category: Selectable<Tables['user_report']>['category']
    reason: string
    chatId: string | null
  },
): Promise<FiledReport | undefined> {
  const { reporterId, reportedId, category, reason, chatId } = report
  const { rows } = await rowsOf(filedReport)`
    insert into user_report (reporter_id, reported_id, category, reason, chat_id, chat_seq)
    select ${reporterId}, ${reportedId}, ${category}, ${reason}, chat.id, chat.last_seq
    from (select ${chatId}::uuid as id) meant left join chat on chat.id = meant.id
    where meant.id is null or chat.id is not null
    returning id, created_at`.execute(executor)
  return rows[0]
}

const LONGEST_REASON = 2000

/** Stores a report by the product itself where there is a reason. The reasons of one driver are looked for one after the other. */
export async function addReportOfPrices(
  tx: Tx,
  reportedId: string,
  findReason: () => Promise<string | undefined>,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('named prices:' || ${reportedId}::text, 0))`.execute(tx)
  const reason = await findReason()
  if (reason === undefined) return false
  await tx
    .insertInto('user_report')
    .values({ reporter_id: null, reported_id: reportedId, reason: reason.slice(0, LONGEST_REASON), created_at: appNow })
    .execute()
  return true
}

export interface Decision {
  status: 'resolved' | 'dismissed'
  /** Null for the standard text. */
  reason: string | null
  by: string
}

/** Locks a report, so that it is not decided before the end of the transaction. */
export async function lockReport(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('user_report').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** Decides a pending report. Returns undefined for any other. */
export async function decideReport(tx: Tx, id: string, { status, reason, by }: Decision) {
  return tx
    .updateTable('user_report')
    .set({ status, decision: reason, reviewed_by: by, reviewed_at: appNow })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning(['id', 'reporter_id', 'reported_id'])
    .executeTakeFirst()
}

/** Logs that an administrator reads a reported conversation, once an hour for each report. */
export async function addReportRead(tx: Tx, { id, reportedId, by }: { id: string; reportedId: string; by: string }) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reads report ${id} ${by}`}, 0))`.execute(tx)
  await sql`
    insert into audit_log (actor_id, action, subject_id, details, at)
    select ${by}::uuid, 'report_read', ${reportedId}::uuid, jsonb_build_object('report_id', ${id}::text), app_now()
    where not exists (select from audit_log where details ->> 'report_id' = ${id}::text and action = 'report_read' and actor_id = ${by}::uuid
      and at > app_now() - interval '1 hour')`.execute(tx)
}

/**
 * Deletes an erased person's blocks. Reports and the log keep what was done, under the profile's new id, and lose the reasons.
 */
export async function forgetPerson(executor: Executor, { id, newId }: { id: string; newId: string }) {
  await sql`delete from user_block where ${newId}::uuid in (blocker_id, blocked_id)`.execute(executor)
  await sql`
    with theirs as (
      update user_report set category = null, reason = null, decision = null, chat_id = null, chat_seq = null
      where ${newId}::uuid in (reporter_id, reported_id) returning id)
    update audit_log set reason = null from theirs
    where details ->> 'report_id' = theirs.id::text and action in ('report_resolved', 'report_dismissed') and audit_log.reason is not null`.execute(
    executor,
  )
  await sql`update audit_log set subject_id = ${newId}, details = '{}', reason = null where subject_id = ${id}`.execute(
    executor,
  )
  await sql`update audit_log set actor_id = ${newId} where actor_id = ${id}`.execute(executor)
}

const SEARCHES_DAYS = 30

/** Removes old search texts of exports, which may be a person's name. Returns their number. */
export async function forgetOldSearches(executor: Executor): Promise<number> {
  const { numAffectedRows } = await sql`update audit_log set details = details || '{"q": ""}'
    where action = 'support_exported' and details ->> 'q' <> '' and at < app_now() - make_interval(days => ${SEARCHES_DAYS})`.execute(
    executor,
  )
  return Number(numAffectedRows ?? 0)
}

/** Removes search texts of exports that are part of an erased person's name or address. */
export async function forgetSearches(executor: Executor, { name, email }: { name: string; email: string }) {
  await sql`update audit_log set details = details || '{"q": ""}'
    where action = 'support_exported' and position(fold_name(details ->> 'q') in fold_name(${`${name} ${email}`})) > 0`.execute(
    executor,
  )
}
