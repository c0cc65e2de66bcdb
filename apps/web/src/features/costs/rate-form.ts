import { useForm } from 'react-hook-form'
import type { Country } from '@samtur/contract/constants'
import { costRateBody } from '@samtur/contract/costs'
import { contractResolver } from '#lib/forms/contract'
import { useSubmission } from '#lib/forms/submission'
import { useT } from '#lib/i18n'
import { readOre } from './model.ts'
import { useAddRate } from './queries.ts'

interface RateValues {
  country: Country
  valid_from: string
  /** Kroner as typed. */
  ore_per_km: string
  source: string
}

const toBody = ({ ore_per_km, ...values }: RateValues) => ({ ...values, ore_per_km: readOre(ore_per_km) as number })

/** The form of a rate. A second rate for the same country and day replaces the first. */
export function useRateForm(onDone: () => void) {
  const t = useT()
  const { mutateAsync } = useAddRate()
  const form = useForm<RateValues>({
    resolver: contractResolver<RateValues>(costRateBody, toBody),
    defaultValues: { country: 'NO', valid_from: '', ore_per_km: '', source: '' },
  })
  const submission = useSubmission({
    form,
    toastKey: 'rates',
    send: (values) => mutateAsync(toBody(values)),
    onDone,
    success: () => ({ title: t('rates.saved') }),
  })
  return { form, ...submission }
}
