import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { resetPasswordBody } from '@samtur/contract/accounts'
import { paths } from '@samtur/contract/paths'
import { ApiError } from '#lib/api'
import { contractResolver } from '#lib/forms/contract'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useSubmission } from '#lib/forms/submission'
import { useT } from '#lib/i18n'
import { useNavigate, useSearchParams } from 'react-router'
import { endRecovery } from '#lib/session'
import { toastKey, weakPasswordText } from './model.ts'
import { chooseNewPassword } from './queries.ts'
import { withRepetition } from './repeated-password.ts'

interface ResetValues {
  newPassword: string
  repeat: string
}

const resolver = withRepetition(
  contractResolver<ResetValues>(resetPasswordBody, ({ newPassword }) => ({ newPassword })),
)

/** The form for a new password, after the link in the mail. */
export function useResetForm() {
  const t = useT()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [appAddress, setAppAddress] = useState<string>()
  const form = useForm<ResetValues>({ resolver, defaultValues: { newPassword: '', repeat: '' } })
  const { error, ...submission } = useSubmission({
    form,
    toastKey,
    send: ({ newPassword }) => chooseNewPassword(newPassword, search.get('flow')),
    onDone: ({ signedIn, appAddress }) => {
      if (appAddress !== undefined) setAppAddress(appAddress)
      else void navigate(signedIn ? paths.home : paths.auth, { replace: true })
    },
    success: ({ signedIn, appAddress }) => ({
      title: t('accounts.password_updated'),
      ...(appAddress === undefined && {
        text: t(signedIn ? 'accounts.reset_done_signed_in' : 'accounts.reset_done'),
      }),
    }),
    onError: (caught) => {
      if (!(caught instanceof ApiError && caught.code === 'invalid_token')) return
      endRecovery()
      void navigate(`${paths.auth}?error=link`, { replace: true })
    },
    failure: () => ({ title: t('accounts.reset_failed') }),
  })
  const errorOf = useFieldErrors(form, {
    differs: t('accounts.passwords_differ'),
    weak_password: weakPasswordText(t, error),
  })
  return { form, errorOf, appAddress, ...submission }
}
