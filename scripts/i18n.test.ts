import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Term } from '@samtur/i18n/glossary/term'
import { fixture } from './check/fixture.ts'
import { readCatalogues } from './i18n/catalogues.ts'
import { compileCatalogues } from './i18n/compile.ts'
import { verifyGlossary } from './i18n/glossary.ts'
import { verifyCatalogues } from './i18n/verify.ts'

const locales = 'packages/i18n/locales'
const code = 'apps/web/src/features/rides/card.tsx'

function po(texts: Record<string, string>): string {
  return Object.entries(texts)
    .map(([id, text]) => `msgid "${id}"\nmsgstr "${text}"\n`)
    .join('\n')
}

/** Returns the problems of these texts, in English and in another language, when all of them are used. */
function problems(english: Record<string, string>, other: Record<string, string>, language = 'no'): string[] {
  const used = `export const ids = ${JSON.stringify(Object.keys(english))}`
  using tree = fixture({
    [`${locales}/en/rides.po`]: po(english),
    [`${locales}/${language}/rides.po`]: po(other),
    'apps/web/src/ids.ts': used,
  })
  return verifyCatalogues(tree.root).map(({ file, line, message }) => `${file}:${line}: ${message}`)
}

describe('a catalogue', () => {
  const seats = '{count, plural, one {# seat} other {# seats}}'

  test('passes when all languages have the same ids and parameters', () => {
    const other = { 'rides.seats': '{count, plural, one {# plass} other {# plasser}}', 'rides.read': 'Les <0>mer</0>' }
    expect(problems({ 'rides.seats': seats, 'rides.read': 'Read <0>more</0>' }, other)).toEqual([])
  })

  test.each([
    [{ 'rides.a': 'A' }, {}, `no/rides.po:1: 'rides.a' is missing`],
    [{ 'rides.a': 'A' }, { 'rides.a': '' }, `no/rides.po:1: 'rides.a' is empty`],
    [{}, { 'rides.a': 'A' }, `no/rides.po:1: 'rides.a' is not in en`],
    [{ 'rides.a': '{x}' }, { 'rides.a': '{y}' }, `no/rides.po:1: 'rides.a' has the parameters y; en has x`],
    [
      { 'rides.a': '<0>A</0>' },
      { 'rides.a': '<1>A</1>' },
      `no/rides.po:1: 'rides.a' has the tags </1>, <1>; en has </0>, <0>`,
    ],
    [
      { 'rides.a': '{x, select, a {1} other {2}}' },
      { 'rides.a': '{x, select, b {1} other {2}}' },
      `no/rides.po:1: 'rides.a' has the choices x: b other; en has x: a other`,
    ],
  ])('%j and %j are reported as different', (english, other, expected) => {
    expect(problems(english as Record<string, string>, other as Record<string, string>)).toContain(
      `${locales}/${expected}`,
    )
  })

  test('must have the plural cases of its own language', () => {
    const polish = problems({ 'rides.seats': seats }, { 'rides.seats': seats }, 'pl')
    expect(polish).toEqual([
      `${locales}/pl/rides.po:1: 'rides.seats' plural of {count} has the cases one, other; 'pl' needs few, many, one, other`,
    ])
    expect(problems({ 'rides.seats': '{count, plural, =0 {none} other {#}}' }, {})).toHaveLength(2)
  })

  test('must have well-formed ids and messages, each once', () => {
    const found = problems({ 'chat.a': 'A', 'rides.b': '{count', RIDES: 'C' }, {})
    expect(found.join('\n')).toMatch(/'chat.a' belongs in the catalogue chat.po/)
    expect(found.join('\n')).toMatch(/en\/rides.po:4: 'rides.b': Unexpected message end/)
    expect(found.join('\n')).toMatch(/'RIDES' is not an id/)
    using twice = fixture({ [`${locales}/en/rides.po`]: po({ 'rides.a': 'A' }) + '\n' + po({ 'rides.a': 'B' }) })
    expect(verifyCatalogues(twice.root)[0]?.message).toBe(`'rides.a' stands here and in line 4`)
  })

  test('must not have a message that no code uses', () => {
    const texts = { [`${locales}/en/rides.po`]: po({ 'rides.a': 'A', 'rides.kind.b': 'B' }) }
    const found = (source: string) => {
      using tree = fixture({ ...texts, 'apps/web/src/a.ts': source })
      return verifyCatalogues(tree.root).map(({ message }) => message)
    }
    expect(found('')).toEqual([`'rides.a' is used nowhere`, `'rides.kind.b' is used nowhere`])
    expect(found(`t('rides.a')\n// i18n-dynamic: rides.kind.*`)).toEqual([])
  })
})

describe('text in the code', () => {
  const found = (jsx: string) => {
    using tree = fixture({ [code]: `export const Card = ({ t, x }) => ${jsx}` })
    return verifyCatalogues(tree.root).map(({ message }) => message)
  }

  test.each([
    '<p>Ledig</p>',
    '<p title="Ledig" />',
    '<p aria-label={`Ledig ${x}`} />',
    '<p>{"Ledig"}</p>',
    '<p>{x ? t("rides.a") : "Ledig"}</p>',
    '<p>{x && `Ledig`}</p>',
    '<><b>{x}</b>Ledig</>',
  ])('%s is reported', (jsx) => {
    expect(found(jsx)).toEqual([expect.stringMatching(/^text outside the catalogues: 'Ledig'$/)])
  })

  test.each(['<p>{t("rides.a")} · 12 →</p>', '<p className="grid" id="x">Samtur</p>', '<p>{x === "open" && x}</p>'])(
    '%s passes',
    (jsx) => {
      expect(found(jsx)).toEqual([])
    },
  )
})

test('compiling writes ids, parameters and languages as types, and leaves unchanged files alone', () => {
  using tree = fixture({
    [`${locales}/en/rides.po`]: po({
      'rides.seats': '{count, plural, one {# seat} other {# seats to {place}}}',
      'rides.a': 'A',
    }),
    [`${locales}/no/rides.po`]: po({ 'rides.a': 'Å' }),
  })
  const file = (name: string) => path.join(tree.root, 'packages/i18n/src/gen', name)
  expect(compileCatalogues(tree.root)).toEqual([])
  expect(fs.readFileSync(file('ids.ts'), 'utf8')).toContain(
    `'rides.seats': { 'count': number; 'place': string | number }\n  'rides.a': undefined\n`,
  )
  expect(fs.readFileSync(file('catalogues.ts'), 'utf8')).toContain(`availableLanguages = ['en', 'no'] as const`)
  expect(fs.readFileSync(file('no/rides.ts'), 'utf8')).toContain(`{"rides.a":["Å"]}`)

  const before = fs.statSync(file('no/rides.ts')).mtimeMs
  fs.rmSync(path.join(tree.root, locales, 'en'), { recursive: true })
  compileCatalogues(tree.root)
  expect(fs.statSync(file('no/rides.ts')).mtimeMs).toBe(before)
  expect(fs.existsSync(file('en/rides.ts'))).toBe(false)
})

describe('the glossary', () => {
  const term: Term = {
    idea: 'our team',
    use: 'kundeservice',
    avoid: { 'kundestøtte*': 'English in disguise', støtte: 'money or comfort', 'ta kontakt': 'stiff' },
  }

  /** Returns the findings of these terms in a Norwegian text. */
  function avoided(text: string, { terms = [term], id = 'rides.a', language = 'no' } = {}): string[] {
    using tree = fixture({ [`${locales}/${language}/rides.po`]: po({ [id]: text }) })
    const { catalogues } = readCatalogues(tree.root)
    return verifyGlossary(catalogues, { [language]: terms }).map(({ message }) => message)
  }

  test.each(['Skriv til kundestøtte.', 'Kundestøtten svarer', 'Vi gir <0>støtte</0>', 'Ta kontakt med oss'])(
    '%s has a word to avoid',
    (text) => {
      expect(avoided(text)).toHaveLength(1)
    },
  )

  test('a text with a word to avoid is reported with the reason and the word to use', () => {
    expect(avoided('Skriv til kundestøtten')).toEqual([
      `'rides.a' says 'kundestøtten' (English in disguise); use: kundeservice`,
    ])
  })

  test.each(['Kundeservice svarer', 'Støtten', 'en hovedstøtte', 'Ta {name} kontakt', '{støtte}'])(
    '%s passes',
    (text) => {
      expect(avoided(text)).toEqual([])
    },
  )

  test('the cases of a plural are checked too, its keywords are not', () => {
    expect(avoided('{støtte, plural, one {én} other {# støtte}}')).toHaveLength(1)
    expect(avoided('{støtte, plural, one {én} other {#}}')).toEqual([])
  })

  test('lists of search words are not checked', () => {
    expect(avoided('støtte, kundestøtte', { id: 'rides.a_words' })).toEqual([])
  })

  test('Arabic is checked without vowel signs, and with the particles that precede a word', () => {
    const terms: Term[] = [{ idea: 'suspend', use: 'موقوف', avoid: { معلّق: 'a comment' } }]
    expect(avoided('والحساب المعلق', { terms, language: 'ar' })).toHaveLength(1)
    expect(avoided('معلقة', { terms, language: 'ar' })).toEqual([])
  })

  test('an exception lets a text pass, and is reported once no text needs it', () => {
    const terms: Term[] = [{ ...term, except: { 'rides.a': 'the specification gives this text' } }]
    expect(avoided('støtte', { terms })).toEqual([])
    expect(avoided('støtte', { terms, id: 'rides.b' })).toEqual([
      expect.stringContaining(`'rides.b' says 'støtte'`),
      `'rides.a' needs no exception for 'our team' in the glossary`,
    ])
  })

  test('verifying the catalogues reports words to avoid', () => {
    using tree = fixture({
      [`${locales}/en/rides.po`]: po({ 'rides.a': 'Write to us' }),
      [`${locales}/no/rides.po`]: po({ 'rides.a': 'Skriv til kundestøtte' }),
      'apps/web/src/ids.ts': `export const ids = ['rides.a']`,
    })
    expect(verifyCatalogues(tree.root, { no: [term] })).toEqual([
      expect.objectContaining({ message: expect.stringContaining('kundestøtte') as string }),
    ])
  })
})
