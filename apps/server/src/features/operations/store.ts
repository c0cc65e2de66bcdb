/** The only writer of `server_process`. */
import { sql } from 'kysely'
import type { Executor } from '#platform/db/database'
import { prepared } from '#platform/db/prepared'
import type { Report } from './rules.ts'

export interface OwnProcess {
  id: string
  host: string
  pid: number
  version: string
  startedAt: Date
}

/** Stores that the process is alive, with its report, and removes the processes that were not heard for a day. */
export async function storeHeartbeat(executor: Executor, own: OwnProcess, report: Report): Promise<void> {
  const { id, host, pid, version, startedAt } = own
  await sql`${prepared} with old as (delete from server_process where heard_at < now() - interval '1 day')
    insert into server_process (id, host, pid, version, started_at, report)
    values (${id}, ${host}, ${pid}, ${version}, ${startedAt}, ${JSON.stringify(report)})
    on conflict (id) do update set heard_at = now(), report = excluded.report`.execute(executor)
}

/** Removes a process that stops. */
export async function removeProcess(executor: Executor, id: string): Promise<void> {
  await executor.deleteFrom('server_process').where('id', '=', id).execute()
}
