import { expect, test } from 'vitest'
import { day, dayAndTime } from './times.ts'

test.each([
  ['no', 'lørdag 21. november 2026 kl. 13:05'],
  ['en', 'Saturday, 21 November 2026 at 13:05'],
  ['da', 'lørdag den 21. november 2026 kl. 13:05'],
] as const)('a time has a colon in every language: %s', (language, shown) => {
  expect(dayAndTime(language, '2026-11-21T12:05:00Z')).toBe(shown)
})

test('a day keeps its full stop', () => {
  expect(day('da', '2026-11-21T12:05:00Z')).toBe('21. november 2026')
})
