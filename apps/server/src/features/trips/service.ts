/** Changing and cancelling one published ride. */
import type { CheckedRideChanges } from '@samtur/contract/rides'
import { holdOpen } from '#features/accounts/port'
import {
  cancelRideOf,
  countActiveReservations,
  followRideChange,
  releaseHeldSeats,
  type Deps as ReservationsDeps,
} from '#features/reservations/port'
import {
  compareWithCosts,
  findRide,
  lockOwnRide,
  refuseOverlap,
  refusePoints,
  type RideRow,
  type RideRules,
  type RideToStore,
  rideToStore,
  roadsOfRide,
  rewriteRide,
  spanOf,
} from '#features/rides/port'
import { noteNamedPrice } from '#features/moderation/port'
import { refuseSameGender } from '#features/profiles/port'
import { afterCommit, type Tx } from '#platform/db/database'
import type { ApiContext, Caller } from '#platform/http/context'
import { AppError, assertThat, invalidField } from '#platform/http/errors'
import { findStoredResponse, idempotent } from '#platform/http/idempotency'
import {
  type Change,
  changeOf,
  changesNothing,
  refusal,
  stopsOfSameRoute,
  touchesCosts,
  touchesRoute,
  withChanges,
} from './rules.ts'

/** What changing rides depends on. */
export type Deps = ReservationsDeps & RideRules

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
  const own = { rideId, driverId: caller.id, roadOf: await roadsOfChange(context, rideId, changes) }
  await idempotent(request, async (tx) => {
    await changeRide(tx, deps, own, () => changes)
    return {}
  })
  await noteNamedPrice(context, caller.id, changes.notes)
}

type RoadOf = Awaited<ReturnType<typeof roadsOfRide>>

interface OwnRide {
  rideId: string
  driverId: string
  /** The ways between the stops after the change, where they were measured. */
  roadOf?: RoadOf | undefined
}

/**
 * Returns the measured ways of the changed ride; undefined where no engine is run, and where the change keeps the figures of the ride. Call it
 * before the transaction. The ride may be changed by another request meanwhile: between stops that it has then, the ways are the network's.
 */
export async function roadsOfChange(
  context: Pick<ApiContext, 'db' | 'roadEngine'>,
  rideId: string,
  changes: CheckedRideChanges,
): Promise<RoadOf | undefined> {
  if (!context.roadEngine || (!touchesRoute(changes) && changes.distance_km !== null)) return undefined
  const ride = await findRide(context.db.read, rideId)
  return ride && roadsOfRide(context, withChanges(ride, changes))
}

/**
 * Changes an own ride as part of a transaction; `changesOf` is called with the locked ride. Passengers are notified. Errors: those of
 * `editRide`.
 */
export async function changeRide(
  tx: Tx,
  deps: Deps,
  { rideId, driverId, roadOf }: OwnRide,
  changesOf: (ride: RideRow) => CheckedRideChanges,
): Promise<void> {
  // Accounts are locked before rides, everywhere: a suspension waits for this change, or the change sees it.
  assertThat(await holdOpen(tx, driverId), 'unauthenticated')
  const now = await lockOwnRide(tx, rideId, driverId)
  const before = now && (await findRide(tx, rideId))
  assertThat(before, 'not_found')
  const changes = changesOf(before)
  const code = refusal(before, now, changes.version)
  if (code === 'ride_departed' && changes.instant_booking && changes.instant_booking !== 'off')
    throw invalidField('instant_booking', 'in_past')
  if (code) throw new AppError(code)
  // A ride that is for one gender already stays so, whatever has changed about its driver.
  if (changes.same_gender && !before.same_gender) await refuseSameGender(tx, deps, driverId)
  const edited = editedRide(before, changes, now, roadOf)
  const change = changeOf(before, edited)
  if (changesNothing(change)) return
  if (change.route !== 'same') await refusePoints(tx, edited.stops, before.stops)
  if (changes.warn_overlap && change.times) await refuseOverlap(tx, driverId, [spanOf(edited)], [rideId])
  // Positions of the old stops would name other ones.
  const held = change.route === 'new' ? await releaseHeldSeats(tx, deps, before) : before
  await checkAgreements(tx, held, edited, change)
  const after = touchesCosts(change, before, edited)
    ? await compareWithCosts(tx, deps, edited)
    : { ...edited, cost_share: before.cost_share, road_km: before.road_km, road_costs: before.road_costs }
  await rewriteRide(tx, held, after)
  const changed = await findRide(tx, rideId)
  assertThat(changed, 'internal')
  await followRideChange(tx, deps, { before, after: changed, routeChanged: change.route === 'new', now })
  afterCommit(() => deps.bus.emit('changed', { user_ids: [driverId], what: 'rides' }))
}

/**
 * Returns the ride with its changes. What belongs to the route stays with it: a distance that the driver typed, the distance it was
 * published with, and how its stops divide the way and the time. A new figure for the distance replaces the old one.
 */
function editedRide(before: RideRow, changes: CheckedRideChanges, now: Date, roadOf?: RoadOf): RideToStore {
  const body = withChanges(before, changes)
  const edited = rideToStore(before.driver.id, body, now, {
    routeStays: !touchesRoute(changes),
    distanceStays: changes.distance_km === undefined || changes.distance_km === before.typed_distance_km,
    ...(roadOf && { roadOf }),
  })
  const { route } = changeOf(before, edited)
  if (route === 'new') return edited
  const { detour_minutes_used, typed_distance_km: typed, distance_km: km } = before
  // Without a typed figure, a ride of an earlier version has its own one as its distance.
  const road_km = edited.road_km && (before.road_km ?? (typed === null ? km : null) ?? edited.road_km)
  const road_costs = edited.road_costs && (before.road_costs ?? edited.road_costs)
  const kept = { ...edited, detour_minutes_used, road_km, road_costs, stops: stopsOfSameRoute(before, edited) }
  const staysTyped = changes.distance_km === undefined && typed !== null
  if (staysTyped) return { ...kept, distance_km: typed, typed_distance_km: typed }
  // Without a typed figure before and after, the ride keeps the estimate that it was published with.
  return edited.typed_distance_km === null && typed === null ? { ...kept, distance_km: km } : kept
}

/** Throws when a change breaks what passengers have agreed to. Errors: `route_locked`, `validation`, `seats_taken`. */
async function checkAgreements(tx: Tx, before: RideRow, after: RideToStore, { route, price, seats }: Change) {
  if (route !== 'new' && !price && !seats) return
  const { pending, accepted, offered } = await countActiveReservations(tx, before.id)
  assertThat(route !== 'new' || accepted === 0, 'route_locked')
  if (pending + accepted + offered > 0 && after.price > before.price) throw invalidField('price', 'only_down')
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
