import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isGuessable } from './secret-strength.ts'

test.each([
  'a'.repeat(32),
  'ab'.repeat(40),
  'password'.repeat(4),
  'passwordpasswordpasswordpasswordpass',
  'abcdefghijklmnopqrstuvwxyz012345',
  '01234567890123456789012345678901',
  '000000000000000000000000000000001',
  'ZYXWVUTSRQPONMLKJIHGFEDCBAzyxwvutsrqponm',
])('%s is guessable', (secret) => expect(isGuessable(secret)).toBe(true))

test('random secrets of every usual form are not', () => {
  for (let i = 0; i < 2_000; i++)
    for (const form of ['hex', 'base64', 'base64url'] as const)
      expect(isGuessable(randomBytes(24).toString(form).slice(0, 32)), form).toBe(false)
})
