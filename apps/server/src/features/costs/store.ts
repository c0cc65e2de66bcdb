/** The only writer of `cost_rate`. */
import { sql } from 'kysely'
import type { Country } from '@samtur/contract/constants'
import type { Tx } from '#platform/db/database'

export interface NewRate {
  country: Country
  valid_from: string
  ore_per_km: number
  source: string
}

/** A rate of the same country and day is corrected. Answers its id. */
export async function putRate(tx: Tx, rate: NewRate, by: string): Promise<string> {
  const { id } = await tx
    .insertInto('cost_rate')
    .values({ ...rate, created_by: by, created_at: sql<Date>`app_now()` })
    .onConflict((conflict) =>
      conflict.columns(['country', 'valid_from']).doUpdateSet({
        ore_per_km: rate.ore_per_km,
        source: rate.source,
        created_by: by,
        created_at: sql<Date>`app_now()`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function deleteRate(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('cost_rate').where('id', '=', id).execute()
}
