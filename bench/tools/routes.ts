/** Generated routes: pairs of towns by a gravity model, towns on the way as stops, written as drivers write them. */
import { rideBody, type RideBody } from '@samtur/contract/rides'
import { distanceKm, foldPlace, type Place, places } from '../../apps/server/src/features/places/port.ts'

export interface Route {
  stops: { text: string; place_id: number }[]
  hours: number
  /** Minutes by which detours may lengthen the trip. */
  detour: number
}

/** Returns the same numbers for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Returns a function that draws an entry by weight. */
function drawer<T>(entries: readonly T[], weights: readonly number[], random: () => number): () => T {
  let sum = 0
  const ends = weights.map((weight) => (sum += weight))
  return () => {
    const wanted = random() * sum
    let low = 0
    let high = entries.length - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((ends[middle] ?? 0) <= wanted) low = middle + 1
      else high = middle
    }
    return entries[low] as T
  }
}

const KM_PER_HOUR = 70
/** Number of stops between the ends, with its frequency. */
const stopCounts = [0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 4]
const suffixes = ['', '', '', '', '', '', ' sentrum', ' S', ' busstasjon', ' togstasjon']

export function makeRoutes(count: number, random: () => number): Route[] {
  const towns = places().places.filter((place) => place.population > 300)
  const start = drawer(
    towns,
    towns.map((town) => town.population ** 0.9),
    random,
  )
  const ends = new Map<number, () => Place>()
  const endFrom = (from: Place) => {
    let draw = ends.get(from.id)
    if (!draw)
      ends.set(
        from.id,
        (draw = drawer(
          towns,
          towns.map((town) => gravity(from, town)),
          random,
        )),
      )
    return draw()
  }
  return Array.from({ length: count }, (_, nr) => {
    const from = start()
    const to = endFrom(from)
    const wanted = stopCounts[Math.floor(random() * stopCounts.length)] ?? 0
    const way = [from, ...stopsBetween(towns, from, to, wanted, random), to]
    const km = way.slice(1).reduce((sum, place, i) => sum + distanceKm(way[i] ?? from, place) * 1.25, 0)
    const hours = Math.min(23, Math.max(0.5, km / KM_PER_HOUR))
    // Every fifth driver offers detours.
    return { stops: way.map((place) => written(place, random)), hours, detour: nr % 5 === 0 ? 15 : 0 }
  })
}

function gravity(from: Place, to: Place) {
  const km = distanceKm(from, to)
  return km < 20 || km > 1200 ? 0 : (to.population * Math.exp(-km / 350)) / km
}

/** Returns larger towns with a small detour, in the order of the route. */
function stopsBetween(towns: readonly Place[], from: Place, to: Place, wanted: number, random: () => number): Place[] {
  if (wanted === 0) return []
  const direct = distanceKm(from, to)
  const near = towns.filter((town) => {
    const [a, b] = [distanceKm(from, town), distanceKm(town, to)]
    return a > 10 && b > 10 && a + b < direct * 1.1
  })
  const best = near.toSorted((a, b) => b.population * random() - a.population * random()).slice(0, wanted)
  return best.toSorted((a, b) => distanceKm(from, a) - distanceKm(from, b))
}

function written({ id, name }: Place, random: () => number) {
  const text = name + (suffixes[Math.floor(random() * suffixes.length)] ?? '')
  return { text: foldPlace(text) && random() < 0.1 ? text.toLowerCase() : text, place_id: id }
}

/** Returns what a driver publishes, with a departure in a day. */
export function bodyOf({ stops, hours, detour }: Route, more: Partial<RideBody> = {}) {
  const departure = new Date(Math.ceil(Date.now() / 300_000) * 300_000 + 86_400_000)
  return rideBody.parse({
    start_location: stops[0],
    stops: stops.slice(1, -1),
    end_location: stops.at(-1),
    departure_time: departure.toISOString(),
    arrival_time: new Date(departure.getTime() + Math.round(hours * 12) * 300_000).toISOString(),
    price: 200,
    total_seats: 4,
    detour_minutes: detour,
    license_plate: 'AB12345',
    car_make: 'Volvo',
    car_model: 'V60',
    car_color: 'Blå',
    ...more,
  })
}
