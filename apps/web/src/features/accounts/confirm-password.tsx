import { useEffect, useEffectEvent, useState } from 'react'
import { useForm, type Resolver } from 'react-hook-form'
import { resetPasswordBody, signInBody } from '@samtur/contract/accounts'
import type { FieldCode } from '@samtur/contract/errors'
import { ApiError } from '#lib/api'
import { useFieldText } from '#lib/field-text'
import { contractResolver } from '#lib/forms/contract'
import { T, useT } from '#lib/i18n'
import { Button } from '#ui/button'
import type { Confirming } from './confirm-form.ts'
import { MaskedAddress } from './masked-address.tsx'
import { weakPasswordText } from './model.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { PasswordField } from './password-field.tsx'

interface ConfirmWithPasswordProps {
  confirming: Confirming
  purpose: 'confirm' | 'change_email'
  email: string
}

/** In another browser than the one that signed up: the password from there, or, for a new account, a new one. */
export function ConfirmWithPassword({ confirming, purpose, email }: ConfirmWithPasswordProps) {
  const t = useT()
  const [choosing, setChoosing] = useState<boolean>()
  // What was pressed goes away with its form: the next field gets the focus.
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

interface FormProps {
  confirming: Confirming
  /** The first field has the focus from the start. */
  focused: boolean
}

function PasswordForm({ confirming, focused }: FormProps) {
  const t = useT()
  const fieldText = useFieldText()
  const form = useForm({ resolver: passwordResolver, defaultValues: { password: '' } })
  const focus = useEffectEvent(() => focused && form.setFocus('password'))
  useEffect(() => void focus(), [])
  const send = async ({ password }: { password: string }) => {
    try {
      await confirming.confirm({ password })
    } catch (error) {
      const code = error instanceof ApiError ? error.fields?.['password'] : undefined
      form.setError('password', { type: 'server', message: code ?? 'wrong' }, { shouldFocus: true })
    }
  }
  const code = form.formState.errors.password?.message
  const problem =
    code === 'wrong' ? t('account_errors.wrong_password') : code && fieldText(code as FieldCode, 'password')
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(send)(event)} className="flex flex-col gap-5">
      <PasswordField {...form.register('password')} error={problem} autoComplete="current-password" dir="ltr" />
      <Button type="submit" size="lg" wide busy={confirming.busy}>
        {t('accounts.confirm_button')}
      </Button>
    </form>
  )
}

interface NewValues {
  newPassword: string
  repeat: string
}

const byContract = contractResolver<NewValues>(resetPasswordBody, ({ newPassword }) => ({ newPassword }))

/** The repetition is for the person's own sake: the server never hears of it. */
const newResolver: Resolver<NewValues> = async (values, context, options) => {
  const result = await byContract(values, context, options)
  if (values.repeat === values.newPassword) return result
  return { values: {}, errors: { ...result.errors, repeat: { type: 'differs', message: 'differs' } } }
}

function NewPasswordForm({ confirming, focused }: FormProps) {
  const t = useT()
  const fieldText = useFieldText()
  const [weakness, setWeakness] = useState<string>()
  const form = useForm<NewValues>({ resolver: newResolver, defaultValues: { newPassword: '', repeat: '' } })
  const send = async ({ newPassword }: NewValues) => {
    try {
      await confirming.confirm({ new_password: newPassword })
    } catch (error) {
      setWeakness(weakPasswordText(t, error))
      const code = error instanceof ApiError ? error.fields?.['new_password'] : undefined
      form.setError('newPassword', { type: 'server', message: code ?? 'invalid' }, { shouldFocus: true })
    }
  }
  const focus = useEffectEvent(() => focused && form.setFocus('newPassword'))
  useEffect(() => void focus(), [])
  const errorOf = (field: keyof NewValues) => {
    const code = form.formState.errors[field]?.message
    if (code === 'differs') return t('accounts.passwords_differ')
    if (code === 'weak_password' && weakness) return weakness
    return code && fieldText(code as FieldCode, field)
  }
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(send)(event)} className="flex flex-col gap-5">
      <NewPasswordFields register={form.register} errorOf={errorOf} />
      <Button type="submit" size="lg" wide busy={confirming.busy}>
        {t('accounts.confirm_save')}
      </Button>
    </form>
  )
}
