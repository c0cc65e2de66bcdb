import { Controller } from 'react-hook-form'
import { countries, lengths } from '@samtur/contract/constants'
import { languages } from '@samtur/i18n/translate'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useLanguage, useT } from '#lib/i18n'
import { osloDay } from '#lib/oslo-time'
import { DateField } from '#ui/date-field'
import { Field } from '#ui/field'
import { FormDialog } from '#ui/form-dialog'
import { Select, TextInput } from '#ui/text-input'
import { useCountryName } from './rates-table.tsx'
import { useRateForm } from './rate-form.ts'

/** Adds the rate of a country from a day on, with its source. */
export function RateDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const dateField = useDateFieldProps()
  const nameOf = useCountryName()
  const { form, submit, busy } = useRateForm(onClose)
  const { errors, isDirty } = form.formState
  const errorOf = useFieldErrors(form)
  return (
    <FormDialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={t('rates.add')}
      submitLabel={t('rates.save')}
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
      busy={busy}
      dirty={isDirty}
    >
      <p className="text-soft">{t('rates.add_text')}</p>
      <Field label={t('rates.country')}>
        <Select {...form.register('country')}>
          {countries.map((country) => (
            <option key={country} value={country}>
              {nameOf(country)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('rates.valid_from')} error={errors.valid_from && t('rates.day_invalid')} required>
        <Controller
          control={form.control}
          name="valid_from"
          render={({ field }) => <DateField {...dateField} {...field} />}
        />
      </Field>
      <Field
        label={t('rates.figure')}
        hint={t('rates.figure_hint')}
        error={errors.ore_per_km && t('rates.figure_invalid')}
        required
      >
        <TextInput {...form.register('ore_per_km')} inputMode="decimal" autoComplete="off" dir="ltr" />
      </Field>
      <Field label={t('rates.source')} hint={t('rates.source_hint')} error={errorOf('source')} required>
        <TextInput {...form.register('source')} autoComplete="off" dir="auto" maxLength={lengths.subject * 2} />
      </Field>
    </FormDialog>
  )
}

function useDateFieldProps() {
  const t = useT()
  return {
    locale: languages[useLanguage().language].tag,
    today: osloDay(),
    texts: {
      open: t('rates.date_open'),
      loading: t('core.loading'),
      previousMonth: t('rates.date_previous_month'),
      nextMonth: t('rates.date_next_month'),
      today: t('rates.date_today'),
      unavailable: t('rates.date_unavailable'),
      invalid: t('rates.day_invalid'),
      outOfRange: t('rates.day_invalid'),
    },
  }
}
