import { availableLanguages, type Language } from '@samtur/i18n/translate'
import { expect, test } from 'vitest'
import { createTranslators } from '../../composition/mailing.ts'
import { presentHead } from './present.ts'

const information = ['wantedPosts', 'lawsRules', 'terms', 'greenMission', 'privacy', 'accessibility'] as const
const translators = await createTranslators()

const headsIn = (language: Language) => {
  const t = translators[language]
  if (!t) throw new Error(language)
  const contact = { email: 'hei@samtur.example', phone: '+47 22 00 00 00' }
  const shown = { language, query: new URLSearchParams(), now: new Date(), contact }
  return (page: string | undefined) => presentHead(t, page, '/', shown)
}

test.each(availableLanguages)('information pages are named and described in %s', (language) => {
  const heads = information.map(headsIn(language))
  for (const { title, description } of heads) {
    expect(title).toMatch(/^\S.* – Samtur$/)
    expect(description.length).toBeGreaterThan(40)
    expect(`${title} ${description}`).not.toMatch(/[a-z]+\.[a-z_]+|[{}]/)
  }
  expect(new Set(heads.map(({ title }) => title)).size).toBe(information.length)
})

test('what visitors come to has a name of its own, and an address that is none has too', () => {
  const head = headsIn('en')
  const named = ['home', 'search', 'auth', 'publishRide', 'resetPassword', 'ownProfile', 'helpSupport', undefined]
  const titles = named.map((page) => head(page).title)
  for (const title of titles) {
    expect(title).toMatch(/^\S.* – Samtur$/)
    expect(title).not.toMatch(/[a-z]+\.[a-z_]+|[{}]/)
  }
  expect(new Set(titles).size).toBe(titles.length)
})

test('every other page carries the site’s own name', () => {
  const head = headsIn('en')
  const site = head('ride')
  expect(site.title).toMatch(/^Samtur – /)
  for (const page of ['chat', 'myRides', 'reservations', 'profile', 'adminUsers']) expect(head(page)).toEqual(site)
})
