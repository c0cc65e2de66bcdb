/** Estimates how hard a secret is to guess, as a lower bound that refuses typed secrets and passes random ones. */

/** Bits; 32 random hexadecimal digits have over 100. */
const LEAST_BITS = 80

export function isGuessable(secret: string): boolean {
  const unit = [...repeatedUnit(secret)]
  const steps = unit
    .slice(1)
    .map((letter, at) => String((letter.codePointAt(0) ?? 0) - (unit[at]?.codePointAt(0) ?? 0)))
  // A row such as `abcdef` has many letters and one step only.
  return Math.min(bitsEach(unit), bitsEach(steps)) * unit.length < LEAST_BITS
}

/** Returns the shortest text that gives the whole one when it is repeated and cut off. */
function repeatedUnit(text: string) {
  for (let length = 1; length < text.length; length++)
    if (text.startsWith(text.slice(length))) return text.slice(0, length)
  return text
}

/** Returns the Shannon entropy of one element, by how often each occurs. */
function bitsEach(elements: readonly string[]) {
  const counts = Map.groupBy(elements, (element) => element)
  let bits = 0
  for (const { length } of counts.values()) bits -= (length / elements.length) * Math.log2(length / elements.length)
  return bits
}
