import { useFormContext, useWatch } from 'react-hook-form'
import { typedDistance } from '@samtur/contract/constants'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Field } from '#ui/field'
import { TextInput } from '#ui/text-input'
import { useEstimate } from './price-suggestion.tsx'
import { PublishField, useLimits, useProblem } from './publish-field.tsx'
import type { PublishValues } from './publish-form.ts'

/** The kilometres by the driver's own figure, where our estimate is not good enough; says at once which ones cannot be. */
export function DistanceField() {
  const t = useT()
  const format = useFormat()
  const { control, register, trigger } = useFormContext<PublishValues>()
  const typed = useWatch({ control, name: 'distance_km' })
  const { km: refused } = useEstimate()
  const { km: answered } = useLimits()
  const problem = useProblem('distance_km')
  const { min, max } = refused ?? answered ?? { min: 1, max: typedDistance.max }
  const range = t('publish.distance_range', { min: format.number(min), max: format.number(max) })
  const field = {
    label: t('publish.distance'),
    note: t('core.optional'),
    hint: t('publish.distance_hint'),
  }
  const input = (
    <TextInput
      {...register('distance_km', { onBlur: () => void (typed && trigger('distance_km')) })}
      inputMode="numeric"
      autoComplete="off"
      maxLength={20}
      unit="km"
    />
  )
  if (refused && !problem)
    return (
      <Field {...field} error={range}>
        {input}
      </Field>
    )
  return (
    <PublishField {...field} name="distance_km" words={{ out_of_range: range }}>
      {input}
    </PublishField>
  )
}
