import { latinDigits } from '#lib/digits'

const SPACES = /[\s\u00a0\u202f]/g

const plainOf = (text: string) => latinDigits(text).replace(SPACES, '').replace('−', '-')

/** A whole number as typed: digits, perhaps with spaces between the thousands. Nothing else is one, least of all '1e3'. */
export function readWhole(text: string): number | undefined {
  const plain = plainOf(text)
  if (plain === '') return undefined
  return /^-?\d{1,15}$/.test(plain) ? Number(plain) : NaN
}

const CURRENCY = String.raw`(?:kr\.?|kroner|kronor|nok|dkk|sek|крон|koron|كرونة)`
// 250,- and 250:- and 250,00 have no øre.
const PRICE = new RegExp(String.raw`^${CURRENCY}?(.*?)(?:[.,:][-–—]|[.,]00)?${CURRENCY}?$`, 's')
const GROUPS = /^\d{1,3}(?:[.,]\d{3})+$/

/** Kroner as people write them: '250 kr', '250,-', 'kr 250,00', '1.000'. A price with øre is none. */
export function readPrice(text: string): number | undefined {
  const [, amount = ''] = PRICE.exec(plainOf(text).toLowerCase()) ?? []
  const digits = GROUPS.test(amount) ? amount.replace(/[.,]/g, '') : amount
  return text.trim() !== '' && digits === '' ? NaN : readWhole(digits)
}
