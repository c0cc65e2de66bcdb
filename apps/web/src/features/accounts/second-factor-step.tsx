import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { recoveryCodeBody, totpBody } from '@samtur/contract/identities'
import type { FieldCode } from '@samtur/contract/errors'
import { ApiError } from '#lib/api'
import { useErrorText } from '#lib/error-text'
import { useFieldText } from '#lib/field-text'
import { applyServerErrors } from '#lib/form'
import { contractResolver } from '#lib/forms/contract'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Field } from '#ui/field'
import { TextInput } from '#ui/text-input'
import { useToast } from '#ui/toast'
import { CodeField } from './code-field.tsx'
import { toastKey } from './model.ts'
import { showSecondFactor, type SecondFactor } from './queries.ts'
import { StepHeading } from './step-heading.tsx'

interface SecondFactorStepProps {
  onEntered: () => void
  onBack: () => void
}

/** The way in was right; the account also wants a code from an app, or one of those kept for when the app is lost. */
export function SecondFactorStep({ onEntered, onBack }: SecondFactorStepProps) {
  const t = useT()
  const [factor, setFactor] = useState<SecondFactor>('totp')
  const other = factor === 'totp' ? 'backup-code' : 'totp'
  return (
    <div className="flex flex-col gap-5">
      {/* Each way has its own words, and its own empty field. */}
      <FactorForm key={factor} factor={factor} onEntered={onEntered} onBack={onBack} />
      <div className="flex flex-wrap justify-center gap-2.5">
        <Button variant="quiet" size="sm" icon="lock" onClick={() => setFactor(other)}>
          {t(other === 'totp' ? 'accounts.use_app' : 'accounts.use_recovery_code')}
        </Button>
        <Button variant="ghost" size="sm" icon="arrow-start" onClick={onBack}>
          {t('accounts.back_to_sign_in')}
        </Button>
      </div>
    </div>
  )
}

function FactorForm({ factor, onEntered, onBack }: SecondFactorStepProps & { factor: SecondFactor }) {
  const t = useT()
  const { form, problem, submit } = useFactorForm(factor, onEntered, onBack)
  const byApp = factor === 'totp'
  return (
    <>
      <div>
        <StepHeading>{t(byApp ? 'accounts.second_factor_title' : 'accounts.recovery_title')}</StepHeading>
        <p className="mt-2 text-soft">{t(byApp ? 'accounts.second_factor_text' : 'accounts.recovery_text')}</p>
      </div>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        {byApp ? (
          <CodeField {...form.register('code')} label={t('accounts.app_code')} error={problem} />
        ) : (
          <Field label={t('accounts.recovery_code')} error={problem} required>
            <TextInput
              {...form.register('code')}
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              dir="ltr"
            />
          </Field>
        )}
        <Button type="submit" size="lg" wide busy={form.formState.isSubmitting}>
          {t('accounts.sign_in')}
        </Button>
      </form>
    </>
  )
}

function useFactorForm(factor: SecondFactor, onEntered: () => void, onBack: () => void) {
  const t = useT()
  const toast = useToast()
  const fieldText = useFieldText()
  const errorText = useErrorText()
  const [refused, setRefused] = useState<unknown>()
  const form = useForm({
    resolver: contractResolver<{ code: string }>(factor === 'totp' ? totpBody : recoveryCodeBody),
    defaultValues: { code: '' },
  })
  const send = async ({ code }: { code: string }) => {
    setRefused(undefined)
    try {
      await showSecondFactor(factor, code)
      onEntered()
    } catch (error) {
      if (applyServerErrors(form, error)) return
      if (error instanceof ApiError && error.code === 'unauthenticated') return startAnew()
      setRefused(error)
      form.setFocus('code')
    }
  }
  // The server waits a few minutes for the code, and not longer.
  const startAnew = () => {
    toast({ tone: 'error', title: t('accounts.too_late_title'), text: t('accounts.too_late_text'), key: toastKey })
    onBack()
  }
  // Nobody can send a new one of these, as the words about mailed codes say.
  const refusal = (error: unknown) =>
    !(error instanceof ApiError && error.code === 'invalid_code')
      ? errorText(error)
      : t(factor === 'totp' ? 'accounts.wrong_app_code' : 'accounts.wrong_recovery_code')
  const code = form.formState.errors.code?.message
  // A recovery code has no number of digits to tell of.
  const field = factor === 'totp' || code === 'required' ? 'code' : undefined
  const problem = code ? fieldText(code as FieldCode, field) : refused ? refusal(refused) : undefined
  return { form, problem, submit: form.handleSubmit(send) }
}
