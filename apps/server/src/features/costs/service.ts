/** Writes the administrators' table of rates. Published rides keep the share that they were published with. */
import { addAuditEntry } from '#features/moderation/port'
import { dayOf } from '#platform/clock'
import type { Caller, Parts } from '#platform/http/context'
import { assertThat } from '#platform/http/errors'
import { deleteRate, lockRate, type NewRate, putRate } from './store.ts'
import type { RateRow } from './views.ts'

type Context = Pick<Parts, 'db' | 'clock'>

/** Adds a rate, or corrects the one of the same country and day. */
export async function addRate({ db }: Pick<Context, 'db'>, by: Caller, rate: NewRate): Promise<RateRow> {
  return db.tx(async (tx) => {
    const row = await lockRate(tx, await putRate(tx, rate, by.id))
    assertThat(row, 'internal')
    await addAuditEntry(tx, { actor_id: by.id, action: 'rate_set', details: detailsOf(row) })
    return row
  })
}

/** Removes a rate whose day has not come. Errors: `not_found`, `rate_in_use`. */
export async function removeRate({ db, clock }: Context, by: Caller, id: string): Promise<void> {
  await db.tx(async (tx) => {
    const row = await lockRate(tx, id)
    assertThat(row, 'not_found')
    assertThat(row.valid_from > dayOf(clock.now()), 'rate_in_use')
    await deleteRate(tx, id)
    await addAuditEntry(tx, { actor_id: by.id, action: 'rate_removed', details: detailsOf(row) })
  })
}

const detailsOf = ({ country, valid_from, ore_per_km }: RateRow) => ({ country, valid_from, ore_per_km })
