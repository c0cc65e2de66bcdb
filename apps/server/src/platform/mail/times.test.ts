import { expect, test } from 'vitest'
import { availableLanguages } from '@samtur/i18n/translate'
import { day, dayAndTime } from './times.ts'

test.each([
  ['no', 'lørdag 21. november 2026 kl. 13:05'],
  ['en', 'Saturday, 21 November 2026 at 13:05'],
  ['da', 'lørdag den 21. november 2026 kl. 13:05'],
] as const)('a time has a colon in every language: %s', (language, shown) => {
  expect(dayAndTime(language, '2026-11-21T12:05:00Z')).toBe(shown)
})

test.each(availableLanguages)('a time has 24 hours in %s, as on the pages', (language) => {
  const clock = (instant: string) => /\d+:\d\d/.exec(dayAndTime(language, instant))?.[0]
  const times = ['2026-11-20T23:00:00Z', '2026-11-20T23:30:00Z', '2026-11-21T02:00:00Z', '2026-11-21T11:00:00Z', '2026-11-21T22:59:00Z'] // prettier-ignore
  expect(times.map(clock)).toEqual(['00:00', '00:30', '03:00', '12:00', '23:59'])
})

test('a day keeps its full stop', () => {
  expect(day('da', '2026-11-21T12:05:00Z')).toBe('21. november 2026')
})
