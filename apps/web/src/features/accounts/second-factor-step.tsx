import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { recoveryCodeBody, totpBody } from '@samtur/contract/identities'
import { ApiError } from '#lib/api'
import { contractResolver } from '#lib/forms/contract'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useSubmission } from '#lib/forms/submission'
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

/** Asks for the second factor after the first one: a code of the app, or a recovery code. */
export function SecondFactorStep({ onEntered, onBack }: SecondFactorStepProps) {
  const t = useT()
  const [factor, setFactor] = useState<SecondFactor>('totp')
  const other = factor === 'totp' ? 'backup-code' : 'totp'
  return (
    <div className="flex flex-col gap-5">
      {/* The key empties the field when the factor changes. */}
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
  const { form, problem, submit, busy } = useFactorForm(factor, onEntered, onBack)
  const byApp = factor === 'totp'
  return (
    <>
      <div>
        <StepHeading>{t(byApp ? 'accounts.second_factor_title' : 'accounts.recovery_title')}</StepHeading>
        <p className="mt-2 text-soft">{t(byApp ? 'accounts.second_factor_text' : 'accounts.recovery_text')}</p>
      </div>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
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
        <Button type="submit" size="lg" wide busy={busy}>
          {t('accounts.sign_in')}
        </Button>
      </form>
    </>
  )
}

function useFactorForm(factor: SecondFactor, onEntered: () => void, onBack: () => void) {
  const t = useT()
  const toast = useToast()
  const form = useForm({
    resolver: contractResolver<{ code: string }>(factor === 'totp' ? totpBody : recoveryCodeBody),
    defaultValues: { code: '' },
  })
  const errorOf = useFieldErrors(form)
  // The server waits some minutes for the code.
  const startAnew = () => {
    toast({ tone: 'error', title: t('accounts.too_late_title'), text: t('accounts.too_late_text'), key: toastKey })
    onBack()
  }
  const { error, problem, ...submission } = useSubmission({
    form,
    toastKey,
    send: ({ code }) => showSecondFactor(factor, code),
    onDone: onEntered,
    onError: (caught) => {
      if (caught instanceof ApiError && caught.code === 'unauthenticated') startAnew()
      else form.setFocus('code')
      return true
    },
  })
  // The general text offers a new mailed code, which does not exist here.
  const wrongCode = error instanceof ApiError && error.code === 'invalid_code'
  const refusal = wrongCode
    ? t(factor === 'totp' ? 'accounts.wrong_app_code' : 'accounts.wrong_recovery_code')
    : problem
  // The text of an invalid code names six digits, which a recovery code does not have.
  const field = factor === 'totp' || form.formState.errors.code?.message === 'required' ? 'code' : ''
  return { form, problem: errorOf('code', field) ?? refusal, ...submission }
}
