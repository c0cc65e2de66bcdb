import { useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { paths } from '@samtur/contract/paths'
import { ApiError } from '#lib/api'
import { useErrorText } from '#lib/error-text'
import { applyServerErrors } from '#lib/form'
import { T, useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Checkbox } from '#ui/choice'
import { Field } from '#ui/field'
import { TextLink } from '#ui/link'
import { TextInput } from '#ui/text-input'
import { useToast } from '#ui/toast'
import { useErrorOf, type SignUpValues } from './forms.ts'
import { toastKey, weakPasswordText } from './model.ts'
import { signUp } from './queries.ts'
import { NewPasswordField } from './new-password-field.tsx'

interface SignUpFormProps {
  form: UseFormReturn<SignUpValues>
  /** Where the person goes on after the confirmation. */
  next: string
  onSent: (email: string) => void
  /** There is an account with that address already. */
  onSignIn: (email: string) => void
}

export function SignUpForm({ form, next, onSent, onSignIn }: SignUpFormProps) {
  const t = useT()
  const errorOf = useErrorOf(form)
  const passwordCode = form.formState.errors.password?.message
  const [email, name] = useWatch({ control: form.control, name: ['email', 'name'] })
  const { submit, weakness } = useSignUp(form, next, onSent, onSignIn)
  // In a tab of its own: what was typed here must not be lost to reading.
  const terms = <TextLink key="terms" to={paths.terms} target="_blank" />
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)} className="flex flex-col gap-5">
      <Field label={t('accounts.name')} error={errorOf('name')} required>
        <TextInput {...form.register('name')} autoComplete="name" dir="auto" />
      </Field>
      <Field label={t('accounts.email')} error={errorOf('email')} required>
        <TextInput {...form.register('email')} type="email" autoComplete="email" dir="ltr" />
      </Field>
      <NewPasswordField
        {...form.register('password')}
        person={{ email, name }}
        error={passwordCode === 'weak_password' ? weakness : errorOf('password')}
      />
      <Checkbox
        {...form.register('terms_accepted')}
        label={<T id="accounts.agree" components={[terms]} />}
        error={errorOf('terms_accepted')}
        aria-required
      />
      <Button type="submit" size="lg" wide busy={form.formState.isSubmitting}>
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
  const toast = useToast()
  const errorText = useErrorText()
  const [weakness, setWeakness] = useState<string>()
  const submit = async (values: SignUpValues) => {
    try {
      await signUp(values, next)
      toast({ tone: 'success', title: t('accounts.registered'), text: t('accounts.check_mail'), key: toastKey })
      onSent(values.email.trim())
    } catch (error) {
      setWeakness(weakPasswordText(t, error) ?? t('fields.weak_password'))
      if (error instanceof ApiError && error.code === 'already_registered') {
        const action = { label: t('accounts.sign_in'), onSelect: () => onSignIn(values.email.trim()) }
        toast({
          tone: 'error',
          title: errorText(error),
          text: t('accounts.already_registered_text'),
          action,
          key: toastKey,
        })
      } else if (!applyServerErrors(form, error)) {
        toast({ tone: 'error', title: t('core.error_title'), text: errorText(error), key: toastKey })
      }
    }
  }
  return { submit, weakness }
}
