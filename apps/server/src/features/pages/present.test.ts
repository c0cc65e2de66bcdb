import { paths } from '@samtur/contract/paths'
import { availableLanguages, createTranslator, loadCatalogues, type Language } from '@samtur/i18n/translate'
import { expect, test } from 'vitest'
import { presentHead } from './present.ts'

const information = ['lawsRules', 'terms', 'greenMission', 'privacy', 'accessibility'] as const
const catalogues = ['accessibility', 'green', 'help', 'helpdesk', 'laws', 'policy', 'site', 'terms'] as const

const headsIn = async (language: Language) => {
  const t = createTranslator(language, await loadCatalogues(language, catalogues))
  const contact = { email: 'hei@samtur.example', phone: '+47 22 00 00 00' }
  const shown = { language, query: new URLSearchParams(), now: new Date(), contact }
  return (page: string | undefined) => presentHead(t, page, '/', shown)
}

test.each(availableLanguages)('information pages are named and described in %s', async (language) => {
  const heads = information.map(await headsIn(language))
  for (const { title, description } of heads) {
    expect(title).toMatch(/^\S.* – Samtur$/)
    expect(description.length).toBeGreaterThan(40)
    expect(`${title} ${description}`).not.toMatch(/[a-z]+\.[a-z_]+|[{}]/)
  }
  expect(new Set(heads.map(({ title }) => title)).size).toBe(information.length)
})

test('every other page carries the site’s own name', async () => {
  const head = await headsIn('en')
  const site = head(undefined)
  expect(site.title).toMatch(/^Samtur – /)
  const others = Object.keys(paths).filter((page) => !information.some((name) => name === page))
  const plain = others.filter((name) => !name.startsWith('help') && name !== 'search')
  for (const page of plain) expect(head(page)).toEqual(site)
})
