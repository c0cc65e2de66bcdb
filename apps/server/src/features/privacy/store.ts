/** The only writer of `data_export` and `erased_account`. */
import { exportHours } from '@samtur/contract/constants'
import { sql } from 'kysely'
import type { Executor } from '#platform/db/database'
import { integer, nullable, type RowOf, rowsOf, text, uuid } from '#platform/db/rows'

/** Stores the request for an export, unless one is being built. */
export async function addExport(
  executor: Executor,
  { id, userId, tokenHash }: { id: string; userId: string; tokenHash: string },
): Promise<void> {
  await sql`insert into data_export (id, user_id, token_hash, expires_at)
    values (${id}, ${userId}, ${tokenHash}, app_now() + make_interval(hours => ${exportHours}))
    on conflict (user_id) where status = 'building' do nothing`.execute(executor)
}

const leasedExport = { id: uuid, user_id: uuid, attempts: integer }
export type LeasedExport = RowOf<typeof leasedExport>

const LEASE = sql`app_now() + interval '30 seconds'`

/** Leases the export that has waited longest. Another process takes it only after the lease, for example when this one has died. */
export async function leaseExport(executor: Executor): Promise<LeasedExport | undefined> {
  const { rows } = await rowsOf(leasedExport)`
    update data_export set locked_until = ${LEASE}, attempts = attempts + 1, progress = 0
    where id = (
      select id from data_export where status = 'building' and (locked_until is null or locked_until < app_now())
      order by created_at limit 1 for update skip locked)
    returning id, user_id, attempts`.execute(executor)
  return rows[0]
}

export async function prolongLease(executor: Executor, id: string): Promise<void> {
  await sql`update data_export set locked_until = ${LEASE} where id = ${id} and status = 'building'`.execute(executor)
}

/** Stores the progress and prolongs the lease. */
export async function noteProgress(executor: Executor, id: string, progress: number): Promise<void> {
  await sql`update data_export set progress = ${progress}, locked_until = ${LEASE} where id = ${id} and status = 'building'`.execute(
    executor,
  )
}

/** Stores the finished file. Returns false when the export no longer exists. */
export async function finishExport(
  executor: Executor,
  id: string,
  file: { key: string; bytes: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update data_export set status = 'ready', progress = 1, locked_until = null, file_key = ${file.key}, bytes = ${file.bytes},
      expires_at = app_now() + make_interval(hours => ${exportHours})
    where id = ${id} and status = 'building'`.execute(executor)
  return numAffectedRows === 1n
}

/** Lets an export be tried again soon, or marks it as failed. */
export async function postponeExport(executor: Executor, id: string, final: boolean): Promise<void> {
  await sql`update data_export set locked_until = app_now() + interval '5 seconds', status = case when ${final} then 'failed' else status end
    where id = ${id} and status = 'building'`.execute(executor)
}

/** Spends the address of a finished export. Of several calls at once one gets the file's key. */
export async function spendExport(executor: Executor, userId: string, tokenHash: string): Promise<string | undefined> {
  const { rows } = await rowsOf({ file_key: text })`
    with found as (
      select id, file_key from data_export
      where token_hash = ${tokenHash} and user_id = ${userId} and file_key is not null and expires_at > app_now() for update)
    update data_export set used_at = app_now(), file_key = null from found where data_export.id = found.id
    returning found.file_key`.execute(executor)
  return rows[0]?.file_key
}

/** Removes expired exports, or all of a person. Returns the keys of their files. */
export async function removeExports(executor: Executor, of: { userId: string } | 'expired'): Promise<string[]> {
  const which = of === 'expired' ? sql`expires_at <= app_now()` : sql`user_id = ${of.userId}`
  const { rows } = await rowsOf({ file_key: nullable(text) })`
    delete from data_export where ${which} returning file_key`.execute(executor)
  return rows.flatMap(({ file_key }) => file_key ?? [])
}

/** Remembers an erased account by a hash, so that it is erased again when it comes back with a backup. */
export async function markErased(executor: Executor, id: string): Promise<void> {
  await sql`insert into erased_account (id_hash) values (encode(sha256(${id}::text::bytea), 'hex')) on conflict do nothing`.execute(
    executor,
  )
}

/** Adds what another database remembers of its erased accounts. */
export async function storeErasures(executor: Executor, idHashes: readonly string[]): Promise<void> {
  await sql`insert into erased_account (id_hash) select distinct unnest(${idHashes}::text[]) on conflict do nothing`.execute(
    executor,
  )
}
