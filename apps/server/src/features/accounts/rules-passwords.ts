/** Passwords that are too easy to guess: the shared rules, and the list of common and breached ones (decision 021). */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createWeaknessFinder } from '@samtur/contract/weak-passwords'
import { languages } from '@samtur/i18n/translate'

/** Bytes of each prefix, as `scripts/common-passwords.mjs` writes them. */
const BYTES = 5

/** Sorted prefixes of the passwords' hashes. */
let list: Buffer | undefined

/** Reads the list into memory, about 1.3 MB. Called at the start, so that no request waits for the disk. */
export function loadCommonPasswords(): number {
  list ??= fs.readFileSync(new URL('./data/passwords.bin', import.meta.url))
  return list.length / BYTES
}

/** Returns whether the text, in lower case and NFKC, is in the list. A binary search, some microseconds. */
export function isCommonPassword(text: string): boolean {
  let high = loadCommonPasswords()
  const wanted = createHash('sha256').update(text).digest()
  let low = 0
  while (low < high) {
    const middle = (low + high) >> 1
    const order = list?.compare(wanted, 0, BYTES, middle * BYTES, (middle + 1) * BYTES) ?? 0
    if (order === 0) return true
    if (order < 0) low = middle + 1
    else high = middle
  }
  return false
}

/** Returns why a password is too easy to guess. */
export const findWeaknesses = createWeaknessFinder({
  locales: Object.values(languages).map(({ tag }) => tag),
  isCommon: isCommonPassword,
})
