import { expect, test } from 'vitest'
import { createTranslator, languages, type Language } from '@samtur/i18n/translate'
import { createFormat } from './format.ts'
import { createMoment } from './moment.ts'

const moment = (language: Language) => createMoment(language, createFormat(language, createTranslator(language, {})))

// 00:30 on 27 November in Oslo.
const now = Date.parse('2026-11-26T23:30:00Z')

test('a deadline is named by its day and its clock time in Oslo', () => {
  const at = moment('no')
  expect(at('2026-11-27T17:40:00Z', now)).toBe('i dag 18:40')
  expect(at('2026-11-28T06:00:00Z', now)).toBe('i morgen 07:00')
  expect(at('2026-11-26T22:59:00Z', now)).toBe('i går 23:59')
  expect(at('2099-11-30T17:40:00Z', now)).toMatch(/30\. nov\. 2099 18:40$/)
})

test('Oslo is named beside the time only where the card does not say it', () => {
  const format = { date: () => 'fre.', time: () => '18:40', zonedTime: () => '18:40 Oslo-tid' }
  const at = createMoment('no', format)
  expect([at('2026-11-27T17:40:00Z', now), at('2026-11-27T17:40:00Z', now, false)]).toEqual([
    'i dag 18:40 Oslo-tid',
    'i dag 18:40',
  ])
})

test('the day after the night in which the clocks change is tomorrow', () => {
  const at = moment('no')
  // 23:30 on the evening before each change: the day has 25 hours in autumn and 23 in spring.
  expect(at('2026-10-25T22:30:00Z', Date.parse('2026-10-24T21:30:00Z'))).toBe('i morgen 23:30')
  expect(at('2026-03-29T21:30:00Z', Date.parse('2026-03-28T22:30:00Z'))).toBe('i morgen 23:30')
})

test.each(Object.keys(languages) as Language[])('%s has words for yesterday, today and tomorrow', (language) => {
  const at = moment(language)
  const words = [-1, 0, 1].map((days) => at(new Date(now + days * 86_400_000).toISOString(), now))
  expect(new Set(words).size).toBe(3)
  for (const word of words) expect(word).toMatch(/^[^\d]+ 00:30$/)
})
