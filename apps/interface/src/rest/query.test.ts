import { describe, expect, test } from 'vitest'
import { RestError } from './errors.ts'
import { readQuery } from './query.ts'

const read = (text: string) => readQuery(new URLSearchParams(text))
const column = (name: string) => ({ kind: 'column', name, column: name })

test('columns, aliases and related rows are read', () => {
  expect(read('select=id,when:departure_time,driver:profiles!rides_driver_id_fkey(full_name,rating)').selected).toEqual(
    [
      column('id'),
      { kind: 'column', name: 'when', column: 'departure_time' },
      {
        kind: 'relation',
        name: 'driver',
        relation: 'profiles',
        hint: 'rides_driver_id_fkey',
        selected: [column('full_name'), column('rating')],
      },
    ],
  )
})

test('relations are nested, and spaces are ignored', () => {
  expect(read('select=*, ride:rides( *, driver:profiles(full_name) )').selected[1]).toMatchObject({
    name: 'ride',
    selected: [column('*'), { name: 'driver', selected: [column('full_name')] }],
  })
})

test('all columns are selected without a list', () => {
  expect(read('').selected).toEqual([column('*')])
})

test('filters, order and page are read', () => {
  const query = read(
    'available_seats=gt.0&id=in.(a,"b,c")&order=departure_time.asc.nullslast,id.desc&limit=10&offset=20',
  )
  expect(query).toMatchObject({
    filters: [
      { column: 'available_seats', operator: 'gt', values: ['0'] },
      { column: 'id', operator: 'in', values: ['a', 'b,c'] },
    ],
    order: [
      { column: 'departure_time', ascending: true },
      { column: 'id', ascending: false },
    ],
    limit: 10,
    offset: 20,
  })
})

test('two filters of one column are both kept', () => {
  expect(read('departure_time=gte.2026-01-01&departure_time=lt.2026-01-02').filters).toHaveLength(2)
})

test('alternatives are read, also those that are joined', () => {
  expect(read('or=(driver_id.eq.1,and(passenger_id.eq.2,id.neq."x,y"))').or).toEqual([
    [{ column: 'driver_id', operator: 'eq', values: ['1'] }],
    [
      { column: 'passenger_id', operator: 'eq', values: ['2'] },
      { column: 'id', operator: 'neq', values: ['x,y'] },
    ],
  ])
})

describe('what is no query is refused', () => {
  test.each([
    'select=a(',
    'select=a)',
    'select=count()::text',
    'select=a->b',
    'select=x:*',
    'select=a&select=b',
    'id=5',
    'id=unknown.5',
    'id=not.eq.5',
    'id=in.5',
    'Id=eq.5',
    'a.b=eq.5',
    'or=driver_id.eq.1',
    'or=(driver_id)',
    'or=(or(a.eq.1))',
    'and=(a.eq.1)',
    'order=id;drop',
    'order=a(b)',
    'limit=-1',
    'limit=1e9',
    'offset=x',
    `select=${'a('.repeat(9)}b${')'.repeat(9)}`,
  ])('%s', (text) => {
    expect(() => read(text)).toThrow(RestError)
  })
})
