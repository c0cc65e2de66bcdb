/** What another server of the operator changes at a person's account, with the service key. The person gets a mail about each change. */
import { matchLanguage } from '@samtur/i18n/translate'
import {
  checkPassword,
  findAccount,
  hashPassword,
  isReservedName,
  lockAccount,
  moveAddress,
  refuseWhileBusy,
  renameAccount,
  setPasswordOf,
} from '#features/accounts/port'
import { updateProfile } from '#features/profiles/port'
import { afterCommit, errorCode } from '#platform/db/database'
import type { Parts } from '#platform/http/context'
import { AppError, assertThat, invalidField } from '#platform/http/errors'
import { nameToGreet } from '#platform/mail/greeting'
import { queueMail } from '#platform/mail/outbox'
import type { Config } from '../../config.ts'
import { isOutOfReach } from './rules.ts'
import { actorEntry, addAuditEntry } from './store.ts'

interface Changes {
  name?: string | undefined
  password?: string | undefined
  email?: string | undefined
}

const UNIQUE = '23505'

/**
 * Changes an account, all or nothing, each change with an entry of the log and a mail to the mailbox that the account had. A new password ends the sessions.
 * Errors: `not_found`, `protected_account`, `reserved_name`, a weak password, `already_registered`, and for a password `rate_limited`.
 */
export async function changeForOther(
  context: Pick<Parts, 'db' | 'bus' | 'reactions'>,
  rules: Pick<Config, 'passwordMinLength' | 'adminEmail' | 'supportEmail' | 'oidcProviders'>,
  userId: string,
  { name, password, email }: Changes,
): Promise<void> {
  if (password !== undefined) refuseWhileBusy()
  if (name !== undefined && isReservedName(name, rules.oidcProviders)) throw invalidField('full_name', 'reserved_name')
  const person = await findAccount(context.db.read, userId)
  assertThat(person, 'not_found')
  if (password !== undefined)
    checkPassword('password', password, { email: email ?? person.email, name: name ?? person.name }, rules)
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  const actor = { ...actorEntry('service_key'), subject_id: userId }
  const change = context.db.tx(async (tx) => {
    const account = await lockAccount(tx, userId)
    assertThat(account, 'not_found')
    assertThat(!isOutOfReach(account, rules.adminEmail), 'protected_account')
    if (name !== undefined) {
      await renameAccount(tx, userId, name)
      await updateProfile(tx, userId, { full_name: name })
      await addAuditEntry(tx, { ...actor, action: 'user_renamed' })
      // An address that nobody has confirmed may be a stranger's.
      if (account.email_verified) {
        const row = { recipient: account.email, locale: matchLanguage([account.locale]) }
        const data = { name: account.name, new_name: name, support: rules.supportEmail }
        await queueMail(tx, { ...row, kind: 'moderation.account_changed', data })
      }
    }
    if (passwordHash !== undefined) {
      await setPasswordOf(tx, context, userId, passwordHash)
      await addAuditEntry(tx, { ...actor, action: 'password_set' })
    }
    // Last, so that the other mails go to the mailbox that the owner had.
    if (email !== undefined) {
      const isMoved =
        email !== rules.adminEmail &&
        (await moveAddress(tx, { id: userId, ...account, name: nameToGreet(account) }, email))
      assertThat(isMoved, 'protected_account')
      await addAuditEntry(tx, { ...actor, action: 'address_changed' })
    }
    afterCommit(() => context.bus.emit('outbox', null))
  })
  await change.catch((error: unknown) => {
    throw errorCode(error) === UNIQUE ? new AppError('already_registered') : error
  })
}
