/** The state of the running product, as the database knows it. */
import type { Database, Executor } from '#platform/db/database'
import { readHistory } from '#platform/db/migrate'
import { prepared } from '#platform/db/prepared'
import { bigint, float, instant, integer, json, nullable, type RowOf, rowsOf, text, uuid } from '#platform/db/rows'

const MOST_PROCESSES = 100

const processRow = {
  id: uuid,
  host: text,
  pid: integer,
  worker: nullable(integer),
  version: text,
  started_at: instant,
  heard_at: instant,
  silent: float,
  report: json<unknown>(),
}
export type ProcessRow = RowOf<typeof processRow>

/** Returns the processes of the last day, by machine; those that are heard come first. */
export async function listProcesses(executor: Executor): Promise<ProcessRow[]> {
  const { rows } = await rowsOf(processRow)`${prepared}
    select id, host, pid, worker, version, started_at, heard_at, report,
      extract(epoch from now() - heard_at)::float8 as silent
    from server_process order by heard_at < now() - interval '30 seconds', host, worker, started_at
    limit ${MOST_PROCESSES}`.execute(executor)
  return rows
}

const queueRow = {
  wanted: integer,
  digests: integer,
  digests_oldest: nullable(float),
  exports: integer,
  exports_oldest: nullable(float),
  erasures: integer,
  erasures_oldest: nullable(float),
}
export type QueueRow = RowOf<typeof queueRow>

/** Returns what waits, beside mails and push messages. The counts end at 10,000. */
export async function readOtherQueues(executor: Executor): Promise<QueueRow> {
  const { rows } = await rowsOf(queueRow)`${prepared}
    with digest as (select created_at from ride_wanted_match where notice = 'waiting' limit 10000),
    export as (select created_at from data_export where status = 'building' limit 10000),
    erasure as (select purge_at from auth_user where purge_at <= app_now() limit 10000)
    select (select count(*)::int from (select from ride_wanted_task limit 10000) task) as wanted,
      (select count(*)::int from digest) as digests,
      (select extract(epoch from app_now() - min(created_at))::float8 from digest) as digests_oldest,
      (select count(*)::int from export) as exports,
      (select extract(epoch from app_now() - min(created_at))::float8 from export) as exports_oldest,
      (select count(*)::int from erasure) as erasures,
      (select extract(epoch from app_now() - min(purge_at))::float8 from erasure) as erasures_oldest`.execute(executor)
  const [row] = rows
  if (!row) throw new Error('the queues have no row')
  return row
}

const databaseRow = { now: instant, app_now: instant, version: text, bytes: bigint }
export type DatabaseRow = RowOf<typeof databaseRow> & { migration: string }

/** Returns version, size and newest migration, with the machine's time and the product's. */
export async function readDatabase({ read }: Pick<Database, 'read'>): Promise<DatabaseRow> {
  const { rows } = await rowsOf(databaseRow)`${prepared}
    select now() as now, app_now() as app_now, current_setting('server_version') as version,
      pg_database_size(current_database()) as bytes`.execute(read)
  const [row] = rows
  if (!row) throw new Error('the database has no row')
  return { ...row, migration: (await readHistory(read)).at(-1) ?? '' }
}
