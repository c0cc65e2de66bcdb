/** Reads of the profiles slice. */
import { sql } from 'kysely'
import type { DriverRecord, NameConfirmation } from '@samtur/contract/profiles'
import type { Executor } from '#platform/db/database'
import { isStated, pictureNameOf } from './rules.ts'

const columns = [
  'id',
  'full_name',
  'picture_key',
  'rating',
  'rating_count',
  'is_driver',
  'is_passenger',
  'gender',
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
      eb.fn<NameConfirmation | null>('confirmed_name', ['id']).as('name_confirmed'),
    ])
    .where('id', '=', id)

export async function findProfile(executor: Executor, id: string) {
  return profileOf(executor, id).executeTakeFirst()
}

/** Returns whether the person states a gender that rides can be for. */
export async function statesGender(executor: Executor, id: string): Promise<boolean> {
  const row = await executor.selectFrom('profile').select('gender').where('id', '=', id).executeTakeFirst()
  return isStated(row?.gender ?? null)
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
