/** Makes the place of an accepted detour a stop of its ride. */
import { termsOf } from '@samtur/contract/rides'
import { foldPlace } from '#features/places/port'
import type { Executor } from '#platform/db/database'
import { assertThat } from '#platform/http/errors'
import type { Detour } from './rules-detours.ts'
import { rewriteRide } from './service.ts'
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

/** Returns the ride with one more stop. What comes after it is later; shares, prices and the share of the costs stay as published. */
function withStop(ride: RideRow, { place, leg, share, passes_at, minutes, km }: Detour): RideToStore {
  const later = (at: Date) => new Date(at.getTime() + minutes * MINUTE)
  const longer = (distance: number | null) => distance && Math.round(distance + km)
  const stops = ride.stops.map(({ position, meeting_point: _, ...stop }): StopToStore => {
    const passes = new Date(stop.passes_at)
    return { ...stop, folded: foldPlace(stop.text), passes_at: position > leg ? later(passes) : passes }
  })
  const { id: place_id, name: text, lat, lon } = place
  const folded = foldPlace(text)
  const stop: StopToStore = { text, folded, place_id, lat, lon, share, passes_at, meeting_point_id: null }
  const { price, currency, extra_costs, cost_share, total_seats } = ride
  return {
    ...termsOf(ride),
    driver_id: ride.driver.id,
    departure_time: ride.departure_time,
    arrival_time: later(ride.arrival_time),
    price,
    currency,
    distance_km: longer(ride.distance_km),
    comparable_km: null,
    typed_distance_km: longer(ride.typed_distance_km),
    extra_costs,
    cost_share,
    total_seats,
    detour_minutes_used: ride.detour_minutes_used + minutes,
    stops: stops.toSpliced(leg + 1, 0, stop),
  }
}
