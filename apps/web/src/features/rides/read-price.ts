const arabicDigits = /[٠-٩]/g

/** Kroner as typed: digits, perhaps with spaces between the thousands. Nothing else is a price, least of all '1e3'. */
export function readPrice(text: string): number | undefined {
  const plain = text
    .replace(arabicDigits, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace('−', '-')
  if (plain === '') return undefined
  return /^-?\d{1,15}$/.test(plain) ? Number(plain) : NaN
}
