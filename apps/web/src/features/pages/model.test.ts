import { contactVisibleDaysAfterArrival, deletionDays, exportHours, greenMission } from '@samtur/contract/constants'
import { createTranslator, loadCatalogues } from '@samtur/i18n/translate'
import { expect, test } from 'vitest'
import { topicsOf } from './laws-topics.ts'
import { campaign, countAt, hasFigures, sources, statementsUpdated } from './model.ts'

const texts = async () => createTranslator('en', await loadCatalogues('en', ['laws', 'policy']))

test('the campaign’s figures and times are the ones that were agreed on', () => {
  expect(campaign.map(({ target, duration }) => [target, duration])).toEqual([
    [2847, 2000],
    [15_420, 2500],
    [89_340, 3000],
  ])
  expect(campaign).toHaveLength(Object.keys(greenMission).length)
})

test.each([
  [-100, 0],
  [0, 0],
  [2000, 2847],
  [9999, 2847],
])('after %i ms of 2000 a counter shows %i', (elapsed, shown) => {
  expect(countAt(2847, elapsed, 2000)).toBe(shown)
})

test('a counter only rises', () => {
  const shown = Array.from({ length: 201 }, (_, step) => countAt(89_340, step * 15, 3000))
  expect(shown).toEqual(shown.toSorted((a, b) => a - b))
  expect(new Set(shown).size).toBeGreaterThan(150)
})

test('nothing is said about an installation on which nothing was shared', () => {
  expect(hasFigures(undefined)).toBe(false)
  expect(hasFigures({ shared_trips: 0, shared_km: 0 })).toBe(false)
  expect(hasFigures({ shared_trips: 1, shared_km: 0 })).toBe(true)
})

test('five topics; each country’s law says where it is from, with a year or that the page has none', async () => {
  const topics = topicsOf(await texts(), 'no')
  expect(topics.map(({ id }) => id)).toEqual(['drivers', 'passengers', 'insurance', 'tax', 'safety'])
  const rules = topics.flatMap(({ countries }) => countries.flatMap((country) => country.rules))
  const national = topics.flatMap(({ countries }) => countries.slice(countries.length > 1 ? 1 : 0))
  expect(national.flatMap((country) => country.rules).filter(({ source }) => source).length).toBeGreaterThan(8)
  const used = new Set(rules.map(({ source }) => source))
  for (const [name, source] of Object.entries(sources)) {
    expect(used, name).toContain(name)
    expect(/\b(19|20)\d\d\b/.test(source.name) || 'undated' in source, name).toBe(true)
  }
  for (const { text } of rules) expect(text).not.toMatch(/[{}]|laws\./)
})

test.each([
  ['da', ['Alle tre lande', 'Danmark', 'Norge', 'Sverige']],
  ['sv', ['Alla tre länder', 'Sverige', 'Norge', 'Danmark']],
  ['no', ['Alle tre land', 'Norge', 'Danmark', 'Sverige']],
] as const)('the rules begin with the reader’s own country (%s)', async (language, countries) => {
  const t = createTranslator(language, await loadCatalogues(language, ['laws']))
  expect(topicsOf(t, language)[0]?.countries.map(({ name }) => name)).toEqual(countries)
})

test('what is not certain is not told as if it were', async () => {
  const t = await texts()
  expect(t('laws.drivers_no')).toMatch(/have not gone through later changes/)
  expect(t('laws.drivers_se')).toMatch(/found no amount/)
  expect(t('laws.tax_se')).toMatch(/2023–2025/)
  expect(t('laws.insurance_ask')).toMatch(/do not know/)
})

test('the privacy statement tells the times that hold', async () => {
  const t = await texts()
  expect(t('policy.trips_text', { days: contactVisibleDaysAfterArrival })).toContain('30 days after arrival')
  expect(t('policy.deletion_text', { days: deletionDays })).toContain('14 days')
  expect(t('policy.technical_text')).toContain(`${exportHours} hours`)
  for (const day of Object.values(statementsUpdated)) expect(Number.isNaN(Date.parse(day))).toBe(false)
})
