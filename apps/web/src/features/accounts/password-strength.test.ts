import { expect, test } from 'vitest'
import { strengthOf } from './password-strength.tsx'

const person = { email: 'kari.solberg@example.no', name: 'Kari Øygård' }

test.each([
  ['sommer2025', 'weak'],
  ['Zima-2026!', 'weak'],
  ['S@mtur2026!', 'weak'],
  ['Øygård1984', 'weak'],
  ['karisolberg', 'weak'],
  ['abcdef123456', 'weak'],
  ['qwertyuiop', 'weak'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['12.05.1984', 'weak'],
  ['fjord-7', 'weak'],
  ['fjordtur', 'fair'],
  ['fjordtur-7-ku', 'good'],
  ['to kuer går på fjellet', 'strong'],
])('%s is %s', (password, level) => {
  expect(strengthOf(password, person)).toBe(level)
})

test('another person’s name is a word like any other', () => {
  expect(strengthOf('Øygård1984', { email: '', name: '' })).toBe('fair')
})
