import { useForm } from 'react-hook-form'
import { changePasswordBody } from '@samtur/contract/accounts'
import { ApiError } from '#lib/api'
import { contractResolver } from '#lib/forms/contract'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useSubmission } from '#lib/forms/submission'
import { useT } from '#lib/i18n'
import { weakPasswordText } from './model.ts'
import { useChangePassword } from './queries.ts'
import { withRepetition } from './repeated-password.ts'

interface PasswordValues {
  currentPassword: string
  newPassword: string
  repeat: string
}

const resolver = withRepetition(contractResolver<PasswordValues>(changePasswordBody, ({ repeat: _, ...body }) => body))

/** The form that changes the password. */
export function usePasswordForm(onChanged: () => void) {
  const t = useT()
  const { mutateAsync: change } = useChangePassword()
  const form = useForm<PasswordValues>({
    resolver,
    defaultValues: { currentPassword: '', newPassword: '', repeat: '' },
  })
  const { error, ...submission } = useSubmission({
    form,
    toastKey: 'password',
    send: ({ currentPassword, newPassword }) => change({ currentPassword, newPassword }),
    onDone: onChanged,
    success: () => ({ title: t('accounts.password_updated'), text: t('security.password_changed_text') }),
    onError: (caught) => {
      if (!(caught instanceof ApiError && caught.code === 'wrong_password')) return false
      form.setError('currentPassword', { type: 'server', message: 'wrong' }, { shouldFocus: true })
      return true
    },
  })
  const textOf = useFieldErrors(form, {
    differs: t('accounts.passwords_differ'),
    wrong: t('account_errors.wrong_password'),
    weak_password: weakPasswordText(t, error),
  })
  const errorOf = (field: keyof PasswordValues) => textOf(field, field === 'repeat' ? 'password' : field)
  return { form, errorOf, ...submission }
}
