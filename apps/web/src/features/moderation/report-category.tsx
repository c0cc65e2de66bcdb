import type { UseFormRegisterReturn } from 'react-hook-form'
import { reportCategories } from '@samtur/contract/moderation'
import { useT } from '#lib/i18n'
import { RadioGroup } from '#ui/choice'

/** What a report of a person is about; chosen before the own words, and helps to sort reports. */
export function ReportCategory({ register }: { register: UseFormRegisterReturn }) {
  const t = useT()
  // i18n-dynamic: report.category.*
  const options = reportCategories.map((value) => ({ value, label: t(`report.category.${value}`) }))
  return <RadioGroup {...register} legend={t('report.category')} options={options} />
}
