/** Asking the house, and answering. */
import type { z } from 'zod'
import { supportChat } from '@samtur/contract/constants'
import type { NotificationKind } from '@samtur/contract/notifications'
import type { handoverBody, RequestFilters, SupportStatus, supportBody } from '@samtur/contract/support'
import { matchLanguage } from '@samtur/i18n/translate'
import { asciiAddress } from '#features/accounts/port'
import { addAuditEntry, listAdministrators } from '#features/moderation/port'
import { notify } from '#features/notifications/port'
import { afterCommit, type Tx } from '#platform/db/database'
import type { ApiContext, Caller, Parts } from '#platform/http/context'
import { AppError, assertThat, invalidField } from '#platform/http/errors'
import { answeredBefore, idempotent } from '#platform/http/idempotency'
import { queueMail } from '#platform/mail/outbox'
import type { SupportMail } from './mails.ts'
import { descriptionOf, mailboxOf, moveRefusal, newLines, subjectOf } from './rules.ts'
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
import { countSaid, findMember, findSaid, isOwner, lastSaid, listLines, type MessageRow } from './views.ts'
import { countMatching } from './views-search.ts'

type Body = z.output<typeof supportBody>
type Deps = Pick<Parts, 'bus'>
type Asking = Pick<ApiContext, 'db' | 'bus' | 'limiter' | 'idempotencyKey'>

const HOUR = 3600
const limits = {
  guest: { name: 'support-guest', max: 3, per: HOUR, byAddress: true },
  receipt: { name: 'support-receipt', max: 1, per: 24 * HOUR },
  member: { name: 'support-request', max: 10, per: HOUR },
  message: { name: 'support-message', max: supportChat.messagesPerHour, per: HOUR },
}
/** What one request takes of its person, the talk with the assistant counted: all of it is read at once. */
const MOST_SAID = 500

/** A member’s request belongs to the account, and is answered there whatever was typed. Error: `rate_limited`. */
export async function askAsMember(context: Asking, caller: Caller, body: Body): Promise<FiledRequest> {
  const { db, bus, limiter, idempotencyKey: key } = context
  const request = { db, userId: caller.id, route: 'support.create', key, body }
  const before = await answeredBefore<FiledRequest>(request)
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
 * Of whoever is not signed in, or has not confirmed the address. The receipt is the only mail that goes anywhere by itself: to one mailbox
 * once a day, and it repeats nothing but the harmless part of the subject. Errors: `rate_limited`, `validation`.
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
  const receipt = await mayUse(limiter, mailboxOf(email))
  return db.tx(async (tx) => {
    const filed = await insertRequest(tx, { ...partsOf(body), userId: null, email, locale, origin: 'form' })
    if (receipt) await mail(tx, { bus }, { kind: 'support.received', recipient: email, locale, id: filed.id })
    await announce(tx, { bus }, null)
    return filed
  })
}

async function mayUse(limiter: Parts['limiter'], mailbox: string): Promise<boolean> {
  try {
    await limiter.use(limits.receipt, mailbox)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false
    throw error
  }
}

/**
 * A human takes over from the assistant: the talk becomes a request. While one is open, what is new of the talk is added to that one, which
 * waits again even if that is nothing. Answers the request's id. Errors: `rate_limited`, `request_closed` when no more goes into the open one.
 */
export async function handOver(context: Asking, caller: Caller, body: z.output<typeof handoverBody>): Promise<string> {
  const { db, bus, limiter, idempotencyKey: key } = context
  const request = { db, userId: caller.id, route: 'support.handOver', key, body }
  const before = await answeredBefore<{ id: string }>(request)
  if (before) return before.id
  await limiter.use(limits.member, caller.id)
  const { id } = await idempotent(request, async (tx) => {
    await lockTalks(tx, caller.id)
    const open = await lockOpenTalk(tx, caller.id)
    const talk = open ?? (await fileTalk(tx, caller, body.transcript))
    const lines = newLines(open ? await listLines(tx, open) : [], body.transcript)
    assertThat((await countSaid(tx, talk)) + lines.length <= MOST_SAID, 'request_closed')
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

interface Said {
  requestId: string
  content: string
  clientId: string | undefined
}

/** The person adds to an own request. Errors: `not_found`, `request_closed`, `rate_limited`. */
export async function say(
  { db, bus, limiter }: Pick<Parts, 'db' | 'bus' | 'limiter'>,
  caller: Caller,
  { requestId, content, clientId }: Said,
): Promise<MessageRow> {
  assertThat(await isOwner(db.read, requestId, caller.id), 'not_found')
  const meant = clientId === undefined ? undefined : ({ requestId, author: 'person', clientId } as const)
  const before = meant && (await findSaid(db.read, meant))
  if (before) return before
  await limiter.use(limits.message, caller.id)
  return db.tx(async (tx) => {
    const request = await lockRequest(tx, requestId)
    assertThat(request?.user_id === caller.id, 'not_found')
    const meanwhile = meant && (await findSaid(tx, meant))
    if (meanwhile) return meanwhile
    assertThat(request.status !== 'resolved' && (await countSaid(tx, requestId)) < MOST_SAID, 'request_closed')
    const message = await addMessage(tx, { requestId, author: 'person', content, clientId })
    await announce(tx, { bus }, caller.id)
    return message
  })
}

/** The administrator answers, and the person is told. Errors: `not_found`, `request_closed`, also when the person is erased. */
export async function reply(
  { db, bus }: Pick<Parts, 'db' | 'bus'>,
  { requestId, content, clientId }: Said,
): Promise<void> {
  await db.tx(async (tx) => {
    const request = await lockRequest(tx, requestId)
    assertThat(request, 'not_found')
    if (clientId !== undefined && (await findSaid(tx, { requestId, author: 'admin', clientId }))) return
    assertThat(request.status !== 'resolved' && !isErased(request), 'request_closed')
    // In a talk the answers of one turn are one notification.
    const turn = request.origin === 'chat' ? `after:${await lastSaid(tx, requestId)}` : undefined
    const { id } = await addMessage(tx, { requestId, author: 'admin', content, clientId })
    await tell(tx, { bus }, request, {
      kind: 'support_replied',
      dedupeKey: `support:${requestId}:${turn ?? id}`,
      mail: { kind: 'support.answer', id },
    })
    await announce(tx, { bus }, request.user_id)
  })
}

/** Nothing is written any more about somebody who is not there; what is open can be resolved. */
const isErased = ({ email }: LockedRequest) => email === ''

interface Change {
  requestId: string
  status: SupportStatus | undefined
  /** Undefined leaves them as they are. */
  notes: string | null | undefined
}

/** Moves a request on and changes the notes, or neither. Errors: `not_found`, `request_closed`, `wrong_state`. */
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
  // A guest's address is whatever was typed: without an answer of a human, there was no more than the receipt.
  if (request.user_id === null && !request.answered_at) return
  await tell(tx, deps, request, {
    kind: 'support_resolved',
    dedupeKey: `support:${request.id}:resolved`,
    mail: { kind: 'support.closed', id: request.id },
  })
}

/** Begins an export: it is in the log before anything is read. Answers under which number, and how many rows it has. */
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

interface RequestUpdate {
  kind: Extract<NotificationKind, `support_${string}`>
  dedupeKey: string
  /** For whoever has no notifications: of what kind, and of what. */
  mail: { kind: SupportMail; id: string }
}

/** Members through their notifications, as far as they want them; guests, and who is shut out or leaving, by mail. */
export async function tell(
  tx: Tx,
  deps: Deps,
  request: Pick<LockedRequest, 'id' | 'user_id' | 'subject' | 'email' | 'locale'>,
  { kind, dedupeKey, mail: mailed }: RequestUpdate,
): Promise<void> {
  const member = request.user_id === null ? undefined : await findMember(tx, request.user_id)
  if (member?.told) {
    const path = requestPath(request.id)
    return notify(tx, deps, [{ to: member.id, kind, params: { subject: request.subject }, path, dedupeKey }])
  }
  const { email, locale } = member ?? request
  if (email) await mail(tx, deps, { ...mailed, recipient: email, locale })
}

/** Where a person finds an own request. */
export const requestPath = (id: string) => `/help-support?tab=requests&request=${id}`

/** What it says is read when it is written, and gone by then where the person is. */
async function mail(
  tx: Tx,
  { bus }: Deps,
  { kind, recipient, locale, id }: { kind: SupportMail; recipient: string; locale: string; id: string },
) {
  await queueMail(tx, { kind, recipient, locale: matchLanguage([locale]), data: { id } })
  afterCommit(() => bus.emit('outbox', null))
}

/** Open pages of the requester and of every administrator look again. */
export async function announce(tx: Tx, { bus }: Deps, requester: string | null): Promise<void> {
  const people = new Set([...(requester === null ? [] : [requester]), ...(await listAdministrators(tx))])
  if (people.size > 0) afterCommit(() => bus.emit('changed', { user_ids: [...people], what: 'support' }))
}
