// Checks the catalogues: complete in every language, grammatical, in the glossary's words, used, and the only place with text.
import type { Glossary } from '@samtur/i18n/glossary'
import { readCatalogues, reference } from './catalogues.ts'
import type { Catalogue, Message, Problem } from './catalogues.ts'
import { verifyGlossary } from './glossary.ts'
import { parametersOf } from './params.ts'
import type { Choice } from './params.ts'
import { findRawText } from './raw-text.ts'
import { findUsedIds } from './used-ids.ts'

function tagsOf(text: string): string[] {
  return [...new Set(text.match(/<\/?\d+\/?>/g) ?? [])].sort()
}

function listed(values: Iterable<string>): string {
  return [...values].sort().join(', ') || 'none'
}

function pluralProblem({ parameter, kind, cases }: Choice, language: string): string | undefined {
  if (kind === 'select') return undefined
  const rules = new Intl.PluralRules(language === 'no' ? 'nb' : language, {
    type: kind === 'plural' ? 'cardinal' : 'ordinal',
  })
  const required = rules.resolvedOptions().pluralCategories
  const given = cases.filter((key) => !/^\d+$/.test(key))
  if (required.length === given.length && required.every((category) => given.includes(category))) return undefined
  return `plural of {${parameter}} has the cases ${listed(given)}; '${language}' needs ${listed(required)}`
}

function selectCases(choices: Choice[]): string {
  const selects = choices.filter(({ kind }) => kind === 'select')
  return listed(new Set(selects.map(({ parameter, cases }) => `${parameter}: ${cases.join(' ')}`)))
}

function problemsOf(message: Message, language: string, original: Message): string[] {
  const problems: string[] = []
  const own = parametersOf(message.compiled)
  const expected = parametersOf(original.compiled)
  const compare = (what: string, found: string, required: string) => {
    if (found !== required) problems.push(`has the ${what} ${found}; ${reference} has ${required}`)
  }
  if (message.text.trim() === '') problems.push('is empty')
  compare('parameters', listed(own.types.keys()), listed(expected.types.keys()))
  compare('tags', listed(tagsOf(message.text)), listed(tagsOf(original.text)))
  compare('choices', selectCases(own.choices), selectCases(expected.choices))
  problems.push(...own.choices.flatMap((choice) => pluralProblem(choice, language) ?? []))
  return problems
}

interface Texts {
  language: string
  messages: Map<string, Message & { file: string }>
}

function byLanguage(catalogues: Catalogue[]): Texts[] {
  const names = [...new Set(catalogues.map(({ language }) => language))]
  return names.map((language) => {
    const own = catalogues.filter((catalogue) => catalogue.language === language)
    const entries = own.flatMap(({ file, messages }) => [...messages.values()].map((it) => ({ ...it, file })))
    return { language, messages: new Map(entries.map((entry) => [entry.id, entry])) }
  })
}

function verifyLanguage({ language, messages }: Texts, original: Texts['messages']): Problem[] {
  const problems: Problem[] = []
  for (const { id, file } of original.values())
    if (!messages.has(id))
      problems.push({ file: file.replace(`/${reference}/`, `/${language}/`), line: 1, message: `'${id}' is missing` })
  for (const message of messages.values()) {
    const { id, file, line } = message
    const source = original.get(id)
    const found = source ? problemsOf(message, language, source) : [`is not in ${reference}`]
    problems.push(...found.map((text) => ({ file, line, message: `'${id}' ${text}` })))
  }
  return problems
}

function verifyUse(root: string, original: Texts['messages']): Problem[] {
  const { ids, prefixes } = findUsedIds(root)
  const unused = [...original.values()].filter(
    ({ id }) => !ids.has(id) && !prefixes.some((prefix) => id.startsWith(prefix)),
  )
  return unused.map(({ id, file, line }) => ({ file, line, message: `'${id}' is used nowhere` }))
}

export function verifyCatalogues(root: string, glossary: Glossary = {}): Problem[] {
  const { catalogues, problems } = readCatalogues(root)
  const texts = byLanguage(catalogues)
  const original = texts.find(({ language }) => language === reference)?.messages ?? new Map()
  const perLanguage = texts.flatMap((it) => verifyLanguage(it, original))
  return [
    ...problems,
    ...perLanguage,
    ...verifyGlossary(catalogues, glossary),
    ...verifyUse(root, original),
    ...findRawText(root),
  ]
}
