import { useWatch, type UseFormReturn } from 'react-hook-form'
import { paths } from '@samtur/contract/paths'
import { ApiError } from '#lib/api'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useSubmission } from '#lib/forms/submission'
import { T, useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Checkbox } from '#ui/choice'
import { Field } from '#ui/field'
import { TextLink } from '#ui/link'
import { TextInput } from '#ui/text-input'
import type { SignUpValues } from './forms.ts'
import { toastKey, weakPasswordText } from './model.ts'
import { signUp } from './queries.ts'
import { NewPasswordField } from './new-password-field.tsx'

interface SignUpFormProps {
  form: UseFormReturn<SignUpValues>
  /** Where the person goes after the confirmation. */
  next: string
  onSent: (email: string) => void
  /** Called when the address has an account and its owner wants to sign in. */
  onSignIn: (email: string) => void
}

export function SignUpForm({ form, next, onSent, onSignIn }: SignUpFormProps) {
  const t = useT()
  const { submit, busy, error } = useSignUp(form, next, onSent, onSignIn)
  const errorOf = useFieldErrors(form, { weak_password: weakPasswordText(t, error) })
  const [email, name] = useWatch({ control: form.control, name: ['email', 'name'] })
  // The terms open in a tab of their own, so that reading them loses nothing typed here.
  const terms = <TextLink key="terms" to={paths.terms} target="_blank" />
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field label={t('accounts.name')} error={errorOf('name')} required>
        <TextInput {...form.register('name')} autoComplete="name" dir="auto" />
      </Field>
      <Field label={t('accounts.email')} error={errorOf('email')} required>
        <TextInput {...form.register('email')} type="email" autoComplete="email" dir="ltr" />
      </Field>
      <NewPasswordField {...form.register('password')} person={{ email, name }} error={errorOf('password')} />
      <Checkbox
        {...form.register('terms_accepted')}
        label={<T id="accounts.agree" components={[terms]} />}
        error={errorOf('terms_accepted')}
        aria-required
      />
      <Button type="submit" size="lg" wide busy={busy}>
        {t('accounts.sign_up')}
      </Button>
    </form>
  )
}

function useSignUp(
  form: UseFormReturn<SignUpValues>,
  next: string,
  onSent: (email: string) => void,
  onSignIn: (email: string) => void,
) {
  const t = useT()
  return useSubmission({
    form,
    toastKey,
    send: (values) => signUp(values, next),
    onDone: (_, { email }) => onSent(email.trim()),
    success: () => ({ title: t('accounts.registered'), text: t('accounts.check_mail') }),
    failure: (error, reason) =>
      error instanceof ApiError && error.code === 'already_registered'
        ? {
            title: reason,
            text: t('accounts.already_registered_text'),
            action: { label: t('accounts.sign_in'), onSelect: () => onSignIn(form.getValues('email').trim()) },
          }
        : {},
  })
}
