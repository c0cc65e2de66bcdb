/** Formats phone numbers and number plates for reading; stored and dialled ones have no spaces. */

/** Groups of phone numbers in the most common countries; in Norway and Sweden mobile numbers differ from others. */
const written = [
  /^(\+47)([49]\d{2})(\d{2})(\d{3})$/,
  /^(\+4[57])(\d{2})(\d{2})(\d{2})(\d{2})$/,
  /^(\+46)(8)(\d{3})(\d{2})(\d{2})$/,
  /^(\+46)(\d{2})(\d{3})(\d{2})(\d{2})$/,
]
/** Country codes have one to three digits, and none is a prefix of another. */
const country = /^\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/
/** Groups of three digits; a single remaining digit joins the group before it. */
const groups = /\d{4}$|\d{1,3}/g

/** Returns '+47 912 34 567' for '+4791234567', with non-breaking spaces. */
export function readablePhone(phone: string): string {
  const match = written.map((pattern) => pattern.exec(phone)).find(Boolean)
  const code = country.exec(phone)?.[0] ?? ''
  const parts = match ? match.slice(1) : [code, ...(phone.slice(code.length).match(groups) ?? [])]
  return parts.join('\u00a0')
}

/** Returns 'AB 12345' for 'AB12345'; a personal plate stays one word. */
export const readablePlate = (plate: string) => plate.replace(/^([A-ZÆØÅÄÖ]{2,3})(?=\d)/, '$1\u00a0')
