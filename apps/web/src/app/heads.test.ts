/** Titles and descriptions of pages, as their routes give them. */
import { QueryClient } from '@tanstack/react-query'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { helpArticles } from '@samtur/contract/help'
import { helpArticlePath, paths } from '@samtur/contract/paths'
import { type CatalogueName, loadersOf } from '@samtur/i18n/gen/catalogues'
import { availableLanguages, createTranslator, loadCatalogues, type Language } from '@samtur/i18n/translate'
import { boot } from '#lib/boot'
import { createFormat } from '#lib/format'
import type { PageHandle } from './page.ts'
import { routes } from './routes.ts'

async function headsIn(language: Language) {
  const { loaders } = await loadersOf[language]()
  const t = createTranslator(language, await loadCatalogues(language, Object.keys(loaders) as CatalogueName[]))
  const config = { ...boot.config, support_email: 'hei@samtur.example', support_phone: '+47 22 00 00 00' }
  const [client, format] = [new QueryClient(), createFormat(language, t)]
  return async (address: string) => {
    const match = matchRoutes(routes, address)?.at(-1)
    const lazy = match?.route.lazy
    if (typeof lazy !== 'function') throw new Error(`no page of ${address}`)
    const { head } = (await lazy()).handle as PageHandle
    const query = new URL(address, 'http://here').searchParams
    return head({ t, language, format, params: match?.params ?? {}, query, config, client })
  }
}

const isText = (text = '') => /^\S/.test(text) && !/[a-z]+\.[a-z_]+\b(?!\.example)|[{}]/.test(text)

test.each(availableLanguages)('pages to read and articles are named and described in %s', async (language) => {
  const head = await headsIn(language)
  const { wantedPosts, lawsRules, terms, greenMission, privacy, accessibility } = paths
  const heads = await Promise.all([wantedPosts, lawsRules, terms, greenMission, privacy, accessibility].map(head))
  for (const { title, description = '' } of heads.map((each) => each ?? { title: '' })) {
    expect([title, isText(title), isText(description)]).toEqual([title, true, true])
    expect(description.length).toBeGreaterThan(40)
  }
  expect(new Set(heads.map((each) => each?.title)).size).toBe(heads.length)
  const articles = await Promise.all(helpArticles.map(({ slug }) => head(helpArticlePath(slug))))
  for (const each of articles) {
    expect(each?.title).toMatch(/.{5,}/)
    expect(each?.description).toMatch(/\S.{14,}[.!?؟]$/)
    expect(`${each?.title}${each?.description}`).not.toMatch(/help\.|[{}\n]/)
  }
  expect(new Set(articles.map((each) => each?.title)).size).toBe(helpArticles.length)
})

test('every page has a name, but those that show something which is still to be loaded', async () => {
  const head = await headsIn('en')
  const named = await Promise.all(Object.entries(paths).map(async ([name, path]) => [name, await head(path)] as const))
  expect(named.flatMap(([name, found]) => (found ? [] : name))).toEqual(['ride', 'profile', 'rideWanted', 'follow'])
})
