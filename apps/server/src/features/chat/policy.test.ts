import { expect, test } from 'vitest'
import { mayOpen } from './policy.ts'

const other = { exists: true, isOpener: false, blocked: false }

test.each([
  ['another person', {}, true],
  ['an account that does not exist', { exists: false }, false],
  ['oneself', { isOpener: true }, false],
  ['a person behind a block', { blocked: true }, false],
])('a chat with %s', (_, changes, expected) => {
  expect(mayOpen({ ...other, ...changes })).toBe(expected)
})
