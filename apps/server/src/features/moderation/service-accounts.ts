/** What administrators do with accounts: suspending, deleting, ending sessions. */
import { deletionDays } from '@samtur/contract/constants'
import { paths } from '@samtur/contract/paths'
import { matchLanguage } from '@samtur/i18n/translate'
import {
  announceEnd,
  endSessions,
  liftSecondFactor,
  liftSuspension,
  lockAccount,
  makeAdministrator,
  suspendAccount,
} from '#features/accounts/port'
import { afterCommit, type Tx } from '#platform/db/database'
import type { Parts } from '#platform/http/context'
import { AppError, assertThat } from '#platform/http/errors'
import { nameToGreet } from '#platform/mail/greeting'
import { type MailKind, type MailKinds, queueMail } from '#platform/mail/outbox'
import { deleteRefusal, isOutOfReach, suspendRefusal } from './rules.ts'
import { announceReports, knownReport } from './service-reports.ts'
import { type Actor, actorEntry, addAuditEntry } from './store.ts'
import { isDeletedByAdmin } from './views.ts'

type Context = Pick<Parts, 'db' | 'bus'>
/** Which of a person's sessions. */
type Which = Parameters<typeof endSessions>[2]
type SuspendingContext = Context & Pick<Parts, 'clock' | 'reactions'>

/** `origin` is the address at which links in mails begin; `adminEmail` the address whose account becomes an administrator's. */
export interface Deps {
  origin(): string
  supportEmail: string
  adminEmail: string | undefined
}

/** An action that needs no reason. */
interface PlainAction {
  by: Actor
  userId: string
  reason: string | null
}

/** An action on an account, with the reason for the log. */
interface Action {
  by: Actor
  userId: string
  reason: string
  /** The report that the action follows from. */
  reportId?: string | null | undefined
}

/**
 * Suspends an account: ends its sessions and connections, takes its rides out of the search, and mails the reason to the person.
 * Errors: `not_found`, `protected_account`, `already_suspended`.
 */
export async function suspendUser(context: SuspendingContext, deps: Deps, action: Action): Promise<void> {
  const { by, userId, reason } = action
  await context.db.tx(async (tx) => {
    const report_id = await knownReport(tx, action.reportId)
    const account = await accountToChange(tx, userId, by, deps)
    const refusal = suspendRefusal(account)
    if (refusal) throw new AppError(refusal)
    await suspend(tx, context, { userId, reason, leaving: false })
    const actor = actorEntry(by, report_id === undefined ? {} : { report_id })
    await addAuditEntry(tx, { ...actor, action: 'user_suspended', subject_id: userId, reason })
    if (report_id !== undefined) await announceReports(tx, context)
    await sendMail(tx, context, account, 'moderation.suspended', {
      name: nameToGreet(account),
      reason,
      support: deps.supportEmail,
    })
  })
}

/** Lifts a suspension, and a deletion that an administrator has begun. Errors: `not_found`, `protected_account`, `not_suspended`. */
export async function liftUser(context: SuspendingContext, deps: Deps, { by, userId, reason }: Action): Promise<void> {
  await context.db.tx(async (tx) => {
    const account = await accountToChange(tx, userId, by, deps)
    assertThat(account.suspended_at, 'not_suspended')
    await liftSuspension(tx, userId)
    // A deletion that the person requested stays.
    if (account.purge_at && (await isDeletedByAdmin(tx, userId)))
      await context.reactions.run(tx, 'deletionChanged', { user_id: userId, begun: false })
    await context.reactions.run(tx, 'suspensionChanged', {
      user_id: userId,
      suspended: false,
      at: context.clock.now(),
      leaving: false,
    })
    await addAuditEntry(tx, { ...actorEntry(by), action: 'user_lifted', subject_id: userId, reason })
    await sendMail(tx, context, account, 'moderation.lifted', {
      name: nameToGreet(account),
      url: deps.origin() + paths.auth,
    })
  })
}

/** Begins the deletion of an account as the person could have, and suspends it until then. Errors: `not_found`, `protected_account`, `already_closing`. */
export async function deleteUser(
  context: SuspendingContext,
  deps: Deps,
  { by, userId, reason }: Action,
): Promise<void> {
  await context.db.tx(async (tx) => {
    const account = await accountToChange(tx, userId, by, deps)
    const refusal = deleteRefusal(account)
    if (refusal) throw new AppError(refusal)
    if (!account.suspended_at) await suspend(tx, context, { userId, reason, leaving: true })
    await context.reactions.run(tx, 'deletionChanged', { user_id: userId, begun: true })
    await addAuditEntry(tx, { ...actorEntry(by), action: 'user_deleted', subject_id: userId, reason })
    await sendMail(tx, context, account, 'moderation.deleted', {
      name: nameToGreet(account),
      reason,
      support: deps.supportEmail,
      days: deletionDays,
    })
  })
}

const isOwn = (by: Actor, userId: string) => by !== 'service_key' && by?.id === userId

/**
 * Removes the second factor of a person who has lost it and ends all sessions; from then on the password is enough to sign in. An
 * administrator cannot remove the own one. Errors: `not_found`, `protected_account`, `two_factor_off`.
 */
export async function liftFactorOfUser(context: Context, deps: Deps, action: PlainAction): Promise<void> {
  const { by, userId, reason } = action
  await context.db.tx(async (tx) => {
    const account = await accountToChange(tx, userId, by, deps)
    assertThat(!isOwn(by, userId), 'protected_account')
    assertThat(await liftSecondFactor(tx, userId), 'two_factor_off')
    const ended = await end(tx, context, userId, 'all')
    await addAuditEntry(tx, {
      ...actorEntry(by, { ended }),
      action: 'second_factor_lifted',
      subject_id: userId,
      reason,
    })
    await sendMail(tx, context, account, 'moderation.factor_lifted', {
      name: nameToGreet(account),
      reason: reason ?? '',
      url: `${deps.origin()}${paths.security}`,
    })
  })
}

/** Grants the administrator's role to an account by the command line. Error: `not_found`. */
export async function grantAdministrator(context: Context, userId: string, reason: string | null): Promise<void> {
  await context.db.tx(async (tx) => {
    assertThat(await lockAccount(tx, userId), 'not_found')
    await makeAdministrator(tx, userId)
    await addAuditEntry(tx, { actor_id: null, action: 'administrator_made', subject_id: userId, reason })
  })
}

interface SessionsToEnd {
  by: Actor
  userId: string
  which?: Which
  reason?: string | null
}

/** Ends sessions of a person. Returns their number. Errors: `not_found`, `protected_account`. */
export async function endSessionsOfUser(
  context: Context,
  rules: Pick<Deps, 'adminEmail'>,
  action: SessionsToEnd,
): Promise<number> {
  const { by, userId, which = 'all', reason = null } = action
  return context.db.tx(async (tx) => {
    await accountToChange(tx, userId, by, rules)
    const ended = await end(tx, context, userId, which)
    await addAuditEntry(tx, { ...actorEntry(by, { ended }), action: 'sessions_ended', subject_id: userId, reason })
    return ended
  })
}

type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>

/** Locks an account for a change. No other server changes an administrator's account. Errors: `not_found`, `protected_account`. */
async function accountToChange(
  tx: Tx,
  userId: string,
  by: Actor,
  { adminEmail }: Pick<Deps, 'adminEmail'>,
): Promise<LockedAccount> {
  const account = await lockAccount(tx, userId)
  assertThat(account, 'not_found')
  assertThat(by !== 'service_key' || !isOutOfReach(account, adminEmail), 'protected_account')
  return account
}

interface Suspending {
  userId: string
  reason: string
  leaving: boolean
}

async function suspend(tx: Tx, context: SuspendingContext, { userId, reason, leaving }: Suspending) {
  await suspendAccount(tx, userId, reason)
  await end(tx, context, userId, 'all')
  await context.reactions.run(tx, 'suspensionChanged', {
    user_id: userId,
    suspended: true,
    at: context.clock.now(),
    leaving,
  })
}

/** Ends sessions of a person and closes their sockets after the commit. */
async function end(tx: Tx, { bus }: Context, userId: string, which: Which): Promise<number> {
  const ended = await endSessions(tx, userId, which)
  afterCommit(() => {
    if (which === 'all') bus.emit('session_ended', { user_id: userId, session_id: null })
    else announceEnd({ bus }, userId, ended)
  })
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
