import fc from 'fast-check'
import { expect, test } from 'vitest'
import { repeatedSections, searchSections, seatsFree, sectionPrice, sectionsOf, takenAfter } from './rules-sections.ts'

test.each([
  [300, 0, 1, 300],
  [300, 0, 0.7, 210],
  [300, 0.1, 0.8, 210],
  [300, 0, 0.5001, 151],
  [301, 0, 0.5, 151],
  [100, 0, 1 / 3, 34],
  [0, 0, 0.5, 0],
  [1, 0.2, 0.3, 1],
  [10_000, 0, 0.0001, 1],
])('%d kr from %d to %d of the way cost %d', (price, from, to, expected) => {
  expect(sectionPrice(price, from, to)).toBe(expected)
})

test('a section costs whole kr, at least its share, never more than the ride, and never less than a shorter one', () => {
  const share = fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), fc.tuple(share, share, share), (price, shares) => {
      const [a = 0, b = 0, c = 0] = shares.toSorted((x, y) => x - y)
      const cost = sectionPrice(price, a, b)
      expect(Number.isInteger(cost)).toBe(true)
      expect(cost).toBeLessThanOrEqual(price)
      expect(cost).toBeGreaterThanOrEqual(Number((price * (b - a)).toFixed(6)))
      expect(sectionPrice(price, a, c)).toBeGreaterThanOrEqual(cost)
      // The prices of the parts add up to at most one krone more for each part.
      expect(cost + sectionPrice(price, b, c)).toBeLessThanOrEqual(sectionPrice(price, a, c) + 1)
    }),
    { seed: 7 },
  )
})

test.each([
  ['two stops', [1, 2], ['0-1']],
  ['every stop with every later one', [1, 2, 3], ['0-1', '0-2', '1-2']],
  ['a pair passed twice counts once', [1, 2, 1, 2, 3], ['0-1', '0-2', '0-4', '1-2', '1-3', '1-4']],
  ['a round trip', [1, 2, 1], ['0-1', '0-2', '1-2']],
  ['the whole ride stays even where its pair came before', [1, 2, 1, 2], ['0-1', '0-2', '0-3', '1-2', '1-3']],
])('sections: %s', (_, stopTextIds, expected) => {
  expect(sectionsOf(stopTextIds).map(({ from, to }) => `${from}-${to}`)).toEqual(expected)
})

test('a section is repeated when another one leads between the same two places', () => {
  const [oslo, moss] = [1, 2]
  const sections = [{ from: 0, to: 1 }, { from: 0, to: 2 }, { from: 1, to: 2 }] // prettier-ignore
  expect(repeatedSections([oslo, oslo, moss], sections)).toEqual([false, true, true])
})

test.each([
  [0, 3, 1],
  [0, 1, 4],
  [1, 2, 1],
  [2, 3, 2],
  [1, 3, 1],
])('a section from %d to %d has the free seats of its fullest leg', (from, to, expected) => {
  expect(seatsFree({ total_seats: 4, taken: [0, 3, 2] }, { from, to })).toBe(expected)
})

test.each([
  ['a passenger gets in', [{ from: 1, to: 3, seats: 2 }], [1, 2, 2]],
  ['a passenger gets out', [{ from: 0, to: 1, seats: -1 }], [0, 0, 0]],
  ['several at once', [{ from: 0, to: 2, seats: 1 }, { from: 1, to: 3, seats: 3 }, { from: 0, to: 1, seats: -1 }], [1, 4, 3]],
  ['nothing moves', [], [1, 0, 0]],
])('seats move on the legs travelled only: %s', (_, moves, expected) => {
  expect(takenAfter([1, 0, 0], moves)).toEqual(expected)
}) // prettier-ignore

test('a search finds each section with its price, its free seats and whether another one means the same places', () => {
  const stops = [
    { stop_text_id: 11, place_id: 1, share: 0 },
    { stop_text_id: 12, place_id: 1, share: 0.1 },
    { stop_text_id: 13, place_id: null, share: 1 },
  ]
  expect(searchSections({ price: 100, total_seats: 3, taken: [2, 1], stops })).toEqual([
    { from: 0, to: 1, price: 10, seats_free: 1, repeated: false },
    { from: 0, to: 2, price: 100, seats_free: 1, repeated: true },
    { from: 1, to: 2, price: 90, seats_free: 2, repeated: true },
  ])
})

test('an unknown stop is not the place whose id its text has', () => {
  const stops = [
    { stop_text_id: 11, place_id: 7, share: 0 },
    { stop_text_id: 7, place_id: null, share: 0.5 },
    { stop_text_id: 13, place_id: 1, share: 1 },
  ]
  const found = searchSections({ price: 100, total_seats: 3, taken: [0, 0], stops })
  expect(found.map(({ repeated }) => repeated)).toEqual([false, false, false])
})
