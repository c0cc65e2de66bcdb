/** Reads of the support slice; the administrator's list is in views-search.ts. */
import { sql, type RawBuilder } from 'kysely'
import type { AuditDetails } from '@samtur/contract/moderation'
import type { RequestType, SupportMessage, SupportOrigin, SupportStatus } from '@samtur/contract/support'
import type { Cursor } from '#platform/http/cursor'
import type { Executor, Tx } from '#platform/db/database'
import type { Line } from './rules.ts'

export interface MessageRow extends Pick<SupportMessage, 'id' | 'seq' | 'author' | 'content'> {
  created_at: Date | string
}

interface CommonRow {
  id: string
  request_type: RequestType
  subject: string
  status: SupportStatus
  origin: SupportOrigin
  created_at: Date | string
  updated_at: Date | string
}

export interface OwnRow extends CommonRow {
  description: string
  admin_reply: string | null
}

export interface SummaryRow extends CommonRow {
  name: string
  email: string
  waiting: boolean
  user_id: string | null
  full_name: string | null
  picture_key: string | null
}

export interface DetailRow extends SummaryRow {
  description: string
  admin_notes: string | null
  reviewed_at: Date | null
  reviewed_by: string | null
  reviewer: string | null
  messages: MessageRow[]
  others: CommonRow[]
}

export const commonColumns = sql`request.id, request.request_type, request.subject, request.status, request.origin, request.created_at,
  request.updated_at`
const ownColumns = sql`${commonColumns}, request.description, request.admin_reply`
export const summaryColumns = sql`${commonColumns}, request.name, request.email, request.waiting, request.user_id,
  requester.full_name, requester.picture_key`
/** The newest of a request that has more: what a person may add is limited, what administrators may is not. */
const MESSAGES = 1000
const messagesOfRequest = sql`(
  select coalesce(json_agg(json_build_object('id', said.id, 'seq', seq, 'author', author, 'content', content, 'created_at', said.created_at)
    order by seq), '[]') from (
      select * from support_message where request_id = request.id order by seq desc limit ${MESSAGES}) said) as messages`

export const behind = (after: Cursor | undefined) =>
  after ? sql`and (request.created_at, request.id) < (${after.at}, ${after.id}::uuid)` : sql``

/** The person's own requests, newest first, at most `limit` + 1. */
export async function listOwn(
  executor: Executor,
  { userId, after, limit }: { userId: string; after: Cursor | undefined; limit: number },
): Promise<OwnRow[]> {
  const { rows } = await sql<OwnRow>`
    select ${ownColumns} from support_request request where user_id = ${userId} ${behind(after)}
    order by created_at desc, id desc limit ${limit + 1}`.execute(executor)
  return rows
}

export async function findOwn(
  executor: Executor,
  { id, userId }: { id: string; userId: string },
): Promise<(OwnRow & { messages: MessageRow[] }) | undefined> {
  const { rows } = await sql<OwnRow & { messages: MessageRow[] }>`
    select ${ownColumns}, ${messagesOfRequest} from support_request request
    where id = ${id} and user_id = ${userId}`.execute(executor)
  return rows[0]
}

const OTHERS = 10
/** Of the two ways to more of the same person's one finds nothing; each has an index of its own. */
const newestOthers = (same: RawBuilder<unknown>) => sql`(
  select id, request_type, subject, status, origin, created_at, updated_at from support_request other where ${same} and other.id <> request.id
  order by created_at desc, id desc limit ${OTHERS})`

/** Everything the administrator sees of a request, with the newest others of the same account, or of the same guest's address. */
export async function findRequest(executor: Executor, id: string): Promise<DetailRow | undefined> {
  const { rows } = await sql<DetailRow>`
    select ${summaryColumns}, request.description, request.admin_notes, request.reviewed_at, request.reviewed_by,
      reviewer.full_name as reviewer, ${messagesOfRequest},
      (select coalesce(json_agg(other order by created_at desc, id desc), '[]') from (
        ${newestOthers(sql`other.user_id = request.user_id`)} union all
        ${newestOthers(sql`request.user_id is null and request.email <> '' and other.user_id is null and other.email = request.email`)}
      ) other) as others
    from support_request request left join profile requester on requester.id = request.user_id
      left join profile reviewer on reviewer.id = request.reviewed_by
    where request.id = ${id}`.execute(executor)
  return rows[0]
}

export async function listLines(tx: Tx, requestId: string): Promise<Line[]> {
  return tx
    .selectFrom('support_message')
    .select(['author', 'content'])
    .where('request_id', '=', requestId)
    .orderBy('seq')
    .execute()
}

/** What a client id stands for already. */
export async function findSaid(
  executor: Executor,
  { requestId, author, clientId }: { requestId: string; author: 'person' | 'admin'; clientId: string },
): Promise<MessageRow | undefined> {
  return executor
    .selectFrom('support_message')
    .select(['id', 'seq', 'author', 'content', 'created_at'])
    .where('request_id', '=', requestId)
    .where('author', '=', author)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

/** How much of a request is the person's, with what the assistant said in a talk. */
export async function countSaid(tx: Tx, requestId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from support_message where request_id = ${requestId} and author <> 'admin'`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** Number of the newest thing the person has said; 0 before there is any. */
export async function lastSaid(tx: Tx, requestId: string): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select coalesce(max(seq), 0) as seq from support_message where request_id = ${requestId} and author = 'person'`.execute(
    tx,
  )
  return rows[0]?.seq ?? 0
}

export async function isOwner(executor: Executor, id: string, userId: string): Promise<boolean> {
  const row = await executor
    .selectFrom('support_request')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

export interface Member {
  id: string
  name: string
  email: string
  locale: string
  /** Whoever is shut out or leaving has no notifications. */
  told: boolean
}

export async function findMember(executor: Executor, id: string): Promise<Member | undefined> {
  const { rows } = await sql<Member>`
    select id, name, email, locale, suspended_at is null and purge_at is null as told from auth_user where id = ${id}`.execute(
    executor,
  )
  return rows[0]
}

/** What a mail about a request is made of; undefined when there is nothing left to tell. */
export async function findSubject(executor: Executor, requestId: string): Promise<string | undefined> {
  const row = await executor
    .selectFrom('support_request')
    .select('subject')
    .where('id', '=', requestId)
    .executeTakeFirst()
  return row?.subject || undefined
}

/** What the administrator has written first. */
export async function findFirstWords(
  executor: Executor,
  requestId: string,
): Promise<{ subject: string; content: string } | undefined> {
  const { rows } = await sql<{ subject: string; content: string }>`
    select subject, admin_reply as content from support_request where id = ${requestId} and origin = 'admin' and admin_reply is not null`.execute(
    executor,
  )
  return rows[0]
}

export async function findAnswer(
  executor: Executor,
  messageId: string,
): Promise<{ subject: string; content: string } | undefined> {
  return executor
    .selectFrom('support_message')
    .innerJoin('support_request', 'support_request.id', 'request_id')
    .select(['subject', 'content'])
    .where('support_message.id', '=', messageId)
    .executeTakeFirst()
}

export interface DayRow {
  day: string
  requests: number
  answered: number
  answer_minutes: number | null
}

/** Oslo's last 30 days with today, oldest first: what people asked, not what the house wrote by itself. */
export async function listDays(executor: Executor): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    with today as (select (app_now() at time zone 'Europe/Oslo')::date as today),
    asked as (
      select (created_at at time zone 'Europe/Oslo')::date as day, extract(epoch from answered_at - created_at) / 60 as minutes
      from support_request
      where created_at >= (select (today - 29)::timestamp at time zone 'Europe/Oslo' from today) and origin <> 'admin')
    select to_char(day, 'YYYY-MM-DD') as day, count(asked.day)::integer as requests, count(minutes)::integer as answered,
      round(percentile_cont(0.5) within group (order by minutes))::integer as answer_minutes
    from today cross join lateral (select (today - ago)::date as day from generate_series(0, 29) ago) days left join asked using (day)
    group by day order by day`.execute(executor)
  return rows
}

export interface StartedExport {
  at: Date
  details: AuditDetails
}

/** An export that this administrator began within the last hour. */
export async function findExport(executor: Executor, id: string, adminId: string): Promise<StartedExport | undefined> {
  const { rows } = await sql<StartedExport>`
    select at, details from audit_log where id = ${id}::bigint and actor_id = ${adminId} and action = 'support_exported'
      and at > app_now() - interval '1 hour' and details ->> 'q' is distinct from ''`.execute(executor)
  return rows[0]
}
