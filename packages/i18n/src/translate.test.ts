import { expect, test } from 'vitest'
import { createTranslator, loadCatalogues, matchLanguage } from './translate.ts'
import type { Catalogues, Language } from './translate.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['nb-NO,nb;q=0.9,en;q=0.8', 'no'],
  ['nn', 'no'],
  ['fi, en;q=0.5, no;q=0.7', 'no'],
  ['no;q=0, en', 'en'],
  ['*', 'en'],
  [['fi-FI', 'nb-NO', 'en'], 'no'],
  [[], 'en'],
] as const)('%j is answered in %s', (accept, language) => {
  expect(matchLanguage(accept)).toBe(language)
})

/** The translator as it is for ids that only this test has. */
function translator(language: Language, catalogues: Catalogues) {
  return createTranslator(language, catalogues) as unknown as (id: string, params?: object) => string
}

const seats = { 'rides.seats': [['count', 'plural', { offset: 0, one: ['#', ' plass'], other: ['#', ' plasser'] }]] }

test('numbers and plurals follow the language', () => {
  const t = translator('no', { no: [seats as never] })
  expect(t('rides.seats', { count: 1 })).toBe('1 plass')
  expect(t('rides.seats', { count: 12_000 })).toBe('12\u00a0000 plasser')
})

test('a missing text is English, and its id when there is no English either', () => {
  const t = translator('no', { no: [], en: [{ 'core.a': ['Yes'] }] })
  expect(t('core.a')).toBe('Yes')
  expect(t('core.b')).toBe('core.b')
})

test('several catalogues work together and stay as they are', () => {
  const first = { 'core.a': ['A'] }
  const t = translator('en', { en: [first, { 'core.b': ['B'] }] })
  expect([t('core.a'), t('core.b')]).toEqual(['A', 'B'])
  expect(first).toEqual({ 'core.a': ['A'] })
})

test('catalogues are loaded per language', async () => {
  const t = createTranslator('no', await loadCatalogues('no', ['core']))
  expect(t('core.retry')).toBe('Prøv igjen')
  expect(await loadCatalogues('pl', ['core'])).toEqual({ pl: [] })
})
