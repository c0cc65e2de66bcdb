import { useState } from 'react'
import { useForm, type Resolver } from 'react-hook-form'
import { changePasswordBody } from '@samtur/contract/accounts'
import type { FieldCode } from '@samtur/contract/errors'
import { ApiError } from '#lib/api'
import { useErrorText } from '#lib/error-text'
import { useFieldText } from '#lib/field-text'
import { applyServerErrors } from '#lib/form'
import { contractResolver } from '#lib/forms/contract'
import { useT } from '#lib/i18n'
import { useToast } from '#ui/toast'
import { weakPasswordText } from './model.ts'
import { useChangePassword } from './queries.ts'

export interface PasswordValues {
  currentPassword: string
  newPassword: string
  repeat: string
}

const byContract = contractResolver<PasswordValues>(changePasswordBody, ({ repeat: _, ...body }) => body)

/** The repetition is only for the person's own sake: the server never hears of it. */
const resolver: Resolver<PasswordValues> = async (values, context, options) => {
  const result = await byContract(values, context, options)
  if (values.repeat === values.newPassword) return result
  return { values: {}, errors: { ...result.errors, repeat: { type: 'differs', message: 'differs' } } }
}

/** Changing the password: what was wrong stands at its field, and nothing typed is lost. */
export function usePasswordForm(onChanged: () => void) {
  const t = useT()
  const toast = useToast()
  const fieldText = useFieldText()
  const errorText = useErrorText()
  const { mutateAsync: change } = useChangePassword()
  const [weakness, setWeakness] = useState<string>()
  const form = useForm<PasswordValues>({
    resolver,
    defaultValues: { currentPassword: '', newPassword: '', repeat: '' },
  })

  const save = async ({ currentPassword, newPassword }: PasswordValues) => {
    try {
      await change({ currentPassword, newPassword })
      toast({ tone: 'success', title: t('accounts.password_updated'), text: t('security.password_changed_text'), key })
      onChanged()
    } catch (error) {
      setWeakness(weakPasswordText(t, error) ?? t('fields.weak_password'))
      if (error instanceof ApiError && error.code === 'wrong_password')
        form.setError('currentPassword', { type: 'server', message: 'wrong' }, { shouldFocus: true })
      else if (!applyServerErrors(form, error))
        toast({ tone: 'error', title: t('core.error_title'), text: errorText(error), key })
    }
  }
  const errorOf = (field: keyof PasswordValues) => {
    const code = form.formState.errors[field]?.message
    if (code === 'differs') return t('accounts.passwords_differ')
    if (code === 'wrong') return t('account_errors.wrong_password')
    if (code === 'weak_password') return weakness
    return code && fieldText(code as FieldCode, field === 'repeat' ? 'password' : field)
  }
  return { form, errorOf, submit: form.handleSubmit(save) }
}

const key = 'password'
