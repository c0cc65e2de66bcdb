/** Days and times in mails: Oslo's, in the reader's language. */
import { TIME_ZONE } from '@samtur/contract/constants'
import { type Language, languages } from '@samtur/i18n/translate'

/** Saturday, 21 November 2026 at 13:00. With a colon as on the pages, also where a language is said to write a full stop. */
export function dayAndTime(language: Language, instant: string): string {
  const parts = format(language, { dateStyle: 'full', timeStyle: 'short' }).formatToParts(new Date(instant))
  return parts.map(({ value }, index) => (parts[index - 1]?.type === 'hour' ? ':' : value)).join('')
}

/** 21 November 2026. */
export function day(language: Language, instant: string): string {
  return format(language, { dateStyle: 'long' }).format(new Date(instant))
}

const format = (language: Language, style: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(languages[language].tag, { ...style, timeZone: TIME_ZONE })
