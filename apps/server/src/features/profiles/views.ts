/** Reads of the profiles slice. */
import type { Executor } from '#platform/db/database'

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
  'closed_at',
] as const

export async function findProfile(executor: Executor, id: string) {
  return executor.selectFrom('profile').select(columns).where('id', '=', id).executeTakeFirst()
}
