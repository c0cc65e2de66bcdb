import { genderCountsAfterDays, genders } from '@samtur/contract/constants'
import { paths } from '@samtur/contract/paths'
import { boot } from '#lib/boot'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useFormat } from '#lib/format'
import { useLanguage, useT } from '#lib/i18n'
import { useMe } from '#lib/session'
import { BackLink } from '#ui/back-link'
import { Button, ButtonLink } from '#ui/button'
import { Card } from '#ui/card'
import { Field } from '#ui/field'
import { Page, PageHeader } from '#ui/page'
import { Select, TextInput } from '#ui/text-input'
import { countryCode } from './model.ts'
import { useEditForm } from './edit-form.ts'
import { genderText } from './facts.tsx'
import { PhoneInput } from './phone-input.tsx'

const phoneExample = '+47 912 34 567'

export function EditScreen() {
  const t = useT()
  return (
    <Page width="form">
      <PageHeader
        title={t('profiles.edit_title')}
        back={<BackLink to={paths.ownProfile}>{t('profiles.to_profile')}</BackLink>}
      />
      <EditForm />
    </Page>
  )
}

function EditForm() {
  const t = useT()
  const { profile } = useMe()
  const { language } = useLanguage()
  const { form, dialog, submit, busy, cancel, freeFrom } = useEditForm(profile)
  const format = useFormat()
  const errorOf = useFieldErrors(form, {
    ...(freeFrom && { changed_recently: t('same_gender.changed_recently', { date: format.longDate(freeFrom) }) }),
  })
  const note = t('core.optional')
  return (
    <Card padding="lg">
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Field
          label={t('profiles.full_name')}
          hint={profile.name_confirmed ? t('confirmed.done') : undefined}
          error={errorOf('full_name')}
          required
        >
          <TextInput {...form.register('full_name')} autoComplete="name" dir="auto" />
        </Field>
        <Field
          label={t('profiles.phone')}
          note={note}
          hint={t('profiles.phone_hint', { code: countryCode(language) })}
          error={errorOf('phone')}
        >
          <PhoneInput
            {...form.register('phone')}
            onComplete={(phone) => form.setValue('phone', phone, { shouldDirty: true })}
            placeholder={phoneExample}
          />
        </Field>
        <Field label={t('profiles.address')} note={note} hint={t('profiles.address_hint')} error={errorOf('address')}>
          <TextInput {...form.register('address')} autoComplete="street-address" dir="auto" />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label={t('profiles.gender')}
            note={note}
            hint={boot.config.same_gender ? t('same_gender.change_waits', { days: genderCountsAfterDays }) : undefined}
            error={errorOf('gender')}
          >
            <Select {...form.register('gender')} autoComplete="sex">
              <option value="">{t('profiles.not_given')}</option>
              {genders.map((gender) => (
                <option key={gender} value={gender}>
                  {genderText(t, gender)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t('profiles.age')} note={note} error={errorOf('age')}>
            <TextInput {...form.register('age')} inputMode="numeric" autoComplete="off" dir="ltr" />
          </Field>
        </div>
        <p className="text-sm text-soft">{t('profiles.public_hint')}</p>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy} className="max-sm:flex-1">
            {t('core.save')}
          </Button>
          <ButtonLink to={paths.ownProfile} variant="quiet" className="max-sm:flex-1" onClick={cancel}>
            {t('core.cancel')}
          </ButtonLink>
        </div>
      </form>
      {dialog}
    </Card>
  )
}
