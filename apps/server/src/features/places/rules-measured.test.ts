import { expect, test } from 'vitest'
import { distanceKm } from '@samtur/roads/distance'
import { placeOfStop, roadBetween } from './port.ts'
import { presentRoad } from './present.ts'
import { isPlausible, withMeasurement } from './rules-measured.ts'

const place = (text: string) => {
  const found = placeOfStop({ text, place_id: null })
  if (!found) throw new Error(text)
  return found
}
const [oslo, bergen] = [place('Oslo'), place('Bergen')]
const line = distanceKm(oslo, bergen)
const at = (km: number, speed: number, offRoadKm = 0) => ({ km, minutes: (km / speed) * 60, offRoadKm })

test.each([
  ['the straight line', at(line, 70), true],
  ['less than the straight line', at(line - 0.1, 70), false],
  ['three times the straight line and 50 km', at(line * 3 + 50, 70), true],
  ['more than that', at(line * 3 + 50.1, 70), false],
  ['130 km/h', { km: 520, minutes: 240, offRoadKm: 0 }, true],
  ['131 km/h', at(500, 131), false],
  ['10 km/h', { km: 500, minutes: 3000, offRoadKm: 0 }, true],
  ['9.9 km/h', at(500, 9.9), false],
  ['no time', { km: 500, minutes: 0, offRoadKm: 0 }, false],
  ['negative time', { km: 500, minutes: -400, offRoadKm: 0 }, false],
  ['negative km', { km: -500, minutes: 400, offRoadKm: 0 }, false],
  ['km that are no number', { km: NaN, minutes: 400, offRoadKm: 0 }, false],
  ['minutes that are no number', { km: 500, minutes: NaN, offRoadKm: 0 }, false],
  ['endless km', { km: Infinity, minutes: 400, offRoadKm: 0 }, false],
  ['endless minutes', { km: 500, minutes: Infinity, offRoadKm: 0 }, false],
  ['a road 10 km from the place', at(500, 70, 10), true],
  ['a road farther off', at(500, 70, 10.1), false],
  ['a distance to the road that is no number', at(500, 70, NaN), false],
])('%s can be true: %j is %s', (_, measured, plausible) => {
  expect(isPlausible(measured, oslo, bergen)).toBe(plausible)
})

test('a measurement replaces km and minutes alone, and the waits for ferries are added', () => {
  const [from, to] = [place('Stavanger'), place('Bergen')]
  const graph = roadBetween(from, to)
  const waits = graph.stretches.reduce((sum, { wait }) => sum + wait, 0)
  expect(waits).toBeGreaterThan(0)
  const road = withMeasurement(graph, at(207, 50))
  expect(road).toEqual({ ...graph, km: 207, minutes: 207 * 1.2 + waits, measured: true })
  const shown = presentRoad([road], true)
  const measured = { km: 207, minutes: Math.round(207 * 1.2 + waits), about: false }
  expect(shown).toEqual({ ...presentRoad([graph], true), ...measured })
})

test('what cannot be true, and nothing, leave the way as it is', () => {
  const graph = roadBetween(oslo, bergen)
  expect(withMeasurement(graph, at(line / 2, 70))).toBe(graph)
  expect(withMeasurement(graph, null)).toBe(graph)
})

test('a place outside the three countries stays uncertain', () => {
  const helsinki = place('Helsinki')
  const km = distanceKm(place('Kemi'), helsinki) * 1.2
  const road = withMeasurement(roadBetween(place('Kemi'), helsinki), at(km, 80))
  expect(road).toMatchObject({ km, measured: true, certain: false })
})
