import type { UseFormReturn } from 'react-hook-form'
import { ApiError } from '#lib/api'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useSubmission } from '#lib/forms/submission'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Field } from '#ui/field'
import { TextInput } from '#ui/text-input'
import { ForgotPassword } from './forgot-password.tsx'
import type { SignInValues } from './forms.ts'
import { toastKey } from './model.ts'
import { OtherWays } from './other-ways.tsx'
import { PasswordField } from './password-field.tsx'
import { signIn, type Entered } from './queries.ts'
import { SuspendedAccount } from './suspended-account.tsx'
import { UnconfirmedAddress } from './unconfirmed-address.tsx'

interface SignInFormProps {
  form: UseFormReturn<SignInValues>
  /** Where the person goes after signing in. */
  next: string
  /** Whether help with the password shows. */
  helpless: boolean
  /** Called after a wrong password. */
  onHelpless: () => void
  onEntered: (entered: Entered) => void
  /** Called once a code was mailed to the address. */
  onCode: (email: string) => void
}

export function SignInForm({ form, next, helpless, onHelpless, onEntered, onCode }: SignInFormProps) {
  const t = useT()
  const errorOf = useFieldErrors(form)
  const { submit, busy, refused } = useSignIn(form, onEntered, onHelpless)
  return (
    <>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
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
        <Button type="submit" size="lg" wide busy={busy}>
          {t('accounts.sign_in')}
        </Button>
      </form>
      <OtherWays form={form} next={next} onCode={onCode} />
    </>
  )
}

/** Refusals that the form shows in a place of their own. */
const shownInForm = ['email_not_verified', 'account_suspended']

function useSignIn(form: UseFormReturn<SignInValues>, onEntered: SignInFormProps['onEntered'], onHelpless: () => void) {
  const t = useT()
  const { error, failedValues, ...submission } = useSubmission({
    form,
    toastKey,
    send: (values) => signIn(values),
    onDone: onEntered,
    onError: (caught) => {
      if (!(caught instanceof ApiError)) return false
      if (caught.code === 'invalid_credentials') onHelpless()
      return shownInForm.includes(caught.code)
    },
    failure: (caught) =>
      caught instanceof ApiError && caught.code === 'invalid_credentials' ? { title: t('accounts.invalid_title') } : {},
  })
  const refused = error instanceof ApiError ? { error, email: failedValues?.email ?? '' } : undefined
  return { refused, ...submission }
}
