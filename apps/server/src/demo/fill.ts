/** Creates the demo's people and trips. Apart from demo.ts, because only an empty database needs what this imports. */
import { sql } from 'kysely'
import { type ConfirmedAccount, insertConfirmedAccounts } from '#features/accounts/store'
import { hashPassword } from '#platform/auth/passwords'
import { refreshRecords } from '#features/ratings/store'
import { setMemberSince, setPicture, updateProfile } from '#features/profiles/store'
import type { Tx } from '#platform/db/database'
import type { Parts } from '#platform/http/context'
import { type Config, demoAdminEmail } from '../config.ts'
import { renderAvatar } from './avatar.ts'
import { administrator, emailOf, PASSWORD, people, type Person, phoneOf } from './people.ts'
import { planDemo } from './plan.ts'
import { createRandom } from './random.ts'
import { replay } from './replay.ts'

const DAY = 86_400_000

/** Fills the database in one transaction. Does nothing when, after waiting for another process that fills it, it is no longer needed. */
export async function fill(
  { db, clock, files }: Pick<Parts, 'db' | 'clock' | 'files'>,
  config: Pick<Config, 'costSharing'>,
  { withAdmin, isNeeded }: { withAdmin: boolean; isNeeded(tx: Tx): Promise<boolean> },
): Promise<void> {
  const everybody = withAdmin ? [...people, administrator] : people
  // Draws in threads, while the database is busy with the rest.
  const pictured = drawAll(everybody)
  const keys = await Promise.all(everybody.map(async (person) => (person.look ? files.reserve('profiles') : undefined)))
  const passwordHash = await hashPassword(PASSWORD)
  // Takes seconds, on a slow machine more than a request may. Waiting for another process that fills it takes as long.
  await db.longRunningTx(async (tx) => {
    await oneAtATime(tx)
    if (!(await isNeeded(tx))) return
    const ids = await settle(tx, everybody, passwordHash, clock.now())
    const idOf = (person: Person) => ids.get(addressOf(person)) ?? ''
    await replay(tx, config, planDemo(clock.now()), idOf)
    for (const [person, bytes] of await pictured) {
      const key = keys[everybody.indexOf(person)] ?? ''
      await files.write('profiles', key, bytes)
      await files.keep(tx, 'profiles', key)
      await setPicture(tx, idOf(person), key)
    }
  })
  // The background job would do the same some minutes later.
  while ((await refreshRecords(db.read)) > 0);
}

const addressOf = (person: Person) => (person === administrator ? demoAdminEmail : emailOf(person))

/** Locks, because several processes may start on one new database; the second one waits and then finds the demo. */
async function oneAtATime(tx: Tx) {
  await sql`select pg_advisory_xact_lock(hashtextextended('samtur demo', 0))`.execute(tx)
}

/** Stores accounts and profiles; returns the ids by e-mail address. */
async function settle(tx: Tx, everybody: Person[], passwordHash: string, now: Date): Promise<Map<string, string>> {
  const joined = new Map(everybody.map((person) => [person, memberSince(person, now)]))
  const accounts = everybody.map((person): ConfirmedAccount => ({
    name: person.name,
    email: addressOf(person),
    locale: person.language,
    role: person === administrator ? 'admin' : 'user',
    createdAt: joined.get(person) ?? now,
  }))
  const ids = await insertConfirmedAccounts(tx, accounts, passwordHash)
  for (const person of everybody) {
    const id = ids.get(addressOf(person)) ?? ''
    await updateProfile(tx, id, {
      phone: phoneOf(person),
      address: person.home,
      gender: person.gender,
      age: person.age,
    })
    await setMemberSince(tx, id, joined.get(person) ?? now)
  }
  return ids
}

/** Returns a day before the oldest trip of the demo, at most three years ago. */
function memberSince(person: Person, now: Date): Date {
  const random = createRandom(`member ${person.name}`)
  return new Date(now.getTime() - random.int(120, 1080) * DAY - random.int(0, DAY))
}

async function drawAll(everybody: Person[]): Promise<[Person, Uint8Array][]> {
  const drawn = everybody.map(async (person): Promise<[Person, Uint8Array] | undefined> =>
    person.look ? [person, await renderAvatar(person.look, createRandom(`picture of ${person.name}`))] : undefined,
  )
  return (await Promise.all(drawn)).filter((it) => it !== undefined)
}
