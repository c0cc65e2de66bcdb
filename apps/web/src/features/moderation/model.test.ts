import { describe, expect, test } from 'vitest'
import { calledBy, changedAddress, readAddress } from './model.ts'

const read = (query: string) => readAddress(new URLSearchParams(query))

describe('the address', () => {
  test('says what is looked for; what it cannot mean is left out', () => {
    expect(read('')).toEqual({ q: '', state: '', tab: 'users', user: null })
    expect(read('q=kari&state=suspended&tab=log&user=x')).toEqual({
      q: 'kari',
      state: 'suspended',
      tab: 'log',
      user: 'x',
    })
    expect(read('state=gone&tab=nothing')).toMatchObject({ state: '', tab: 'users' })
  })

  test('keeps what is not changed, and drops what is empty', () => {
    const before = new URLSearchParams('q=kari&user=1')
    expect(changedAddress(before, { user: '', tab: 'log' }).toString()).toBe('q=kari&tab=log')
    expect(before.toString()).toBe('q=kari&user=1')
  })
})

test('whoever has no name any more is called by the address', () => {
  expect(calledBy({ full_name: 'Kari', email: 'kari@example.no' })).toBe('Kari')
  expect(calledBy({ full_name: '', email: 'kari@example.no' })).toBe('kari@example.no')
})
