/** Folding of names: the forms in which places and typed texts are compared. */

// Letters that do not decompose into a base letter and an accent.
const LETTERS: Record<string, string> = {
  æ: 'ae', ø: 'o', œ: 'oe', ð: 'd', đ: 'd', þ: 'th', ß: 'ss', ł: 'l', ŋ: 'n', ŧ: 't', ħ: 'h', ı: 'i',
} // prettier-ignore

/** Returns the form in which names are compared: "Ålesund" and "ALESUND " are equal; other scripts keep their letters. */
export function foldPlace(text: string): string {
  return plainPlace(text)
    .normalize('NFKD')
    .replace(/[æøœðđþßłŋŧħı]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/([a-z])\p{M}+/gu, '$1') // only Latin letters lose their marks: й is not и
    .normalize('NFC')
}

/** Returns the text in lower case, letter by letter: `toLowerCase` makes another letter of Σ at the end of a word, and two of İ. */
export function lowerCase(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ')
}

/** Returns the text in lower case with one space between words. It keeps accents, so that Å and A differ. */
export function plainPlace(text: string): string {
  return lowerCase(text.normalize('NFC'))
    .replace(/\p{Cf}/gu, '') // zero-width characters are no word boundary
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

/** Returns the number of code points. */
export const letters = (text: string): number => [...text].length

// Words after a town's name that say where in the town people meet, or that they mean its municipality.
const MEETING_WORDS = new Set(
  (
    'sentrum centrum s sentralstasjon togstasjon stasjon busstasjon bussterminal rutebilstasjon lufthavn ' +
    'c central centralen centralstation station busstation resecentrum flygplats ' +
    'h hovedbanegard banegard rutebilstation k v n o m nv sv no so ' + // the last ones are Danish postal districts
    'keskusta rautatieasema kommune kommun'
  ).split(' '),
)

/** Returns the text in lower case without a word such as "sentrum" at its end, then without two of them, as long as there are any. */
export function withoutMeetingWords(text: string): string[] {
  const words = plainPlace(text).split(' ')
  const left: string[] = []
  while (words.length > 1 && MEETING_WORDS.has(foldPlace(words.at(-1) ?? ''))) {
    words.pop()
    left.push(words.join(' '))
  }
  return left
}
