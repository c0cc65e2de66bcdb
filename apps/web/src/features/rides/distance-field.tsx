import { useFormContext, useWatch } from 'react-hook-form'
import { typedDistance } from '@samtur/contract/constants'
import { useFieldText } from '#lib/field-text'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Field } from '#ui/field'
import { TextInput } from '#ui/text-input'
import { useLimits, useProblem } from './publish-field.tsx'
import type { PublishValues } from './publish-form.ts'
import { useRoadTexts } from './road-facts.tsx'
import { useRoadWay } from './use-estimate.ts'

/** The kilometres by the driver's own figure, where ours are not good enough; says at once which ones cannot be. */
export function DistanceField() {
  const t = useT()
  const format = useFormat()
  const fieldText = useFieldText()
  const texts = useRoadTexts()
  const { control, register, trigger, setValue, setFocus } = useFormContext<PublishValues>()
  const text = useWatch({ control, name: 'distance_km' })
  const { km: refused, estimate, typed, way } = useRoadWay()
  const { km: answered } = useLimits()
  const problem = useProblem('distance_km')
  const { min, max } = refused ?? answered ?? { min: 1, max: typedDistance.max }
  const range = t('publish.distance_range', { min: format.number(min), max: format.number(max) })
  const isOutOfRange = problem === 'out_of_range' || (refused && !problem)
  const road = estimate?.road
  const counted = estimate?.share?.distance_km
  const countsPartly = way && typed !== undefined && counted !== undefined && counted < typed
  const replaced = road?.certain && typed !== undefined && typed !== road.km
  const reset = () => {
    setValue('distance_km', '', { shouldDirty: true, shouldValidate: true })
    setFocus('distance_km')
  }
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <Field
        label={t('publish.distance')}
        note={t('core.optional')}
        hint={
          countsPartly
            ? t('publish.distance_counts_partly', { ours: texts.km(way.km), counted: texts.km(counted) })
            : t(replaced ? 'publish.distance_counts' : 'publish.distance_hint')
        }
        error={isOutOfRange ? range : problem && fieldText(problem, 'distance_km')}
      >
        <TextInput
          {...register('distance_km', { onBlur: () => void (text && trigger('distance_km')) })}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          unit={t('publish.km')}
        />
      </Field>
      {replaced && (
        <Button variant="ghost" size="sm" onClick={reset} className="-ms-2 self-start px-2! text-link!">
          {t('publish.distance_reset', { km: texts.km(road.km) })}
        </Button>
      )}
    </div>
  )
}
