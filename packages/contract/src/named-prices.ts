/** Finds prices in notes and messages. */

const unit = '(?:kr(?:oner|onor|\\.)?|nok|dkk|sek|крон\\p{L}*|koron\\p{L}*|كرون\\p{L}*)'
const amount = '(\\d{1,3}[ .\\u00a0]\\d{3}|\\d{1,5})'
const patterns = [
  // '350 kr', '1 200 kroner', '350,-'
  new RegExp(`(?<![\\d.,:])${amount}(?:,-|[ \\u00a0]?${unit}(?!\\p{L}))`, 'giu'),
  // 'kr 350', 'NOK 350'
  new RegExp(`(?<!\\p{L})(?:kr\\.?|nok|dkk|sek)[ \\u00a0]?${amount}(?![\\d:]|[.,]\\d)`, 'giu'),
]

/** Returns the first amount in kroner in the text that is none of the prices; undefined where there is none, or no price is known. */
export function otherPriceIn(text: string, prices: readonly number[]): number | undefined {
  if (prices.length === 0) return undefined
  return pricesIn(text).find((kroner) => !prices.includes(kroner))
}

const pricesIn = (text: string) =>
  patterns.flatMap((pattern) =>
    [...text.normalize('NFKC').matchAll(pattern)].map(([, digits = '']) => Number(digits.replace(/[^\d]/g, ''))),
  )

export const namesPrice = (text: string): boolean => pricesIn(text).length > 0
