/** A person's own requests, one request as an administrator sees it, and what mails and figures need. */
import { sql, type RawBuilder } from 'kysely'
import type { AuditDetails } from '@samtur/contract/moderation'
import { storedRequestTypes, type SupportMessage, supportOrigins, supportStatuses } from '@samtur/contract/support'
import type { Cursor } from '#platform/http/cursor'
import type { Executor, Tx } from '#platform/db/database'
import { boolean, instant, integer, json, nullable, oneOf, type RowOf, rowsOf, text, uuid } from '#platform/db/rows'
import type { Line } from './rules.ts'

export interface MessageRow extends Pick<SupportMessage, 'id' | 'seq' | 'author' | 'content'> {
  created_at: Date | string
}

/** Columns of every list and page of requests. */
export const commonRow = {
  id: uuid,
  request_type: oneOf(storedRequestTypes),
  subject: text,
  status: oneOf(supportStatuses),
  origin: oneOf(supportOrigins),
  created_at: instant,
  updated_at: instant,
}
/** Instants are texts where they come out of JSON. */
export type CommonRow = Omit<RowOf<typeof commonRow>, 'created_at' | 'updated_at'> & {
  created_at: Date | string
  updated_at: Date | string
}

const ownRow = { ...commonRow, description: text, admin_reply: nullable(text) }
export type OwnRow = RowOf<typeof ownRow>

const ownDetailRow = { ...ownRow, messages: json<MessageRow[]>() }
export type OwnDetailRow = RowOf<typeof ownDetailRow>

export const summaryRow = {
  ...commonRow,
  name: text,
  email: text,
  waiting: boolean,
  user_id: nullable(uuid),
  full_name: nullable(text),
  picture_key: nullable(text),
}
export type SummaryRow = RowOf<typeof summaryRow>

const detailRow = {
  ...summaryRow,
  description: text,
  admin_notes: nullable(text),
  reviewed_at: nullable(instant),
  reviewed_by: nullable(uuid),
  reviewer: nullable(text),
  messages: json<MessageRow[]>(),
  others: json<CommonRow[]>(),
}
export type DetailRow = RowOf<typeof detailRow>

export const commonColumns = sql`request.id, request.request_type, request.subject, request.status, request.origin, request.created_at,
  request.updated_at`
const ownColumns = sql`${commonColumns}, request.description, request.admin_reply`
export const summaryColumns = sql`${commonColumns}, request.name, request.email,
  request.waiting and request.last_seq > 0 as waiting, request.user_id,
  requester.full_name, requester.picture_key`
/** Of a longer request the newest are shown: what a person may add is limited, what administrators may add is not. */
const MESSAGES = 1000
const messagesOfRequest = sql`(
  select coalesce(json_agg(json_build_object('id', said.id, 'seq', seq, 'author', author, 'content', content, 'created_at', said.created_at)
    order by seq), '[]') from (
      select * from support_message where request_id = request.id order by seq desc limit ${MESSAGES}) said) as messages`

export const behind = (after: Cursor | undefined) =>
  after ? sql`and (request.created_at, request.id) < (${after.at}, ${after.id}::uuid)` : sql``

/** Returns the person's own requests, newest first, at most `limit` + 1. */
export async function listOwn(
  executor: Executor,
  { userId, after, limit }: { userId: string; after: Cursor | undefined; limit: number },
): Promise<OwnRow[]> {
  const { rows } = await rowsOf(ownRow)`
    select ${ownColumns} from support_request request where user_id = ${userId} ${behind(after)}
    order by created_at desc, id desc limit ${limit + 1}`.execute(executor)
  return rows
}

/** Returns undefined for a request of another person. */
export async function findOwn(
  executor: Executor,
  { id, userId }: { id: string; userId: string },
): Promise<OwnDetailRow | undefined> {
  const { rows } = await rowsOf(ownDetailRow)`
    select ${ownColumns}, ${messagesOfRequest} from support_request request
    where id = ${id} and user_id = ${userId}`.execute(executor)
  return rows[0]
}

const OTHERS = 10
/** Selects the newest other requests of one kind; the account and the address each have an index of their own. */
const newestOthers = (same: RawBuilder<unknown>) => sql`(
  select id, request_type, subject, status, origin, created_at, updated_at from support_request other where ${same} and other.id <> request.id
  order by created_at desc, id desc limit ${OTHERS})`

/** Returns a request as administrators see it, with the newest others of the same account, or of the same guest's address. */
export async function findRequest(executor: Executor, id: string): Promise<DetailRow | undefined> {
  const { rows } = await rowsOf(detailRow)`
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

/** Returns the message that is stored under a client id. */
export async function findSent(
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

/** Returns the number of messages of a request that count for its limit: the person's and the assistant's. */
export async function countCounted(tx: Tx, requestId: string): Promise<number> {
  const { rows } = await rowsOf({ count: integer })`
    select count(*)::integer as count from support_message where request_id = ${requestId} and author <> 'admin'`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** Returns the number of the person's newest message; 0 where there is none. */
export async function lastOfPerson(tx: Tx, requestId: string): Promise<number> {
  const { rows } = await rowsOf({ seq: integer })`
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

const member = {
  id: uuid,
  name: text,
  email: text,
  locale: text,
  /** False for an account that is suspended or being deleted: notifications do not reach it. */
  notifiable: boolean,
}
export type Member = RowOf<typeof member>

export async function findMember(executor: Executor, id: string): Promise<Member | undefined> {
  const { rows } = await rowsOf(member)`
    select id, name, email, locale, suspended_at is null and purge_at is null as notifiable from auth_user where id = ${id}`.execute(
    executor,
  )
  return rows[0]
}

/** A guest's mail repeats no subject, because a stranger may have given the address. */
const quotedSubject = (request: { subject: string; user_id: string | null }) =>
  request.user_id === null ? '' : request.subject

/** Returns the subject of a request for a mail, empty for a guest's; undefined once its text is erased. */
export async function findSubject(executor: Executor, requestId: string): Promise<string | undefined> {
  const row = await executor
    .selectFrom('support_request')
    .select(['subject', 'user_id'])
    .where('id', '=', requestId)
    .executeTakeFirst()
  return row?.subject ? quotedSubject(row) : undefined
}

/** Returns the message of a request that an administrator began. */
export async function findFirstMessage(
  executor: Executor,
  requestId: string,
): Promise<{ subject: string; content: string } | undefined> {
  const { rows } = await rowsOf({ subject: text, content: text })`
    select subject, admin_reply as content from support_request where id = ${requestId} and origin = 'admin' and admin_reply is not null`.execute(
    executor,
  )
  return rows[0]
}

/** Returns an answer with the subject of its request, which is empty for a guest's. */
export async function findAnswer(
  executor: Executor,
  messageId: string,
): Promise<{ subject: string; content: string } | undefined> {
  const row = await executor
    .selectFrom('support_message')
    .innerJoin('support_request', 'support_request.id', 'request_id')
    .select(['subject', 'user_id', 'content'])
    .where('support_message.id', '=', messageId)
    .executeTakeFirst()
  return row && { subject: quotedSubject(row), content: row.content }
}

const dayRow = { day: text, requests: integer, answered: integer, answer_minutes: nullable(integer) }
export type DayRow = RowOf<typeof dayRow>

/** Returns figures of Oslo's last 30 days with today, oldest first; requests that an administrator began do not count. */
export async function listDays(executor: Executor): Promise<DayRow[]> {
  const { rows } = await rowsOf(dayRow)`
    with today as (select (app_now() at time zone 'Europe/Oslo')::date as today),
    requested as (
      select (created_at at time zone 'Europe/Oslo')::date as day, extract(epoch from answered_at - created_at) / 60 as minutes
      from support_request
      where created_at >= (select (today - 29)::timestamp at time zone 'Europe/Oslo' from today) and origin <> 'admin')
    select to_char(day, 'YYYY-MM-DD') as day, count(requested.day)::integer as requests, count(minutes)::integer as answered,
      round(percentile_cont(0.5) within group (order by minutes))::integer as answer_minutes
    from today cross join lateral (select (today - ago)::date as day from generate_series(0, 29) ago) days left join requested using (day)
    group by day order by day`.execute(executor)
  return rows
}

const startedExport = { at: instant, details: json<AuditDetails>() }
export type StartedExport = RowOf<typeof startedExport>

/** Returns an export that this administrator began within the last hour. */
export async function findExport(executor: Executor, id: string, adminId: string): Promise<StartedExport | undefined> {
  const { rows } = await rowsOf(startedExport)`
    select at, details from audit_log where id = ${id}::bigint and actor_id = ${adminId} and action = 'support_exported'
      and at > app_now() - interval '1 hour' and details ->> 'q' is distinct from ''`.execute(executor)
  return rows[0]
}
