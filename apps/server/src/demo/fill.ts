/** Creates the demo's people and trips. Apart from demo.ts, because only an empty database needs what this imports. */
import { sql } from 'kysely'
import { type ConfirmedAccount, insertConfirmedAccounts } from '#features/accounts/store'
import { hashPassword } from '#features/accounts/service-hashing'
import { refreshRecords } from '#features/ratings/store'
import { setMemberSince, setPicture, updateProfile } from '#features/profiles/store'
import type { Tx } from '#platform/db/database'
import type { Parts } from '#platform/http/context'
import type { Config } from '../config.ts'
import { readPicture } from './data.ts'
import { planDemo } from './plan.ts'
import type { Person, Plan } from './planned.ts'
import { replay } from './replay.ts'

interface Filling {
  password: string
  withAdmin: boolean
  isNeeded(tx: Tx): Promise<boolean>
}

/** Fills the database in one transaction. Does nothing when, after waiting for another process that fills it, it is no longer needed. */
export async function fill(
  { db, clock, files }: Pick<Parts, 'db' | 'clock' | 'files'>,
  config: Pick<Config, 'costSharing'>,
  { password, withAdmin, isNeeded }: Filling,
): Promise<void> {
  const plan = planDemo(clock.now())
  const everybody = withAdmin ? [...plan.people, plan.administrator] : plan.people
  const pictures = await Promise.all(
    everybody.map(
      async ({ picture }) => picture && { bytes: await readPicture(picture), key: await files.reserve('profiles') },
    ),
  )
  const passwordHash = await hashPassword(password)
  // Takes seconds, on a slow machine more than a request may. Waiting for another process that fills it takes as long.
  await db.longRunningTx(async (tx) => {
    await oneAtATime(tx)
    if (!(await isNeeded(tx))) return
    const ids = await settle(tx, everybody, plan, passwordHash)
    const idOf = (person: Person) => ids.get(person.email) ?? ''
    await replay(tx, config, plan, idOf)
    for (const [index, person] of everybody.entries()) {
      const picture = pictures[index]
      if (!picture) continue
      await files.write('profiles', picture.key, picture.bytes)
      await files.keep(tx, 'profiles', picture.key)
      await setPicture(tx, idOf(person), picture.key)
    }
  })
  // The background job would do the same some minutes later.
  while ((await refreshRecords(db.read)) > 0);
}

/** Locks, because several processes may start on one new database; the second one waits and then finds the demo. */
async function oneAtATime(tx: Tx) {
  await sql`select pg_advisory_xact_lock(hashtextextended('samtur demo', 0))`.execute(tx)
}

/** Stores accounts and profiles; returns the ids by e-mail address. */
async function settle(
  tx: Tx,
  everybody: Person[],
  { administrator }: Plan,
  passwordHash: string,
): Promise<Map<string, string>> {
  const accounts = everybody.map((person): ConfirmedAccount => ({
    name: person.name,
    email: person.email,
    locale: person.language,
    role: person === administrator ? 'admin' : 'user',
    createdAt: person.joined,
  }))
  const ids = await insertConfirmedAccounts(tx, accounts, passwordHash)
  for (const { email, phone, home, gender, age, joined } of everybody) {
    const id = ids.get(email) ?? ''
    await updateProfile(tx, id, { phone, address: home, gender, age })
    await setMemberSince(tx, id, joined)
  }
  return ids
}
