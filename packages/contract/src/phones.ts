/** Phone numbers as people type and paste them. */

/** Invisible direction marks around a copied number, and other characters without a shape. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
/** What people write between digits. */
const BETWEEN = /[\s().·/\p{Pd}\u2212]/gu
/** The zero before a national number, which is left out behind the country code: '+46 (0)70'. */
const TRUNK = /^\(?\+(\d{1,3})[\s()]*\(\s*0\s*\)/
/** Countries whose numbers keep the zero behind the country code: Italy with the Vatican and San Marino. */
const KEEPS_ZERO = new Set(['39', '378', '379'])
/** Country codes behind which no number begins with a zero. */
const NEVER_ZERO = /^\+(?:[17]|2[07]|3[0-46]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|35\d|37[0-7]|38\d|42\d|9[67]\d)0/

const nationalForms = {
  '+45': /^([1-9]\d{7})$/,
  '+46': /^0([1-9]\d{6,8})$/,
  '+47': /^([1-9]\d{7})$/,
} as const
/** Countries whose numbers can be read without a country code. */
export type NationalCode = keyof typeof nationalForms

/** Returns the number in E.164; undefined for what is none. Without a country, a number without country code is none. */
export function readPhone(text: string, country?: NationalCode): string | undefined {
  const plain = text.replace(INVISIBLE, '').trim()
  const digits = withoutTrunk(plain.replace(/^\(?\s*00/, '+')).replace(BETWEEN, '')
  const national = country && nationalForms[country].exec(digits)?.[1]
  const whole = national ? country + national : digits
  return /^\+[1-9]\d{7,14}$/.test(whole) && !NEVER_ZERO.test(whole) ? whole : undefined
}

const withoutTrunk = (text: string) =>
  text.replace(TRUNK, (whole, code: string) => (KEEPS_ZERO.has(code) ? whole : `+${code}`))
