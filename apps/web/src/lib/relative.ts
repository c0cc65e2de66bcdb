/** Formats ages. Apart from the other formats, because no first view uses it. */
import { useMemo } from 'react'
import { relativeTime, TIME_ZONE } from '@samtur/contract/constants'
import { languages, type Language, type Translate } from '@samtur/i18n/translate'
import { yearUnlessThis } from './format.ts'
import { useLanguage, useT } from './i18n.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Returns 'Nå', '5 m', '3 t', '2 d', then the date. */
export function createRelative(language: Language, t: Translate) {
  const date = (iso: string) => {
    const year = yearUnlessThis(iso)
    const options = { timeZone: TIME_ZONE, day: 'numeric', month: 'short', year } as const
    return new Intl.DateTimeFormat(languages[language].tag, options).format(new Date(iso))
  }
  return (iso: string, now = Date.now()) => {
    const age = now - Date.parse(iso)
    if (age < minute) return t('core.now')
    if (age < relativeTime.minutes * minute) return t('core.minutes_short', { minutes: Math.floor(age / minute) })
    if (age < relativeTime.hours * hour) return t('core.hours_short', { hours: Math.floor(age / hour) })
    if (age < relativeTime.days * day) return t('core.days_short', { days: Math.floor(age / day) })
    return date(iso)
  }
}

export function useRelative() {
  const { language } = useLanguage()
  const t = useT()
  return useMemo(() => createRelative(language, t), [language, t])
}

/** Returns a function that says how far ahead or back a time is: 'om 25 min', 'for 2 t siden'. Takes milliseconds. */
export function useFromNow() {
  const { language } = useLanguage()
  return useMemo(() => {
    const format = new Intl.RelativeTimeFormat(languages[language].tag, { style: 'short' })
    return (ahead: number) => {
      const minutes = Math.ceil(ahead / minute)
      return Math.abs(minutes) < 90 ? format.format(minutes, 'minute') : format.format(Math.round(ahead / hour), 'hour')
    }
  }, [language])
}
