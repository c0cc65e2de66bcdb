/** The search for the article that answers a question. No React. */
import MiniSearch, { type SearchResult } from 'minisearch'
import type { HelpSlug } from '@samtur/contract/help'
import type { Language } from '@samtur/i18n/translate'
import { linesOf, type Article } from './model.ts'
import { relatedTo } from './related.ts'
import { fold, stemOf, termOf, wordsIn } from './words.ts'

export interface Hit {
  article: Article
  score: number
  /** The found words of the article, in the form of the search. */
  found: ReadonlySet<string>
}

/** Least share of the question that an article must match. A lower value is chance; in a list even a weak match may be shown. */
const enough = { answer: 0.45, list: 0.3 }

/** Other words for an article, which are never shown. */
export type WordsOf = (slug: HelpSlug) => string

export interface HelpSearch {
  articles: readonly Article[]
  /** Returns the hits, best first. */
  find(query: string, least?: number): Hit[]
  /** Returns the article that answers, and two related ones; undefined where none fits. */
  answer(question: string): { article: Article; related: Article[] } | undefined
}

export function createHelpSearch(articles: readonly Article[], words: WordsOf, language: Language): HelpSearch {
  const index = indexOf(articles, words, language)
  const bySlug = new Map<string, Article>(articles.map((article) => [article.slug, article]))

  /** Returns a word's weight: a word in many articles has little. */
  function weightOf(term: string): number {
    const having = index.search(term, { prefix: true, ...asIs }).length
    return Math.log(1 + articles.length / (having + 3))
  }

  function find(query: string, least = enough.list): Hit[] {
    const terms = termsOf(query, language)
    if (terms.length === 0) return []
    const questionWords = new Set(wordsIn(query).map(fold))
    const weights = terms.map(weightOf)
    const hits = index.search(queryOf(terms)).flatMap((result): Hit[] => {
      const article = bySlug.get(String(result.id))
      if (!article || metPart(result, terms, weights) < least) return []
      const score = result.score * (1 + titlePart(article, questionWords))
      return [{ article, score, found: new Set(Object.keys(result.match)) }]
    })
    return hits.toSorted((a, b) => b.score - a.score)
  }

  function answer(question: string) {
    const [best, ...others] = find(question, enough.answer)
    if (!best) return undefined
    const close = others.filter(({ score }) => score > best.score / 3).map(({ article }) => article)
    const all = [...close, ...relatedTo(best.article.slug, articles)]
    return { article: best.article, related: [...new Set(all)].slice(0, 2) }
  }

  return { articles, find, answer }
}

const boost = { title: 3, words: 2.5, text: 1 }

function indexOf(articles: readonly Article[], words: WordsOf, language: Language) {
  const index = new MiniSearch<Article & { words: string }>({
    idField: 'slug',
    fields: ['title', 'words', 'text'],
    tokenize: wordsIn,
    processTerm: (text) => termOf(text, language),
  })
  index.addAll(articles.map((article) => ({ ...article, words: words(article.slug) })))
  return index
}

const termsOf = (query: string, language: Language) => [
  ...new Set(wordsIn(query).flatMap((each) => termOf(each, language) ?? [])),
]

const asIs = { tokenize: (term: string) => [term], processTerm: (term: string) => term }

/** Builds a query with each word as typed, with a typing error, or in another form. */
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

/**
 * Returns the word with neighbouring characters exchanged. That counts as two errors, too many for a short word, and is the most frequent
 * typing error.
 */
function swapped(term: string): string[] {
  if (term.length < 4 || term.length > 5) return []
  return Array.from({ length: term.length - 1 }, (_, at) => {
    const [one = '', other = ''] = term.slice(at, at + 2)
    return term.slice(0, at) + other + one + term.slice(at + 2)
  })
}

/** Returns the share of the question that the article matches: an exact word counts in full, a similar one less. */
function metPart({ match }: SearchResult, terms: string[], weights: number[]): number {
  const found = Object.entries(match)
  const parts = terms.map((term) => {
    const stem = stemOf(term)
    return Math.max(0, ...found.map(([word, fields]) => likeness(term, stem, word) * (onlyInText(fields) ? 0.6 : 1)))
  })
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
  const met = sum(parts.map((part, at) => part * (weights[at] ?? 0))) / sum(weights)
  // A long question may name a town and a day that no article has: two good matches are not chance.
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

/** Repeats the index's tolerance, because it does not report which word it matched. */
const mayBeTypo = (term: string, word: string) =>
  term.length > 3 &&
  term[0] === word[0] &&
  Math.abs(term.length - word.length) < 3 &&
  [...term].filter((letter) => word.includes(letter)).length >= term.length - 2

/** Returns the share of the title in the question, including small words, which distinguish 'be with' from 'ride with'. */
function titlePart({ title }: Article, questionWords: ReadonlySet<string>): number {
  const words = wordsIn(title).map(fold)
  return words.filter((each) => questionWords.has(each)).length / Math.max(1, words.length)
}

/** Returns the line of the text with most of the found words, or its beginning. */
export function excerptOf(text: string, found: ReadonlySet<string>): string {
  const lines = linesOf(text)
  const count = (line: string) => wordsIn(line).filter((each) => found.has(fold(each))).length
  const counts = lines.map(count)
  const most = Math.max(0, ...counts)
  return (most > 0 ? lines[counts.indexOf(most)] : lines[0]) ?? ''
}
