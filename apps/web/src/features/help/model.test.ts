import { beforeAll, describe, expect, test } from 'vitest'
import { helpArticles, helpTopics } from '@samtur/contract/help'
import { availableLanguages, createTranslator, loadCatalogues, type Language } from '@samtur/i18n/translate'
import { blocksOf, readArticles } from './model.ts'
import questions from './questions.json'
import { createHelpSearch } from './search.ts'
import { articleWords } from './use-search.ts'

const contact = { email: 'hjelp@samtur.example', phone: '+47 22 00 00 00' }

const translatorOf = async (language: Language) =>
  createTranslator(language, await loadCatalogues(language, ['help', 'help_words']))

async function searchIn(language: Language) {
  const t = await translatorOf(language)
  return createHelpSearch(readArticles(t, contact), articleWords(t), language)
}

type Questions = Partial<Record<string, Record<string, string[]>>>
const questionsByLanguage = Object.entries(questions as Questions) as [Language, Record<string, string[]>][]

test('every language of the pages has its questions', () => {
  expect(questionsByLanguage.map(([language]) => language)).toEqual(expect.arrayContaining([...availableLanguages]))
})

describe.each(questionsByLanguage.filter(([language]) => availableLanguages.some((each) => each === language)))(
  'in %s',
  (language, byTopic) => {
    let search: Awaited<ReturnType<typeof searchIn>>
    beforeAll(async () => {
      search = await searchIn(language)
    })

    test('every article exists, with words for the search', async () => {
      const { articles } = search
      const words = articleWords(await translatorOf(language))
      expect(articles.map(({ slug }) => slug)).toEqual(helpArticles.map(({ slug }) => slug))
      for (const { slug, title, text } of articles)
        for (const part of [title, text, words(slug)]) expect(part).not.toMatch(/^help\.|\{/)
    })

    test('the first answer is the right article in at least nine of ten questions, for every topic', () => {
      const wrong: string[] = []
      let all = 0
      for (const topic of helpTopics) {
        for (const question of byTopic[topic] ?? []) {
          all += 1
          const found = search.answer(question)?.article.slug
          if (found !== topic) wrong.push(`${topic}: ${question} → ${found}`)
        }
        expect(byTopic[topic]?.length, topic).toBeGreaterThanOrEqual(5)
      }
      expect(wrong.length / all, wrong.join('\n')).toBeLessThanOrEqual(0.1)
    })

    test('nonsense gets no answer', () => {
      const answered = (byTopic['none'] ?? []).map((question) => [question, search.answer(question)?.article.slug])
      expect(answered.filter(([, slug]) => slug)).toEqual([])
      expect(answered.length).toBeGreaterThanOrEqual(5)
    })

    test('an article is found first by its own title', () => {
      const { articles, find } = search
      for (const { title, slug } of articles) expect(find(title)[0]?.article.slug, title).toBe(slug)
    })
  },
)

test('a text is split into paragraphs and lists', () => {
  expect(blocksOf('Press the button.\n\nYou need:\n- a car\n- a plan\nThen go.')).toEqual([
    { kind: 'text', text: 'Press the button.' },
    { kind: 'text', text: 'You need:' },
    { kind: 'list', items: ['a car', 'a plan'] },
    { kind: 'text', text: 'Then go.' },
  ])
})

test('lines with numbers are ordered steps', () => {
  expect(blocksOf('Four steps:\n\n1. Open it.\n2. Press it.\n\n- or call')).toEqual([
    { kind: 'text', text: 'Four steps:' },
    { kind: 'steps', items: ['Open it.', 'Press it.'] },
    { kind: 'list', items: ['or call'] },
  ])
})
