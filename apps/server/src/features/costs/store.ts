/** The only writer of `cost_rate`. */
import type { Country } from '@samtur/contract/constants'
import type { Tx } from '#platform/db/database'
import { appNow } from '#platform/db/now'
import { type RateRow, selectRates } from './views.ts'

export interface NewRate {
  country: Country
  valid_from: string
  ore_per_km: number
  source: string
}

/** Inserts a rate, or corrects the one of the same country and day. Returns its id. */
export async function putRate(tx: Tx, rate: NewRate, by: string): Promise<string> {
  const { id } = await tx
    .insertInto('cost_rate')
    .values({ ...rate, created_by: by, created_at: appNow })
    .onConflict((conflict) =>
      conflict.columns(['country', 'valid_from']).doUpdateSet({
        ore_per_km: rate.ore_per_km,
        source: rate.source,
        created_by: by,
        created_at: appNow,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns the rate and locks it, so that of two administrators one waits for the other. */
export async function lockRate(tx: Tx, id: string): Promise<RateRow | undefined> {
  return selectRates(tx).where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function deleteRate(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('cost_rate').where('id', '=', id).execute()
}
