/** Numbers as people read them; what is stored and dialled stays without spaces. */

/** Groups as people in the country read them aloud; other numbers in groups of three. */
const groups: Record<string, readonly number[]> = { '+47': [3, 2, 3], '+45': [2, 2, 2, 2], '+46': [2, 3, 2, 2] }

/** '+47 912 34 567' for '+4791234567'. */
export function readablePhone(phone: string): string {
  const country = Object.keys(groups).find((code) => phone.startsWith(code)) ?? phone.slice(0, 4)
  const parts = [country]
  let rest = phone.slice(country.length)
  for (const size of groups[country] ?? []) {
    parts.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  return [...parts, ...(rest.match(/.{1,3}/g) ?? [])].filter(Boolean).join('\u00a0')
}

/** 'AB 12345' for 'AB12345'; a personal plate stays one word. */
export const readablePlate = (plate: string) => plate.replace(/^([A-ZÆØÅÄÖ]{2,3})(?=\d)/, '$1\u00a0')
