/** What is compared before a ride is stored: its meeting points, its time and its price. */
import type { CostMode } from '@samtur/contract/constants'
import { type RateRow, refuseAboveShare, shareOfCosts } from '#features/costs/port'
import { refuseUnknownPoints } from '#features/meeting-points/port'
import { placeById } from '#features/places/port'
import { dayOf } from '#platform/clock'
import type { Executor } from '#platform/db/database'
import { AppError } from '#platform/http/errors'
import type { RideToStore, StopToStore } from './store.ts'
import { findTripMeanwhile, type Span } from './views.ts'

/** Decides how prices are compared with the costs. */
export interface CostDeps {
  costSharing: CostMode
}

/** Throws `validation` at the field of a stop with a meeting point that cannot be chosen there. `before` has the stops of a ride that is changed. */
export async function refusePoints(
  executor: Executor,
  stops: readonly Pick<StopToStore, 'place_id' | 'meeting_point_id'>[],
  before: readonly Pick<StopToStore, 'meeting_point_id'>[] = [],
): Promise<void> {
  const fieldOf = (index: number) =>
    index === 0 ? 'start_location' : index === stops.length - 1 ? 'end_location' : 'stops'
  const chosen = stops.map(({ place_id, meeting_point_id }, index) => ({
    place_id,
    meeting_point_id,
    field: fieldOf(index),
  }))
  await refuseUnknownPoints(executor, chosen, new Set(before.flatMap((stop) => stop.meeting_point_id ?? [])))
}

export const spanOf = ({
  departure_time,
  arrival_time,
}: Pick<RideToStore, 'departure_time' | 'arrival_time'>): Span => ({
  departs: departure_time,
  arrives: arrival_time,
})

/** Throws `overlapping_ride` where the driver is on another trip during one of the spans. Rides in `except` do not count. */
export async function refuseOverlap(
  executor: Executor,
  driverId: string,
  spans: Span[],
  except: string[] = [],
): Promise<void> {
  const other = await findTripMeanwhile(executor, driverId, spans, except)
  if (!other) return
  const { from, to, departs_at } = other
  throw new AppError('overlapping_ride', { params: { from, to, departure_time: departs_at.toISOString() } })
}

/** Returns the ride with one person's share of its costs, null where prices are not compared. Throws `validation` where the share is enforced. */
export async function compareWithCosts(
  executor: Executor,
  { costSharing }: CostDeps,
  ride: RideToStore,
  rates?: RateRow[],
): Promise<RideToStore> {
  if (costSharing === 'off') return { ...ride, cost_share: null, road_km: null, road_costs: null }
  const { road_km: km, road_costs: costs } = ride
  const isKnown = ride.stops.every(({ place_id }) => place_id !== null)
  const trip = {
    start: placeById(ride.stops[0]?.place_id ?? 0),
    typedKm: ride.typed_distance_km,
    own: isKnown && km !== null && costs !== null ? { km, costs } : null,
    day: dayOf(ride.departure_time),
    extraCosts: ride.extra_costs,
    totalSeats: ride.total_seats,
  }
  const share = await shareOfCosts(executor, trip, rates)
  refuseAboveShare(costSharing, share?.price ?? null, ride.price)
  return { ...ride, cost_share: share?.price ?? null }
}
