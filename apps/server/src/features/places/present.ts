/** Roads → responses. */
import type { LinePoint, RoadWay } from '@samtur/contract/places'
import type { Point } from '@samtur/roads/gazetteer'
import { isCrossing, type Road } from '@samtur/roads/road-map'
import type { Stretch } from '@samtur/roads/stretches'

/** Returns the way of a trip from its legs. `allKnown` is false where the place of a stop between is unknown. */
export function presentRoad(legs: readonly Road[], allKnown: boolean): RoadWay {
  const stretches = legs.flatMap((leg) => leg.stretches)
  const crossings = stretches.filter(isCrossing)
  return {
    km: Math.round(legs.reduce((sum, { km }) => sum + km, 0)),
    minutes: Math.round(legs.reduce((sum, { minutes }) => sum + minutes, 0)),
    ferries: crossings
      .filter(({ kind }) => kind === 'ferry')
      .map(({ name, km, minutes, wait }) => ({
        name,
        km,
        minutes: Math.round(minutes),
        wait_minutes: Math.round(wait),
      })),
    bridges: crossings.flatMap(({ name, kind }) => (kind === 'bridge' || kind === 'tunnel' ? [{ name, kind }] : [])),
    tolls: stretches.flatMap(tollOf),
    via: placesPassed(legs),
    certain: allKnown && legs.every(({ certain }) => certain),
    about: legs.some((leg) => !leg.measured && isRough(leg)),
    winter: winterOf(stretches),
    line: presentLine(legs),
  }
}

const isRough = ({ nodes, stretches }: Road) => nodes.length === 0 || stretches.some(({ sure }) => !sure)

function tollOf({ toll, name }: Stretch): RoadWay['tolls'] {
  return toll ? [{ name, ...toll }] : []
}

function winterOf(stretches: readonly Stretch[]): RoadWay['winter'] {
  if (stretches.some(({ season }) => season === 'closed')) return 'closed'
  return stretches.some(({ season }) => season === 'winter') ? 'pass' : null
}

function placesPassed(legs: readonly Road[]): RoadWay['via'] {
  const stops = new Set(legs.flatMap(({ from, to }) => [from.id, to.id]))
  const passed = legs
    .flatMap(({ nodes }) => nodes.flatMap(({ place }) => place ?? []))
    .filter(({ id }) => !stops.has(id))
  return [...new Map(passed.map((place) => [place.id, place])).values()].map(({ id, name }) => ({ place_id: id, name }))
}

/** Returns the line of the map through the nodes passed. */
export function presentLine(legs: readonly Road[]): LinePoint[] {
  const points = legs.flatMap(({ from, to, nodes, stretches }) => [
    pointOf(from, false),
    ...nodes.map((node, index) => pointOf(node, stretches[index - 1]?.kind === 'ferry')),
    pointOf(to, false),
  ])
  // A stop that is a node itself would stand twice.
  return points.filter(({ lat, lon }, index) => {
    const before = points[index - 1]
    return before?.lat !== lat || before.lon !== lon
  })
}

const pointOf = ({ lat, lon }: Point, ferry: boolean): LinePoint => ({ lat, lon, ferry })
