/** Chooses the meeting points of the demo's rides, from the list that comes with the product. */
import { shippedPoints } from '#features/meeting-points/port'
import type { PlannedRide } from './planned.ts'
import { createRandom } from './random.ts'

/** Notes that name a place to meet, which a point could contradict. */
const saysWhere = /terminal|parkering|plukke|pick-up/i

const byPlace = Map.groupBy(shippedPoints(), ({ place_id }) => place_id)

/** Returns the point at a stop, the same for all rides of a driver; null where the driver agrees with each passenger, and at small places. */
export function pointAt({ driver, note }: PlannedRide, placeId: number | null): string | null {
  const points = byPlace.get(placeId ?? 0)
  const random = createRandom(`meeting point of ${driver.name} at ${placeId}`)
  if (!points || saysWhere.test(note ?? '') || random.chance(0.2)) return null
  return random.weighted(points.slice(0, 3), ({ kind }) => (kind === 'station' ? 4 : 1)).id
}
