import { ride } from '@samtur/contract/constants'
import { languages } from '@samtur/i18n/translate'
import { useLanguage, useT } from '#lib/i18n'
import { osloDay } from '#lib/oslo-time'
import { addDays } from './trip-form.ts'

/** What every date field of the rides' screens is given: the language, the days on which rides can leave, and its words. */
export function useDateFieldProps() {
  const t = useT()
  const { language } = useLanguage()
  const today = osloDay()
  return {
    locale: languages[language].tag,
    today,
    min: today,
    max: addDays(today, ride.maxDaysAhead),
    texts: {
      open: t('rides.date_open'),
      loading: t('core.loading'),
      previousMonth: t('rides.date_previous_month'),
      nextMonth: t('rides.date_next_month'),
      today: t('rides.date_today'),
      unavailable: t('rides.date_unavailable'),
      invalid: t('rides.date_invalid'),
      outOfRange: t('rides.date_out_of_range'),
    },
  }
}
