/** Keeps a search for a trip that ended without the passenger's doing. */
import type { ApiContext, Caller } from '#platform/http/context'
import { assertThat } from '#platform/http/errors'
import { isOver, type Lost, wantedFor } from './rules-rescue.ts'
import { checkWanted, keepSearch } from './service.ts'
import { findLost } from './views-rescue.ts'

/**
 * Keeps a private search that asks for the trip again. Returns its id. Errors: `not_found`, `ride_departed`, `validation` where a place is
 * unknown, `wanted_exists`, `too_many_wanted`, `rate_limited`.
 */
export async function wantLost(context: ApiContext, caller: Caller, lost: Lost): Promise<{ id: string }> {
  const trip = await findLost(context.db.read, caller.id, lost)
  assertThat(trip, 'not_found')
  const id = 'reservation_id' in lost ? lost.reservation_id : lost.waiting_id
  const body = wantedFor(trip)
  return keepSearch(context, caller, {
    route: `wanted.rescue:${id}`,
    body,
    check(now) {
      assertThat(!isOver(trip, now), 'ride_departed')
      return checkWanted(body, now)
    },
  })
}
