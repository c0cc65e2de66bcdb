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

/** Returns a translator for ids that only this test has. */
function translator(language: Language, catalogues: Catalogues) {
  return createTranslator(language, catalogues) as unknown as (id: string, params?: object) => string
}

const seats = { 'rides.seats': [['count', 'plural', { offset: 0, one: ['#', ' plass'], other: ['#', ' plasser'] }]] }

test('a message formats numbers and plurals by the rules of its language', () => {
  const t = translator('no', { no: [seats as never] })
  expect(t('rides.seats', { count: 1 })).toBe('1 plass')
  expect(t('rides.seats', { count: 12_000 })).toBe('12\u00a0000 plasser')
})

test('a message fills in arguments, plurals and choices', () => {
  const messages = {
    'a.exact': [['count', 'plural', { 0: ['none'], one: ['one'], other: ['#'] }], ' of ', ['all']],
    'a.offset': [
      [
        'count',
        'plural',
        { offset: 1, 1: ['you'], one: ['you and ', '#', ' more'], other: ['you and ', '#', ' more'] },
      ],
    ],
    'a.order': [
      ['place', 'selectordinal', { one: ['#', 'st'], two: ['#', 'nd'], few: ['#', 'rd'], other: ['#', 'th'] }],
    ],
    'a.choice': [['who', 'select', { her: ['she has ', ['count', 'plural', { other: ['#'] }]], other: ['they'] }]],
    'a.sign': 'C#',
  }
  const t = translator('en', { en: [messages as never] })
  expect([0, 1, 2].map((count) => t('a.exact', { count, all: 9 }))).toEqual(['none of 9', 'one of 9', '2 of 9'])
  expect([1, 2, 4].map((count) => t('a.offset', { count }))).toEqual(['you', 'you and 1 more', 'you and 3 more'])
  expect([1, 2, 3, 11].map((place) => t('a.order', { place }))).toEqual(['1st', '2nd', '3rd', '11th'])
  expect(t('a.choice', { who: 'her', count: 3 })).toBe('she has 3')
  expect(t('a.choice', { who: 'x' })).toBe('they')
  expect(t('a.sign')).toBe('C#')
})

test('Polish and Arabic use their own plural forms, and Arabic the digits of prices', () => {
  const cases = { zero: ['z#'], one: ['o#'], two: ['t#'], few: ['f#'], many: ['m#'], other: ['x#'] }
  const marked = Object.fromEntries(Object.entries(cases).map(([name, [text = '']]) => [name, [text[0], '#']]))
  const messages = [{ 'a.b': [['n', 'plural', marked]] } as never]
  const told = (language: Language, counts: number[]) =>
    counts.map((n) => translator(language, { [language]: messages })('a.b', { n }))
  expect(told('pl', [1, 2, 5, 22])).toEqual(['o1', 'f2', 'm5', 'f22'])
  expect(told('ar', [0, 1, 2, 3, 11, 100])).toEqual(['z0', 'o1', 't2', 'f3', 'm11', 'x100'])
})

test('a missing text falls back to English, and to its id where English is missing too', () => {
  const t = translator('no', { no: [], en: [{ 'core.a': ['Yes'] }] })
  expect(t('core.a')).toBe('Yes')
  expect(t('core.b')).toBe('core.b')
})

test('several catalogues work together and are not modified', () => {
  const first = { 'core.a': ['A'] }
  const t = translator('en', { en: [first, { 'core.b': ['B'] }] })
  expect([t('core.a'), t('core.b')]).toEqual(['A', 'B'])
  expect(first).toEqual({ 'core.a': ['A'] })
})

test('loadCatalogues loads the catalogues of one language', async () => {
  const t = createTranslator('no', await loadCatalogues('no', ['core']))
  expect(t('core.retry')).toBe('Prøv igjen')
  expect(Object.keys(await loadCatalogues('pl', ['core', 'nav']))).toEqual(['pl'])
})
