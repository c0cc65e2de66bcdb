import { Controller, type UseFormReturn } from 'react-hook-form'
import { lengths, meetingPointKinds } from '@samtur/contract/constants'
import type { MessageId } from '@samtur/i18n/translate'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useT } from '#lib/i18n'
import { Field } from '#ui/field'
import { FormDialog } from '#ui/form-dialog'
import { Select, TextInput } from '#ui/text-input'
import { PlaceField } from '../places/place-field.tsx'
import { type GivenPoint, type PointValues, usePointForm } from './point-form.ts'
import { useKindText } from './point-text.ts'

const labels = {
  lat: 'admin_points.lat',
  lon: 'admin_points.lon',
  step_free: 'admin_points.step_free',
  shelter: 'admin_points.shelter',
  toilet: 'admin_points.toilet',
} as const satisfies Partial<Record<keyof PointValues, MessageId>>

interface AdminPointDialogProps {
  given: GivenPoint
  onClose: () => void
}

/** Adds a meeting point, or changes one. A point never moves to another place. */
export function AdminPointDialog({ given, onClose }: AdminPointDialogProps) {
  const t = useT()
  const kindText = useKindText()
  const { form, submit, busy } = usePointForm(given, onClose)
  const { register, control } = form
  const errorOf = useFieldErrors(form)
  const isNew = !('point' in given)
  return (
    <FormDialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={t(isNew ? 'admin_points.add' : 'admin_points.edit')}
      submitLabel={t('admin_points.save')}
      cancelLabel={t('core.cancel')}
      closeLabel={t('core.close')}
      busy={busy}
      dirty={form.formState.isDirty}
    >
      {isNew ? (
        <Field label={t('admin_points.place')} error={errorOf('place_id') && t('fields.unknown_place')} required>
          <Controller control={control} name="place_id" render={({ field }) => <PlaceField {...field} />} />
        </Field>
      ) : (
        <p className="text-soft">
          <bdi>{given.point.place}</bdi>
        </p>
      )}
      <Field
        label={t('admin_points.name')}
        hint={t('admin_points.name_hint')}
        error={errorOf('name', 'point')}
        required
      >
        <TextInput {...register('name')} autoComplete="off" dir="auto" maxLength={lengths.meetingPoint * 2} />
      </Field>
      <Field label={t('admin_points.kind')}>
        <Select {...register('kind')}>
          {meetingPointKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindText(kind)}
            </option>
          ))}
        </Select>
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Degrees name="lat" form={form} />
        <Degrees name="lon" form={form} />
      </div>
      <div className="grid gap-5 sm:grid-cols-3">
        {(['step_free', 'shelter', 'toilet'] as const).map((name) => (
          <Field key={name} label={t(labels[name])}>
            <Select {...register(name)}>
              <option value="">{t('admin_points.unknown')}</option>
              <option value="yes">{t('admin_points.yes')}</option>
              <option value="no">{t('admin_points.no')}</option>
            </Select>
          </Field>
        ))}
      </div>
      <Field label={t('admin_points.parking')} hint={t('admin_points.parking_hint')} error={errorOf('parking_hours')}>
        <TextInput {...register('parking_hours')} inputMode="numeric" autoComplete="off" dir="ltr" />
      </Field>
      <Field label={t('admin_points.source')} hint={t('admin_points.source_hint')} error={errorOf('source')} required>
        <TextInput {...register('source')} autoComplete="off" dir="auto" maxLength={lengths.subject * 2} />
      </Field>
    </FormDialog>
  )
}

interface DegreesProps {
  name: 'lat' | 'lon'
  form: UseFormReturn<PointValues>
}

/** A coordinate in decimal degrees. */
function Degrees({ name, form }: DegreesProps) {
  const t = useT()
  const errorOf = useFieldErrors(form, { invalid: t('admin_points.position_invalid') })
  return (
    <Field label={t(labels[name])} hint={name === 'lat' && t('admin_points.position_hint')} error={errorOf(name)}>
      <TextInput {...form.register(name)} inputMode="decimal" autoComplete="off" dir="ltr" />
    </Field>
  )
}
