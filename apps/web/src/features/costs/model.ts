/** View logic of the table of rates; no React, no texts. */
import { countries, type Country } from '@samtur/contract/constants'
import type { CostRate } from '@samtur/contract/costs'
import { latinDigits } from '#lib/digits'

export type RateState = 'coming' | 'current' | 'past'

export interface CountryRates {
  country: Country
  rates: (CostRate & { state: RateState })[]
}

/** Groups rates by country, newest first, and marks the one in force on a day. */
export function ratesByCountry(rates: readonly CostRate[], day: string): CountryRates[] {
  return countries.map((country) => {
    const own = rates
      .filter((rate) => rate.country === country)
      .toSorted((a, b) => (a.valid_from < b.valid_from ? 1 : -1))
    const current = own.find((rate) => rate.valid_from <= day)
    const stateOf = (rate: CostRate): RateState =>
      rate === current ? 'current' : rate.valid_from > day ? 'coming' : 'past'
    return { country, rates: own.map((rate) => ({ ...rate, state: stateOf(rate) })) }
  })
}

/** Parses kroner per kilometre, with comma or point, into øre. Returns undefined for an empty text, NaN for an invalid one. */
export function readOre(text: string): number | undefined {
  const plain = latinDigits(text).replace('٫', '.').replace(',', '.').trim()
  if (plain === '') return undefined
  return /^\d{1,6}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : NaN
}
