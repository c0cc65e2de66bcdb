/** Days and times in mails: Oslo's, in the reader's language. */
import { TIME_ZONE } from '@samtur/contract/constants'
import { type Language, languages } from '@samtur/i18n/translate'

/** Saturday 21 November 2026 at 13:00. */
export function dayAndTime(language: Language, instant: string): string {
  return format(language, instant, { dateStyle: 'full', timeStyle: 'short' })
}

/** 21 November 2026. */
export function day(language: Language, instant: string): string {
  return format(language, instant, { dateStyle: 'long' })
}

function format(language: Language, instant: string, style: Intl.DateTimeFormatOptions) {
  return new Intl.DateTimeFormat(languages[language].tag, { ...style, timeZone: TIME_ZONE }).format(new Date(instant))
}
