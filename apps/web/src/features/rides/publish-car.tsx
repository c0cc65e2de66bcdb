import { useFormContext } from 'react-hook-form'
import { useT } from '#lib/i18n'
import { TextInput } from '#ui/text-input'
import { FirstPhone, type useFirstPhone } from '../profiles/first-phone.tsx'
import { PublishField } from './publish-field.tsx'
import { tidyPlate, type PublishValues } from './publish-form.ts'

/** Which car to look for. Colour and plate are for accepted passengers only, and the form says so. */
interface PublishCarProps {
  prefilled: boolean
  /** Left out where a published ride is changed. */
  phone?: ReturnType<typeof useFirstPhone>
}

export function PublishCar({ prefilled, phone }: PublishCarProps) {
  const t = useT()
  const { register, setValue, getValues } = useFormContext<PublishValues>()
  const plate = register('license_plate', {
    onBlur: () => setValue('license_plate', tidyPlate(getValues('license_plate')), { shouldValidate: true }),
  })
  return (
    <div className="flex flex-col gap-4">
      {prefilled && <p className="text-sm text-soft">{t('publish.car_from_last')}</p>}
      <div className="grid gap-4 sm:grid-cols-2">
        <PublishField
          name="car_make"
          label={t('publish.car_make')}
          required
          words={{ required: t('publish.car_make_required') }}
        >
          <TextInput
            {...register('car_make')}
            autoComplete="off"
            placeholder={t('publish.car_make_example')}
            dir="auto"
          />
        </PublishField>
        <PublishField
          name="car_model"
          label={t('publish.car_model')}
          required
          words={{ required: t('publish.car_model_required') }}
        >
          <TextInput
            {...register('car_model')}
            autoComplete="off"
            placeholder={t('publish.car_model_example')}
            dir="auto"
          />
        </PublishField>
        <PublishField
          name="car_color"
          label={t('publish.car_color')}
          required
          words={{ required: t('publish.car_color_required') }}
        >
          <TextInput
            {...register('car_color')}
            autoComplete="off"
            placeholder={t('publish.car_color_example')}
            dir="auto"
          />
        </PublishField>
        <PublishField
          name="license_plate"
          label={t('publish.license_plate')}
          required
          words={{ required: t('publish.license_plate_required') }}
          hint={t('publish.license_plate_hint')}
        >
          <TextInput
            {...plate}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            dir="ltr"
            className="uppercase"
          />
        </PublishField>
      </div>
      <p className="text-sm text-soft">{t('publish.car_private')}</p>
      {phone && <FirstPhone phone={phone} label={t('publish.phone_label')} hint={t('publish.phone_hint')} />}
    </div>
  )
}
