/** The only writer of `support_request` and `support_message`. */
import { sql } from 'kysely'
import type { RequestType, SupportOrigin, SupportStatus } from '@samtur/contract/support'
import type { Executor, Tx } from '#platform/db/database'
import { appNow } from '#platform/db/now'
import { instant, integer, oneOf, rowsOf, text, uuid } from '#platform/db/rows'
import type { Line } from './rules.ts'
import type { MessageRow } from './views.ts'

export interface NewRequest {
  /** Null for guests. */
  userId: string | null
  name: string
  email: string
  type: RequestType
  subject: string
  description: string
  locale: string
  origin: SupportOrigin
}

export interface FiledRequest {
  id: string
  status: SupportStatus
  created_at: Date | string
}

export async function insertRequest(tx: Tx, request: NewRequest): Promise<FiledRequest> {
  const { userId, type, ...rest } = request
  return tx
    .insertInto('support_request')
    .values({ ...rest, user_id: userId, request_type: type })
    .returning(['id', 'status', 'created_at'])
    .executeTakeFirstOrThrow()
}

/** Stores a request that an administrator begins; it is resolved from the start. */
export async function insertAdminMessage(
  tx: Tx,
  {
    adminId,
    message,
    ...request
  }: Omit<NewRequest, 'description' | 'origin' | 'type'> & { adminId: string; message: string },
): Promise<FiledRequest> {
  const { userId, ...rest } = request
  return tx
    .insertInto('support_request')
    .values({
      ...rest,
      user_id: userId,
      request_type: 'admin_message',
      origin: 'admin',
      status: 'resolved',
      description: message,
      admin_reply: message,
      reviewed_at: appNow,
      reviewed_by: adminId,
      answered_at: appNow,
      waiting: false,
    })
    .returning(['id', 'status', 'created_at'])
    .executeTakeFirstOrThrow()
}

export type LockedRequest = NonNullable<Awaited<ReturnType<typeof lockRequest>>>

/** Returns a request and locks it, so that its messages and its changes of status come one after the other. */
export async function lockRequest(tx: Tx, id: string) {
  return tx
    .selectFrom('support_request')
    .select(['id', 'user_id', 'email', 'locale', 'subject', 'origin', 'status', 'answered_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Returns the id of the person's talk that is not resolved, and locks it. */
export async function lockOpenTalk(tx: Tx, userId: string): Promise<string | undefined> {
  const talk = tx.selectFrom('support_request').select('id').where('user_id', '=', userId).where('origin', '=', 'chat')
  const open = talk.where('status', '<>', 'resolved').orderBy('created_at', 'desc').limit(1).forNoKeyUpdate()
  return (await open.executeTakeFirst())?.id
}

/** Serialises a person's handovers, so that there is at most one open talk. */
export async function lockTalks(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('support talk:' || ${userId}::text, 0))`.execute(tx)
}

/** Appends a talk to a request that is locked or new, and marks the request as waiting, also without new lines. */
export async function addLines(tx: Tx, requestId: string, lines: readonly Line[]): Promise<void> {
  await sql`
    with line as (
      select * from jsonb_to_recordset(${JSON.stringify(lines.map((line, index) => ({ ...line, nth: index + 1 })))}::jsonb)
        as line(author text, content text, nth integer)),
    request as (
      update support_request set last_seq = last_seq + ${lines.length}, updated_at = app_now(), waiting = true
      where id = ${requestId} returning id, last_seq - ${lines.length} as before)
    insert into support_message (request_id, seq, author, content)
    select request.id, before + nth, author, content from request cross join line order by nth`.execute(tx)
}

const message = {
  id: uuid,
  seq: integer,
  author: oneOf(['person', 'assistant', 'admin']),
  content: text,
  created_at: instant,
}

export interface NewMessage {
  requestId: string
  author: 'person' | 'admin'
  content: string
  clientId: string | undefined
}

/** Appends a message to a request that is locked. An administrator's becomes the answer that the request shows, and it no longer waits. */
export async function addMessage(tx: Tx, { requestId, author, content, clientId }: NewMessage): Promise<MessageRow> {
  const answer = sql`admin_reply = ${content}, answered_at = coalesce(answered_at, app_now()), waiting = false`
  const { rows } = await rowsOf(message)`
    with request as (
      update support_request set last_seq = last_seq + 1, updated_at = app_now(), ${author === 'admin' ? answer : sql`waiting = true`}
      where id = ${requestId} returning id, last_seq)
    insert into support_message (request_id, seq, author, content, client_id)
    select id, last_seq, ${author}, ${content}, ${clientId ?? null}::uuid from request
    returning id, seq, author, content, created_at`.execute(tx)
  const [stored] = rows
  if (!stored) throw new Error('the message was not stored')
  return stored
}

/** Changes the status of a request that is locked. The first change stores who reviewed it, and when. */
export async function moveRequest(tx: Tx, id: string, status: SupportStatus, adminId: string): Promise<void> {
  await sql`
    update support_request set status = ${status}, updated_at = app_now(), waiting = waiting and ${status} <> 'resolved',
      reviewed_at = coalesce(reviewed_at, app_now()), reviewed_by = coalesce(reviewed_by, ${adminId}::uuid)
    where id = ${id}`.execute(tx)
}

/** Changes the administrators' notes; `updated_at` stays, because the person sees it. */
export async function setNotes(tx: Tx, id: string, notes: string | null): Promise<void> {
  await tx.updateTable('support_request').set({ admin_notes: notes }).where('id', '=', id).execute()
}

/**
 * Erases the texts of a person's requests, also of guests' requests from the same address. The requests and their times stay without a
 * name, for the figures.
 */
export async function forgetSupport(tx: Tx, { newId, email }: { newId: string; email: string }): Promise<void> {
  const theirs = sql`(user_id = ${newId} or (user_id is null and email = ${email}))`
  // The lock waits for an answer that is being written, so that it is deleted as well.
  await sql`select from support_request where ${theirs} order by id for update`.execute(tx)
  await sql`delete from support_message where request_id in (select id from support_request where ${theirs})`.execute(
    tx,
  )
  await sql`
    update support_request set user_id = null, name = '', email = '', subject = '', description = '', admin_notes = null, admin_reply = null,
      waiting = false
    where ${theirs}`.execute(tx)
}

const BATCH = 1000

/** Removes a batch of the requests without an account that are older than a year. Returns their number. */
export async function removeOldRequests(executor: Executor): Promise<number> {
  const { numAffectedRows } = await sql`delete from support_request where id in (
    select id from support_request where user_id is null and created_at < app_now() - interval '12 months' limit ${BATCH})`.execute(
    executor,
  )
  return Number(numAffectedRows ?? 0)
}
