/** Accounts of people who have not signed up themselves: inviting, and creating an account for them. */
import type { AuditAction } from '@samtur/contract/moderation'
import { paths } from '@samtur/contract/paths'
import { matchLanguage } from '@samtur/i18n/translate'
import {
  asciiAddress,
  createAccount,
  findByMailbox,
  lockAccount,
  makeLink,
  maskAddress,
  type Newcomer,
  type NewFlow,
  storeFlow,
} from '#features/accounts/port'
import { afterCommit, type Tx } from '#platform/db/database'
import type { Caller, Parts } from '#platform/http/context'
import { AppError, assertThat, invalidField } from '#platform/http/errors'
import { queueMail } from '#platform/mail/outbox'
import type { Config } from '../../config.ts'
import type { Deps } from './service-accounts.ts'
import { actorEntry, addAuditEntry } from './store.ts'
import { emailExists } from './views.ts'

type Context = Pick<Parts, 'db' | 'bus' | 'limiter'>
type Rules = Pick<Config, 'passwordMinLength' | 'adminEmail' | 'oidcProviders'>

const DAY = 86_400
const limits = {
  invited: { name: 'invited', max: 1, per: DAY },
  invite: { name: 'invite', max: 50, per: DAY },
}

/** Mails a link to the sign-up page in the administrator's language. Errors: `already_registered`, `rate_limited`. */
export async function invitePerson(context: Context, deps: Deps, by: Caller, address: string): Promise<void> {
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
    await addAuditEntry(tx, { ...actorEntry(by, { email: maskAddress(email) }), action: 'person_invited' })
    afterCommit(() => context.bus.emit('outbox', null))
  })
}

/** Creates an account by the service key and returns its id. Sends no mail. Errors: those of `createAccount`, `protected_account`. */
export async function createForOther(context: Pick<Context, 'db'>, rules: Rules, person: Newcomer): Promise<string> {
  assertThat(person.email !== rules.adminEmail, 'protected_account')
  return createAccount(context, rules, person, (tx, userId) => note(tx, 'user_created', userId))
}

const note = async (tx: Tx, action: AuditAction, userId: string) => {
  await addAuditEntry(tx, { ...actorEntry('service_key'), action, subject_id: userId })
}

/**
 * Creates an account without a password by the service key and mails its link, which sets one; mails the link again where the account is not
 * confirmed yet. Returns the account's id. Errors: those of `createAccount`, `protected_account`, `rate_limited`.
 */
export async function inviteForOther(
  context: Context,
  rules: Rules,
  person: Newcomer,
  flow: NewFlow | undefined,
): Promise<string> {
  const { email } = person
  assertThat(email !== rules.adminEmail, 'protected_account')
  const locale = matchLanguage([person.locale])
  const before = await findByMailbox(context.db.read, email)
  assertThat(!before?.email_verified, 'already_registered')
  await context.limiter.use(limits.invited, email)
  await context.limiter.use(limits.invite, 'service_key')
  const invite = async (tx: Tx, userId: string) => {
    await queueMail(tx, {
      kind: 'accounts.invited_request',
      recipient: email,
      locale,
      data: { flow: flow && (await storeFlow(tx, flow)) },
    })
    await note(tx, 'person_invited', userId)
    afterCommit(() => context.bus.emit('outbox', null))
  }
  if (!before) return createAccount(context, rules, person, invite)
  await context.db.tx((tx) => invite(tx, before.id))
  return before.id
}

interface Link {
  userId: string
  token: string
  purpose: LinkPurpose
  /** The stored flow. */
  flow: string | undefined
}

/** What the link of a confirmed account is for; an account that is not confirmed gets a link that confirms it. */
export type LinkPurpose = 'confirm' | 'sign_in' | 'reset'

/**
 * Makes a link by the service key, and returns its token. The owner of a confirmed account gets a mail, because the link opens it without the mailbox.
 * Errors: `protected_account` for one that is or could become an administrator's, `account_suspended`.
 */
export async function makeLinkForOther(
  { db, bus }: Pick<Context, 'db' | 'bus'>,
  rules: Rules & Pick<Config, 'supportEmail'>,
  { email, purpose }: { email: string; purpose: LinkPurpose },
  flow: NewFlow | undefined,
): Promise<Link> {
  assertThat(email !== rules.adminEmail, 'protected_account')
  return db.tx(async (tx) => {
    const found = await findByMailbox(tx, email)
    const account = found && (await lockAccount(tx, found.id))
    // The address may have moved on meanwhile.
    assertThat(found && account?.email === email && account.role !== 'admin', 'protected_account')
    assertThat(!account.suspended_at, 'account_suspended')
    const { id: userId, email_verified: isConfirmed } = found
    await note(tx, 'link_made', userId)
    if (isConfirmed) {
      const row = { recipient: email, locale: matchLanguage([account.locale]) }
      const data = { name: account.name, support: rules.supportEmail }
      await queueMail(tx, { ...row, kind: 'moderation.account_changed', data })
      afterCommit(() => bus.emit('outbox', null))
    }
    const used = isConfirmed ? purpose : 'confirm'
    const token = await makeLink(tx, userId, used)
    return { userId, token, purpose: used, flow: flow && (await storeFlow(tx, flow)) }
  })
}
