import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { placeById } from '#features/places/port'
import { placesMeant } from '#features/places/port'
import { daysAround, daysToCount, decodePosition, encodePosition, surroundings, wayKm } from './rules.ts'

const position = { byDetour: false, key: -93, at: new Date('2027-05-05T08:00:00.000Z'), id: randomUUID() }

describe('a cursor', () => {
  test.each(['price', 'duration', 'rating'] as const)('by %s comes back as it was, and fits no other order', (sort) => {
    const text = encodePosition(sort, position)
    expect(decodePosition(sort, text)).toEqual(position)
    expect(() => decodePosition('departure', text)).toThrow('validation')
    expect(() => decodePosition(sort === 'price' ? 'rating' : 'price', text)).toThrow('validation')
  })

  test('has any key in whole numbers, and nothing before or after it', () => {
    const text = encodePosition('price', { ...position, key: 250 })
    expect(decodePosition('price', text).key).toBe(250)
    for (const other of [`!${text}`, `${text}!`])
      expect(() => decodePosition('price', other)).toThrow(
        expect.objectContaining({ code: 'validation', data: { fields: { cursor: 'invalid' } } }),
      )
  })

  test.each(['departure', 'price'] as const)('by %s says that the last ride was found by a detour', (sort) => {
    const last = { ...position, byDetour: true, key: sort === 'departure' ? 0 : 93 }
    expect(decodePosition(sort, encodePosition(sort, last))).toEqual(last)
    expect(() => decodePosition(sort, `detour.${encodePosition(sort, last)}`)).toThrow('validation')
  })

  test('by departure has no key', () => {
    const text = encodePosition('departure', position)
    expect(decodePosition('departure', text)).toEqual({ ...position, key: 0 })
    expect(() => decodePosition('price', text)).toThrow('validation')
  })
})

test.each([
  ['2027-05-10', '2027-05-07', '2027-05-13'],
  ['2027-05-02', '2027-05-01', '2027-05-07'],
  ['2027-04-01', '2027-05-01', '2027-05-07'],
  ['9999-12-31', '2028-04-24', '2028-04-30'],
  [undefined, '2027-05-01', '2027-05-07'],
])('the seven days around %s are those from %s to %s, on which rides can depart', (date, first, last) => {
  const days = daysToCount(date, '2027-05-01')
  expect([days.length, days[0], days.at(-1)]).toEqual([7, first, last])
})

test('the days around one in which the clock changes begin and end at midnight in Oslo', () => {
  expect(daysAround('2027-03-28')).toEqual({
    after: new Date('2027-03-24T23:00:00Z'),
    before: new Date('2027-03-31T22:00:00Z'),
  })
})

test('a longer description stands for the place it most likely means', () => {
  expect(placesMeant('Oslo sentralstasjon').map((place) => place.name)).toEqual(['Oslo'])
  expect(placesMeant('ved den gule porten')).toEqual([])
})

test('surroundings are within 25 km, with the place itself at 0', () => {
  const { placeIds, km } = surroundings(placesMeant('Oslo'))
  const names = new Map(placeIds.map((id, index) => [placeById(id)?.name, km[index]]))
  expect(names.get('Oslo')).toBe(0)
  expect(names.get('Sandvika')).toBeGreaterThan(5)
  expect(names.has('Drammen')).toBe(false)
  expect(Math.max(...km)).toBeLessThanOrEqual(25)
})

test('the way between two names is that between their nearest places', () => {
  const [oslo, bergen, sand] = [placesMeant('Oslo'), placesMeant('Bergen'), placesMeant('Sand')]
  expect(sand).toHaveLength(2)
  const each = sand.map((place) => wayKm(oslo, [place]) ?? 0)
  expect(wayKm(oslo, sand)).toBe(Math.min(...each))
  expect(wayKm(oslo, bergen)).toBeGreaterThan(295)
  expect([wayKm([], oslo), wayKm(oslo, [])]).toEqual([undefined, undefined])
})
