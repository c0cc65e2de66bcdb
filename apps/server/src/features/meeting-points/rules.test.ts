import { meetingPointKinds } from '@samtur/contract/constants'
import { isPointName } from '@samtur/contract/names'
import { expect, test } from 'vitest'
import { distanceKm, placeById, places } from '#features/places/port'
import { shippedPoints } from './port.ts'
import { coordinatesProblem, parseShipped, shippedId } from './rules.ts'

const largest = places()
  .places.filter(({ country, kind }) => ['NO', 'DK', 'SE'].includes(country) && kind !== 'area')
  .toSorted((a, b) => b.population - a.population || a.id - b.id)
  .slice(0, 300)
const byPlace = Map.groupBy(shippedPoints(), ({ place_id }) => place_id)

test('each of the 300 largest places has at least two points with names of their own', () => {
  for (const { id, name } of largest) {
    const points = byPlace.get(id) ?? []
    const names = new Set(points.map((point) => point.name.toLowerCase()))
    expect([name, points.length >= 2, names.size]).toEqual([name, true, points.length])
  }
  expect(byPlace.size).toBe(300)
})

test('no point is an address, and each row names its place as the gazetteer does', () => {
  for (const { place_id, place, name, kind } of shippedPoints()) {
    expect([name, placeById(place_id)?.name]).toEqual([name, place])
    expect(meetingPointKinds).toContain(kind)
    expect([name, isPointName(name)]).toEqual([name, true])
    expect(name).toMatch(/^\p{L}[\p{L}\p{N} .,'()-]{1,79}$/u)
    // A number stands only where it belongs to the name: A6 Center, City2, M44.
    expect([name, /(^|\s)\d/.test(name)]).toEqual([name, false])
  }
})

test('coordinates come from the gazetteer alone, and lie near the place', () => {
  const located = shippedPoints().filter(({ lat }) => lat !== null)
  expect(located.length).toBeGreaterThan(50)
  for (const { place_id, name, kind, lat, lon } of located) {
    const place = placeById(place_id)
    const entry = places().places.find((one) => one.lat === lat && one.lon === lon)
    expect([name, kind, entry?.kind]).toEqual([name, kind, kind === 'airport' ? 'airport' : 'ferry'])
    expect([name, place && entry && distanceKm(place, entry) < 25]).toEqual([name, true])
  }
})

test('ids are those of the file for ever', () => {
  const points = shippedPoints()
  expect(new Set(points.map(({ id }) => id)).size).toBe(points.length)
  expect(shippedId(7)).toBe('5a370000-0000-4000-8000-000000000007')
  expect(points[0]).toMatchObject({ id: shippedId(1), place: 'Stockholm', name: 'Stockholm C', kind: 'station' })
})

test.each([
  ['other columns', 'id\tname\n1\tOslo S'],
  ['an unknown kind', 'id\tplace_id\tplace\tname\tkind\tlocated_at\n1\t3143244\tOslo\tOslo S\tquay\t'],
  ['an unknown place', 'id\tplace_id\tplace\tname\tkind\tlocated_at\n1\t1\tOslo\tOslo S\tstation\t'],
  ['an unknown entry', 'id\tplace_id\tplace\tname\tkind\tlocated_at\n1\t3143244\tOslo\tOslo S\tstation\t2'],
])('a file with %s is refused', (_, tsv) => {
  expect(() => parseShipped(tsv, placeById)).toThrow('meeting-points.tsv')
})

const oslo = { lat: 59.91, lon: 10.75 }

test.each([
  ['none', {}, undefined],
  ['null', { lat: null, lon: null }, undefined],
  ['in the town', { lat: 59.9106, lon: 10.7528 }, undefined],
  ['99 km north', { lat: 60.8, lon: 10.75 }, undefined],
  ['101 km north', { lat: 60.82, lon: 10.75 }, { field: 'lat', code: 'too_far_away' }],
  ['where programs write nothing', { lat: 0, lon: 0 }, { field: 'lat', code: 'out_of_range' }],
  ['the two exchanged', { lat: 10.75, lon: 59.91 }, { field: 'lat', code: 'too_far_away' }],
  ['latitude alone', { lat: 59.91 }, { field: 'lon', code: 'required' }],
  ['longitude alone', { lat: null, lon: 10.75 }, { field: 'lat', code: 'required' }],
])('coordinates: %s', (_, given, problem) => {
  expect(coordinatesProblem(given, oslo)).toEqual(problem)
})
