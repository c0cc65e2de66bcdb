import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { genders } from '@samtur/contract/constants'
import { paths } from '@samtur/contract/paths'
import { profileBody, type OwnProfile } from '@samtur/contract/profiles'
import { useErrorText } from '#lib/error-text'
import { applyServerErrors, contractResolver } from '#lib/form'
import { useLanguage, useT } from '#lib/i18n'
import { readablePhone } from '#lib/readable'
import { useToast } from '#ui/toast'
import { useReauthentication } from '../accounts/public.ts'
import { clearDraft, loadDraft, saveDraft, withCountryCode } from './model.ts'
import { updateProfile } from './queries.ts'

export interface EditValues {
  full_name: string
  phone: string
  address: string
  gender: (typeof genders)[number] | ''
  age: string
}

const valuesOf = ({ full_name, phone, address, gender, age }: OwnProfile): EditValues => ({
  full_name,
  phone: phone === null ? '' : readablePhone(phone).replaceAll('\u00a0', ' '),
  address: address ?? '',
  gender: gender ?? '',
  age: age === null ? '' : String(age),
})

/** Only digits make an age: Number() alone would take '1e2'. */
function ageOf(text: string) {
  if (text.trim() === '') return null
  return /^-?\d+$/.test(text.trim()) ? Number(text) : NaN
}

const toBody = ({ phone, gender, age, ...values }: EditValues, language: string) => ({
  ...values,
  phone: withCountryCode(phone, language),
  gender: gender || null,
  age: ageOf(age),
})

export function useEditForm(profile: OwnProfile) {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const { run, dialog } = useReauthentication()
  const { language } = useLanguage()
  const [draft] = useState(() => loadDraft<EditValues>(profile.id))
  const form = useForm<EditValues>({
    resolver: contractResolver(profileBody, (values) => toBody(values, language)),
    defaultValues: { ...valuesOf(profile), ...draft },
  })
  // Whoever leaves for a moment finds it again; saving, cancelling and signing out end it.
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(profile.id, values) }),
    [form, profile.id],
  )
  const save = async (values: EditValues) => {
    try {
      // Another phone number is a matter of security; what was typed stays where the person would rather not show the password.
      if (!(await run(() => updateProfile(toBody(values, language))))) return
      clearDraft()
      toast({ tone: 'success', title: t('profiles.success'), text: t('profiles.updated'), key: 'profile' })
      void navigate(paths.ownProfile)
    } catch (error) {
      if (applyServerErrors(form, error)) return
      const words = { text: t('profiles.update_failed'), detail: errorText(error) }
      toast({ tone: 'error', title: t('core.error_title'), ...words, key: 'profile' })
    }
  }
  return { form, dialog, submit: form.handleSubmit(save) }
}
