import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ApiError } from '#lib/api'
import { boot } from '#lib/boot'
import { useErrorText } from '#lib/error-text'
import { applyServerErrors } from '#lib/form'
import { useT } from '#lib/i18n'
import { signIn } from '#lib/session'
import { Button } from '#ui/button'
import { Field } from '#ui/field'
import { TextInput } from '#ui/text-input'
import { useToast } from '#ui/toast'
import { useErrorOf, type SignInValues } from './forms.ts'
import { toastKey } from './model.ts'
import { PasswordField } from './password-field.tsx'
import { UnconfirmedAddress } from './unconfirmed-address.tsx'

export function SignInForm({ form }: { form: UseFormReturn<SignInValues> }) {
  const t = useT()
  const errorOf = useErrorOf(form)
  const { submit, refused } = useSignIn(form)
  return (
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
        {refused?.code === 'invalid_credentials' && <ForgotPassword form={form} />}
      </div>
      {refused?.code === 'email_not_verified' && <UnconfirmedAddress email={refused.email} />}
      <Button type="submit" size="lg" wide busy={form.formState.isSubmitting}>
        {t('accounts.sign_in')}
      </Button>
    </form>
  )
}

interface Refusal {
  code: ApiError['code']
  email: string
}

function useSignIn(form: UseFormReturn<SignInValues>) {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const [refused, setRefused] = useState<Refusal>()
  const submit = async (values: SignInValues) => {
    try {
      await signIn(values)
      toast({ tone: 'success', title: t('accounts.welcome_back'), key: toastKey })
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 'internal'
      setRefused({ code, email: values.email })
      // That one has its own place in the form.
      if (code === 'email_not_verified' || applyServerErrors(form, error)) return
      const title = code === 'invalid_credentials' ? t('accounts.invalid_title') : t('core.error_title')
      toast({ tone: 'error', title, text: errorText(error), key: toastKey })
    }
  }
  return { submit, refused }
}

/** Offered only after a wrong password. Resetting by mail does not exist yet, and this says so. */
function ForgotPassword({ form }: { form: UseFormReturn<SignInValues> }) {
  const t = useT()
  const toast = useToast()
  const ask = () => {
    if (form.getValues('email').trim() === '') {
      toast({ tone: 'error', title: t('core.error_title'), text: t('accounts.email_first'), key: toastKey })
      form.setFocus('email')
      return
    }
    const text = t('accounts.reset_unavailable', { email: boot.config.support_email })
    toast({ tone: 'info', title: t('accounts.reset_title'), text, key: toastKey })
  }
  return (
    <button
      type="button"
      onClick={ask}
      className="min-h-11 self-start rounded-sm font-semibold text-link hover:underline"
    >
      {t('accounts.forgot_password')}
    </button>
  )
}
