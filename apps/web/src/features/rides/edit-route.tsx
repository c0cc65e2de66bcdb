import { Fragment } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { TextInput } from '#ui/text-input'
import { PublishField } from './publish-field.tsx'
import type { PublishValues } from './publish-form.ts'
import { StopPoint } from './stop-point.tsx'

/** The route of a ride with accepted passengers: the stops are fixed, and only their names can change, such as the meeting point. */
export function LockedRoute() {
  const t = useT()
  const { control, register } = useFormContext<PublishValues>()
  const stops = useWatch({ control, name: 'stops' })
  return (
    <div className="flex flex-col gap-4">
      <Alert icon="lock" title={t('edit.locked_title')}>
        {t('edit.locked_text')}
      </Alert>
      <PublishField name="from" label={t('rides.from')} required words={{ required: t('publish.from_required') }}>
        <TextInput {...register('from.text')} autoComplete="off" dir="auto" />
      </PublishField>
      <StopPoint name="from" />
      {stops.map((_, index) => (
        <Fragment key={index}>
          <PublishField name={`stops.${index}.place`} label={t('publish.stop', { number: index + 1 })} required>
            <TextInput {...register(`stops.${index}.place.text`)} autoComplete="off" dir="auto" />
          </PublishField>
          <StopPoint name={`stops.${index}.place`} />
        </Fragment>
      ))}
      <PublishField name="to" label={t('rides.to')} required words={{ required: t('publish.to_required') }}>
        <TextInput {...register('to.text')} autoComplete="off" dir="auto" />
      </PublishField>
      <StopPoint name="to" />
    </div>
  )
}
