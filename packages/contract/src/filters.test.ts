import { describe, expect, test } from 'vitest'
import { countFilters, filters, isEmptySearch, readSearch, runs, searchSorts } from './filters.ts'
import { searchPath } from './paths.ts'
import { searchQuery } from './search.ts'

const read = (query: string) => readSearch(new URLSearchParams(query))

describe('readSearch', () => {
  test('reads places, day, filters and order', () => {
    const search = { from: 'Oslo', to: 'Hamar', date: '2026-12-01', seats: '2', max_price: '300', pets: 'true', luggage: 'cabin', from_hour: '6', until_hour: '12', sort: 'price' } as const // prettier-ignore
    expect(read(new URLSearchParams(search).toString())).toEqual(search)
    expect(read(searchPath(search).split('?')[1] ?? '')).toEqual(search)
  })

  test.each([
    'seats=1', 'seats=8', 'seats=-2', 'seats=two', 'max_price=10001', 'max_price=1e3', 'max_price=12.5', 'pets=false', 'pets=1', 'luggage=none', 'luggage=Large', 'from_hour=24', 'until_hour=0',
    'from_hour=0&until_hour=24', 'from_hour=12&until_hour=6', 'from_hour=12&until_hour=12', 'sort=best', 'date=2026-02-29', 'date=2026-2-1', 'from=%20', 'page=2',
  ])('leaves out %s', (query) => {
    expect(read(query)).toEqual({})
  }) // prettier-ignore

  test('reads one end of the hours, and a price of 0', () => {
    expect(read('from_hour=18')).toEqual({ from_hour: '18' })
    expect(read('from_hour=0&until_hour=6')).toEqual({ until_hour: '6' })
    expect(read('max_price=0')).toEqual({ max_price: '0' })
  })

  test('cuts a place at 120 characters', () => {
    expect(read(`from=${'🚗'.repeat(121)}`)).toEqual({ from: '🚗'.repeat(120) })
  })
})

test('the API reads every filter that an address can have', () => {
  for (const [name, filter] of Object.entries(filters)) {
    const text = 'values' in filter ? filter.values[0] : String(filter.max)
    const value = 'values' in filter ? filter.values[0] : filter.max
    expect(searchQuery.parse({ [name]: text }), name).toEqual({ [name]: value, sort: searchSorts[0] })
    expect(searchQuery.safeParse({ [name]: '99999' }).success, name).toBe(false)
  }
})

test('a search runs with at least one parameter, and lists all rides without places and a day', () => {
  expect([runs({}), runs({ from: '' }), runs({ sort: 'departure' })]).toEqual([false, false, true])
  expect([isEmptySearch({ seats: '2' }), isEmptySearch({ date: '2026-12-01' })]).toEqual([true, false])
})

test('the order is no filter, the two hours are one, and a default is none', () => {
  expect(countFilters({})).toBe(0)
  expect(countFilters(read('sort=price&from=Oslo'))).toBe(0)
  expect(countFilters({ seats: '1', from_hour: '0', until_hour: '24' })).toBe(0)
  expect(
    countFilters({ seats: '2', max_price: '0', pets: 'true', luggage: 'small', from_hour: '6', until_hour: '12' }),
  ).toBe(5)
})
