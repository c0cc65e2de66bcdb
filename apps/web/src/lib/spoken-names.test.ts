/** WCAG 2.5.3: people press a button by saying its words, so they are together in its accessible name, in every language. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { loadersOf } from '@samtur/i18n/gen/catalogues'
import { fill, type Message } from '@samtur/i18n/message'

const source = path.resolve(import.meta.dirname, '..')
const files = fs.globSync('**/*.tsx', { cwd: source }).filter((file) => !file.includes('.test.'))

const ids = (code: string) => [...code.matchAll(/'([a-z]\w*(?:\.\w+)+)'/g)].map(([, id = '']) => id)

/** For each button with text and an accessible name, both texts; several where they depend on something. */
const pairs = files.flatMap((file) => {
  const code = fs.readFileSync(path.join(source, file), 'utf8')
  const found = code.matchAll(/aria-label=\{t\(([^{}]*(?:\{[^{}]*\})?[^{}]*)\)\}(?:[^<>]|=>)*>\s*\{t\(([^{}]*)\)\}/g)
  return [...found].flatMap(([, name = '', words = '']) => {
    const [names, texts] = [ids(name), ids(words)]
    expect(names, file).toHaveLength(texts.length)
    return names.map((id, nr) => [id, texts[nr] ?? ''] as const)
  })
})

async function messagesIn(language: keyof typeof loadersOf): Promise<Record<string, Message>> {
  const { loaders } = await loadersOf[language]()
  const catalogues = await Promise.all(Object.values(loaders).map((load) => load()))
  return Object.assign({}, ...catalogues.map(({ messages }) => messages)) as Record<string, Message>
}

test('there are such buttons', () => {
  expect(pairs.length).toBeGreaterThan(3)
})

test.each(Object.keys(loadersOf) as (keyof typeof loadersOf)[])('the words are in the name (%s)', async (language) => {
  const messages = await messagesIn(language)
  const spoken = (id: string) => {
    const text = fill(messages[id] ?? '', { name: 'X', device: 'X' }, language)
    return ` ${text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim()} `
  }
  const apart = pairs.filter(([name, words]) => !spoken(name).includes(spoken(words)))
  expect(apart.map(([name, words]) => `${spoken(name)}: ${spoken(words)}`)).toEqual([])
})
