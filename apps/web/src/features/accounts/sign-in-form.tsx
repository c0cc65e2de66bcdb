import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ApiError } from '#lib/api'
import { useErrorText } from '#lib/error-text'
import { applyServerErrors } from '#lib/form'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Field } from '#ui/field'
import { TextInput } from '#ui/text-input'
import { useToast } from '#ui/toast'
import { ForgotPassword } from './forgot-password.tsx'
import { useErrorOf, type SignInValues } from './forms.ts'
import { toastKey } from './model.ts'
import { OtherWays } from './other-ways.tsx'
import { PasswordField } from './password-field.tsx'
import { signIn, type Entered } from './queries.ts'
import { SuspendedAccount } from './suspended-account.tsx'
import { UnconfirmedAddress } from './unconfirmed-address.tsx'

interface SignInFormProps {
  form: UseFormReturn<SignInValues>
  /** Where it leads. */
  next: string
  /** Offers help with the password; once offered it stays. */
  helpless: boolean
  /** The password has turned out to be wrong. */
  onHelpless: () => void
  onEntered: (entered: Entered) => void
  /** A code is on its way to this address. */
  onCode: (email: string) => void
}

export function SignInForm({ form, next, helpless, onHelpless, onEntered, onCode }: SignInFormProps) {
  const t = useT()
  const errorOf = useErrorOf(form)
  const { submit, refused } = useSignIn(form, onEntered, onHelpless)
  return (
    <>
      <form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)} className="flex flex-col gap-5">
        <Field label={t('accounts.email')} error={errorOf('email')} required>
          <TextInput {...form.register('email')} type="email" autoComplete="username" dir="ltr" />
        </Field>
        <div className="flex flex-col gap-1">
          <PasswordField
            {...form.register('password')}
            error={errorOf('password')}
            autoComplete="current-password"
            dir="ltr"
          />
          {helpless && <ForgotPassword form={form} />}
        </div>
        {refused?.error.code === 'email_not_verified' && <UnconfirmedAddress email={refused.email} next={next} />}
        {refused?.error.code === 'account_suspended' && <SuspendedAccount error={refused.error} />}
        <Button type="submit" size="lg" wide busy={form.formState.isSubmitting}>
          {t('accounts.sign_in')}
        </Button>
      </form>
      <OtherWays form={form} next={next} onCode={onCode} />
    </>
  )
}

interface Refusal {
  error: ApiError
  email: string
}

/** Refusals that have a place of their own in the form. */
const toldInPlace = ['email_not_verified', 'account_suspended']

function useSignIn(form: UseFormReturn<SignInValues>, onEntered: SignInFormProps['onEntered'], onHelpless: () => void) {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const [refused, setRefused] = useState<Refusal>()
  const submit = async (values: SignInValues) => {
    try {
      onEntered(await signIn(values))
    } catch (error) {
      setRefused(error instanceof ApiError ? { error, email: values.email } : undefined)
      const code = error instanceof ApiError ? error.code : 'internal'
      if (code === 'invalid_credentials') onHelpless()
      if (toldInPlace.includes(code) || applyServerErrors(form, error)) return
      const title = code === 'invalid_credentials' ? t('accounts.invalid_title') : t('core.error_title')
      toast({ tone: 'error', title, text: errorText(error), key: toastKey })
    }
  }
  return { submit, refused }
}
