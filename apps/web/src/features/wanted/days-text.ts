import { languages } from '@samtur/i18n/translate'
import { useFormat } from '#lib/format'
import { useLanguage, useT } from '#lib/i18n'
import { isoWeekdays, type WantedFacts } from './model.ts'

type Days = Pick<WantedFacts, 'date_from' | 'date_to' | 'weekdays'>

/** Returns the name of an ISO weekday. */
export const weekdayName = (tag: string, day: number, style: 'short' | 'long') =>
  // 1 January 2024 was a Monday.
  new Intl.DateTimeFormat(tag, { weekday: style, timeZone: 'UTC' }).format(Date.UTC(2024, 0, day))

/** Returns a function that writes days: 'fre. 27. nov.', '18.–23. des.', 'Hver mandag og torsdag'. */
export function useDaysText(): (days: Days) => string {
  const t = useT()
  const format = useFormat()
  const { language } = useLanguage()
  const { tag } = languages[language]
  return ({ date_from, date_to, weekdays }) => {
    if (weekdays?.length === isoWeekdays.length) return t('posts.every_day')
    if (weekdays) return t('posts.every', { days: format.list(weekdays.map((day) => weekdayName(tag, day, 'long'))) })
    if (!date_from) return ''
    if (!date_to || date_to === date_from) return format.date(date_from)
    const range = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: 'UTC', calendar: 'gregory' })
    return range.formatRange(new Date(`${date_from}T12:00:00Z`), new Date(`${date_to}T12:00:00Z`))
  }
}
