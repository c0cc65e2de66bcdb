import { expect, test } from 'vitest'
import { needsTwoFactor } from './policy.ts'

test.each([
  ['admin', true, true],
  ['admin', false, false],
  ['user', true, false],
  ['user', false, false],
] as const)(
  'the role %s needs a second factor where administrators must have one (%s): %s',
  (role, required, expected) => {
    expect(needsTwoFactor({ role }, { adminNeedsTwoFactor: required })).toBe(expected)
  },
)
