/** Rows of operations → responses. */
import type { MailTopic, OperationsState, ServerProcess, UndeliveredMail } from '@samtur/contract/operations'
import { maskAddress } from '#features/accounts/port'
import type { Database } from '#platform/db/database'
import type { Usage } from '#platform/files/store'
import type { MailKind } from '#platform/mail/outbox'
import type { Queues } from '#operating/metrics/queues'
import {
  judgeBackup,
  judgeDisks,
  judgeJobs,
  judgeQueue,
  judgeReplicas,
  processState,
  readReport,
  type Report,
  type Reporter,
} from './rules.ts'
import type { OwnProcess } from './store.ts'
import type { MailRow } from './views-mails.ts'
import type { DatabaseRow, ProcessRow, QueueRow } from './views.ts'

interface StateSources {
  own: OwnProcess
  kind: Database['kind']
  filesIn: 'folder' | 'bucket'
  database: DatabaseRow
  processes: ProcessRow[]
  mails: Queues
  others: QueueRow
  failedMails: number
  files: Usage | undefined
}

export function presentState(sources: StateSources): OperationsState {
  const { own, kind, filesIn, database, mails, others, failedMails, files } = sources
  const processes = sources.processes.map((row) => ({ row, report: readReport(row.report) }))
  const reporters = processes.map(({ row, report }): Reporter => {
    return { host: row.host, startedAt: row.started_at, silent: row.silent, report }
  })
  return {
    as_of: database.now.toISOString(),
    product: {
      version: own.version,
      started_at: own.startedAt.toISOString(),
      database: kind,
      // Without the name of the distribution's package.
      database_version: database.version.split(' ')[0] ?? '',
      migration: database.migration,
    },
    processes: processes.map(({ row, report }) => presentProcess(row, report, own)),
    replicas: judgeReplicas(reporters),
    queues: [
      judgeQueue('mails', mails.mails_waiting - mails.mails_retrying, mails.mails_lag),
      judgeQueue('retries', mails.mails_retrying, mails.mails_oldest),
      judgeQueue('pushes', mails.pushes_waiting, mails.pushes_lag),
      judgeQueue('wanted', others.wanted, null),
      judgeQueue('digests', others.digests, others.digests_oldest),
      judgeQueue('exports', others.exports, others.exports_oldest),
      judgeQueue('erasures', others.erasures, others.erasures_oldest),
    ],
    failed_mails: failedMails,
    jobs: judgeJobs(reporters, database.now),
    storage: {
      database_bytes: Number(database.bytes),
      files_in: filesIn,
      files: files ?? null,
      disks: judgeDisks(reporters),
    },
    // The names of archives have the product's time.
    backup: judgeBackup(reporters, database.app_now),
  }
}

function presentProcess(row: ProcessRow, { live }: Report, own: OwnProcess): ServerProcess {
  const { id, host, pid, worker, version, started_at, heard_at } = row
  return {
    id,
    current: id === own.id,
    host,
    pid,
    worker,
    version,
    started_at: started_at.toISOString(),
    heard_at: heard_at.toISOString(),
    state: processState(row),
    live_connections: live,
  }
}

const topics: Partial<Record<MailKind, MailTopic>> = {
  'accounts.confirm_request': 'confirmation',
  'accounts.invited_request': 'invitation',
  'moderation.invited': 'invitation',
  'accounts.reset_request': 'new_password',
  'accounts.sign_in_request': 'sign_in',
  'accounts.reauthentication_code': 'sign_in',
  'identities.email_code': 'sign_in',
  'accounts.email_change_request': 'new_address',
  'accounts.email_change_notice': 'new_address',
  'accounts.email_changed': 'new_address',
}

const topicsOfSlices: Record<string, MailTopic> = {
  accounts: 'security',
  identities: 'security',
  notifications: 'notification',
  moderation: 'moderation',
  support: 'support',
  privacy: 'deletion',
  travel: 'follower',
}

/** Returns what a mail is about; `other` for a mail of another version. */
const topicOf = (kind: string): MailTopic =>
  topics[kind as MailKind] ?? topicsOfSlices[kind.split('.')[0] ?? ''] ?? 'other'

/** Masks the recipient and leaves out the text. */
export function presentMail(row: MailRow): UndeliveredMail {
  const { id, kind, attempts, dead_at, sent_at, next_at, expired } = row
  const tried = sent_at ? null : (dead_at ?? next_at)
  return {
    id,
    topic: topicOf(kind),
    recipient: maskAddress(row.recipient),
    state: sent_at ? 'sent' : !dead_at ? 'waiting' : expired ? 'expired' : 'given_up',
    reason: row.last_error ?? '',
    attempts,
    created_at: row.created_at.toISOString(),
    at: tried?.toISOString() ?? null,
  }
}
