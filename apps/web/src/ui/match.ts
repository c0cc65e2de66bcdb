/** Folds each character to one character, so that positions in both texts are the same. */
export function fold(text: string) {
  return Array.from(text, (letter) => {
    const plain = letter.normalize('NFD').charAt(0).toLowerCase()
    return plain === 'ø' ? 'o' : plain === 'æ' ? 'a' : plain
  }).join('')
}

/** Splits a label at a typed text, ignoring accents: before, match, after. */
export function splitAtMatch(label: string, typed: string): [string, string, string] {
  const letters = Array.from(label)
  const wanted = fold(typed.trim())
  const at = wanted ? fold(label).indexOf(wanted) : -1
  if (at < 0) return [label, '', '']
  const end = at + Array.from(wanted).length
  return [letters.slice(0, at).join(''), letters.slice(at, end).join(''), letters.slice(end).join('')]
}
