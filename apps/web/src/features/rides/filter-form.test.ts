import { describe, expect, test } from 'vitest'
import {
  countFilters,
  dayParts,
  hoursOf,
  keptFilters,
  priceChoices,
  readHoursChoice,
  readSearch,
  searchAddress,
  withoutFilters,
  withOwn,
} from './filter-form.ts'
import { isSameTrip, runs } from './model.ts'

const read = (query: string) => readSearch(new URLSearchParams(query))

describe('what the address says', () => {
  test('filters and order are read', () => {
    expect(read('seats=2&max_price=300&pets=true&from_hour=6&until_hour=12&sort=price')).toEqual({
      seats: '2',
      max_price: '300',
      pets: 'true',
      from_hour: '6',
      until_hour: '12',
      sort: 'price',
    })
  })

  test.each([
    'seats=1',
    'seats=8',
    'seats=-2',
    'seats=two',
    'max_price=10001',
    'max_price=1e3',
    'max_price=12.5',
    'pets=false',
    'pets=1',
    'from_hour=24',
    'until_hour=0',
    'from_hour=12&until_hour=6',
    'from_hour=12&until_hour=12',
    'sort=best',
    'page=2',
  ])('%s says nothing', (query) => {
    expect(read(query)).toEqual({})
  })

  test('one end of the hours may be open, and 0 kr is a price', () => {
    expect(read('from_hour=18')).toEqual({ from_hour: '18' })
    expect(read('until_hour=6')).toEqual({ until_hour: '6' })
    expect(read('max_price=0')).toEqual({ max_price: '0' })
  })
})

describe('where a search stands', () => {
  test('without a parameter there is none, and it does not run', () => {
    expect(searchAddress({})).toBe('/search')
    expect(runs({})).toBe(false)
    expect(runs({ from: '' })).toBe(false)
  })

  test('all upcoming rides have an address of their own', () => {
    expect(searchAddress({ sort: 'departure' })).toBe('/search?sort=departure')
    expect(runs(read('sort=departure'))).toBe(true)
  })

  test('beside anything else the usual order goes without saying', () => {
    expect(searchAddress({ from: 'Oslo', sort: 'departure' })).toBe('/search?from=Oslo')
    expect(searchAddress({ seats: '2', sort: 'departure' })).toBe('/search?seats=2')
    expect(searchAddress({ from: 'Oslo', sort: 'price' })).toBe('/search?from=Oslo&sort=price')
  })

  test('what is written is what is read', () => {
    const search = read('from=Oslo&date=2026-12-01&seats=3&pets=true&from_hour=0&until_hour=6&sort=rating')
    expect(read(searchAddress(search).split('?')[1] ?? '')).toEqual(search)
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

  test('the order is no filter, and the two hours are one', () => {
    expect(countFilters({ sort: 'price' })).toBe(0)
    expect(countFilters({ seats: '2', max_price: '0', pets: 'true', from_hour: '6', until_hour: '12' })).toBe(4)
  })

  test('filters do not make another trip', () => {
    expect(isSameTrip({ from: 'Oslo' }, { from: 'Oslo', seats: '2' })).toBe(true)
    expect(isSameTrip({ from: 'Oslo' }, { from: 'Oslo', date: '2026-12-01' })).toBe(false)
  })
})
