/** Writes deadlines as clock times: 'i dag 18:40'. Apart from the other formats, because no first view uses it. */
import { useMemo } from 'react'
import { languages, type Language } from '@samtur/i18n/translate'
import { useFormat, type Format } from './format.ts'
import { useLanguage } from './i18n.ts'
import { osloDay } from './oslo-time.ts'

const day = 86_400_000

/** Returns the number of days from one instant to another by the calendar in Oslo, whatever the length of these days. */
const daysBetween = (from: number, to: number) => (Date.parse(osloDay(to)) - Date.parse(osloDay(from))) / day

/**
 * Returns 'i dag 18:40', 'i morgen 07:00', 'i går 18:40', and 'fre. 27. nov. 18:40' for other days. `zoned` is false on a card that says already
 * whose clock its times are.
 */
export function createMoment(language: Language, format: Pick<Format, 'date' | 'time' | 'zonedTime'>) {
  const words = new Intl.RelativeTimeFormat(languages[language].tag, { numeric: 'auto' })
  return (iso: string, now = Date.now(), zoned = true) => {
    const days = daysBetween(now, Date.parse(iso))
    const date = Math.abs(days) <= 1 ? words.format(days, 'day') : format.date(iso)
    return `${date} ${zoned ? format.zonedTime(iso) : format.time(iso)}`
  }
}

export function useMoment() {
  const { language } = useLanguage()
  const format = useFormat()
  return useMemo(() => createMoment(language, format), [language, format])
}
