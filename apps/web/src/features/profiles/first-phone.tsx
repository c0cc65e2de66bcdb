/** Asks a person without a phone number for one where it is soon needed. The field may stay empty. */
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { profileBody, type OwnProfile } from '@samtur/contract/profiles'
import { contractResolver } from '#lib/forms/contract'
import { useFieldErrors } from '#lib/forms/field-errors'
import { showAtFields } from '#lib/forms/server-errors'
import { useLanguage, useT } from '#lib/i18n'
import { Field } from '#ui/field'
import { wholePhone } from './model.ts'
import { PhoneInput } from './phone-input.tsx'
import { updateProfile } from './queries.ts'

/** Without a profile there is no field. */
export function useFirstPhone(profile: OwnProfile | undefined) {
  const { language } = useLanguage()
  // The field stays while the form is open, also once the number is stored.
  const [shown] = useState(profile?.phone === null)
  const [saved, setSaved] = useState(false)
  const toBody = ({ phone }: { phone: string }) => ({ phone: wholePhone(phone, language) })
  const form = useForm({
    resolver: contractResolver<{ phone: string }>(profileBody.pick({ phone: true }), toBody),
    defaultValues: { phone: '' },
  })

  /** Stores the number before the form that it belongs to is sent. Returns false for an invalid number, and throws other errors. */
  const save = async (): Promise<boolean> => {
    if (!shown || saved || form.getValues('phone').trim() === '') return true
    let stored = false
    await form.handleSubmit(async (values) => {
      try {
        await updateProfile(toBody(values))
        setSaved(true)
        stored = true
      } catch (error) {
        if (!showAtFields(form, error)) throw error
      }
    })()
    return stored
  }
  return { form, shown, saved, save }
}

interface FirstPhoneProps {
  phone: ReturnType<typeof useFirstPhone>
  label: string
  /** Who will see the number, and for what. */
  hint: string
}

export function FirstPhone({ phone: { form, shown, saved }, label, hint }: FirstPhoneProps) {
  const t = useT()
  const errorOf = useFieldErrors(form)
  if (!shown) return null
  return (
    <Field label={label} note={t('core.optional')} hint={hint} error={errorOf('phone')}>
      <PhoneInput {...form.register('phone')} onComplete={(phone) => form.setValue('phone', phone)} readOnly={saved} />
    </Field>
  )
}
