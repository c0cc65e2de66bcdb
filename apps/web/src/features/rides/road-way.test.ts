import { describe, expect, test } from 'vitest'
import type { Road, RoadWay } from '@samtur/contract/places'
import {
  difference,
  minutesFor,
  namedBridges,
  paidNames,
  proposedArrival,
  shortVia,
  tollSum,
  wayOf,
} from './road-way.ts'

const ferry = (name: string, km: number, minutes: number, wait_minutes: number) => ({ name, km, minutes, wait_minutes })
const toll = (name: string, petrol: number | null, currency: 'NOK' | 'DKK' = 'DKK') => ({
  name,
  petrol,
  electric: null,
  currency,
  year: 2025,
})
const way = (change: Partial<RoadWay> = {}): RoadWay => ({
  km: 310,
  minutes: 200,
  ferries: [],
  bridges: [],
  tolls: [],
  via: [],
  certain: true,
  about: false,
  winter: null,
  line: [],
  ...change,
})

const bridge = way({ bridges: [{ name: 'Storebæltsbroen', kind: 'bridge' }], tolls: [toll('Storebæltsbroen', 250)] })
const boat = way({ km: 180, minutes: 220, ferries: [ferry('Odden–Aarhus', 70, 75, 30)] })
const road: Road = { ...bridge, other: boat }

describe('the way that counts', () => {
  test('is the other one where the driver’s kilometres are those of it', () => {
    expect([wayOf(road, undefined), wayOf(road, 318)]).toEqual([road, road])
    expect(wayOf(road, 180)).toBe(boat)
    expect(wayOf({ ...bridge, other: null }, 180)).toMatchObject({ km: 310 })
  })

  test('takes longer with more kilometres, but its ferries do not', () => {
    expect([minutesFor(bridge, undefined), minutesFor(bridge, 310), minutesFor(bridge, 620)]).toEqual([200, 200, 400])
    // 105 of the 220 minutes are the ferry's; the other 115 are for 110 km.
    expect([minutesFor(boat, 180), minutesFor(boat, 290)]).toEqual([220, 335])
    // Fewer kilometres than the ferry alone say nothing of the drive.
    expect(minutesFor(boat, 60)).toBe(220)
  })
})

describe('the proposed arrival', () => {
  test.each([
    ['2026-11-27', '09:00', 200, '12:20'],
    ['2026-11-27', '09:01', 200, '12:25'],
    ['2026-11-27', '22:30', 200, '01:50'],
    ['', '09:02', 61, '10:05'],
    // The clocks are set back at 3 that night, and forward at 2 this one.
    ['2026-10-25', '01:00', 180, '03:00'],
    ['2026-03-29', '01:00', 180, '05:00'],
  ])('%s %s and %i minutes: %s', (date, departure, minutes, arrival) => {
    expect(proposedArrival(date, departure, minutes)).toBe(arrival)
  })

  test('is none without a departure and for a day of driving', () => {
    expect(proposedArrival('2026-11-27', '', 200)).toBeUndefined()
    expect(proposedArrival('2026-11-27', '09:00', 24 * 60)).toBeUndefined()
    expect(proposedArrival('2026-11-27', '09:00', 24 * 60 - 3)).toBeUndefined()
  })
})

describe('list prices', () => {
  test('are added in the currency of the trip only', () => {
    const belts = way({ ...bridge, bridges: [...bridge.bridges, { name: 'Lillebæltsbroen', kind: 'bridge' }] })
    expect(difference(belts, boat).over).toEqual(['Storebæltsbroen'])
    expect(difference(belts, bridge).over).toEqual(['Lillebæltsbroen'])
    const both = way({ tolls: [toll('Storebæltsbroen', 250), toll('Øresundsbroen', 440), toll('Bom', 40, 'NOK')] })
    expect(tollSum(both, 'DKK')).toBe(690)
    expect(tollSum(both, 'NOK')).toBe(40)
    expect(tollSum(both, 'SEK')).toBeUndefined()
    expect(tollSum(way({ tolls: [toll('Gratisbroen', 0), toll('Bom', null)] }), 'DKK')).toBeUndefined()
  })

  test('name what costs something, each once', () => {
    const tolls = [toll('Storebæltsbroen', 250), toll('Storebæltsbroen', 250), toll('', 20)]
    expect(paidNames(way({ ferries: boat.ferries, bridges: bridge.bridges, tolls }))).toEqual([
      'Odden–Aarhus',
      'Storebæltsbroen',
    ])
  })
})

describe('what is named of a way', () => {
  test('two ways are told apart by what only one of them has', () => {
    expect(difference(road, boat)).toEqual({ over: ['Storebæltsbroen'], without: [] })
    expect(difference(boat, road)).toEqual({ over: ['Odden–Aarhus'], without: [] })
    const belts = way({ ...bridge, bridges: [...bridge.bridges, { name: 'Lillebæltsbroen', kind: 'bridge' }] })
    expect(difference(belts, boat).over).toEqual(['Storebæltsbroen'])
    expect(difference(belts, bridge).over).toEqual(['Lillebæltsbroen'])
    const both = way({ ferries: boat.ferries, bridges: bridge.bridges })
    expect(difference(both, boat)).toEqual({ over: ['Storebæltsbroen'], without: [] })
    expect(difference(way(), boat)).toEqual({ over: [], without: ['Odden–Aarhus'] })
  })

  test('a bridge passed twice is named once, and many are counted', () => {
    const bridges = ['A', 'B', 'A', 'C', 'D', 'E', 'F'].map((name) => ({ name, kind: 'bridge' as const }))
    const { shown, more } = namedBridges(way({ bridges }))
    expect([shown.map(({ name }) => name), more]).toEqual([['A', 'B', 'C', 'D'], 2])
  })

  test('many places passed are a few, spread along the way', () => {
    const via = Array.from({ length: 20 }, (_, index) => ({ place_id: index, name: String(index) }))
    expect(shortVia(way({ via }))).toEqual({ names: ['2', '6', '10', '14', '18'], more: 15 })
    expect(shortVia(way({ via: via.slice(0, 5) }))).toEqual({ names: ['0', '1', '2', '3', '4'], more: 0 })
    expect(new Set(shortVia(way({ via: via.slice(0, 6) })).names).size).toBe(5)
  })
})
