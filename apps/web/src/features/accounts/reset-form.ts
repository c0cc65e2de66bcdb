import { useState } from 'react'
import { useForm, type Resolver } from 'react-hook-form'
import { useNavigate } from '#lib/router'
import { resetPasswordBody } from '@samtur/contract/accounts'
import type { FieldCode } from '@samtur/contract/errors'
import { paths } from '@samtur/contract/paths'
import { ApiError } from '#lib/api'
import { useErrorText } from '#lib/error-text'
import { useFieldText } from '#lib/field-text'
import { applyServerErrors } from '#lib/form'
import { contractResolver } from '#lib/forms/contract'
import { useT } from '#lib/i18n'
import { endRecovery } from '#lib/session'
import { useToast } from '#ui/toast'
import { toastKey, weakPasswordText } from './model.ts'
import { chooseNewPassword } from './queries.ts'

export interface ResetValues {
  newPassword: string
  repeat: string
}

const byContract = contractResolver<ResetValues>(resetPasswordBody, ({ newPassword }) => ({ newPassword }))

/** The repetition is only for the person's own sake: the server never hears of it. */
const resolver: Resolver<ResetValues> = async (values, context, options) => {
  const result = await byContract(values, context, options)
  if (values.repeat === values.newPassword) return result
  return { values: {}, errors: { ...result.errors, repeat: { type: 'differs', message: 'differs' } } }
}

/** Choosing a password after following the link in the mail. */
export function useResetForm() {
  const t = useT()
  const toast = useToast()
  const fieldText = useFieldText()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [weakness, setWeakness] = useState<string>()
  const form = useForm<ResetValues>({ resolver, defaultValues: { newPassword: '', repeat: '' } })

  const save = async ({ newPassword }: ResetValues) => {
    try {
      const signedIn = await chooseNewPassword(newPassword)
      const text = t(signedIn ? 'accounts.reset_done_signed_in' : 'accounts.reset_done')
      toast({ tone: 'success', title: t('accounts.password_updated'), text, key: toastKey })
      navigate(signedIn ? paths.home : paths.auth, { replace: true })
    } catch (error) {
      setWeakness(weakPasswordText(t, error))
      if (applyServerErrors(form, error)) return
      toast({ tone: 'error', title: t('accounts.reset_failed'), text: errorText(error), key: toastKey })
      if (!(error instanceof ApiError) || error.code !== 'invalid_token') return
      endRecovery()
      navigate(`${paths.auth}?error=link`, { replace: true })
    }
  }
  const errorOf = (field: keyof ResetValues) => {
    const code = form.formState.errors[field]?.message
    if (code === 'differs') return t('accounts.passwords_differ')
    if (code === 'weak_password' && weakness) return weakness
    return code && fieldText(code as FieldCode, field)
  }
  return { form, errorOf, submit: form.handleSubmit(save) }
}
