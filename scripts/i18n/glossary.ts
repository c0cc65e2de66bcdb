// Finds words in the texts that the glossary (packages/i18n/src/glossary) says to avoid.
import type { CompiledMessage } from '@lingui/message-utils/compileMessage'
import type { Glossary } from '@samtur/i18n/glossary'
import type { Term } from '@samtur/i18n/glossary/term'
import type { Catalogue, Message, Problem } from './catalogues.ts'

/** Replaces a parameter, so that no phrase matches across it. */
const gap = '\ufffc'

function textOf(message: CompiledMessage): string {
  if (typeof message === 'string') return message
  const parts = message.map((token) => {
    if (typeof token === 'string') return token
    const [, kind, detail] = token
    if (kind !== 'plural' && kind !== 'selectordinal' && kind !== 'select') return gap
    const { offset: _offset, ...cases } = detail as { offset?: number } & Record<string, CompiledMessage>
    return [gap, ...Object.values(cases).map(textOf), gap].join(gap)
  })
  return parts.join('')
}

/** Lower case, without the marks of links and the vowel signs of Arabic, which change no word. */
const plain = (text: string) => text.replaceAll(/<\/?\d+\/?>|[\u064b-\u0652\u0640]/gu, '').toLowerCase()

/** Particles that Arabic joins to the next word. */
const particles = '(?:[وفبلك]{0,2})'

function patternOf(avoided: string, language: string): RegExp {
  const open = avoided.endsWith('*')
  const words = plain(open ? avoided.slice(0, -1) : avoided).replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
  const before = language === 'ar' ? `${particles}(?:ال)?` : ''
  const after = open ? String.raw`\p{L}*` : ''
  return new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}])${before}${words}${after}(?![\p{L}\p{M}\p{N}])`, 'u')
}

interface Avoided {
  pattern: RegExp
  why: string
  term: Term
}

function avoidedBy(terms: readonly Term[], language: string): Avoided[] {
  return terms.flatMap((term) =>
    Object.entries(term.avoid).map(([word, why]) => ({ pattern: patternOf(word, language), why, term })),
  )
}

/** Ids with this ending are lists of search words and may have any word. */
const searched = /_words$/

function findingsIn({ id, compiled }: Message, avoided: readonly Avoided[]): { text: string; term: Term }[] {
  if (searched.test(id)) return []
  const said = plain(textOf(compiled))
  return avoided.flatMap(({ pattern, why, term }) => {
    const found = pattern.exec(said)?.[0]
    return found === undefined ? [] : [{ text: `says '${found}' (${why}); use: ${term.use}`, term }]
  })
}

/** Reports every text that has a word to avoid, and every exception that no text needs. */
export function verifyGlossary(catalogues: readonly Catalogue[], glossary: Glossary): Problem[] {
  return catalogues.flatMap(({ language, name, file, messages }) => {
    const terms = glossary[language as keyof Glossary] ?? []
    const avoided = avoidedBy(terms, language)
    const needed = new Set<string>()
    const problems: Problem[] = []
    for (const message of messages.values())
      for (const { text, term } of findingsIn(message, avoided))
        if (term.except?.[message.id] === undefined)
          problems.push({ file, line: message.line, message: `'${message.id}' ${text}` })
        else needed.add(`${term.idea} ${message.id}`)
    for (const { idea, except = {} } of terms)
      for (const id of Object.keys(except))
        if (id.startsWith(`${name}.`) && !needed.has(`${idea} ${id}`))
          problems.push({ file, line: 1, message: `'${id}' needs no exception for '${idea}' in the glossary` })
    return problems
  })
}
