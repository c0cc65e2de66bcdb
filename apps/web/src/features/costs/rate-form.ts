import { useForm } from 'react-hook-form'
import type { Country } from '@samtur/contract/constants'
import { costRateBody } from '@samtur/contract/costs'
import { useErrorText } from '#lib/error-text'
import { applyServerErrors, contractResolver } from '#lib/form'
import { useT } from '#lib/i18n'
import { useToast } from '#ui/toast'
import { readOre } from './model.ts'
import { useAddRate } from './queries.ts'

export interface RateValues {
  country: Country
  valid_from: string
  /** Kroner as typed. */
  ore_per_km: string
  source: string
}

const toBody = ({ ore_per_km, ...values }: RateValues) => ({ ...values, ore_per_km: readOre(ore_per_km) as number })

/** A new rate, or a better one for a country and day that have one. */
export function useRateForm(onDone: () => void) {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const { mutateAsync } = useAddRate()
  const form = useForm<RateValues>({
    resolver: contractResolver<RateValues>(costRateBody, toBody),
    defaultValues: { country: 'NO', valid_from: '', ore_per_km: '', source: '' },
  })
  const save = async (values: RateValues) => {
    try {
      await mutateAsync(toBody(values))
      toast({ tone: 'success', title: t('rates.saved'), key: 'rates' })
      onDone()
    } catch (error) {
      if (!applyServerErrors(form, error))
        toast({ tone: 'error', title: t('core.error_title'), text: errorText(error), key: 'rates' })
    }
  }
  return { form, submit: form.handleSubmit(save) }
}
