/** The product's own texts, so that a test runs in every language; and Oslo's calendar, computed independently of the product. */
import fs from 'node:fs'
import path from 'node:path'
import {
  createTranslator,
  languages,
  loadCatalogues,
  type CatalogueName,
  type Language,
  type Translate,
} from '@samtur/i18n/translate'

export type { Language, Translate }

/** `npm test -- --all --every-language` also runs what differs from other tests in its words only. */
export const everyLanguage = process.env['EVERY_LANGUAGE'] !== undefined

/** Returns the languages that a journey runs in: Norwegian, and with `--every-language` also those in which its words could break it. */
export const testedIn = (...further: Language[]): Language[] => (everyLanguage ? ['no', ...further] : ['no'])

export const testedLanguages = testedIn('en')

/** Tags a test that runs in several languages as `@main`, part of plain `npm test`, in Norwegian only. */
export const mainIn = (language: Language) => ({ tag: language === 'no' ? ['@main'] : [] })

const folder = path.resolve(import.meta.dirname, '../packages/i18n/locales/en')
export const catalogueNames = fs.readdirSync(folder).map((file) => path.basename(file, '.po') as CatalogueName)
/** Matches the id of a missing text. */
export const missingText = new RegExp(`\\b(${catalogueNames.join('|')})\\.[a-z][a-z_]+\\b`)
const translators = new Map<Language, Promise<Translate>>()

export function textsIn(language: Language): Promise<Translate> {
  const known =
    translators.get(language) ??
    loadCatalogues(language, catalogueNames).then((found) => createTranslator(language, found))
  translators.set(language, known)
  return known
}

/** Returns a pattern that finds a text within a longer one. */
export const containing = (text: string) => new RegExp(text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'), 'i')

/** Returns a pattern of a number or a plate with any spacing. */
export const loosely = (text: string) =>
  new RegExp([...text.replace(/\s/g, '')].map((sign) => containing(sign).source).join('\\s?'), 'i')

const hour = 3_600_000
const zone = 'Europe/Oslo'

/** Returns the day in Oslo after so many days, as yyyy-mm-dd. */
export function dayInOslo(daysAhead: number): string {
  return Temporal.Now.plainDateISO(zone).add({ days: daysAhead }).toString()
}

let ownDays = 0

/** Returns a day on which no other test of this worker has rides, for a test that counts what a search finds on a shared server. */
export const ownDay = () => dayInOslo(60 + (ownDays++ % 250))

/** Returns the instant of a day and a clock time in Oslo. */
export function instantInOslo(day: string, time: string): string {
  const wall = Temporal.PlainDateTime.from(`${day}T${time}`)
  return wall.toZonedDateTime(zone).toInstant().toString()
}

/** Returns the time on Oslo's clocks at an instant: '08:25'. */
export function timeInOslo(iso: string): string {
  return Temporal.Instant.from(iso).toZonedDateTimeISO(zone).toPlainTime().toString({ smallestUnit: 'minute' })
}

/** Returns a day as people type it: 27.11.2026 or 27/11/2026. */
export function typedDay(day: string, language: Language): string {
  const date = new Date(`${day}T12:00:00Z`)
  const written = new Intl.DateTimeFormat(languages[language].tag, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(date)
  // Removes direction marks, which are not typed.
  return written.replaceAll(/\p{Cf}/gu, '')
}

/** '7,0' or '7.0'. */
export function oneDecimal(value: number, language: Language): string {
  return value.toLocaleString(languages[language].tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}

export const hours = (count: number) => count * hour
