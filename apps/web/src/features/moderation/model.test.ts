import { describe, expect, test } from 'vitest'
import { calledBy, readAddress } from './model.ts'

const read = (query: string) => readAddress(new URLSearchParams(query))

describe('the address', () => {
  test('has the filters, without impossible values', () => {
    expect(read('')).toEqual({ q: '', state: '', tab: 'users', user: null })
    expect(read('q=kari&state=suspended&tab=log&user=x')).toEqual({
      q: 'kari',
      state: 'suspended',
      tab: 'log',
      user: 'x',
    })
    expect(read('state=gone&tab=nothing')).toMatchObject({ state: '', tab: 'users' })
  })
})

test('a user without a name is shown by the address', () => {
  expect(calledBy({ full_name: 'Kari', email: 'kari@example.no' })).toBe('Kari')
  expect(calledBy({ full_name: '', email: 'kari@example.no' })).toBe('kari@example.no')
})
