import { useFormContext } from 'react-hook-form'
import { instantBookings, trustedTrips } from '@samtur/contract/constants'
import { useT } from '#lib/i18n'
import { RadioGroup } from '#ui/choice'
import type { PublishValues } from './publish-form.ts'

/** Who gets a seat without the driver's answer, and what that means. */
export function InstantField() {
  const t = useT()
  const { register } = useFormContext<PublishValues>()
  const labels = {
    off: t('publish.instant_off'),
    trusted: t('publish.instant_trusted', { count: trustedTrips }),
    all: t('publish.instant_all'),
  }
  return (
    <RadioGroup
      {...register('instant')}
      legend={t('rides.instant')}
      hint={t('publish.instant_hint')}
      options={instantBookings.map((value) => ({ value, label: labels[value] }))}
    />
  )
}
