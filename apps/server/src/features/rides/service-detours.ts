/** Changes of a ride that an accepted request makes: the place of a detour becomes a stop, and stops get other meeting points. */
import { termsOf } from '@samtur/contract/rides'
import { foldPlace } from '#features/places/port'
import type { Executor } from '#platform/db/database'
import { assertThat } from '#platform/http/errors'
import type { Detour } from './rules-detours.ts'
import { rewriteRide } from './service-storing.ts'
import type { RideToStore, StopToStore } from './store.ts'
import { findRide, type RideRow } from './views.ts'

const MINUTE = 60_000

/**
 * Writes the ride with the place as a stop, as its next version; returns it with the seats taken on its new legs. The caller has locked the
 * ride, moves the positions of its reservations and writes the seats.
 */
export async function addDetour(executor: Executor, ride: RideRow, detour: Detour): Promise<RideRow> {
  await rewriteRide(executor, ride, withStop(ride, detour))
  const after = await findRide(executor, ride.id)
  assertThat(after, 'internal')
  return { ...after, taken: ride.taken.toSpliced(detour.leg, 0, ride.taken[detour.leg] ?? 0) }
}

/**
 * Gives stops the meeting points that a passenger has asked for, by position, as the ride's next version; returns the ride. The caller has
 * locked it, and has checked that each point is one of the stop's place.
 */
export async function movePoints(
  executor: Executor,
  ride: RideRow,
  points: ReadonlyMap<number, string>,
): Promise<RideRow> {
  const stored = rideAsStored(ride)
  const stops = stored.stops.map((stop, position) => ({
    ...stop,
    meeting_point_id: points.get(position) ?? stop.meeting_point_id,
  }))
  await rewriteRide(executor, ride, { ...stored, stops })
  const after = await findRide(executor, ride.id)
  assertThat(after, 'internal')
  return { ...after, taken: ride.taken }
}

/** Returns the ride as it was written. */
function rideAsStored(ride: RideRow): RideToStore {
  const stops = ride.stops.map(({ position: _, meeting_point: _1, ...stop }): StopToStore => ({
    ...stop,
    folded: foldPlace(stop.text),
    passes_at: new Date(stop.passes_at),
  }))
  const { departure_time, arrival_time, price, currency, distance_km, typed_distance_km, road_km } = ride
  const { road_costs, extra_costs, cost_share, total_seats, detour_minutes_used } = ride
  return {
    ...termsOf(ride),
    driver_id: ride.driver.id,
    departure_time,
    arrival_time,
    price,
    currency,
    distance_km,
    typed_distance_km,
    road_km,
    road_costs,
    extra_costs,
    cost_share,
    total_seats,
    detour_minutes_used,
    stops,
  }
}

/** Returns the ride with one more stop. What comes after it is later; shares, prices and the share of the costs stay as published. */
function withStop(ride: RideRow, { place, leg, share, passes_at, minutes, km }: Detour): RideToStore {
  const later = (at: Date) => new Date(at.getTime() + minutes * MINUTE)
  const longer = (distance: number | null) => distance && Math.round(distance + km)
  const stored = rideAsStored(ride)
  const stops = stored.stops.map((before, position) =>
    position > leg ? { ...before, passes_at: later(before.passes_at) } : before,
  )
  const { id: place_id, name: text, lat, lon } = place
  const folded = foldPlace(text)
  const stop: StopToStore = { text, folded, place_id, lat, lon, share, passes_at, meeting_point_id: null }
  return {
    ...stored,
    arrival_time: later(ride.arrival_time),
    distance_km: longer(ride.distance_km),
    typed_distance_km: longer(ride.typed_distance_km),
    road_km: longer(ride.road_km),
    detour_minutes_used: ride.detour_minutes_used + minutes,
    stops: stops.toSpliced(leg + 1, 0, stop),
  }
}
