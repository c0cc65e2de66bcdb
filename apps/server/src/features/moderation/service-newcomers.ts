/** Accounts of people who have not signed up themselves: inviting, and creating an account for them. */
import type { AuditAction } from '@samtur/contract/moderation'
import { paths } from '@samtur/contract/paths'
import { matchLanguage } from '@samtur/i18n/translate'
import {
  asciiAddress,
  createAccount,
  findByMailbox,
  makeConfirmation,
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
 * confirmed yet. Returns the account's id. Errors: those of `createAccount`, `rate_limited`.
 */
export async function inviteForOther(
  context: Context,
  rules: Rules,
  person: Newcomer,
  flow: NewFlow | undefined,
): Promise<string> {
  const { email } = person
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
  /** The stored flow. */
  flow: string | undefined
}

/**
 * Makes a link for an account that is not confirmed, by the service key, and returns its token. The link of a confirmed account is for its
 * mailbox alone, and so is one that could give the administrator's role. Errors: `protected_account`, `account_suspended`.
 */
export async function makeLinkForOther(
  { db }: Pick<Context, 'db'>,
  rules: Rules,
  email: string,
  flow: NewFlow | undefined,
): Promise<Link> {
  assertThat(email !== rules.adminEmail, 'protected_account')
  return db.tx(async (tx) => {
    const account = await findByMailbox(tx, email)
    assertThat(account && !account.email_verified, 'protected_account')
    assertThat(!account.suspended_at, 'account_suspended')
    await note(tx, 'link_made', account.id)
    const token = await makeConfirmation(tx, account.id)
    return { userId: account.id, token, flow: flow && (await storeFlow(tx, flow)) }
  })
}
