/** Names that a linked sign-in service confirms. */
import { dayOf } from '#platform/clock'
import { readFacts } from './rules-names.ts'
import type { Visitor } from './service-openid.ts'
import type { Deps } from './service-ways.ts'
import { storeNameFacts } from './store-names.ts'
import { findNamed } from './views-ways.ts'

/**
 * Stores whether the service confirms the name of the account's profile, and whether the person is an adult. Does nothing for an identity that is not
 * linked to the account. The claims themselves are not stored.
 */
export async function recordName({ parts: { db, clock } }: Pick<Deps, 'parts'>, userId: string, visitor: Visitor) {
  const today = dayOf(clock.now())
  await db.tx(async (tx) => {
    const named = await findNamed(tx, userId, visitor)
    if (!named) return
    const facts = readFacts(visitor.claims, named.full_name, today)
    await storeNameFacts(tx, { id: named.id, userId }, named.full_name, { ...facts, month: `${today.slice(0, 7)}-01` })
  })
}
