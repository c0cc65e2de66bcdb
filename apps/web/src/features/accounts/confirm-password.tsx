import { useEffect, useEffectEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type ConfirmationPurpose, resetPasswordBody, signInBody } from '@samtur/contract/accounts'
import { ApiError } from '#lib/api'
import { contractResolver } from '#lib/forms/contract'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useSubmission } from '#lib/forms/submission'
import { T, useT } from '#lib/i18n'
import { Button } from '#ui/button'
import type { Confirming } from './confirm-form.ts'
import { MaskedAddress } from './masked-address.tsx'
import { toastKey, weakPasswordText } from './model.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { PasswordField } from './password-field.tsx'
import { withRepetition } from './repeated-password.ts'

interface ConfirmWithPasswordProps {
  confirming: Confirming
  purpose: ConfirmationPurpose
  email: string
}

/** Confirms in another browser than the one that signed up: with the account's password, or, for a new account, with a new password. */
export function ConfirmWithPassword({ confirming, purpose, email }: ConfirmWithPasswordProps) {
  const t = useT()
  const [choosing, setChoosing] = useState<boolean>()
  // The pressed button goes away with its form, so the next field gets the focus.
  const switched = choosing !== undefined
  const address = [<MaskedAddress key="email" />]
  if (choosing)
    return (
      <div className="flex flex-col gap-5">
        <p className="text-soft">
          <T id="accounts.confirm_new_text" values={{ email }} components={address} />
        </p>
        <NewPasswordForm confirming={confirming} focused />
        <Button variant="ghost" icon="arrow-start" onClick={() => setChoosing(false)}>
          {t('accounts.confirm_know_password')}
        </Button>
      </div>
    )
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-2 text-soft">
        <p>
          <T
            id={purpose === 'confirm' ? 'accounts.confirm_password_text' : 'accounts.confirm_change_text'}
            values={{ email }}
            components={address}
          />
        </p>
        {purpose === 'confirm' && <p>{t('accounts.confirm_why')}</p>}
      </div>
      <PasswordForm confirming={confirming} focused={switched} />
      {purpose === 'confirm' && (
        <Button variant="quiet" wide onClick={() => setChoosing(true)}>
          {t('accounts.confirm_choose_new')}
        </Button>
      )}
    </div>
  )
}

const passwordResolver = contractResolver<{ password: string }>(signInBody.pick({ password: true }))

const isOfPassword = (error: unknown) =>
  error instanceof ApiError && (error.code === 'wrong_password' || error.code === 'validation')

interface FormProps {
  confirming: Confirming
  /** Whether the first field gets the focus at the start. */
  focused: boolean
}

function PasswordForm({ confirming, focused }: FormProps) {
  const t = useT()
  const form = useForm({ resolver: passwordResolver, defaultValues: { password: '' } })
  const errorOf = useFieldErrors(form, { wrong: t('account_errors.wrong_password') })
  const focus = useEffectEvent(() => focused && form.setFocus('password'))
  useEffect(() => void focus(), [])
  const { submit, busy } = useSubmission({
    form,
    toastKey,
    send: ({ password }) => confirming.confirm({ password }),
    onError: (caught) => {
      if (!isOfPassword(caught)) return confirming.onError(caught)
      form.setError('password', { type: 'server', message: 'wrong' }, { shouldFocus: true })
      return true
    },
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <PasswordField
        {...form.register('password')}
        error={errorOf('password')}
        autoComplete="current-password"
        dir="ltr"
      />
      <Button type="submit" size="lg" wide busy={busy}>
        {t('accounts.confirm_button')}
      </Button>
    </form>
  )
}

interface NewValues {
  newPassword: string
  repeat: string
}

const newResolver = withRepetition(
  contractResolver<NewValues>(resetPasswordBody, ({ newPassword }) => ({ newPassword })),
)

function NewPasswordForm({ confirming, focused }: FormProps) {
  const t = useT()
  const form = useForm<NewValues>({ resolver: newResolver, defaultValues: { newPassword: '', repeat: '' } })
  const { submit, busy, error } = useSubmission({
    form,
    toastKey,
    send: ({ newPassword }) => confirming.confirm({ new_password: newPassword }),
    fieldOf: (name) => (name === 'new_password' ? 'newPassword' : name),
    onError: (caught) => {
      if (!isOfPassword(caught)) return confirming.onError(caught)
      form.setError('newPassword', { type: 'server', message: 'invalid' }, { shouldFocus: true })
      return true
    },
  })
  const focus = useEffectEvent(() => focused && form.setFocus('newPassword'))
  useEffect(() => void focus(), [])
  const errorOf = useFieldErrors(form, {
    differs: t('accounts.passwords_differ'),
    weak_password: weakPasswordText(t, error),
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <NewPasswordFields register={form.register} errorOf={errorOf} />
      <Button type="submit" size="lg" wide busy={busy}>
        {t('accounts.confirm_save')}
      </Button>
    </form>
  )
}
