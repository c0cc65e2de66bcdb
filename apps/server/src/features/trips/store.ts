/** The only writer of `ride_series`. */
import type { NewSeries } from '@samtur/contract/series'
import type { Executor } from '#platform/db/database'
import { appNow } from '#platform/db/now'

/** Inserts a series; returns its id. */
export async function insertSeries(
  executor: Executor,
  driverId: string,
  { weekdays, until }: Pick<NonNullable<NewSeries['repeat']>, 'weekdays' | 'until'>,
): Promise<string> {
  const row = await executor
    .insertInto('ride_series')
    .values({
      driver_id: driverId,
      weekdays: [...new Set(weekdays)].toSorted((a, b) => a - b),
      until_day: until,
      created_at: appNow,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Deletes the series of a person who has left; the rides stay for their passengers. */
export async function forgetSeries(executor: Executor, driverId: string): Promise<void> {
  await executor.deleteFrom('ride_series').where('driver_id', '=', driverId).execute()
}
