import { expect, test } from 'vitest'
import type { ChosenPoint, ListedPoint } from '@samtur/contract/meeting-points'
import {
  awayFrom,
  byKind,
  byPlace,
  decodeTable,
  geoLink,
  lineRange,
  readDegrees,
  readHours,
  ringsFor,
} from './model.ts'

const oslo = { lat: 59.9127, lon: 10.7461 }
const point = (changes: Partial<ChosenPoint> = {}): ChosenPoint => ({
  id: 'p-1',
  name: 'Oslo S',
  kind: 'station',
  lat: null,
  lon: null,
  step_free: null,
  shelter: null,
  toilet: null,
  parking_hours: null,
  ...changes,
})

test('a link has the coordinates where they are known, and else searches for name and place', () => {
  expect(geoLink(point({ lat: 59.91, lon: 10.75 }), 'Oslo')).toBe('geo:59.91,10.75?q=59.91,10.75(Oslo%20S)')
  expect(geoLink(point({ name: 'Ås & Ski' }), 'Ås')).toBe('geo:0,0?q=%C3%85s%20%26%20Ski%2C%20%C3%85s')
  expect(geoLink(point({ lat: 59.91 }), 'Oslo')).toMatch(/^geo:0,0\?q=/)
})

test.each([
  ['at the centre', oslo, { minutes: 5 }],
  ['1 km north', { lat: oslo.lat + 0.009, lon: oslo.lon }, { minutes: 20 }],
  ['47 km away', { lat: 60.1939, lon: 11.1004 }, { km: 37 }],
  ['without coordinates', { lat: null, lon: null }, undefined],
])('%s it is that far', (_, position, away) => {
  expect(awayFrom(oslo, point(position))).toEqual(away)
})

test('without the centre nothing is said of the distance', () => {
  expect(awayFrom(undefined, point(oslo))).toBeUndefined()
})

test('points are grouped by kind in the order of the kinds', () => {
  const points = [point({ id: 'a', kind: 'airport' }), point({ id: 'b' }), point({ id: 'c', kind: 'airport' })]
  expect(byKind(points).map(({ kind, points: of }) => [kind, ...of.map(({ id }) => id)])).toEqual([
    ['station', 'b'],
    ['airport', 'a', 'c'],
  ])
})

test.each([
  [0.3, [0.5, 1]],
  [1, [0.5, 1]],
  [37, [25, 50]],
  [140, [100, 200]],
])('a point %d km away lies within the rings %j', (km, rings) => {
  expect(ringsFor(km)).toEqual(rings)
})

test('points are listed by place, and those added later join their place', () => {
  const listed = (id: string, place_id: number) =>
    ({ ...point({ id }), place_id, place: `P${place_id}` }) as ListedPoint
  const groups = byPlace([listed('a', 1), listed('b', 2), listed('c', 1)])
  expect(groups.map(({ place, points }) => [place, ...points.map(({ id }) => id)])).toEqual([
    ['P1', 'a', 'c'],
    ['P2', 'b'],
  ])
})

test.each([
  ['59,911', 59.911],
  [' 59.911 ', 59.911],
  ['−10.5', -10.5],
  ['-10,5', -10.5],
  ['0', 0],
  ['', null],
  ['59.911 N', NaN],
  ['1e2', NaN],
  ['59,91,1', NaN],
])('%j is read as %d degrees', (typed, degrees) => {
  expect(readDegrees(typed)).toBe(degrees)
})

test.each([
  ['0', 0],
  [' 24 ', 24],
  ['', null],
  ['1,5', NaN],
  ['-1', NaN],
  ['two', NaN],
])('%j is read as %d hours', (typed, hours) => {
  expect(readHours(typed)).toBe(hours)
})

test('a table is read as UTF-8, and as Windows-1252 where it is none', () => {
  expect(decodeTable(new TextEncoder().encode('Ørje').buffer)).toBe('Ørje')
  expect(decodeTable(new Uint8Array([0xd8, 0x72, 0x6a, 0x65]).buffer)).toBe('Ørje')
})

test.each([
  [1, 'first'],
  [2, 'second'],
  [3, ''],
  [9, ''],
])('line %d of a text is found', (line, found) => {
  const text = 'first\nsecond\n'
  expect(text.slice(...lineRange(text, line))).toBe(found)
})
