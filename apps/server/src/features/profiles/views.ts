/** Reads of the profiles slice. */
import { sql } from 'kysely'
import type { DriverRecord, NameConfirmation } from '@samtur/contract/profiles'
import type { Executor } from '#platform/db/database'
import { pictureNameOf } from './rules.ts'

const columns = [
  'id',
  'full_name',
  'picture_key',
  'rating',
  'rating_count',
  'is_driver',
  'is_passenger',
  'gender',
  'gender_counts_at',
  'age',
  'phone',
  'address',
  'created_at',
] as const

const isShown = sql<boolean>`closed_at is null and not awaits_confirmation(id)`

const profileOf = (executor: Executor, id: string) =>
  executor
    .selectFrom('profile')
    .select(columns)
    .select((eb) => [
      eb.fn<boolean>('is_trusted', ['id']).as('trusted'),
      eb.fn<number | null>('instant_seats_left', ['id']).as('instant_seats_left'),
      eb.fn<NameConfirmation | null>('confirmed_name', ['id']).as('name_confirmed'),
    ])
    .where('id', '=', id)

export async function findProfile(executor: Executor, id: string) {
  return profileOf(executor, id).executeTakeFirst()
}

/** Returns what a person states, and whether that does not count yet for rides for one gender. */
export async function findGender(executor: Executor, id: string) {
  return executor
    .selectFrom('profile')
    .select(['gender', sql<boolean>`coalesce(gender_counts_at > app_now(), false)`.as('waits')])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns the profile that everybody may see; undefined for a person who has left, and for an account that nobody has confirmed. */
export async function findPublicProfile(executor: Executor, id: string) {
  return profileOf(executor, id).where(isShown).executeTakeFirst()
}

/** Returns the picture that everybody may see; undefined where there is none. */
export async function findPicture(executor: Executor, id: string): Promise<{ key: string; name: string } | undefined> {
  const row = await executor
    .selectFrom('profile')
    .select(['picture_key', 'picture_name'])
    .where('id', '=', id)
    .where(isShown)
    .executeTakeFirst()
  const name = row && pictureNameOf(row)
  return row?.picture_key && name ? { key: row.picture_key, name } : undefined
}

/** Returns whether there is a profile, also of a person who has left. */
export async function profileExists(executor: Executor, id: string): Promise<boolean> {
  const profile = executor.selectFrom('profile').select('id').where('id', '=', id)
  return Boolean(await profile.executeTakeFirst())
}

/** Returns how a person has kept to trips as a driver; undefined for a person who has driven no passenger. */
export async function findRecord(executor: Executor, driverId: string): Promise<DriverRecord | undefined> {
  return executor
    .selectFrom('driver_record')
    .select(['completed_trips', 'cancelled_late', 'answer_minutes'])
    .where('driver_id', '=', driverId)
    .executeTakeFirst()
}
