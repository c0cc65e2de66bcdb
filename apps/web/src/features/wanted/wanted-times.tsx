import { useId } from 'react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { wanted as limits } from '@samtur/contract/constants'
import { languages, type MessageId } from '@samtur/i18n/translate'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useLanguage, useT } from '#lib/i18n'
import { RadioGroup } from '#ui/choice'
import { DateField } from '#ui/date-field'
import { Field, FieldNotes } from '#ui/field'
import { TimeField } from '#ui/time-field'
import { useDateFieldProps } from '../rides/date-texts.ts'
import { weekdayName } from './days-text.ts'
import { dayKinds, isoWeekdays, plusDays, type DayKind, type WantedValues } from './model.ts'

const kindTexts = {
  day: 'wanted.one_day',
  range: 'wanted.several_days',
  weekdays: 'wanted.weekdays',
} as const satisfies Record<DayKind, MessageId>

/** On which days, and between which clock times. */
export function WantedTimes() {
  const t = useT()
  const name = useId()
  const { control } = useFormContext<WantedValues>()
  const kind = useWatch({ control, name: 'when' })
  return (
    <>
      <div className="flex flex-col gap-3">
        <Controller
          control={control}
          name="when"
          render={({ field }) => (
            <RadioGroup
              {...field}
              name={name}
              layout="row"
              legend={t('wanted.when')}
              options={dayKinds.map((value) => ({ value, label: t(kindTexts[value]) }))}
            />
          )}
        />
        {kind === 'weekdays' ? <Weekdays /> : <Dates range={kind === 'range'} />}
      </div>
      <Window />
    </>
  )
}

function Dates({ range }: { range: boolean }) {
  const t = useT()
  const form = useFormContext<WantedValues>()
  const errorOf = useFieldErrors(form, { out_of_range: t('wanted.range_too_long', { days: limits.rangeDays }) })
  const dateField = useDateFieldProps()
  const first = useWatch({ control: form.control, name: 'date_from' })
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label={range ? t('wanted.first_day') : t('wanted.day')} required error={errorOf('date_from')}>
        <Controller
          control={form.control}
          name="date_from"
          render={({ field }) => <DateField {...dateField} {...field} />}
        />
      </Field>
      {range && (
        <Field label={t('wanted.last_day')} required error={errorOf('date_to')}>
          <Controller
            control={form.control}
            name="date_to"
            render={({ field }) => (
              <DateField
                {...dateField}
                {...field}
                min={first || dateField.min}
                max={first ? plusDays(first, limits.rangeDays) : dateField.max}
              />
            )}
          />
        </Field>
      )}
    </div>
  )
}

const dayBox =
  'flex min-h-11 min-w-13 cursor-pointer items-center justify-center rounded-field border border-edge bg-surface px-2.5 ' +
  'hover:bg-sunk has-checked:border-brand has-checked:bg-brand-tint has-checked:font-semibold has-checked:text-on-tint ' +
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus'

function Weekdays() {
  const t = useT()
  const id = useId()
  const form = useFormContext<WantedValues>()
  const errorOf = useFieldErrors(form, { required: t('wanted.weekdays_required') })
  const { language } = useLanguage()
  const { tag } = languages[language]
  const dateField = useDateFieldProps()
  const problem = errorOf('weekdays')
  return (
    <div className="flex flex-col gap-3">
      <Controller
        control={form.control}
        name="weekdays"
        render={({ field: { value, onChange, ref } }) => (
          <fieldset className="flex min-w-0 flex-col gap-1.5" aria-describedby={problem && `${id}-error`}>
            <legend className="sr-only">{t('wanted.weekdays')}</legend>
            <div className="flex flex-wrap gap-2">
              {isoWeekdays.map((day, index) => (
                <label key={day} className={dayBox}>
                  <input
                    ref={index === 0 ? ref : undefined}
                    type="checkbox"
                    className="sr-only"
                    checked={value.includes(day)}
                    aria-label={weekdayName(tag, day, 'long')}
                    onChange={({ target }) =>
                      onChange(isoWeekdays.filter((it) => (it === day ? target.checked : value.includes(it))))
                    }
                  />
                  <span aria-hidden="true">{weekdayName(tag, day, 'short').replace('.', '')}</span>
                </label>
              ))}
            </div>
            <FieldNotes id={id} error={problem} />
          </fieldset>
        )}
      />
      <Field label={t('wanted.until')} note={t('core.optional')} error={errorOf('until')}>
        <Controller
          control={form.control}
          name="until"
          render={({ field }) => <DateField {...dateField} {...field} />}
        />
      </Field>
    </div>
  )
}

/** The two clock times belong together, so that their error stands below both. */
function Window() {
  const t = useT()
  const form = useFormContext<WantedValues>()
  const errorOf = useFieldErrors(form, { out_of_range: t('wanted.window_order') })
  const timeTexts = { invalid: t('wanted.time_invalid') }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">
        {t('wanted.window')} <span className="font-normal text-soft">{t('core.optional')}</span>
      </legend>
      <div className="grid grid-cols-2 items-start gap-3">
        {(['time_from', 'time_to'] as const).map((name) => (
          <Field
            key={name}
            label={<span className="text-sm">{t(name === 'time_from' ? 'wanted.earliest' : 'wanted.latest')}</span>}
            error={errorOf(name)}
          >
            <Controller
              control={form.control}
              name={name}
              rules={{ deps: ['time_to'] }}
              render={({ field }) => (
                <TimeField {...field} texts={timeTexts} placeholder={name === 'time_from' ? '12:00' : '22:00'} />
              )}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  )
}
