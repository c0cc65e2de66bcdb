/** Accounts at other sign-in services, brought by pages and by programs: whose they are here, and linking them. */
import type { Tx } from '#platform/db/database'
import { type Caller, verified } from '#platform/http/context'
import type { Limit } from '#platform/http/rate-limit'
import { mayLinkByAddress } from './policy.ts'
import { asciiAddress } from './rules.ts'
import type { ServiceIdentity } from './service-openid.ts'
import { type Deps, queueLinkNotice } from './service-ways.ts'
import { linkService, lockAccount } from './store.ts'
import { findConfirmed, findLinked } from './views-ways.ts'

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

/** Links an identity to the caller's account; nothing changes where it is linked already. */
export async function linkToCaller(
  deps: Deps,
  caller: Caller,
  identity: ServiceIdentity,
): Promise<ServiceRefusal | undefined> {
  const { db, bus } = deps.parts
  const { id } = verified({ caller })
  if (!identity.emailVerified) return 'not_confirmed'
  const isOwn = await db.tx(async (tx) => {
    await lockAccount(tx, id)
    return link(deps, tx, id, identity)
  })
  bus.emit('outbox', null)
  return isOwn ? undefined : 'already_linked'
}

/** Returns false where the identity is another account's. */
async function link({ config }: Deps, tx: Tx, userId: string, { provider, subject }: ServiceIdentity) {
  if (await linkService(tx, userId, provider, subject)) await queueLinkNotice(tx, config, userId, provider)
  return (await findLinked(tx, { provider, subject })) === userId
}
