/**
 * Returns LIX, the readability index of the Nordic languages: words per sentence plus the percentage of long words. Up to 40 is easy
 * reading.
 */
import { expect, test } from 'vitest'
import { loadCatalogues } from './translate.ts'

const easy = 40

/** Removes links and parameters. A line break or a colon ends a sentence. */
function lix(texts: readonly string[]) {
  const plain = texts.join('\n').replaceAll(/<\/?\d+>/g, '')
  const words = plain.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? []
  const sentences = plain.split(/[.!?:]\s|\n/).filter((sentence) => /\p{L}/u.test(sentence))
  const long = words.filter((word) => word.length > 6)
  return words.length / sentences.length + (100 * long.length) / words.length
}

test('lix counts words per sentence and the share of long words', () => {
  expect(lix(['Bilen er her.'])).toBe(3)
  expect(lix(['Reservasjonen behandles.'])).toBe(102)
})

test.each(['help', 'errors', 'conflicts', 'account_errors', 'fields'] as const)(
  'Norwegian texts of %s are easy to read',
  async (name) => {
    const { no = [] } = await loadCatalogues('no', [name])
    const entries = no.flatMap((messages) => Object.entries(messages))
    // Leaves out lists of search words.
    const texts = entries.filter(([id]) => !id.endsWith('_words')).map(([, message]) => tokens(message).join(''))
    expect(lix(texts)).toBeLessThanOrEqual(easy)
  },
)

/** Removes parameters; a choice counts as its first case. */
function tokens(message: unknown): string[] {
  if (typeof message === 'string') return [message]
  return Array.isArray(message)
    ? message.flatMap((token: unknown) => (Array.isArray(token) ? [''] : tokens(token)))
    : []
}
