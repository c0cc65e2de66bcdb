import { describe, expect, test } from 'vitest'
import {
  dayParts,
  hoursOf,
  keptFilters,
  priceChoices,
  readHoursChoice,
  searchAddress,
  withoutFilters,
  withOwn,
} from './filter-form.ts'
import { isSameTrip } from './model.ts'

describe('searchAddress', () => {
  test('a search without a parameter has the address of the form', () => {
    expect(searchAddress({})).toBe('/search')
  })

  test('all upcoming rides have an address of their own', () => {
    expect(searchAddress({ sort: 'departure' })).toBe('/search?sort=departure')
  })

  test('beside anything else the address leaves out the usual order', () => {
    expect(searchAddress({ from: 'Oslo', sort: 'departure' })).toBe('/search?from=Oslo')
    expect(searchAddress({ seats: '2', sort: 'departure' })).toBe('/search?seats=2')
    expect(searchAddress({ from: 'Oslo', sort: 'price' })).toBe('/search?from=Oslo&sort=price')
  })

  test('without its filters a search keeps its places, and the list of all rides its address', () => {
    expect(searchAddress(withoutFilters({ from: 'Oslo', seats: '2', sort: 'price' }))).toBe(
      '/search?from=Oslo&sort=price',
    )
    expect(searchAddress(withoutFilters({ seats: '2' }))).toBe('/search?sort=departure')
  })

  test('a new search keeps the filters of the one before', () => {
    expect(keptFilters({ from: 'Oslo', date: '2026-12-01', pets: 'true', sort: 'price' })).toEqual({
      pets: 'true',
      sort: 'price',
    })
    expect(keptFilters({ sort: 'departure' })).toEqual({})
  })
})

describe('the choices', () => {
  test('the parts of the day are the whole day, without a gap', () => {
    expect(dayParts.map(({ from_hour }) => from_hour)).toEqual([
      '0',
      ...dayParts.slice(0, -1).map((part) => part.until_hour),
    ])
    expect(dayParts.at(-1)?.until_hour).toBe('24')
    for (const { name: _, ...part } of dayParts) expect(readHoursChoice(hoursOf(part))).toEqual(part)
  })

  test('no hours are the whole day', () => {
    expect(hoursOf({})).toBe('')
    expect(readHoursChoice('')).toEqual({})
    expect(hoursOf({ from_hour: '18' })).toBe('18-24')
  })

  test('what the address asks for is offered too, in its place', () => {
    expect(withOwn(priceChoices, undefined)).toEqual(priceChoices)
    expect(withOwn(priceChoices, '200')).toEqual(priceChoices)
    expect(withOwn(['50', '100'], '75')).toEqual(['50', '75', '100'])
  })

  test('filters do not make another trip', () => {
    expect(isSameTrip({ from: 'Oslo' }, { from: 'Oslo', seats: '2' })).toBe(true)
    expect(isSameTrip({ from: 'Oslo' }, { from: 'Oslo', date: '2026-12-01' })).toBe(false)
  })
})
