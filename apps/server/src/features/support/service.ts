/** Files support requests, adds messages, answers and changes of status, and starts exports. */
import type { z } from 'zod'
import { supportChat } from '@samtur/contract/constants'
import type { handoverBody, RequestFilters, SupportStatus, supportBody } from '@samtur/contract/support'
import { matchLanguage } from '@samtur/i18n/translate'
import { asciiAddress } from '#features/accounts/port'
import { addAuditEntry } from '#features/moderation/port'
import type { Tx } from '#platform/db/database'
import type { ApiContext, Caller, Parts } from '#platform/http/context'
import { AppError, assertThat, invalidField } from '#platform/http/errors'
import { findStoredResponse, idempotent } from '#platform/http/idempotency'
import { descriptionOf, mailboxOf, moveRefusal, newLines, subjectOf } from './rules.ts'
import { announce, notifyRequester, sendMail } from './service-notifying.ts'
import {
  addLines,
  addMessage,
  type FiledRequest,
  insertRequest,
  lockOpenTalk,
  type LockedRequest,
  lockRequest,
  lockTalks,
  moveRequest,
  setNotes,
} from './store.ts'
import { countCounted, findMember, findSent, isOwner, lastOfPerson, listLines, type MessageRow } from './views.ts'
import { countMatching } from './views-search.ts'

type Body = z.output<typeof supportBody>
type Deps = Pick<Parts, 'bus'>
type Context = Pick<ApiContext, 'db' | 'bus' | 'limiter' | 'idempotencyKey'>

const HOUR = 3600
const limits = {
  guest: { name: 'support-guest', max: 3, per: HOUR, byAddress: true },
  receipt: { name: 'support-receipt', max: 1, per: 24 * HOUR },
  member: { name: 'support-request', max: 10, per: HOUR },
  message: { name: 'support-message', max: supportChat.messagesPerHour, per: HOUR },
}
/** Messages of the person and the assistant in one request, which is read as a whole. */
const MAX_MESSAGES = 500

/** Files a member's request. The answer goes to the account, whatever address was typed. Error: `rate_limited`. */
export async function askAsMember(context: Context, caller: Caller, body: Body): Promise<FiledRequest> {
  const { db, bus, limiter, idempotencyKey: key } = context
  const request = { db, userId: caller.id, route: 'support.create', key, body }
  const before = await findStoredResponse<FiledRequest>(request)
  if (before) return before
  await limiter.use(limits.member, caller.id)
  return idempotent(request, async (tx) => {
    const filed = await insertRequest(tx, {
      ...partsOf(body),
      userId: caller.id,
      email: caller.email,
      locale: matchLanguage([caller.locale]),
      origin: 'form',
    })
    await announce(tx, { bus }, caller.id)
    return filed
  })
}

const partsOf = ({ name, request_type: type, subject, description }: Body) => ({ name, type, subject, description })

/**
 * Files the request of a person who is not signed in or has not confirmed the address. Mails a receipt, at most one a day to one mailbox.
 * Errors: `rate_limited`, `validation`.
 */
export async function askAsGuest(
  context: Pick<ApiContext, 'db' | 'bus' | 'limiter' | 'ip' | 'acceptLanguage'>,
  body: Body,
): Promise<FiledRequest> {
  const { db, bus, limiter } = context
  await limiter.use(limits.guest, context.ip)
  const email = asciiAddress(body.email)
  if (!email) throw invalidField('email', 'invalid')
  const locale = matchLanguage([body.locale ?? '', matchLanguage(context.acceptLanguage)])
  const receipt = await mayMailReceipt(limiter, mailboxOf(email))
  return db.tx(async (tx) => {
    const filed = await insertRequest(tx, { ...partsOf(body), userId: null, email, locale, origin: 'form' })
    if (receipt) await sendMail(tx, { bus }, { kind: 'support.received', recipient: email, locale, id: filed.id })
    await announce(tx, { bus }, null)
    return filed
  })
}

async function mayMailReceipt(limiter: Parts['limiter'], mailbox: string): Promise<boolean> {
  try {
    await limiter.use(limits.receipt, mailbox)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false
    throw error
  }
}

/**
 * Makes a request of the talk with the assistant, or adds the new lines to the open talk, which then waits for an answer. Returns the
 * request's id. Errors: `rate_limited`, `request_closed` when the open talk is full.
 */
export async function handOver(context: Context, caller: Caller, body: z.output<typeof handoverBody>): Promise<string> {
  const { db, bus, limiter, idempotencyKey: key } = context
  const request = { db, userId: caller.id, route: 'support.handOver', key, body }
  const before = await findStoredResponse<{ id: string }>(request)
  if (before) return before.id
  await limiter.use(limits.member, caller.id)
  const { id } = await idempotent(request, async (tx) => {
    await lockTalks(tx, caller.id)
    const open = await lockOpenTalk(tx, caller.id)
    const talk = open ?? (await fileTalk(tx, caller, body.transcript))
    const lines = newLines(open ? await listLines(tx, open) : [], body.transcript)
    assertThat((await countCounted(tx, talk)) + lines.length <= MAX_MESSAGES, 'request_closed')
    await addLines(tx, talk, lines)
    await announce(tx, { bus }, caller.id)
    return { id: talk }
  })
  return id
}

async function fileTalk(tx: Tx, caller: Caller, lines: z.output<typeof handoverBody>['transcript']): Promise<string> {
  const member = await findMember(tx, caller.id)
  assertThat(member, 'unauthenticated')
  const { id } = await insertRequest(tx, {
    userId: caller.id,
    name: member.name,
    email: member.email,
    type: 'general',
    subject: subjectOf(lines),
    description: descriptionOf(lines),
    locale: matchLanguage([member.locale]),
    origin: 'chat',
  })
  return id
}

interface NewMessage {
  requestId: string
  content: string
  clientId: string | undefined
}

/** Adds the person's message to an own request. Errors: `not_found`, `request_closed`, `rate_limited`. */
export async function say(
  { db, bus, limiter }: Pick<Parts, 'db' | 'bus' | 'limiter'>,
  caller: Caller,
  { requestId, content, clientId }: NewMessage,
): Promise<MessageRow> {
  assertThat(await isOwner(db.read, requestId, caller.id), 'not_found')
  const key = clientId === undefined ? undefined : ({ requestId, author: 'person', clientId } as const)
  const before = key && (await findSent(db.read, key))
  if (before) return before
  await limiter.use(limits.message, caller.id)
  return db.tx(async (tx) => {
    const request = await lockRequest(tx, requestId)
    assertThat(request?.user_id === caller.id, 'not_found')
    const meanwhile = key && (await findSent(tx, key))
    if (meanwhile) return meanwhile
    assertThat(request.status !== 'resolved' && (await countCounted(tx, requestId)) < MAX_MESSAGES, 'request_closed')
    const message = await addMessage(tx, { requestId, author: 'person', content, clientId })
    await announce(tx, { bus }, caller.id)
    return message
  })
}

/** Stores an administrator's answer and notifies the person. Errors: `not_found`, and `request_closed` also once the person is erased. */
export async function reply(
  { db, bus }: Pick<Parts, 'db' | 'bus'>,
  { requestId, content, clientId }: NewMessage,
): Promise<void> {
  await db.tx(async (tx) => {
    const request = await lockRequest(tx, requestId)
    assertThat(request, 'not_found')
    if (clientId !== undefined && (await findSent(tx, { requestId, author: 'admin', clientId }))) return
    assertThat(request.status !== 'resolved' && !isErased(request), 'request_closed')
    // In a talk all answers to one message of the person make one notification.
    const turn = request.origin === 'chat' ? `after:${await lastOfPerson(tx, requestId)}` : undefined
    const { id } = await addMessage(tx, { requestId, author: 'admin', content, clientId })
    await notifyRequester(tx, { bus }, request, {
      kind: 'support_replied',
      dedupeKey: `support:${requestId}:${turn ?? id}`,
      mail: { kind: 'support.answer', id },
    })
    await announce(tx, { bus }, request.user_id)
  })
}

/** The request of an erased person takes no more text, but can be resolved. */
const isErased = ({ email }: LockedRequest) => email === ''

interface Change {
  requestId: string
  status: SupportStatus | undefined
  /** Undefined keeps them. */
  notes: string | null | undefined
}

/** Changes the status and the notes of a request, both or neither. Errors: `not_found`, `request_closed`, `wrong_state`. */
export async function changeRequest(
  { db, bus }: Pick<Parts, 'db' | 'bus'>,
  by: Caller,
  { requestId, status, notes }: Change,
): Promise<void> {
  await db.tx(async (tx) => {
    const request = await lockRequest(tx, requestId)
    assertThat(request, 'not_found')
    assertThat(!notes || !isErased(request), 'request_closed')
    if (status) await move(tx, { bus }, { by, request, status })
    if (notes !== undefined) await setNotes(tx, requestId, notes)
    await announce(tx, { bus }, status ? request.user_id : null)
  })
}

async function move(
  tx: Tx,
  deps: Deps,
  { by, request, status }: { by: Caller; request: LockedRequest; status: SupportStatus },
): Promise<void> {
  const refusal = moveRefusal(request.status, status)
  if (refusal) throw new AppError(refusal)
  await moveRequest(tx, request.id, status, by.id)
  if (status !== 'resolved') return
  const details = { request_id: request.id }
  await addAuditEntry(tx, { actor_id: by.id, action: 'support_resolved', subject_id: request.user_id, details })
  // A guest's address is not confirmed: without an answer it gets no more than the receipt.
  if (request.user_id === null && !request.answered_at) return
  await notifyRequester(tx, deps, request, {
    kind: 'support_resolved',
    dedupeKey: `support:${request.id}:resolved`,
    mail: { kind: 'support.closed', id: request.id },
  })
}

/** Logs an export before its rows are read. Returns the number of the log entry and the number of rows. */
export async function startExport(
  { db }: Pick<Parts, 'db'>,
  by: Caller,
  filters: RequestFilters,
): Promise<{ id: string; total: number }> {
  return db.tx(async (tx) => {
    const total = await countMatching(tx, filters)
    const details = { ...filters, rows: total }
    const id = await addAuditEntry(tx, { actor_id: by.id, action: 'support_exported', details })
    return { id, total }
  })
}
