import { lazy, Suspense } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useT } from '#lib/i18n'
import { Checkbox } from '#ui/choice'
import type { PublishValues } from './publish-form.ts'
import { weekdayOf } from './series-form.ts'

// Most people publish one ride: the rest is fetched when it is wanted.
const PublishRepeat = lazy(async () => ({ default: (await import('./publish-series.tsx')).PublishRepeat }))
const PublishReturn = lazy(async () => ({ default: (await import('./publish-series.tsx')).PublishReturn }))
const SeriesPreview = lazy(async () => ({ default: (await import('./publish-series.tsx')).SeriesPreview }))

/** Every week, and back again. */
export function PublishMore() {
  const t = useT()
  const { control, register, setValue, getValues } = useFormContext<PublishValues>()
  const [repeat, back] = useWatch({ control, name: ['repeat', 'back'] })
  const startWithItsDay = () => {
    const weekday = weekdayOf(getValues('date'))
    if (getValues('weekdays').length === 0 && weekday) setValue('weekdays', [weekday])
  }
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-5">
      <Checkbox
        {...register('repeat', { onChange: startWithItsDay })}
        label={t('publish.repeat')}
        hint={t('publish.repeat_hint')}
      />
      {repeat && (
        <Suspense fallback={<Waiting />}>
          <PublishRepeat />
        </Suspense>
      )}
      <Checkbox {...register('back')} label={t('publish.return')} hint={t('publish.return_hint')} />
      {back && (
        <Suspense fallback={<Waiting />}>
          <PublishReturn />
        </Suspense>
      )}
      {(repeat || back) && (
        <Suspense>
          <SeriesPreview />
        </Suspense>
      )}
    </div>
  )
}

const Waiting = () => <span className="block min-h-24 rounded-field bg-sunk" />
