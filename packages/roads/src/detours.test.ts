/** Places beside a way, compared with ways that are found by relaxing every stretch of the table. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { candidatesOf, insertionAt, insertionsAlong } from './detours.ts'
import { type Place, readPlaces } from './gazetteer.ts'
import { buildNetwork, costOf } from './network.ts'
import { buildRoadMap, roadBetween as between } from './road-map.ts'
import { readRoadTables } from './stretches.ts'

const places = readPlaces()
const { nodes, stretches } = readRoadTables(places)
const map = buildRoadMap(buildNetwork(nodes, stretches))
const candidates = candidatesOf(
  map,
  places.filter(({ kind }) => kind !== 'area').toSorted((a, b) => b.population - a.population),
)

const placeOf = (name: string): Place =>
  places.find((place) => place.name === name) ?? expect.fail(`unknown place ${name}`)
const roadBetween = (from: Place, to: Place) => between(map, from, to)
const detoursAlong = (stops: (Place | undefined)[], most: number) => insertionsAlong(map, stops, candidates, most)
const detourBy = (from: Place, to: Place, place: Place) => insertionAt(map, roadBetween(from, to), place)
const towns = nodes.flatMap(({ place }, node) =>
  place?.kind === 'town' && /^(NO|DK|SE)$/.test(place.country) ? [{ place, node }] : [],
)

interface Reached {
  cost: number
  minutes: number
}

const known = new Map<number, Reached[]>()

/** Returns the cheapest ways from a node by relaxing all stretches until nothing changes (Bellman–Ford). */
function reachedFrom(root: number): Reached[] {
  const before = known.get(root)
  if (before) return before
  const reached = nodes.map((_, node): Reached => ({ cost: node === root ? 0 : Infinity, minutes: 0 }))
  for (let changed = true; changed;) {
    changed = false
    for (const stretch of stretches) {
      for (const [a, b] of [[stretch.from, stretch.to] as const, [stretch.to, stretch.from] as const]) {
        const [here, there] = [reached[a], reached[b]]
        const by = here && { cost: here.cost + costOf(stretch), minutes: here.minutes + stretch.minutes + stretch.wait }
        if (!by || !there || by.cost > there.cost + 1e-9) continue
        // Of two ways that cost the same the quicker one counts.
        if (by.cost > there.cost - 1e-9 && by.minutes >= there.minutes - 1e-9) continue
        reached[b] = by
        changed = true
      }
    }
  }
  known.set(root, reached)
  return reached
}

const minutesBetween = (a: number, b: number) => reachedFrom(a)[b]?.minutes ?? Infinity

test('a detour costs its minutes, no more than allowed, and no town that costs so little is left out', () => {
  // Few ends, because each needs its ways from everywhere.
  const ends = ['Oslo', 'Trondheim', 'København', 'Aarhus', 'Göteborg', 'Stockholm', 'Bergen', 'Tromsø'].map((text) => {
    const { id } = placeOf(text)
    const town = towns.find(({ place }) => place.id === id)
    if (!town) throw new Error(text)
    return town
  })
  const end = fc.constantFrom(...ends)
  fc.assert(
    fc.property(end, end, fc.constantFrom(5, 10, 15, 20, 30), (a, b, most) => {
      if (a === b) return
      const found = new Map(detoursAlong([a.place, b.place], most).map((one) => [one.place.id, one]))
      for (const { place, node } of towns) {
        if (place.id === a.place.id || place.id === b.place.id) continue
        const extra = Math.max(
          0,
          minutesBetween(a.node, node) + minutesBetween(b.node, node) - minutesBetween(a.node, b.node),
        )
        const one = found.get(place.id)
        if (one)
          expect([place.name, Math.abs(one.minutes - extra) < 0.01, one.minutes <= most]).toEqual([
            place.name,
            true,
            true,
          ])
        else expect([place.name, extra > most]).toEqual([place.name, true])
      }
    }),
    { seed: 16, numRuns: 60 },
  )
})

test('a place that is no node costs the way to it and back', () => {
  const nodeIds = new Set(nodes.flatMap(({ place }) => place?.id ?? []))
  const [from, to] = [placeOf('København'), placeOf('Aarhus')]
  const others = detoursAlong([from, to], 30).filter(({ place }) => !nodeIds.has(place.id))
  expect(others.map(({ place }) => place.name)).toContain('Borup')
  for (const { place, minutes } of others) {
    const by = roadBetween(from, place).minutes + roadBetween(place, to).minutes
    expect(minutes).toBeCloseTo(Math.max(0, by - roadBetween(from, to).minutes), 6)
  }
})

test('hardly any place that is no node is left out, though the estimate that chooses the places is wrong by minutes near the ends', () => {
  const nodeIds = new Set(nodes.flatMap(({ place }) => place?.id ?? []))
  const beside = places.filter(
    ({ id, kind, country }) => kind !== 'area' && /^(NO|DK|SE)$/.test(country) && !nodeIds.has(id),
  )
  const ends = ['Oslo', 'København', 'Aarhus', 'Göteborg', 'Stockholm', 'Roskilde', 'Vejle'].map(placeOf)
  const pairs = ends.flatMap((from) => ends.filter((to) => to !== from).map((to) => [from, to] as const))
  const cases = pairs.flatMap(([from, to]) =>
    [5, 10, 20, 30].flatMap((most) => {
      const found = new Set(detoursAlong([from, to], most).map(({ place }) => place.id))
      const costs = beside.map((place) => ({ id: place.id, minutes: detourBy(from, to, place)?.minutes ?? Infinity }))
      return costs.filter(({ minutes }) => minutes <= most).map(({ id }) => found.has(id))
    }),
  )
  const lost = cases.filter((isFound) => !isFound).length
  expect(cases.length).toBeGreaterThan(500)
  expect(lost / cases.length).toBeLessThan(0.025)
})

test('stops are no detours, a place counts on the leg where it costs least, and the largest places come first', () => {
  const stops = ['København', 'Odense', 'Aarhus'].map(placeOf)
  const found = detoursAlong(stops, 15)
  expect(found.filter(({ place }) => stops.includes(place))).toEqual([])
  expect(new Set(found.map(({ place }) => place.id)).size).toBe(found.length)
  const legOf = (name: string) => found.find(({ place }) => place.name === name)?.leg
  expect([legOf('Slagelse'), legOf('Middelfart')]).toEqual([0, 1])
  const sizes = found.map(({ place }) => place.population)
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
})

test('nothing is offered for no minutes, beside an unknown stop, and outside the three countries', () => {
  const [oslo, hamar, helsinki] = ['Oslo', 'Hamar', 'Helsinki'].map(placeOf) as [Place, Place, Place]
  expect(detoursAlong([oslo, hamar], 0)).toEqual([])
  expect(detoursAlong([oslo, undefined, hamar], 30)).toEqual([])
  expect(detoursAlong([helsinki, oslo], 30)).toEqual([])
  expect(detourBy(oslo, hamar, helsinki)).toBeUndefined()
})

test('the detour to a place lies between the two ends as the roads do', () => {
  const [oslo, trondheim, elverum] = ['Oslo', 'Trondheim', 'Elverum'].map(placeOf) as [Place, Place, Place]
  const by = detourBy(oslo, trondheim, elverum)
  const { km, minutes } = roadBetween(oslo, elverum)
  expect(by?.kmShare).toBeCloseTo(km / (roadBetween(oslo, trondheim).km + (by?.km ?? 0)), 6)
  expect(by?.minutesShare).toBeCloseTo(minutes / (roadBetween(oslo, trondheim).minutes + (by?.minutes ?? 0)), 6)
})
