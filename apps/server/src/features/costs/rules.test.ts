import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencyOf } from '@samtur/contract/constants'
import { countedFigures, countryWithRate, distanceBounds, figuresOf, peopleIn, shareOf, tripKm } from './rules.ts'

test.each([
  ['the example of the publishing page', { distanceKm: 312, orePerKm: 350, extraCosts: 0, totalSeats: 3 }, 273],
  ['a share that is whole', { distanceKm: 400, orePerKm: 350, extraCosts: 0, totalSeats: 3 }, 350],
  ['rounded down, never up', { distanceKm: 499, orePerKm: 350, extraCosts: 0, totalSeats: 4 }, 349],
  ['tolls and ferry are shared too', { distanceKm: 100, orePerKm: 350, extraCosts: 150, totalSeats: 4 }, 100],
  ['one seat: the driver pays half', { distanceKm: 10, orePerKm: 250, extraCosts: 0, totalSeats: 1 }, 12],
  ['a short way in a full car', { distanceKm: 2, orePerKm: 350, extraCosts: 0, totalSeats: 7 }, 0],
  ['what fractions would round to 27', { distanceKm: 16, orePerKm: 350, extraCosts: 0, totalSeats: 1 }, 28],
])('%s', (_, costs, share) => {
  expect(shareOf(costs)).toBe(share)
})

test('all shares together never exceed the costs, and cover them with one krone more each', () => {
  const natural = (max: number) => fc.integer({ min: 0, max })
  fc.assert(
    fc.property(
      natural(20_000),
      natural(10_000),
      natural(5000),
      fc.integer({ min: 1, max: 7 }),
      (km, ore, extra, seats) => {
        const share = shareOf({ distanceKm: km, orePerKm: ore, extraCosts: extra, totalSeats: seats })
        const total = km * ore + extra * 100
        expect(share * 100 * (seats + 1)).toBeLessThanOrEqual(total)
        expect((share + 1) * 100 * (seats + 1)).toBeGreaterThan(total)
      },
    ),
    { seed: 26 },
  )
})

const at = (lon: number) => ({ lat: 60, lon })
const apart = (a: { lon: number }, b: { lon: number }) => Math.abs(a.lon - b.lon) * 10.04

test.each([
  ['two known ends', [at(1), at(11)], 100],
  ['along the known stops', [at(0), at(20), at(10)], 301],
  ['an unknown stop between is left out', [at(0), undefined, at(10)], 100],
  ['an unknown start', [undefined, at(1), at(2)], null],
  ['an unknown end', [at(1), at(2), undefined], null],
  ['a round trip', [at(0), at(5), at(0)], 100],
  ['there and back by an unknown place', [at(0), undefined, at(0)], null],
])('distance: %s', (_, stops, km) => {
  expect(tripKm(stops, apart)).toBe(km)
})

test.each([
  ['up to three times the straight line and 50 km', 100, { min: 100, max: 350 }],
  ['whole km', 10.9, { min: 10, max: 82 }],
  ['at least one', 0.4, { min: 1, max: 51 }],
  ['at most 6000', 5000, { min: 5000, max: 6000 }],
  ['1 to 6000 between unknown places', null, { min: 1, max: 6000 }],
])('a driver may type %s', (_, straightKm, expected) => {
  expect(distanceBounds(straightKm)).toEqual(expected)
})

const own = { km: 176, costs: 276 }
test.each([
  ['ours where nothing was typed', null, 0, { km: 176, costs: 0 }],
  ['fewer than ours', 150, 0, { km: 150, costs: 0 }],
  ['a quarter more than ours', 220, 276, { km: 220, costs: 276 }],
  ['no more than that', 221, 277, { km: 220, costs: 276 }],
  ['nor far more', 440, 5000, { km: 220, costs: 276 }],
])('what counts of typed figures: %s', (_, km, costs, expected) => {
  expect(countedFigures({ km, costs }, own)).toEqual(expected)
})

test('where the way is uncertain, typed figures count as they are, and without them there are no kilometres', () => {
  expect(countedFigures({ km: 440, costs: 5000 }, null)).toEqual({ km: 440, costs: 5000 })
  expect(countedFigures({ km: null, costs: 40 }, null)).toEqual({ km: null, costs: 40 })
})

const wayOf = (km: number, ferryKm = 0, toll: number | null = null) => ({
  km,
  minutes: km,
  ferries: ferryKm ? [{ name: 'Moss–Horten', km: ferryKm, minutes: 30, wait_minutes: 15 }] : [],
  bridges: [],
  tolls: toll ? [{ name: 'Storebæltsbroen', petrol: toll, electric: null, currency: 'DKK' as const, year: 2026 }] : [],
  via: [],
  certain: true,
  about: false,
  winter: null,
  line: [],
})

test.each([
  ['1 kr for each km and 100 kr on a road', wayOf(176), null, { km: 176, costs: 276 }],
  ['twice the list price of a bridge', wayOf(310, 0, 270), null, { km: 310, costs: 950 }],
  ['15 kr for each km of a ferry', wayOf(60, 10), null, { km: 60, costs: 300 }],
  ['the other way whose kilometres are typed', wayOf(60, 10), wayOf(110), { km: 110, costs: 210 }],
  ['the first way where other kilometres are typed', wayOf(60, 10), wayOf(109), { km: 60, costs: 300 }],
])('tolls and ferry up to %s', (_, way, other, expected) => {
  expect(figuresOf(way, other, 110)).toEqual(expected)
})

test('the driver shares the costs too', () => {
  expect(peopleIn(4)).toBe(5)
})

test('the country of the start decides currency and rate; a country without rates has none', () => {
  const countries = [undefined, 'NO', 'FI', 'DK', 'SE']
  expect(countries.map(currencyOf)).toEqual(['NOK', 'NOK', 'NOK', 'DKK', 'SEK'])
  expect(countries.map(countryWithRate)).toEqual([undefined, 'NO', undefined, 'DK', 'SE'])
})
