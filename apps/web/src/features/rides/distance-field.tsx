import { useFormContext, useWatch } from 'react-hook-form'
import { typedDistance } from '@samtur/contract/constants'
import { useFieldText } from '#lib/field-text'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Field } from '#ui/field'
import { TextInput } from '#ui/text-input'
import { useEstimate } from './price-suggestion.tsx'
import { useLimits, useProblem } from './publish-field.tsx'
import type { PublishValues } from './publish-form.ts'

/** The kilometres by the driver's own figure, where our estimate is not good enough; says at once which ones cannot be. */
export function DistanceField() {
  const t = useT()
  const format = useFormat()
  const fieldText = useFieldText()
  const { control, register, trigger } = useFormContext<PublishValues>()
  const typed = useWatch({ control, name: 'distance_km' })
  const { km: refused } = useEstimate()
  const { km: answered } = useLimits()
  const problem = useProblem('distance_km')
  const { min, max } = refused ?? answered ?? { min: 1, max: typedDistance.max }
  const range = t('publish.distance_range', { min: format.number(min), max: format.number(max) })
  const isOutOfRange = problem === 'out_of_range' || (refused && !problem)
  return (
    <Field
      label={t('publish.distance')}
      note={t('core.optional')}
      hint={t('publish.distance_hint')}
      error={isOutOfRange ? range : problem && fieldText(problem, 'distance_km')}
    >
      <TextInput
        {...register('distance_km', { onBlur: () => void (typed && trigger('distance_km')) })}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        unit="km"
      />
    </Field>
  )
}
