/** Publishing a ride. */
import type { NewRide } from '@samtur/contract/rides'
import { holdOpen } from '#features/accounts/port'
import { noteNamedPrice } from '#features/moderation/port'
import { markDriver, refuseSameGender } from '#features/profiles/port'
import type { ApiContext, Caller } from '#platform/http/context'
import { afterCommit } from '#platform/db/database'
import { findStoredResponse, idempotent } from '#platform/http/idempotency'
import { assertThat, invalidField } from '#platform/http/errors'
import { compareWithCosts, type CostDeps, refuseOverlap, refusePoints, spanOf } from './service-checks.ts'
import { rideToStore, roadsOfRide, storeRide } from './service-storing.ts'
import type { StopTexts } from './store-texts.ts'

/** Publishing a series counts once. */
export const publishLimit = { name: 'publish', max: 20, per: 86_400 }

/** What the operator has decided about rides. */
export interface RideRules extends CostDeps {
  sameGenderRides: boolean
}

export interface Deps extends RideRules {
  stopTexts: StopTexts
}

/** Publishes the caller's ride; returns its id. Errors: `validation` by field, `rate_limited`. */
export async function publishRide(
  context: ApiContext,
  deps: Deps,
  caller: Caller,
  body: NewRide,
): Promise<{ id: string }> {
  if (body.driver_id !== undefined && body.driver_id !== caller.id) throw invalidField('driver_id', 'invalid')
  const request = { db: context.db, userId: caller.id, route: 'rides.publish', key: context.idempotencyKey, body }
  const before = await findStoredResponse<{ id: string }>(request)
  if (before) return before
  if (body.same_gender) await refuseSameGender(context.db.read, deps, caller.id)
  const roadOf = await roadsOfRide(context, body)
  const checked = rideToStore(caller.id, body, context.clock.now(), { roadOf })
  await refusePoints(context.db.read, checked.stops)
  const ride = await compareWithCosts(context.db.read, deps, checked)
  if (body.warn_overlap) await refuseOverlap(context.db.read, caller.id, [spanOf(ride)])
  await context.limiter.use(publishLimit, caller.id)
  const published = await idempotent(request, async (tx) => {
    // A suspension of the account waits for this transaction and then finds the ride, or came first.
    assertThat(await holdOpen(tx, caller.id), 'unauthenticated')
    const id = await storeRide(tx, ride, deps.stopTexts.ensure)
    await context.reactions.run(tx, 'rideFindable', { ride_ids: [id] })
    await markDriver(tx, caller.id)
    afterCommit(() => context.bus.emit('changed', { user_ids: [caller.id], what: 'rides' }))
    return { id }
  })
  await noteNamedPrice(context, caller.id, body.notes)
  return published
}
