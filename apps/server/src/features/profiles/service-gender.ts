/** Rides for the own gender: who may ask for them, and how often a gender can be changed. */
import type { z } from 'zod'
import type { profileBody } from '@samtur/contract/profiles'
import { renameAccount } from '#features/accounts/port'
import type { Executor } from '#platform/db/database'
import type { Parts } from '#platform/http/context'
import { invalidField } from '#platform/http/errors'
import { decideGender, isStated } from './rules.ts'
import { lockGender, updateProfile } from './store.ts'
import { findGender } from './views.ts'

export interface GenderRules {
  sameGenderRides: boolean
}

/**
 * Throws `validation` where rides for the own gender are off, and for a person who states no gender or one that does not count yet; `personId` is
 * null for a visitor.
 */
export async function refuseSameGender(
  executor: Executor,
  { sameGenderRides }: GenderRules,
  personId: string | null,
): Promise<void> {
  if (!sameGenderRides) throw invalidField('same_gender', 'not_offered')
  const problem = await genderProblem(executor, personId)
  if (problem) throw invalidField('same_gender', problem)
}

/** Returns why no gender can be compared with the person's, for the time being; null is a visitor. */
export async function genderProblem(
  executor: Executor,
  personId: string | null,
): Promise<'gender_missing' | 'gender_waits' | undefined> {
  const person = personId === null ? undefined : await findGender(executor, personId)
  if (!isStated(person?.gender ?? null)) return 'gender_missing'
  return person?.waits ? 'gender_waits' : undefined
}

/**
 * Changes the own profile. A stated gender can be changed once a year where there are rides for one gender; `changed_recently` names the field and
 * the day. The time of a change is stored in any case.
 */
export async function changeProfile(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  { sameGenderRides }: GenderRules,
  id: string,
  body: z.output<typeof profileBody>,
): Promise<void> {
  const { gender, full_name: name } = body
  if (gender === undefined && name === undefined) return updateProfile(db.read, id, body)
  await db.tx(async (tx) => {
    if (name !== undefined) await renameAccount(tx, id, name)
    if (gender === undefined) return updateProfile(tx, id, body)
    // Requests of the person hold the profile, so that each of them sees one gender from its beginning to its end.
    const before = await lockGender(tx, id)
    const now = clock.now()
    const decision = before ? decideGender(before, gender, now) : 'free'
    if (typeof decision === 'object' && sameGenderRides)
      throw invalidField('gender', 'changed_recently', { date: decision.refusedUntil })
    await updateProfile(tx, id, decision === 'free' ? body : { ...body, gender_changed_at: now })
  })
}
