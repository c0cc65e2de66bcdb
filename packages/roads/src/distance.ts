/** Distances between places, and the places near others. */
import type { Place, Point } from './gazetteer.ts'

const EARTH_RADIUS_KM = 6371.0088
const KM_PER_DEGREE = 111

/** Returns the places within `km` of one of the centres in a straight line, by id, with the distance to the nearest centre. */
export function placesWithin(places: readonly Place[], centres: readonly Point[], km: number): Map<number, number> {
  const found = new Map<number, number>()
  for (const centre of centres) {
    const dLat = km / KM_PER_DEGREE
    for (const place of places) {
      // Leaves out most places cheaply: a degree of latitude is equally long everywhere.
      if (Math.abs(place.lat - centre.lat) > dLat) continue
      const distance = distanceKm(centre, place)
      if (distance <= km && distance < (found.get(place.id) ?? Infinity)) found.set(place.id, distance)
    }
  }
  return found
}

/** Returns the kilometres in a straight line. */
export function distanceKm(a: Point, b: Point): number {
  const dLat = radians(b.lat - a.lat)
  const dLon = radians(b.lon - a.lon)
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(dLon / 2) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180
