/** The articles, and finding the one that answers a question. No React. */
import MiniSearch, { type SearchResult } from 'minisearch'
import { helpArticles, helpTextId, type HelpCategory, type HelpSlug } from '@samtur/contract/help'
import type { Language, MessageId, Translate } from '@samtur/i18n/translate'
import { fold, stemOf, termOf, wordsIn } from './words.ts'

export interface Article {
  slug: HelpSlug
  category: HelpCategory
  title: string
  text: string
  /** Other words that people use for it; looked at, never shown. */
  words: string
}

/** Where the house can be reached; stands in the texts. */
export interface Contact {
  email: string
  phone: string
}

export function readArticles(t: Translate, contact: Contact): Article[] {
  const say = t as (id: MessageId, values: Contact) => string
  return helpArticles.map(({ slug, category }) => {
    const part = (name: 'title' | 'text' | 'words') => say(helpTextId(slug, name), contact)
    return { slug, category, title: part('title'), text: part('text'), words: part('words') }
  })
}

/** A list with bullets, or steps in an order. */
export type ListKind = 'list' | 'steps'
export type Block = { kind: 'text'; text: string } | { kind: ListKind; items: string[] }

/** Splits a text at empty lines. Lines that begin with a dash are a list, lines that begin with '1.' are steps. */
export function blocksOf(text: string): Block[] {
  return text.split(/\n{2,}/).flatMap((part) => {
    const blocks: Block[] = []
    for (const line of part.split('\n').filter((each) => each.trim() !== '')) addLine(blocks, line)
    return blocks
  })
}

function addLine(blocks: Block[], line: string) {
  const [, mark, item] = /^\s*(-|\d+\.) (.*)$/.exec(line) ?? []
  if (item === undefined) {
    blocks.push({ kind: 'text', text: line.trim() })
    return
  }
  const kind: ListKind = mark === '-' ? 'list' : 'steps'
  const last = blocks.at(-1)
  if (last && last.kind !== 'text' && last.kind === kind) last.items.push(item)
  else blocks.push({ kind, items: [item] })
}

export interface Hit {
  article: Article
  score: number
  /** Words of the article that were found, as they are compared. */
  found: ReadonlySet<string>
}

/** How much of what was asked an article has to have: less is chance. Somebody who looks through a list may see what is only near. */
const enough = { answer: 0.45, list: 0.3 }

export interface HelpSearch {
  articles: readonly Article[]
  /** Best first. */
  find(query: string, least?: number): Hit[]
  /** The article that answers, and two that go with it. Undefined where nothing fits. */
  answer(question: string): { article: Article; related: Article[] } | undefined
  related(slug: HelpSlug, count: number): Article[]
}

export function createHelpSearch(articles: readonly Article[], language: Language): HelpSearch {
  const index = indexOf(articles, language)
  const bySlug = new Map<string, Article>(articles.map((article) => [article.slug, article]))

  /** What stands in many articles tells little. */
  function weightOf(term: string): number {
    const having = index.search(term, { prefix: true, ...asIs }).length
    return Math.log(1 + articles.length / (having + 3))
  }

  function find(query: string, least = enough.list): Hit[] {
    const terms = termsOf(query, language)
    if (terms.length === 0) return []
    const asked = new Set(wordsIn(query).map(fold))
    const weights = terms.map(weightOf)
    const hits = index.search(queryOf(terms)).flatMap((result): Hit[] => {
      const article = bySlug.get(String(result.id))
      if (!article || metPart(result, terms, weights) < least) return []
      const score = result.score * (1 + titlePart(article, asked))
      return [{ article, score, found: new Set(Object.keys(result.match)) }]
    })
    return hits.toSorted((a, b) => b.score - a.score)
  }

  function related(slug: HelpSlug, count: number): Article[] {
    const own = bySlug.get(slug)
    if (!own) return []
    const near = index
      .search(`${own.title} ${own.words}`, { prefix: false, fuzzy: false, boost, combineWith: 'OR' })
      .flatMap(({ id }) => bySlug.get(String(id)) ?? [])
    const others = [...near, ...articles].filter((article) => article.slug !== slug)
    return [...new Set(others)].slice(0, count)
  }

  function answer(question: string) {
    const [best, ...others] = find(question, enough.answer)
    if (!best) return undefined
    const close = others.filter(({ score }) => score > best.score / 3).map(({ article }) => article)
    const all = [...close, ...related(best.article.slug, 3)].filter(({ slug }) => slug !== best.article.slug)
    return { article: best.article, related: [...new Set(all)].slice(0, 2) }
  }

  return { articles, find, answer, related }
}

const boost = { title: 3, words: 2.5, text: 1 }

function indexOf(articles: readonly Article[], language: Language) {
  const index = new MiniSearch<Article>({
    idField: 'slug',
    fields: ['title', 'words', 'text'],
    tokenize: wordsIn,
    processTerm: (text) => termOf(text, language),
  })
  index.addAll(articles)
  return index
}

const termsOf = (query: string, language: Language) => [
  ...new Set(wordsIn(query).flatMap((each) => termOf(each, language) ?? [])),
]

const asIs = { tokenize: (term: string) => [term], processTerm: (term: string) => term }

/** Each word as it was typed, nearly so, or in another of its forms. */
function queryOf(terms: string[]) {
  const spelled = {
    queries: terms,
    ...asIs,
    boost,
    prefix: (term: string) => term.length > 2,
    fuzzy: (term: string) => (term.length > 5 ? 2 : term.length > 3 ? 1 : false),
    weights: { prefix: 0.7, fuzzy: 0.4 },
    combineWith: 'OR' as const,
  }
  const stems = terms.flatMap((term) => stemOf(term) ?? [])
  const forms = {
    queries: stems,
    ...asIs,
    boost,
    prefix: true,
    fuzzy: false,
    weights: { prefix: 0.3, fuzzy: 0 },
    combineWith: 'OR' as const,
  }
  const turned = { ...forms, queries: terms.flatMap(swapped), prefix: false, boostTerm: () => 0.4 }
  return { combineWith: 'OR' as const, queries: [spelled, forms, turned] }
}

/** Two letters in the wrong order are two mistakes by the letter, too many for a short word, and yet the commonest one. */
function swapped(term: string): string[] {
  if (term.length < 4 || term.length > 5) return []
  return Array.from({ length: term.length - 1 }, (_, at) => {
    const [one = '', other = ''] = term.slice(at, at + 2)
    return term.slice(0, at) + other + one + term.slice(at + 2)
  })
}

/** How much of what was asked the article has: a word as it was typed counts in full, one that only resembles it less. */
function metPart({ match }: SearchResult, terms: string[], weights: number[]): number {
  const found = Object.entries(match)
  const parts = terms.map((term) => {
    const stem = stemOf(term)
    return Math.max(0, ...found.map(([word, fields]) => likeness(term, stem, word) * (onlyInText(fields) ? 0.6 : 1)))
  })
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
  const met = sum(parts.map((part, at) => part * (weights[at] ?? 0))) / sum(weights)
  // A long question may name a town and a day that no article knows: two words that fit well are no chance.
  const good = parts.filter((part) => part >= 0.9).length
  return good > 1 && met >= enough.list ? Math.max(met, enough.answer) : met
}

const onlyInText = (fields: string[]) => fields.every((field) => field === 'text')

function likeness(term: string, stem: string | undefined, word: string): number {
  if (word === term) return 1
  if (word.startsWith(term)) return 0.9
  if (stem !== undefined && word.startsWith(stem)) return 0.75
  return mayBeTypo(term, word) ? 0.6 : 0
}

/** As the index takes it; which of several words it took this one for is not said. */
const mayBeTypo = (term: string, word: string) =>
  term.length > 3 &&
  term[0] === word[0] &&
  Math.abs(term.length - word.length) < 3 &&
  [...term].filter((letter) => word.includes(letter)).length >= term.length - 2

/** How much of the title the question says, the small words with it: they tell 'be with' from 'ride with'. */
function titlePart({ title }: Article, asked: ReadonlySet<string>): number {
  const words = wordsIn(title).map(fold)
  return words.filter((each) => asked.has(each)).length / Math.max(1, words.length)
}

/** The line of the text that has most of what was found; its beginning where that is none. */
export function excerptOf(text: string, found: ReadonlySet<string>): string {
  const lines = blocksOf(text).flatMap((block) => (block.kind === 'text' ? [block.text] : block.items))
  const count = (line: string) => wordsIn(line).filter((each) => found.has(fold(each))).length
  const counts = lines.map(count)
  const most = Math.max(0, ...counts)
  return (most > 0 ? lines[counts.indexOf(most)] : lines[0]) ?? ''
}
