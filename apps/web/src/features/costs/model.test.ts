import { expect, test } from 'vitest'
import type { CostRate } from '@samtur/contract/costs'
import { osloDay } from '#lib/oslo-time'
import { ratesByCountry, readOre } from './model.ts'

test.each([
  ['3,50', 350],
  ['3.5', 350],
  [' 4 ', 400],
  ['0,01', 1],
  ['2,505', NaN],
  ['1e2', NaN],
  ['-3', NaN],
  ['', undefined],
  ['٣٫٥', 350],
])('%j is %j øre', (text, ore) => {
  expect(readOre(text)).toBe(ore)
})

test('rates are grouped by country, newest first, and the current one is marked', () => {
  const rate = (country: string, valid_from: string) => ({ id: valid_from, country, valid_from }) as CostRate
  const rates = [rate('NO', '2026-01-01'), rate('NO', '2027-01-01'), rate('NO', '2026-06-01'), rate('SE', '2026-11-21')]
  const shown = ratesByCountry(rates, '2026-11-21').map(({ country, rates: own }) => [
    country,
    ...own.map(({ valid_from, state }) => `${valid_from} ${state}`),
  ])
  expect(shown).toEqual([
    ['NO', '2027-01-01 coming', '2026-06-01 current', '2026-01-01 past'],
    ['DK'],
    ['SE', '2026-11-21 current'],
  ])
})

test('the day changes at midnight in Oslo', () => {
  expect(osloDay(Date.parse('2026-12-31T23:30:00Z'))).toBe('2027-01-01')
})
