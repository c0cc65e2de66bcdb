/** Whether a measurement of the routing engine can be true, and a way with one. */
import { typedDistance } from '@samtur/contract/constants'
import { distanceKm } from '@samtur/roads/distance'
import type { Point } from '@samtur/roads/gazetteer'
import type { Road } from '@samtur/roads/road-map'
import type { Measurement } from '#platform/road-engine'

/** Of a whole leg, with its ferries, km/h. */
const SPEED = { least: 10, most: 130 }
/** Farther from the engine's nearest road, its map does not cover the place: it measures from another one. */
const MOST_OFF_ROAD_KM = 10

/** Returns whether the measurement can be true. A figure that is no number fails every comparison. */
export function isPlausible({ km, minutes, offRoadKm }: Measurement, from: Point, to: Point): boolean {
  const line = distanceKm(from, to)
  const speed = (km * 60) / minutes
  return (
    km >= line &&
    km <= line * typedDistance.factor + typedDistance.slack &&
    speed >= SPEED.least &&
    speed <= SPEED.most &&
    offRoadKm <= MOST_OFF_ROAD_KM
  )
}

/**
 * Returns the way of the network with the km and minutes measured, or as it is where the measurement cannot be true. Ferries, bridges and the
 * line stay the network's; so do the waits for its ferries, which an engine does not know.
 */
export function withMeasurement(road: Road, measured: Measurement | null): Road {
  if (!measured || !isPlausible(measured, road.from, road.to)) return road
  const waits = road.stretches.reduce((sum, { wait }) => sum + wait, 0)
  return { ...road, km: measured.km, minutes: measured.minutes + waits, measured: true }
}
