import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { genders } from '@samtur/contract/constants'
import { paths } from '@samtur/contract/paths'
import { profileBody, type OwnProfile } from '@samtur/contract/profiles'
import { contractResolver } from '#lib/forms/contract'
import { useFormWithDraft } from '#lib/forms/draft'
import { useSubmission } from '#lib/forms/submission'
import { useLanguage, useT } from '#lib/i18n'
import { useReauthentication } from '../accounts/reauthentication.tsx'
import { typedPhone, wholePhone } from './model.ts'
import { updateProfile } from './queries.ts'

interface EditValues {
  full_name: string
  phone: string
  address: string
  gender: (typeof genders)[number] | ''
  age: string
}

const valuesOf = ({ full_name, phone, address, gender, age }: OwnProfile): EditValues => ({
  full_name,
  phone: phone === null ? '' : typedPhone(phone),
  address: address ?? '',
  gender: gender ?? '',
  age: age === null ? '' : String(age),
})

/** Returns NaN for anything but digits: Number() alone would take '1e2'. */
function ageOf(text: string) {
  if (text.trim() === '') return null
  return /^-?\d+$/.test(text.trim()) ? Number(text) : NaN
}

const toBody = ({ full_name, phone, gender, age, ...values }: EditValues, profile: OwnProfile, language: string) => ({
  ...values,
  // A name from before a rule of names hinders no other change.
  ...(full_name !== profile.full_name && { full_name }),
  phone: wholePhone(phone, language),
  gender: gender || null,
  age: ageOf(age),
})

/** `freeFrom` is the day from which the gender can be changed again, once the server has refused a change. */
export function useEditForm(profile: OwnProfile) {
  const t = useT()
  const navigate = useNavigate()
  const { run, dialog } = useReauthentication()
  const { language } = useLanguage()
  const { form, draft } = useFormWithDraft<EditValues>({
    name: 'profile',
    owner: profile.id,
    resolver: contractResolver(profileBody, (values) => toBody(values, profile, language)),
    defaults: (stored) => ({ ...valuesOf(profile), ...stored }),
  })
  const [freeFrom, setFreeFrom] = useState<string>()
  const submission = useSubmission({
    form,
    draft,
    toastKey: 'profile',
    // A new phone number asks for the password.
    send: (values) => run(() => updateProfile(toBody(values, profile, language))),
    onDone: () => void navigate(paths.ownProfile),
    success: () => ({ title: t('profiles.success'), text: t('profiles.updated') }),
    failure: t('profiles.update_failed'),
    messageOf: ({ params }, code) => {
      if (code === 'changed_recently' && typeof params?.['date'] === 'string') setFreeFrom(params['date'])
      return code
    },
  })
  return { form, dialog, cancel: draft.clear, freeFrom, ...submission }
}
