/** Linked sign-in services, and what the files of this slice share. */
import { matchLanguage } from '@samtur/i18n/translate'
import type { Config } from '../../config.ts'
import { lockAccount, unlinkService } from '#features/accounts/port'
import type { Executor } from '#platform/db/database'
import type { Caller, Parts } from '#platform/http/context'
import { assertThat } from '#platform/http/errors'
import { type MailKind, type MailKinds, queueMail } from '#platform/mail/outbox'
import { isLastWayIn } from './rules.ts'
import { findOwnWays, findRecipient } from './views.ts'

export interface Deps {
  config: Config
  parts: Parts
  secret: string
}

/** Removes a linked service. Error: `last_way_in` where nothing else opens the account. */
export async function unlink({ config, parts: { db, bus } }: Deps, caller: Caller, provider: string): Promise<void> {
  await db.tx(async (tx) => {
    // Two removals at once would each count on the other service.
    await lockAccount(tx, caller.id)
    const { password, providers } = await findOwnWays(tx, caller.id)
    assertThat(providers.includes(provider), 'not_found')
    const offered = providers.filter((id) => config.oidcProviders.some((one) => one.id === id))
    assertThat(
      !isLastWayIn({ password, emailCode: config.emailCodeSignIn, providers: offered }, provider),
      'last_way_in',
    )
    await unlinkService(tx, caller.id, provider)
    await queueNotice(tx, caller.id, 'identities.unlinked', (name) => ({ name, provider: nameOf(config, provider) }))
  })
  bus.emit('outbox', null)
}

/** Mails the account's address that a service was linked. */
export async function notifyOfLink(
  { config, parts: { db, bus } }: Deps,
  userId: string,
  provider: string,
): Promise<void> {
  await queueLinkNotice(db.kysely, config, userId, provider)
  bus.emit('outbox', null)
}

/** Queues the mail that a service was linked. */
export const queueLinkNotice = (executor: Executor, config: Config, userId: string, provider: string): Promise<void> =>
  queueNotice(executor, userId, 'identities.linked', (name) => ({ name, provider: nameOf(config, provider) }))

const nameOf = ({ oidcProviders }: Config, id: string) => oidcProviders.find((one) => one.id === id)?.name ?? id

/** Queues a mail about a change of the account, so that the owner notices a change by another person. */
export async function queueNotice<Kind extends MailKind>(
  executor: Executor,
  userId: string,
  kind: Kind,
  dataFor: (name: string) => MailKinds[Kind],
): Promise<void> {
  const reader = await findRecipient(executor, userId)
  if (!reader) return
  const locale = matchLanguage([reader.locale])
  await queueMail(executor, { kind, recipient: reader.email, locale, data: dataFor(reader.name) })
}
