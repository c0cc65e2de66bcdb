/** The list of reports, and one report with everything that an administrator decides by. */
import { sql, type RawBuilder } from 'kysely'
import { type ReportCategory, reportCategories, userStates } from '@samtur/contract/moderation'
import { notificationKinds, type NotificationParams } from '@samtur/contract/notifications'
import { type ReportStatus, reportStatuses } from '@samtur/contract/reports'
import type { Executor } from '#platform/db/database'
import { boolean, instant, integer, json, nullable, oneOf, type RowOf, rowsOf, text, uuid } from '#platform/db/rows'
import { type AuditRow, auditColumns, auditSource, stateOfAccount } from './views.ts'

/** Instants are texts where they come out of JSON. */
type At = Date | string

interface NamedRow {
  id: string
  full_name: string
}
interface PersonRow extends NamedRow {
  picture_key: string | null
}

export interface EarlierRow {
  id: string
  reporter: PersonRow | null
  rating_id: string | null
  chat_id: string | null
  category: ReportCategory | null
  reason: string | null
  status: ReportStatus
  created_at: At
  reviewed_at: At | null
  reviewed_by: NamedRow | null
}

const reportRow = {
  id: uuid,
  /** Null where the product itself has filed it. */
  reporter: nullable(json<PersonRow>()),
  rating_id: nullable(uuid),
  chat_id: nullable(uuid),
  category: nullable(oneOf(reportCategories)),
  reason: nullable(text),
  status: oneOf(reportStatuses),
  created_at: instant,
  reviewed_at: nullable(instant),
  reviewed_by: nullable(json<NamedRow>()),
  reported: json<PersonRow>(),
}
export type ReportRow = RowOf<typeof reportRow>

const person = (alias: string) => {
  const [id, name, picture] = ['id', 'full_name', 'picture_key'].map((column) => sql.ref(`${alias}.${column}`))
  return sql`json_build_object('id', ${id}, 'full_name', ${name}, 'picture_key', ${picture})`
}

const earlierColumns = sql`report.id, case when reporter.id is not null then ${person('reporter')} end as reporter, report.rating_id, report.chat_id, report.category, report.reason, report.status,
  report.created_at, report.reviewed_at, case when reviewer.id is not null then
  json_build_object('id', reviewer.id, 'full_name', reviewer.full_name) end as reviewed_by`
const columns = sql`${earlierColumns}, ${person('reported')} as reported`
const source = sql`user_report report left join profile reporter on reporter.id = report.reporter_id
  join profile reported on reported.id = report.reported_id left join profile reviewer on reviewer.id = report.reviewed_by`

interface ReportPage {
  status: ReportStatus | undefined
  /** Id of the last report already shown. */
  after: string | undefined
  limit: number
}

/** Returns reports, newest first, at most `limit` + 1, and the number of all pending ones. */
export async function listReports(executor: Executor, { status, after, limit }: ReportPage) {
  const page = rowsOf(reportRow)`
    select ${columns} from ${source}
    where ${status ? sql`report.status = ${sql.lit(status)}` : sql`true`}
      ${after ? sql`and (report.created_at, report.id) < (select created_at, id from user_report where id = ${after}::uuid)` : sql``}
    order by report.created_at desc, report.id desc limit ${limit + 1}`
  const count = rowsOf({
    pending: integer,
  })`select count(*)::integer as pending from user_report where status = 'pending'`
  const [{ rows }, counted] = await Promise.all([page.execute(executor), count.execute(executor)])
  return { rows, pending: counted.rows[0]?.pending ?? 0 }
}

/** Limits of the messages, other reports and rides shown with a report. */
const MESSAGES = 100
const EARLIER = 20
const RIDES = 50

export interface ReportedMessageRow {
  id: string
  seq: number
  sender_id: string
  content: string | null
  image_key: string | null
  hidden: boolean
  taken_back: boolean
  created_at: string
}

const reportDetailRow = {
  ...reportRow,
  decision: nullable(text),
  comment: nullable(json<{ rating_id: string; rating: number; comment: string; hidden: boolean }>()),
  messages: json<ReportedMessageRow[]>(),
  earlier: json<EarlierRow[]>(),
  /** Null once the account is gone. */
  reported_state: nullable(oneOf(userStates)),
  rides:
    json<{ id: string; start_location: string; end_location: string; departure_time: string; hidden: boolean }[]>(),
  log: json<AuditRow[]>(),
}
export type ReportDetailRow = RowOf<typeof reportDetailRow>

/** Holds for each `message` that a `report` covers: the last ones of its conversation before the report. */
const covered = sql`message.chat_id = report.chat_id and message.seq <= report.chat_seq
  and message.seq > report.chat_seq - ${sql.lit(MESSAGES)}`

/** Returns the rows of a subquery as one JSON list. */
const listOf = (rows: RawBuilder<unknown>) => sql`(select coalesce(json_agg(one), '[]') from (${rows}) one)`

const messages = listOf(sql`
  select message.id, message.seq::float8 as seq, message.sender_id, message.content, message.image_key, message.hidden_at is not null as hidden,
    message.taken_back_at is not null as taken_back,
    message.created_at
  from message where ${covered} order by message.seq`)

const earlier = listOf(sql`
  select ${earlierColumns}
  from (select * from user_report other where other.reported_id = report.reported_id and other.id <> report.id
    order by other.created_at desc, other.id desc limit ${sql.lit(EARLIER)}) report
    left join profile reporter on reporter.id = report.reporter_id left join profile reviewer on reviewer.id = report.reviewed_by
  order by report.created_at desc, report.id desc`)

const rides = listOf(sql`
  select ride.id, ride.start_location, ride.end_location, ride.departure_time, ride.hidden_at is not null as hidden
  from ride where ride.driver_id = report.reported_id and ride.status = 'active' and ride.departure_time > app_now()
  order by ride.departure_time, ride.id limit ${sql.lit(RIDES)}`)

const log = listOf(sql`
  select ${auditColumns} from ${auditSource} where entry.details ->> 'report_id' = report.id::text order by entry.id desc`)

/** Returns one report with its content. */
export async function findReport(executor: Executor, id: string): Promise<ReportDetailRow | undefined> {
  const { rows } = await rowsOf(reportDetailRow)`
    select ${columns}, report.decision,
      case when rating.comment is not null then json_build_object('rating_id', rating.id, 'rating', rating.rating, 'comment', rating.comment,
        'hidden', rating.comment_hidden_at is not null) end as comment,
      ${messages} as messages, ${earlier} as earlier,
      (select ${stateOfAccount} from auth_user account where account.id = report.reported_id) as reported_state,
      ${rides} as rides, ${log} as log
    from ${source} left join rating on rating.id = report.rating_id
    where report.id = ${id}`.execute(executor)
  return rows[0]
}

/** A report without its content. */
const reportFacts = {
  id: uuid,
  status: oneOf(reportStatuses),
  reporter_id: nullable(uuid),
  reported_id: uuid,
  /** Whether messages of a conversation belong to it. */
  has_messages: boolean,
  /** Whether the reporter still has an account. */
  reporter_here: boolean,
}
export type ReportFacts = RowOf<typeof reportFacts>

export async function findReportFacts(executor: Executor, id: string): Promise<ReportFacts | undefined> {
  const { rows } = await rowsOf(reportFacts)`
    select report.id, report.status, report.reporter_id, report.reported_id,
      exists (select from message where ${covered}) as has_messages,
      exists (select from auth_user where auth_user.id = report.reporter_id) as reporter_here
    from user_report report where report.id = ${id}`.execute(executor)
  return rows[0]
}

/** Returns whether the message is among those that come with the report. */
export async function coversMessage(executor: Executor, reportId: string, messageId: string): Promise<boolean> {
  const { rows } = await sql`
    select from user_report report join message on ${covered}
    where report.id = ${reportId} and message.id = ${messageId}`.execute(executor)
  return rows.length > 0
}

/** Returns whether some report covers the message. */
export async function isMessageReported(executor: Executor, { chat_id, seq }: { chat_id: string; seq: string }) {
  const { rows } = await sql`
    select from (select ${chat_id}::uuid as chat_id, ${seq}::bigint as seq) message
    join user_report report on ${covered} limit 1`.execute(executor)
  return rows.length > 0
}

/** Returns the newest report that covers the message with this image. */
export async function findReportOfImage(executor: Executor, key: string): Promise<ReportFacts | undefined> {
  const { rows } = await rowsOf({ id: uuid })`
    select report.id from message join user_report report on ${covered}
    where message.image_key = ${key} order by report.created_at desc, report.id desc limit 1`.execute(executor)
  return rows[0] && findReportFacts(executor, rows[0].id)
}

/** Returns the ids of all administrators. */
export async function listAdministrators(executor: Executor): Promise<string[]> {
  const rows = await executor.selectFrom('auth_user').select('id').where('role', '=', 'admin').execute()
  return rows.map(({ id }) => id)
}

/** `notifiable`: neither suspended nor being deleted, so that notifications reach the person. */
const reader = { email: text, locale: text, notifiable: boolean }

/** Returns how a person can be reached; undefined once the account is gone. */
export async function findReader(executor: Executor, id: string): Promise<RowOf<typeof reader> | undefined> {
  const { rows } = await rowsOf(reader)`
    select email, locale, suspended_at is null and purge_at is null as notifiable from auth_user where id = ${id} and email_verified`.execute(
    executor,
  )
  return rows[0]
}

const moderationNotification = {
  /** The reader's. */
  name: text,
  kind: oneOf(notificationKinds),
  params: json<NotificationParams>(),
}
export type ModerationNotification = RowOf<typeof moderationNotification>

/** Returns the notification of hidden or shown content by the log entry; undefined once the owner is erased. */
export async function findHidingNotification(
  executor: Executor,
  entryId: string,
): Promise<ModerationNotification | undefined> {
  const { rows } = await rowsOf(moderationNotification)`
    select name, action as kind, jsonb_build_object('content', details ->> 'kind', 'reason', coalesce(reason, '')) as params
    from audit_log join auth_user on auth_user.id = subject_id where audit_log.id = ${entryId}`.execute(executor)
  return rows[0]
}

/** Returns the notification of a decided report; undefined once the reporter is erased. */
export async function findDecisionNotification(
  executor: Executor,
  reportId: string,
): Promise<ModerationNotification | undefined> {
  const { rows } = await rowsOf(moderationNotification)`
    select name, 'report_decided' as kind, jsonb_build_object('decision', status, 'reason', coalesce(decision, '')) as params
    from user_report join auth_user on auth_user.id = reporter_id where user_report.id = ${reportId}`.execute(executor)
  return rows[0]
}
