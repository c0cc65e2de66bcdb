import { languages } from '@samtur/i18n/translate'
import { useLanguage, useT } from '#lib/i18n'
import { osloDay } from '#lib/oslo-time'

/** What every date field of the rides' screens is given: the language, today in Oslo, and its words. */
export function useDateFieldProps() {
  const t = useT()
  const { language } = useLanguage()
  const today = osloDay()
  return {
    locale: languages[language].tag,
    today,
    min: today,
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
