/** Changing and cancelling one published ride. */
import type { CheckedRideChanges } from '@samtur/contract/rides'
import { holdOpen } from '#features/accounts/port'
import {
  cancelRideOf,
  countActiveReservations,
  followRideChange,
  type Deps as ReservationsDeps,
} from '#features/reservations/port'
import {
  compareWithCosts,
  findRide,
  lockOwnRide,
  refuseOverlap,
  type RideRow,
  type RideToStore,
  rideToStore,
  rewriteRide,
  spanOf,
} from '#features/rides/port'
import { afterCommit, type Tx } from '#platform/db/database'
import type { ApiContext, Caller } from '#platform/http/context'
import { AppError, assertThat, invalidField } from '#platform/http/errors'
import { findStoredResponse, idempotent } from '#platform/http/idempotency'
import { type Change, changeOf, changesNothing, refusal, touchesCosts, touchesRoute, withChanges } from './rules.ts'

/** What changing rides depends on. */
export type Deps = ReservationsDeps & Parameters<typeof compareWithCosts>[1]

/** Passengers get a notification of each change, so a driver may make only so many. */
export const editsPerDay = { name: 'edit-ride', max: 100, per: 86_400 }

/** Changes an own ride; values that it already has change nothing. Errors: those of the endpoint, and `validation` by field. */
export async function editRide(
  context: ApiContext,
  deps: Deps,
  caller: Caller,
  rideId: string,
  changes: CheckedRideChanges,
): Promise<void> {
  const route = `rides.edit:${rideId}`
  const request = { db: context.db, userId: caller.id, route, key: context.idempotencyKey, body: changes }
  if (await findStoredResponse(request)) return
  await context.limiter.use(editsPerDay, caller.id)
  await idempotent(request, async (tx) => {
    await changeRide(tx, deps, { rideId, driverId: caller.id }, () => changes)
    return {}
  })
}

interface OwnRide {
  rideId: string
  driverId: string
}

/**
 * Changes an own ride as part of a transaction; `changesOf` is called with the locked ride. Passengers are notified. Errors: those of
 * `editRide`.
 */
export async function changeRide(
  tx: Tx,
  deps: Deps,
  { rideId, driverId }: OwnRide,
  changesOf: (ride: RideRow) => CheckedRideChanges,
): Promise<void> {
  // Accounts are locked before rides, everywhere: a suspension waits for this change, or the change sees it.
  assertThat(await holdOpen(tx, driverId), 'unauthenticated')
  const now = await lockOwnRide(tx, rideId, driverId)
  const before = now && (await findRide(tx, rideId))
  assertThat(before, 'not_found')
  const changes = changesOf(before)
  const code = refusal(before, now, changes.version)
  if (code) throw new AppError(code)
  const edited = editedRide(before, changes, now)
  const change = changeOf(before, edited)
  if (changesNothing(change)) return
  if (changes.warn_overlap && change.times) await refuseOverlap(tx, driverId, [spanOf(edited)], [rideId])
  await checkAgreements(tx, before, edited, change)
  const after = touchesCosts(change, before, edited)
    ? await compareWithCosts(tx, deps, edited)
    : { ...edited, cost_share: before.cost_share }
  await rewriteRide(tx, before, after)
  const changed = await findRide(tx, rideId)
  assertThat(changed, 'internal')
  await followRideChange(tx, deps, { before, after: changed, routeChanged: change.route === 'new', now })
  afterCommit(() => deps.bus.emit('changed', { user_ids: [driverId], what: 'rides' }))
}

/**
 * Returns the ride with its changes. A distance that the driver typed belongs to the route: it stays when only the wording of the stops
 * changes, and is removed with another route unless a new one is typed.
 */
function editedRide(before: RideRow, changes: CheckedRideChanges, now: Date): RideToStore {
  const body = withChanges(before, changes)
  const edited = rideToStore(before.driver.id, body, now, { routeStays: !touchesRoute(changes) })
  const keepsDistance = changes.distance_km === undefined && changeOf(before, edited).route !== 'new'
  const { typed_distance_km: km } = before
  return keepsDistance && km !== null ? { ...edited, distance_km: km, typed_distance_km: km } : edited
}

/** Throws when a change breaks what passengers have agreed to. Errors: `route_locked`, `validation`, `seats_taken`. */
async function checkAgreements(tx: Tx, before: RideRow, after: RideToStore, { route, price, seats }: Change) {
  if (route !== 'new' && !price && !seats) return
  const { pending, accepted } = await countActiveReservations(tx, before.id)
  assertThat(route !== 'new' || accepted === 0, 'route_locked')
  if (pending + accepted > 0 && after.price > before.price) throw invalidField('price', 'only_down')
  const needed = Math.max(...before.taken)
  assertThat(after.total_seats >= needed, 'seats_taken', { params: { needed } })
}

/** Cancels an own ride; a cancelled one stays as it is. Errors: `not_found`, `ride_departed`. */
export async function cancelRide(
  { db }: ApiContext,
  deps: Deps,
  caller: Caller,
  rideId: string,
  reason: string | null,
): Promise<void> {
  await db.tx(async (tx) => {
    assertThat(await holdOpen(tx, caller.id), 'unauthenticated')
    await cancelRideOf(tx, deps, { rideId, driverId: caller.id, reason })
  })
}
