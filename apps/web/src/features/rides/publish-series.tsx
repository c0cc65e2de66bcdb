import { useId, useState } from 'react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { currencyOf } from '@samtur/contract/constants'
import { languages } from '@samtur/i18n/translate'
import { useFieldText } from '#lib/field-text'
import { useFormat } from '#lib/format'
import { useLanguage, useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { DateField } from '#ui/date-field'
import { Field, FieldNotes } from '#ui/field'
import { Icon } from '#ui/icon'
import { Select, TextInput } from '#ui/text-input'
import { TimeField } from '#ui/time-field'
import { useDateFieldProps } from './date-texts.ts'
import { PublishField, useProblem } from './publish-field.tsx'
import type { PublishValues } from './publish-form.ts'
import { planDays } from './series-form.ts'

const weekdays = [1, 2, 3, 4, 5, 6, 7]
const furthestReturn = 30

/** On which days, until when, and on which not. */
export function PublishRepeat() {
  const t = useT()
  const { control } = useFormContext<PublishValues>()
  const dateField = useDateFieldProps()
  return (
    <div className="flex flex-col gap-4 ps-9">
      <Weekdays />
      <PublishField
        name="until"
        label={t('series.until')}
        required
        words={{ required: t('series.until_required'), too_many: t('series.too_many') }}
        className="max-w-72"
      >
        <Controller control={control} name="until" render={({ field }) => <DateField {...dateField} {...field} />} />
      </PublishField>
      <Exceptions />
    </div>
  )
}

function Weekdays() {
  const t = useT()
  const id = useId()
  const fieldText = useFieldText()
  const { tag } = languages[useLanguage().language]
  const { control } = useFormContext<PublishValues>()
  const code = useProblem('weekdays')
  const problem = code && (code === 'required' ? t('series.weekdays_required') : fieldText(code, 'weekdays'))
  // Monday of any week.
  const name = (day: number, weekday: 'short' | 'long') =>
    new Intl.DateTimeFormat(tag, { weekday, timeZone: 'UTC' }).format(Date.UTC(2024, 0, day))
  return (
    <Controller
      control={control}
      name="weekdays"
      rules={{ deps: ['until'] }}
      render={({ field: { value, onChange, ref } }) => (
        <fieldset className="flex min-w-0 flex-col gap-1.5" aria-describedby={problem && `${id}-error`}>
          <legend className="mb-1.5 font-medium">{t('series.weekdays')}</legend>
          <div className="flex flex-wrap gap-2">
            {weekdays.map((day, index) => (
              <label
                key={day}
                className={
                  'flex min-h-11 min-w-13 cursor-pointer items-center justify-center rounded-field border border-edge bg-surface px-2.5 ' +
                  'hover:bg-sunk has-checked:border-brand has-checked:bg-brand-tint has-checked:font-semibold has-checked:text-on-tint ' +
                  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus'
                }
              >
                <input
                  ref={index === 0 ? ref : undefined}
                  type="checkbox"
                  className="sr-only"
                  checked={value.includes(day)}
                  aria-label={name(day, 'long')}
                  onChange={({ target }) =>
                    onChange(weekdays.filter((it) => (it === day ? target.checked : value.includes(it))))
                  }
                />
                <span aria-hidden="true">{name(day, 'short').replace('.', '')}</span>
              </label>
            ))}
          </div>
          <FieldNotes id={id} error={problem} />
        </fieldset>
      )}
    />
  )
}

/** Days without a ride, added one by one. */
function Exceptions() {
  const t = useT()
  const format = useFormat()
  const dateField = useDateFieldProps()
  const { control, setValue, trigger } = useFormContext<PublishValues>()
  const [except, until, date] = useWatch({ control, name: ['except', 'until', 'date'] })
  const [typed, setTyped] = useState('')
  const [news, setNews] = useState('')
  const put = (days: string[]) => {
    setValue('except', days, { shouldDirty: true })
    void trigger('until')
  }
  const add = () => {
    if (!typed) return
    put([...new Set([...except, typed])].toSorted())
    setNews(t('series.except_added', { date: format.date(typed) }))
    setTyped('')
  }
  const remove = (day: string) => {
    put(except.filter((it) => it !== day))
    setNews(t('series.except_removed', { date: format.date(day) }))
  }
  return (
    <div className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-end gap-2.5">
        <Field label={t('series.except')} note={t('core.optional')} className="w-72 max-w-full">
          <DateField
            {...dateField}
            name="except"
            value={typed}
            onChange={setTyped}
            // Enter takes the date; it does not publish.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            min={date || dateField.min}
            max={until || dateField.max}
          />
        </Field>
        <Button variant="quiet" icon="plus" onClick={add}>
          {t('series.except_add')}
        </Button>
      </div>
      {except.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label={t('series.except_list')}>
          {except.map((day) => (
            <li key={day}>
              <button
                type="button"
                onClick={() => remove(day)}
                aria-label={t('series.except_remove', { date: format.date(day) })}
                className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-sunk px-3 text-sm hover:bg-line pointer-coarse:min-h-11"
              >
                {format.date(day)}
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <span role="status" className="sr-only">
        {news}
      </span>
    </div>
  )
}

/** The same way back: when, and for how much. */
export function PublishReturn() {
  const t = useT()
  const { control, register, trigger, getValues } = useFormContext<PublishValues>()
  const from = useWatch({ control, name: 'to' })
  const unit = useFormat().price(0, currencyOf(from.country)).unit
  const timeTexts = { invalid: t('publish.time_invalid') }
  const days = register('back_days', { deps: ['back_departure', 'back_arrival'] })
  return (
    <div className="grid grid-cols-2 items-start gap-4 ps-9 max-[25rem]:grid-cols-1 sm:grid-cols-[1.4fr_1fr_1fr]">
      <PublishField name="back_days" label={t('series.back_day')} className="max-sm:col-span-full">
        <Select {...days}>
          {Array.from({ length: furthestReturn + 1 }, (_, count) => (
            <option key={count} value={count}>
              {t('series.days_later', { count })}
            </option>
          ))}
        </Select>
      </PublishField>
      <PublishField
        name="back_departure"
        label={t('series.back_departure')}
        required
        words={{ required: t('publish.departure_required'), before_departure: t('series.back_too_early') }}
      >
        <Controller
          control={control}
          name="back_departure"
          rules={{ deps: ['back_arrival'] }}
          render={({ field }) => <TimeField {...field} texts={timeTexts} placeholder="16:00" />}
        />
      </PublishField>
      <PublishField
        name="back_arrival"
        label={t('series.back_arrival')}
        required
        words={{ required: t('publish.arrival_required') }}
      >
        <Controller
          control={control}
          name="back_arrival"
          render={({ field }) => <TimeField {...field} texts={timeTexts} placeholder="23:00" />}
        />
      </PublishField>
      <PublishField
        name="back_price"
        label={t('series.back_price')}
        note={t('core.optional')}
        hint={t('series.back_price_hint')}
        className="col-span-full max-w-72"
      >
        <TextInput
          {...register('back_price', { onBlur: () => void (getValues('back_price') && trigger('back_price')) })}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          unit={unit}
        />
      </PublishField>
    </div>
  )
}

/** How many rides will be there, and which days get none. */
export function SeriesPreview() {
  const t = useT()
  const format = useFormat()
  const fieldText = useFieldText()
  const { control } = useFormContext<PublishValues>()
  const values = useWatch({ control, compute: (all: PublishValues) => all })
  const timesMissing = !values.date || !values.departure || !values.arrival
  const daysMissing = values.repeat && (!values.until || values.weekdays.length === 0)
  if (timesMissing || daysMissing || (values.back && (!values.back_departure || !values.back_arrival)))
    return <p className="text-sm text-soft">{t('series.preview_waits')}</p>
  const { out, back, skipped } = planDays(values)
  const first = out[0]
  const last = [...out, ...back].toSorted().at(-1)
  return (
    <div role="status" className="flex flex-col gap-1.5 rounded-field bg-sunk px-4 py-3">
      <p className="font-semibold">
        {values.back
          ? t('series.count_both', { count: out.length + back.length, out: out.length, back: back.length })
          : t('series.count', { count: out.length })}
      </p>
      {first && last && first !== last && (
        <p className="text-sm text-soft">
          {t('series.period', { first: format.date(first), last: format.date(last) })}
        </p>
      )}
      {skipped.length > 0 && (
        <>
          <p className="text-sm font-medium">{t('series.skipped', { count: skipped.length })}</p>
          <ul className="max-h-40 list-disc overflow-y-auto ps-5 text-sm text-soft">
            {skipped.map(({ date, direction, code }) => (
              <li key={`${direction} ${date}`}>
                {t(direction === 'out' ? 'series.skipped_out' : 'series.skipped_back', {
                  date: format.date(date),
                  reason: fieldText(code),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
