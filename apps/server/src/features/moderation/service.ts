/** Blocking a person, and what the administrator does with accounts. */
import type { z } from 'zod'
import { deletionDays } from '@samtur/contract/constants'
import type { reportBody } from '@samtur/contract/moderation'
import { paths } from '@samtur/contract/paths'
import { matchLanguage } from '@samtur/i18n/translate'
import {
  asciiAddress,
  endSessions,
  liftSuspension,
  lockAccount,
  makeAdministrator,
  maskAddress,
  suspendAccount,
} from '#features/accounts/port'
import { liftSecondFactor } from '#features/identities/port'
import { afterCommit, type Tx } from '#platform/db/database'
import type { ApiContext, Caller, Parts } from '#platform/http/context'
import { AppError, assertThat, invalidField } from '#platform/http/errors'
import { answeredBefore, idempotent } from '#platform/http/idempotency'
import { type MailKind, type MailKinds, queueMail } from '#platform/mail/outbox'
import { deleteRefusal, suspendRefusal } from './rules.ts'
import { announceReports, knownReport } from './service-reports.ts'
import {
  addAuditEntry,
  addBlock,
  addReport,
  addReportOfPerson,
  type FiledReport,
  lockChat,
  lockPair,
  type NewReport,
  removeBlock,
} from './store.ts'
import { canBeReported, emailExists, findPerson, hasReported, isDeletedByAdmin } from './views.ts'

type Context = Pick<Parts, 'db' | 'bus'>
/** Shutting and opening an account is told with its time. */
type Shut = Context & Pick<Parts, 'clock' | 'reactions'>

/**
 * From the commit on nothing passes between the two. Whatever is under way in their chat holds the chat's lock: it is finished
 * before this commits, or sees the block.
 */
export async function blockPerson(
  { db, bus, reactions }: Context & Pick<Parts, 'reactions'>,
  blocker: string,
  wanted: string,
): Promise<void> {
  await db.tx(async (tx) => {
    const blocked = await findPerson(tx, wanted)
    assertThat(blocked, 'not_found')
    if (blocked === blocker) throw invalidField('user_id', 'invalid')
    await lockPair(tx, blocker, blocked)
    if (!(await addBlock(tx, blocker, blocked))) return
    await reactions.run(tx, 'blocked', { blocker_id: blocker, blocked_id: blocked })
    await lockChat(tx, blocker, blocked)
    afterCommit(() => announce(bus, blocker, blocked))
  })
}

export async function unblockPerson({ db, bus }: Context, blocker: string, wanted: string): Promise<void> {
  const unblocked = await removeBlock(db.read, blocker, wanted)
  if (unblocked) announce(bus, blocker, unblocked)
}

/** Open sockets follow at once. Only the blocker is told that something changed. */
function announce(bus: Parts['bus'], blocker: string, other: string) {
  bus.emit('block', { a: blocker, b: other })
  bus.emit('changed', { user_ids: [blocker], what: 'chats' })
}

const reportsADay = { name: 'report', max: 10, per: 86_400 }

/** The administrator is to look at something; the same again changes nothing and counts for nothing. Error: `rate_limited`. */
export async function fileReport(context: Context & Pick<Parts, 'limiter'>, report: NewReport): Promise<void> {
  const { db, limiter } = context
  if (await hasReported(db.read, report.reporterId, report.ratingId)) return
  await limiter.use(reportsADay, report.reporterId)
  await db.tx(async (tx) => {
    if (await addReport(tx, report)) await announceReports(tx, context)
  })
}

/**
 * The administrator is to look at a person, and at the conversation of the two as far as it has gone. Every report counts; nobody but the
 * administrator learns of it. Errors: `not_found` for a person who is not here or a conversation that is not between the two, `rate_limited`.
 */
export async function reportPerson(context: Reporting, reporterId: string, body: Report): Promise<FiledReport> {
  const { db, limiter, idempotencyKey: key } = context
  const request = { db, userId: reporterId, route: 'moderation.report', key, body }
  const before = await answeredBefore<FiledReport>(request)
  if (before) return before
  const { reported_id: reportedId, reason, chat_id: chatId = null } = body
  if (reportedId === reporterId) throw invalidField('reported_id', 'invalid')
  assertThat(await canBeReported(db.read, { reporterId, reportedId, chatId }), 'not_found')
  await limiter.use(reportsADay, reporterId)
  return idempotent(request, async (tx) => {
    const filed = await addReportOfPerson(tx, { reporterId, reportedId, reason, chatId })
    assertThat(filed, 'not_found')
    await announceReports(tx, context)
    return filed
  })
}

type Reporting = Pick<ApiContext, 'db' | 'bus' | 'limiter' | 'idempotencyKey'>
type Report = z.output<typeof reportBody>

/** What mails to people need to know of this house. */
export interface Deps {
  /** Where links in mails lead. */
  origin(): string
  supportEmail: string
}

/** The same from the command on the machine, where nobody is signed in. */
interface MachineDeed {
  by: Caller | null
  userId: string
  reason: string | null
}

/** Something the administrator does to an account, with the reason for the log. */
interface Deed {
  by: Caller
  userId: string
  reason: string
  /** In the course of which report. */
  reportId?: string | null | undefined
}

/**
 * Shuts an account: its sessions and connections end, its rides are not found any more, and the person is told why.
 * Errors: `not_found`, `protected_account`, `already_suspended`.
 */
export async function suspendUser(context: Shut, deps: Deps, deed: Deed): Promise<void> {
  const { by, userId, reason } = deed
  await context.db.tx(async (tx) => {
    const report_id = await knownReport(tx, deed.reportId)
    const account = await accountToChange(tx, userId)
    const refusal = suspendRefusal(account)
    if (refusal) throw new AppError(refusal)
    await shut(tx, context, { userId, reason, leaving: false })
    const details = report_id === undefined ? {} : { report_id }
    await addAuditEntry(tx, { actor_id: by.id, action: 'user_suspended', subject_id: userId, reason, details })
    if (report_id !== undefined) await announceReports(tx, context)
    await sendMail(tx, context, account, 'moderation.suspended', {
      name: account.name,
      reason,
      support: deps.supportEmail,
    })
  })
}

/** Opens an account again; a deletion that an administrator had begun is taken back with it. Errors: `not_found`, `not_suspended`. */
export async function liftUser(context: Shut, deps: Deps, { by, userId, reason }: Deed): Promise<void> {
  await context.db.tx(async (tx) => {
    const account = await accountToChange(tx, userId)
    assertThat(account.suspended_at, 'not_suspended')
    await liftSuspension(tx, userId)
    // What the person had asked for before stays as it is.
    if (account.purge_at && (await isDeletedByAdmin(tx, userId)))
      await context.reactions.run(tx, 'deletionChanged', { user_id: userId, wanted: false })
    await context.reactions.run(tx, 'suspensionChanged', {
      user_id: userId,
      suspended: false,
      at: context.clock.now(),
      leaving: false,
    })
    await addAuditEntry(tx, { actor_id: by.id, action: 'user_lifted', subject_id: userId, reason })
    await sendMail(tx, context, account, 'moderation.lifted', { name: account.name, url: deps.origin() + paths.auth })
  })
}

/** As if the person had asked for the deletion, and shut until then. Errors: `not_found`, `protected_account`, `already_closing`. */
export async function deleteUser(context: Shut, deps: Deps, { by, userId, reason }: Deed): Promise<void> {
  await context.db.tx(async (tx) => {
    const account = await accountToChange(tx, userId)
    const refusal = deleteRefusal(account)
    if (refusal) throw new AppError(refusal)
    if (!account.suspended_at) await shut(tx, context, { userId, reason, leaving: true })
    await context.reactions.run(tx, 'deletionChanged', { user_id: userId, wanted: true })
    await addAuditEntry(tx, { actor_id: by.id, action: 'user_deleted', subject_id: userId, reason })
    await sendMail(tx, context, account, 'moderation.deleted', {
      name: account.name,
      reason,
      support: deps.supportEmail,
      days: deletionDays,
    })
  })
}

/**
 * Takes away a second factor that its owner has lost: from then on the password is enough, and whoever was signed in has to show it again.
 * Nobody lifts the own one. Errors: `not_found`, `protected_account`, `two_factor_off`.
 */
export async function liftFactorOfUser(context: Context, deps: Deps, deed: MachineDeed): Promise<void> {
  const { by, userId, reason } = deed
  assertThat(by?.id !== userId, 'protected_account')
  await context.db.tx(async (tx) => {
    const account = await accountToChange(tx, userId)
    assertThat(await liftSecondFactor(tx, userId), 'two_factor_off')
    const ended = await endAll(tx, context, userId)
    const details = { ended }
    await addAuditEntry(tx, {
      actor_id: by?.id ?? null,
      action: 'second_factor_lifted',
      subject_id: userId,
      reason,
      details,
    })
    await sendMail(tx, context, account, 'moderation.factor_lifted', {
      name: account.name,
      reason: reason ?? '',
      url: `${deps.origin()}${paths.security}`,
    })
  })
}

/** Gives the administrator's role to the account that the configuration names, from the command on the machine. Error: `not_found`. */
export async function makeAdministratorAtMachine(
  context: Context,
  userId: string,
  reason: string | null,
): Promise<void> {
  await context.db.tx(async (tx) => {
    await accountToChange(tx, userId)
    await makeAdministrator(tx, userId)
    await addAuditEntry(tx, { actor_id: null, action: 'administrator_made', subject_id: userId, reason })
  })
}

/** Signs a person out everywhere; answers how many sessions there were. Error: `not_found`. */
export async function endSessionsOfUser(context: Context, by: Caller | null, userId: string): Promise<number> {
  return context.db.tx(async (tx) => {
    await accountToChange(tx, userId)
    const ended = await endAll(tx, context, userId)
    await addAuditEntry(tx, {
      actor_id: by?.id ?? null,
      action: 'sessions_ended',
      subject_id: userId,
      details: { ended },
    })
    return ended
  })
}

const DAY = 86_400
const limits = {
  invited: { name: 'invited', max: 1, per: DAY },
  invite: { name: 'invite', max: 50, per: DAY },
}

/** Mails a link to sign-up, in the administrator's language. Errors: `already_registered`, `rate_limited`. */
export async function invitePerson(
  context: Context & Pick<Parts, 'limiter'>,
  deps: Deps,
  by: Caller,
  address: string,
): Promise<void> {
  const email = asciiAddress(address)
  if (!email) throw invalidField('email', 'invalid')
  if (await emailExists(context.db.read, email))
    throw new AppError('already_registered', { fields: { email: 'invalid' } })
  await context.limiter.use(limits.invited, email)
  await context.limiter.use(limits.invite, by.id)
  const url = `${deps.origin()}${paths.auth}?${new URLSearchParams({ tab: 'sign-up', email }).toString()}`
  await context.db.tx(async (tx) => {
    const locale = matchLanguage([by.locale])
    await queueMail(tx, { kind: 'moderation.invited', recipient: email, locale, data: { url } })
    await addAuditEntry(tx, { actor_id: by.id, action: 'person_invited', details: { email: maskAddress(email) } })
    afterCommit(() => context.bus.emit('outbox', null))
  })
}

type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>

async function accountToChange(tx: Tx, userId: string): Promise<LockedAccount> {
  const account = await lockAccount(tx, userId)
  assertThat(account, 'not_found')
  return account
}

interface Shutting {
  userId: string
  reason: string
  leaving: boolean
}

async function shut(tx: Tx, context: Shut, { userId, reason, leaving }: Shutting) {
  await suspendAccount(tx, userId, reason)
  await endAll(tx, context, userId)
  await context.reactions.run(tx, 'suspensionChanged', {
    user_id: userId,
    suspended: true,
    at: context.clock.now(),
    leaving,
  })
}

/** From the commit on no cookie, token or open socket of the person is good for anything. */
async function endAll(tx: Tx, { bus }: Context, userId: string): Promise<number> {
  const ended = await endSessions(tx, userId, 'all')
  afterCommit(() => bus.emit('session_ended', { user_id: userId, session_id: null }))
  return ended.length
}

async function sendMail<Kind extends MailKind>(
  tx: Tx,
  { bus }: Context,
  account: LockedAccount,
  kind: Kind,
  data: MailKinds[Kind],
) {
  const { email, locale } = account
  await queueMail(tx, { kind, recipient: email, locale: matchLanguage([locale]), data })
  afterCommit(() => bus.emit('outbox', null))
}
