import { expect, test } from 'vitest'
import { otherPriceIn } from './named-prices.ts'

test.each([
  ['Det blir 350 kr', 350],
  ['350kr per person', 350],
  ['kr 350 i kontanter', 350],
  ['NOK 350', 350],
  ['350,- takk', 350],
  ['1 200 kroner', 1200],
  ['1.200 kr', 1200],
  ['300 kr, men 500 kr med bagasje', 500],
  ['350 крон', 350],
  ['350 koron', 350],
  ['350 كرونة', 350],
])('%s names another price', (text, kroner) => {
  expect(otherPriceIn(text, [300, 120])).toBe(kroner)
})

test.each([
  'Turen koster 300 kr',
  'Det er 120 kr fra Hamar',
  'Møt meg kl. 17:30',
  'Plass til 2 kofferter',
  'Ring 91234567',
  '350 krydder',
  'Buss 350 går også',
  '',
])('%s names no other price', (text) => {
  expect(otherPriceIn(text, [300, 120])).toBeUndefined()
})

test('without a known price nothing is compared', () => {
  expect(otherPriceIn('350 kr', [])).toBeUndefined()
})
