/** Accounts at other sign-in services, brought by pages and by programs: whose they are here, linking and unlinking them. */
import type { Config } from '../../config.ts'
import type { Tx } from '#platform/db/database'
import { type Caller, verified } from '#platform/http/context'
import { assertThat } from '#platform/http/errors'
import type { Limit } from '#platform/http/rate-limit'
import { mayLinkByAddress } from './policy.ts'
import { canSignIn } from './rules-ways.ts'
import { asciiAddress, opensByCode } from './rules.ts'
import type { ServiceIdentity } from './service-openid.ts'
import { type Deps, queueNotice } from './service-ways.ts'
import { linkService, lockAccount, unlinkIdentities } from './store.ts'
import { findConfirmed, findLinked, findOwnWays, type LinkedIdentity, listLinked } from './views-ways.ts'

/** Visits to services, and ID tokens, from one network. */
export const serviceSignIns: Limit = { name: 'service-sign-in', max: 30, per: 5 * 60, byAddress: true }

/** Why an identity opens or links nothing: the service has not confirmed its address, no account has it, or it is linked to another account. */
export type ServiceRefusal = 'not_confirmed' | 'no_account' | 'already_linked'

/** Returns the address of an identity as accounts store it; undefined where the service sent none. */
export const mailboxOf = ({ email }: ServiceIdentity): string | undefined => asciiAddress((email ?? '').toLowerCase())

/**
 * Returns the account that an identity opens. One with the same address is linked first, where the address is confirmed both there and here and the account
 * is no administrator's. Makes no account, because terms are accepted at sign-up.
 */
export async function openByService(
  deps: Deps,
  identity: ServiceIdentity,
): Promise<{ userId: string } | ServiceRefusal> {
  const { db, bus } = deps.parts
  const linked = await findLinked(db.read, identity)
  if (linked !== undefined) return { userId: linked }
  if (!identity.emailVerified) return 'not_confirmed'
  const email = mailboxOf(identity)
  const outcome = await db.tx(async (tx) => {
    const account = email ? await findConfirmed(tx, email) : undefined
    const locked = account && (await lockAccount(tx, account.id))
    if (!account || !locked || !mayLinkByAddress(locked)) return 'no_account'
    return (await link(deps, tx, account.id, identity)) ? { userId: account.id } : 'already_linked'
  })
  bus.emit('outbox', null)
  return outcome
}

/** Links an identity to the caller's account, and returns that; nothing changes where it is linked already. */
export async function linkToCaller(
  deps: Deps,
  caller: Caller,
  identity: ServiceIdentity,
): Promise<{ userId: string } | ServiceRefusal> {
  const { db, bus } = deps.parts
  const { id } = verified({ caller })
  if (!identity.emailVerified) return 'not_confirmed'
  const isOwn = await db.tx(async (tx) => {
    await lockAccount(tx, id)
    return link(deps, tx, id, identity)
  })
  bus.emit('outbox', null)
  return isOwn ? { userId: id } : 'already_linked'
}

/** Returns false where the identity is another account's. */
async function link({ config }: Deps, tx: Tx, userId: string, { provider, subject }: ServiceIdentity) {
  if (await linkService(tx, userId, provider, subject))
    await queueNotice(tx, userId, 'identities.linked', (name) => ({ name, provider: nameOf(config, provider) }))
  return (await findLinked(tx, { provider, subject })) === userId
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

const nameOf = ({ oidcProviders }: Config, id: string) => oidcProviders.find((one) => one.id === id)?.name ?? id
