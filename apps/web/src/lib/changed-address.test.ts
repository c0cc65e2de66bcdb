import { expect, test } from 'vitest'
import { changedAddress } from './changed-address.ts'

test('a changed address keeps unchanged parameters, and drops empty ones', () => {
  const before = new URLSearchParams('q=kari&user=1')
  expect(changedAddress(before, { user: '', tab: 'log' }).toString()).toBe('q=kari&tab=log')
  expect(before.toString()).toBe('q=kari&user=1')
})
