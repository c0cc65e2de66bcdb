import { latinDigits } from '#lib/digits'

/** A calendar day as yyyy-mm-dd: no time, no zone. */
export type IsoDate = string

/** Returns a date of day and month (1 to 12), or undefined where it does not exist. */
export function isoDate(year: number, month: number, day: number): IsoDate | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || year < 1900 || year > 2200) return undefined
  return date.toISOString().slice(0, 10)
}

/** Returns the day at noon UTC, for `Intl` with `timeZone: 'UTC'`. */
export function utcDate(iso: IsoDate): Date {
  return new Date(`${iso}T12:00:00Z`)
}

function formatter(locale: string, options: Intl.DateTimeFormatOptions) {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', calendar: 'gregory' })
}

/** Returns 'fre. 27. nov. 2026': short, and readable by `parseDate`. */
export function formatDate(iso: IsoDate, locale: string): string {
  const options: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }
  return formatter(locale, options).format(utcDate(iso))
}

/** Returns an example of a typed date, '27.11.2026' or in the language's order. */
export function dateExample(iso: IsoDate, locale: string): string {
  return formatter(locale, { day: '2-digit', month: '2-digit', year: 'numeric' }).format(utcDate(iso))
}

const fold = (text: string) =>
  text
    .toLocaleLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}.]/gu, '')

/** Returns every form of a month's name: long and short, alone and beside a day ('listopad', 'listopada'). */
function monthNames(locale: string, month: number): string[] {
  const date = new Date(Date.UTC(2026, month - 1, 15))
  return (['long', 'short'] as const).flatMap((style) => {
    const beside = formatter(locale, { day: 'numeric', month: style }).formatToParts(date)
    const named = beside.find((part) => part.type === 'month')?.value ?? ''
    return [formatter(locale, { month: style }).format(date), named].map(fold)
  })
}

function findMonth(word: string, locale: string): number | undefined {
  const typed = fold(word)
  if (typed.length < 2) return undefined
  const months = Array.from({ length: 12 }, (_, index) => monthNames(locale, index + 1))
  const exact = months.findIndex((names) => names.includes(typed))
  if (exact >= 0) return exact + 1
  const like = months.flatMap((names, index) => (names.some((name) => name.startsWith(typed)) ? [index + 1] : []))
  return like.length === 1 ? like[0] : undefined
}

function relativeDay(text: string, locale: string, today: IsoDate): IsoDate | undefined {
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const ahead = [0, 1].find((days) => fold(words.format(days, 'day')) === fold(text))
  if (ahead === undefined) return undefined
  return new Date(utcDate(today).getTime() + ahead * 86_400_000).toISOString().slice(0, 10)
}

/** Returns whether the first of two bare numbers is the day: not in American English. */
function dayFirst(locale: string) {
  const parts = formatter(locale, { day: 'numeric', month: 'numeric' }).formatToParts(new Date(0))
  return parts.findIndex((part) => part.type === 'day') < parts.findIndex((part) => part.type === 'month')
}

/** Returns the first such day from `today` on, for a date without a year. */
function nextDay(month: number, day: number, today: IsoDate) {
  const year = Number(today.slice(0, 4))
  const candidates = [year, year + 1, year + 2, year + 3, year + 4].map((each) => isoDate(each, month, day))
  return candidates.find((iso) => iso !== undefined && iso >= today)
}

function fullYear(text: string) {
  return text.length <= 2 ? 2000 + Number(text) : Number(text)
}

/**
 * Parses a date as people type it in their language: '27.11.2026', '27/11', '27 nov', 'fre. 27. nov. 2026', '2026-11-27', '27', 'i morgen'.
 * Without a year it is the next such day from `today` on.
 */
export function parseDate(text: string, locale: string, today: IsoDate): IsoDate | undefined {
  const plain = latinDigits(text.trim())
  const relative = relativeDay(plain, locale, today)
  if (relative) return relative
  const numbers = plain.match(/\d+/g) ?? []
  const [first = '', second = '', third] = numbers
  const words = plain.match(/[\p{L}\p{M}]+/gu) ?? []
  const named = words.map((word) => findMonth(word, locale)).find((month) => month !== undefined)
  if (named !== undefined) {
    if (numbers.length === 1) return nextDay(named, Number(first), today)
    if (numbers.length !== 2) return undefined
    return first.length === 4
      ? isoDate(Number(first), named, Number(second))
      : isoDate(fullYear(second), named, Number(first))
  }
  // Words that are not a month make it no date, unless the language writes a unit after its numbers.
  if (words.some((word) => word.length > 2)) return undefined
  if (numbers.length === 3 && first.length === 4) return isoDate(Number(first), Number(second), Number(third))
  if (numbers.length === 1 && plain.length <= 3) return nextOfMonth(Number(first), today)
  if (numbers.length < 2 || numbers.length > 3) return undefined
  const [day, month] = dayFirst(locale) ? [first, second] : [second, first]
  return third === undefined
    ? nextDay(Number(month), Number(day), today)
    : isoDate(fullYear(third), Number(month), Number(day))
}

function nextOfMonth(day: number, today: IsoDate) {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const candidates = [0, 1, 2].map((ahead) =>
    isoDate(year + Math.floor((month - 1 + ahead) / 12), ((month - 1 + ahead) % 12) + 1, day),
  )
  return candidates.find((iso) => iso !== undefined && iso >= today)
}
