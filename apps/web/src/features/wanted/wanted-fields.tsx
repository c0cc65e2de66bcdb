import { useId, useState } from 'react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { lengths, luggagePieces } from '@samtur/contract/constants'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Checkbox, RadioGroup } from '#ui/choice'
import { Field } from '#ui/field'
import { RouteDot } from '#ui/route-line'
import { Select, TextArea, TextInput } from '#ui/text-input'
import { PlaceField } from '../places/place-field.tsx'
import { filterFacts, switchNames, switchValue } from './filter-facts.ts'
import { radiusChoices, seatChoices, viewerKinds, type WantedValues } from './model.ts'

/** From and to on the line of the ride, and how far from both it may pass. */
export function WantedPlaces() {
  const t = useT()
  const format = useFormat()
  const name = useId()
  const form = useFormContext<WantedValues>()
  const errorOf = useFieldErrors(form)
  const { control, trigger } = form
  const [from, to] = useWatch({ control, name: ['from.text', 'to.text'] })
  return (
    <>
      <div className="relative flex flex-col gap-3 ps-7">
        <Rail />
        {(['from', 'to'] as const).map((end) => (
          <Field key={end} label={end === 'from' ? t('rides.from') : t('rides.to')} required error={errorOf(end)}>
            <Controller
              control={control}
              name={end}
              render={({ field }) => (
                <PlaceField
                  {...field}
                  onChange={(place) => {
                    field.onChange(place)
                    if (form.formState.errors[end]) void trigger(end)
                  }}
                  placeholder={t('rides.place_example')}
                />
              )}
            />
          </Field>
        ))}
      </div>
      <Controller
        control={control}
        name="radius_km"
        render={({ field }) => (
          <RadioGroup
            {...field}
            name={name}
            layout="segments"
            legend={t('wanted.radius')}
            hint={from && to ? t('wanted.radius_hint_places', { from, to }) : t('wanted.radius_hint')}
            error={errorOf('radius_km')}
            options={withOwn(radiusChoices, field.value).map((km) => ({
              value: km,
              label:
                km === '50' ? (
                  <bdi>{t('wanted.km', { km: format.number(Number(km)) })}</bdi>
                ) : (
                  format.number(Number(km))
                ),
            }))}
          />
        )}
      />
    </>
  )
}

/** Returns the choices in order, with another value among them. */
const withOwn = (choices: readonly string[], own: string) =>
  [...new Set([...choices, own])].sort((a, b) => Number(a) - Number(b))

function Rail() {
  return (
    <span aria-hidden="true" className="absolute start-0 top-[3.25rem] bottom-[1.35rem] flex w-4 flex-col items-center">
      <span className="-mt-1.5 flex">
        <RouteDot kind="start" />
      </span>
      <span className="flex-1 border-s-2 border-brand" />
      <span className="-mb-2 flex">
        <RouteDot kind="end" />
      </span>
    </span>
  )
}

/** Seats and the highest price. */
export function WantedNumbers() {
  const t = useT()
  const format = useFormat()
  const name = useId()
  const form = useFormContext<WantedValues>()
  const errorOf = useFieldErrors(form)
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Controller
        control={form.control}
        name="seats"
        render={({ field }) => (
          <RadioGroup
            {...field}
            value={field.value || '1'}
            name={name}
            layout="segments"
            legend={t('wanted.seats')}
            error={errorOf('seats')}
            options={withOwn(seatChoices, field.value || '1').map((count) => ({
              value: count,
              label: format.number(Number(count)),
            }))}
          />
        )}
      />
      <Field label={t('wanted.max_price')} note={t('core.optional')} error={errorOf('max_price', 'price')}>
        <TextInput
          {...form.register('max_price')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          placeholder={t('wanted.any_price')}
          unit={format.price(0).unit}
        />
      </Field>
    </div>
  )
}

const viewerTexts = {
  me: { label: 'wanted.only_me', hint: 'wanted.only_me_text' },
  drivers: { label: 'wanted.drivers_too', hint: 'wanted.drivers_too_text' },
} as const

export function WantedViewers() {
  const t = useT()
  const name = useId()
  const { control } = useFormContext<WantedValues>()
  return (
    <Controller
      control={control}
      name="seen_by"
      render={({ field }) => (
        <RadioGroup
          {...field}
          name={name}
          legend={t('wanted.viewers')}
          options={viewerKinds.map((kind) => ({
            value: kind,
            label: t(viewerTexts[kind].label),
            hint: t(viewerTexts[kind].hint),
          }))}
        />
      )}
    />
  )
}

/** What few people need: opened by a press, or open where something is filled in. */
export function WantedExtras() {
  const t = useT()
  const form = useFormContext<WantedValues>()
  const errorOf = useFieldErrors(form)
  const [open, setOpen] = useState(() => {
    const values = form.getValues()
    return values.luggage !== '' || values.note !== '' || switchNames.some((name) => values[name] !== '')
  })
  // The search alone offers the own gender; what came from it can be taken away.
  const [switches] = useState(() => switchNames.filter((name) => name !== 'same_gender' || form.getValues(name) !== ''))
  if (!open)
    return (
      <Button variant="ghost" icon="plus" onClick={() => setOpen(true)} className="-ms-4.5 self-start text-link!">
        {t('wanted.extras')}
      </Button>
    )
  return (
    <div className="flex flex-col gap-4">
      {switches.map((filter) => (
        <Controller
          key={filter}
          control={form.control}
          name={filter}
          render={({ field: { value, onChange, ...field } }) => (
            <Checkbox
              {...field}
              checked={value !== ''}
              onChange={({ target }) => onChange(target.checked ? switchValue(filter) : '')}
              label={filterFacts[filter].box(t)}
            />
          )}
        />
      ))}
      <Field label={t('wanted.luggage')} error={errorOf('luggage')}>
        <Select {...form.register('luggage')}>
          <option value="">{t('wanted.any_luggage')}</option>
          {luggagePieces.map((piece) => (
            // i18n-dynamic: rides.luggage.*
            <option key={piece} value={piece}>
              {t(`rides.luggage.${piece}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('wanted.note')} note={t('core.optional')} hint={t('wanted.note_hint')} error={errorOf('note')}>
        <TextArea {...form.register('note')} rows={2} counter={lengths.wantedNote} />
      </Field>
    </div>
  )
}
