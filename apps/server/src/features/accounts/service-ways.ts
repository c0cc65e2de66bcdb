/** Linked sign-in services, and what the files about ways in beside the password share. */
import { matchLanguage } from '@samtur/i18n/translate'
import type { Config } from '../../config.ts'
import type { Executor } from '#platform/db/database'
import type { Caller, Parts } from '#platform/http/context'
import { assertThat } from '#platform/http/errors'
import { type MailKind, type MailKinds, queueMail } from '#platform/mail/outbox'
import { canSignIn } from './rules-ways.ts'
import { opensByCode } from './rules.ts'
import { lockAccount, unlinkIdentities } from './store.ts'
import { findOwnWays, findRecipient, type LinkedIdentity, listLinked } from './views-ways.ts'

export interface Deps {
  config: Config
  parts: Parts
  secret: string
}

/**
 * Removes one linked identity, or all of one service. Errors: `not_found`, and `last_way_in` where nothing else would open the account.
 */
export async function unlink(
  { config, parts: { db, bus } }: Deps,
  caller: Caller,
  meant: { id: string } | { provider: string },
): Promise<void> {
  await db.tx(async (tx) => {
    // Two removals at once would each count on the other identity.
    await lockAccount(tx, caller.id)
    const linked = await listLinked(tx, caller.id)
    const isMeant = (one: LinkedIdentity) => ('id' in meant ? one.id === meant.id : one.provider === meant.provider)
    const removed = linked.filter(isMeant)
    const [provider] = removed.map((one) => one.provider)
    assertThat(provider !== undefined, 'not_found')
    const { password } = await findOwnWays(tx, caller.id)
    const left = linked.filter((one) => !isMeant(one)).map((one) => one.provider)
    const providers = left.filter((id) => config.oidcProviders.some((one) => one.id === id))
    assertThat(canSignIn({ password, emailCode: opensByCode(caller, config), providers }), 'last_way_in')
    await unlinkIdentities(
      tx,
      caller.id,
      removed.map(({ id }) => id),
    )
    await queueNotice(tx, caller.id, 'identities.unlinked', (name) => ({ name, provider: nameOf(config, provider) }))
  })
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
