/** Days and times in mails, in Oslo and in the reader's language. */
import { TIME_ZONE } from '@samtur/contract/constants'
import { type Language, languages } from '@samtur/i18n/translate'

/** Returns a text such as `Saturday, 21 November 2026 at 13:00`, with the clock as on the pages in every language: 24 hours and a colon. */
export function dayAndTime(language: Language, instant: string): string {
  const style = { dateStyle: 'full', timeStyle: 'short', hourCycle: 'h23' } as const
  const parts = format(language, style).formatToParts(new Date(instant))
  return parts.map(({ value }, index) => (parts[index - 1]?.type === 'hour' ? ':' : value)).join('')
}

/** Returns a text such as `21 November 2026`. */
export function day(language: Language, instant: string): string {
  return format(language, { dateStyle: 'long' }).format(new Date(instant))
}

const format = (language: Language, style: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(languages[language].tag, { ...style, timeZone: TIME_ZONE })
