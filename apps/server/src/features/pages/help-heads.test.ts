import { helpArticles } from '@samtur/contract/help'
import { helpArticlePath } from '@samtur/contract/paths'
import { availableLanguages } from '@samtur/i18n/translate'
import { expect, test } from 'vitest'
import { createTranslators } from '../../composition/mailing.ts'
import { isNoArticle, presentHead } from './present.ts'

const contact = { email: 'hjelp@samtur.example', phone: '+47 22 00 00 00' }
const query = new URLSearchParams()

test.each(availableLanguages)('every article has its title and its first paragraph in %s', async (language) => {
  const t = (await createTranslators())[language]!
  const shown = { language, query, now: new Date(), contact }
  const general = presentHead(t, undefined, '/', shown)
  const heads = helpArticles.map(({ slug }) => presentHead(t, 'helpArticle', helpArticlePath(slug), shown))
  for (const { title, description } of heads) {
    expect(title).toMatch(/.{5,} – Samtur$/)
    expect(title).not.toBe(general.title)
    expect(description).toMatch(/\S.{14,}[.!?؟]$/)
    expect(title + description).not.toMatch(/help\.|[{}\n]/)
  }
  expect(new Set(heads.map(({ title }) => title)).size).toBe(helpArticles.length)
})

test.each([
  ['/help-support/emergency', false],
  ['/help-support/emergency/', false],
  ['/help-support/no-such-article', true],
  ['/help-support/constructor', true],
])('%s is no article: %s', (path, none) => expect(isNoArticle('helpArticle', path)).toBe(none))
