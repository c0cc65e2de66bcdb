import { contactVisibleDaysAfterArrival, deletionDays, exportHours, greenMission } from '@samtur/contract/constants'
import { createTranslator, loadCatalogues } from '@samtur/i18n/translate'
import { expect, test } from 'vitest'
import { topicsOf } from './laws-topics.ts'
import { campaign, countAt, hasFigures, sources, statementsUpdated } from './model.ts'

const texts = async () => createTranslator('en', await loadCatalogues('en', ['laws', 'policy']))

test('the campaign’s figures and times are the agreed ones', () => {
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

test('an installation without shared trips shows no figures', () => {
  expect(hasFigures(undefined)).toBe(false)
  expect(hasFigures({ shared_trips: 0, shared_km: 0 })).toBe(false)
  expect(hasFigures({ shared_trips: 1, shared_km: 0 })).toBe(true)
})

test('five topics; each country’s law has its source, with a year or a note that there is none', async () => {
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

test('uncertain rules are not presented as certain', async () => {
  const t = await texts()
  expect(t('laws.drivers_no')).toMatch(/have not gone through later changes/)
  expect(t('laws.drivers_se')).toMatch(/found no amount/)
  expect(t('laws.tax_se')).toMatch(/2023–2025/)
  expect(t('laws.insurance_ask')).toMatch(/do not know/)
})

test('the privacy statement has the retention times that are in force', async () => {
  const t = await texts()
  expect(t('policy.trips_text', { days: contactVisibleDaysAfterArrival })).toContain('30 days after arrival')
  expect(t('policy.deletion_text', { days: deletionDays })).toContain('14 days')
  expect(t('policy.technical_text')).toContain(`${exportHours} hours`)
  for (const day of Object.values(statementsUpdated)) expect(Number.isNaN(Date.parse(day))).toBe(false)
})
