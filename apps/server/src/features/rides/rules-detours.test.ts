import { expect, test } from 'vitest'
import { detourPlacesMax, lengths } from '@samtur/contract/constants'
import { type LegInsertion, type Place, placeOfStop } from '#features/places/port'
import { type DetouredRide, detoursOf, detourTo, sectionBy } from './rules-detours.ts'

const MINUTE = 60_000
const departure = new Date('2027-03-05T08:00:00+01:00')
const placeOf = (text: string): Place => {
  const place = placeOfStop({ text, place_id: null })
  if (!place) throw new Error(text)
  return place
}
const [koebenhavn, odense, aarhus, slagelse] = ['København', 'Odense', 'Aarhus', 'Slagelse'].map(placeOf) as [Place, Place, Place, Place] // prettier-ignore
const at = (minutes: number) => new Date(departure.getTime() + minutes * MINUTE)
/** 200 km and kr, 200 minutes, with a stop half-way. */
const ride: DetouredRide = {
  price: 200,
  distance_km: 200,
  stops: [
    { place_id: koebenhavn.id, share: 0, passes_at: departure },
    { place_id: odense.id, share: 0.5, passes_at: at(100) },
    { place_id: aarhus.id, share: 1, passes_at: at(200) },
  ],
}
/** Half of the first leg, 10 minutes and 8.2 km more. */
const insertion: LegInsertion = { place: slagelse, leg: 0, km: 8.2, minutes: 9.4, kmShare: 0.5, minutesShare: 0.5 }
const detour = () => detoursOf(ride, 15, () => [insertion])[0] ?? expect.fail('no detour')

test('the minutes of a detour are whole, rounded up, and at least one', () => {
  expect(detour().minutes).toBe(10)
  expect(detoursOf(ride, 15, () => [{ ...insertion, minutes: 0 }])[0]?.minutes).toBe(1)
})

test('a detour divides its leg, which takes longer by its minutes', () => {
  expect(detour()).toMatchObject({ leg: 0, share: 0.25, passes_at: at(55), km: 8.2 })
})

test.each([
  [
    'from the place to the next stop',
    'start',
    1,
    { from: 0, to: 1, price: 59, departs_at: at(55), arrives_at: at(110) },
  ],
  ['from the place to the end', 'start', 2, { from: 0, to: 2, price: 159, departs_at: at(55), arrives_at: at(210) }],
  ['from the start to the place', 'end', 0, { from: 0, to: 1, price: 59, departs_at: departure, arrives_at: at(55) }],
] as const)('a section %s costs its share and the 9 km of the detour', (_, end, position, expected) => {
  expect(sectionBy(ride, detour(), end, position)).toMatchObject({ ...expected, end, detour_price: 9 })
})

test('no section leads backwards', () => {
  expect(sectionBy(ride, detour(), 'start', 0)).toBeUndefined()
  expect(sectionBy(ride, detour(), 'end', 1)).toBeUndefined()
  expect(sectionBy(ride, detour(), 'start', 9)).toBeUndefined()
})

test('no section costs more than the dearest ride', () => {
  const dear = { ...ride, price: 9_990, distance_km: 10 }
  const [detour] = detoursOf(dear, 15, () => [insertion])
  expect(detour).toMatchObject({ price: 10 })
  expect(detour && sectionBy(dear, detour, 'start', 2)?.price).toBe(9_990 - 2_497 + 10)
})

test('the part of the way that a passenger does not travel is rounded down, so that no one pays less than the share', () => {
  const [detour] = detoursOf({ ...ride, price: 199 }, 15, () => [{ ...insertion, km: 0 }])
  expect(detour).toMatchObject({ price: 0, start_change: -49, end_change: -49 })
  expect(detour && sectionBy({ ...ride, price: 199 }, detour, 'start', 2)?.price).toBe(150)
})

test('a free ride has free detours', () => {
  const free = { ...ride, price: 0 }
  const [detour] = detoursOf(free, 15, () => [insertion])
  expect(detour && sectionBy(free, detour, 'start', 2)).toMatchObject({ price: 0, detour_price: 0 })
})

test('a ride with the most stops, and one that would take more than a day, has no detour', () => {
  const stopAt = (nth: number) => ({ place_id: null, share: nth / 12, passes_at: at(nth) })
  const between = Array.from({ length: lengths.stops }, (_, nth) => stopAt(nth + 1))
  const [start, , end] = ride.stops as [DetouredRide['stops'][0], DetouredRide['stops'][0], DetouredRide['stops'][0]]
  const full = { ...ride, stops: [start, ...between, end] }
  expect(detoursOf(full, 15, () => [insertion])).toEqual([])
  const day = (minutes: number) => ({ ...ride, stops: [start, { ...end, passes_at: at(24 * 60 - minutes) }] })
  expect(detoursOf(day(9), 15, () => [insertion])).toEqual([])
  expect(detoursOf(day(10), 15, () => [insertion])).toHaveLength(1)
})

test('a ride has at most eighty places', () => {
  const many = Array.from({ length: 100 }, (_, id) => ({ ...insertion, place: { ...slagelse, id } }))
  expect(detoursOf(ride, 15, () => many)).toHaveLength(detourPlacesMax)
})

test('the detour to a place is the shortest within the section, and none leads to a stop', () => {
  expect(detourTo(ride, { from: 0, to: 2 }, slagelse)?.leg).toBe(0)
  expect(detourTo(ride, { from: 1, to: 2 }, slagelse)?.leg).toBe(1)
  expect(detourTo(ride, { from: 0, to: 2 }, odense)).toBeUndefined()
})
