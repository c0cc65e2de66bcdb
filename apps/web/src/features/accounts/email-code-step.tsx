import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { emailCodeSignInBody } from '@samtur/contract/identities'
import type { FieldCode } from '@samtur/contract/errors'
import { ApiError } from '#lib/api'
import { useErrorText } from '#lib/error-text'
import { useFieldText } from '#lib/field-text'
import { applyServerErrors } from '#lib/form'
import { contractResolver } from '#lib/forms/contract'
import { T, useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { CodeField } from './code-field.tsx'
import { MailboxNote } from './mailbox-note.tsx'
import { sendSignInCode, signInWithCode, type Entered } from './queries.ts'
import { SendAgain } from './send-again.tsx'
import { StepHeading } from './step-heading.tsx'
import { SuspendedAccount } from './suspended-account.tsx'

interface EmailCodeStepProps {
  email: string
  onEntered: (entered: Entered) => void
  onBack: () => void
}

/** After asking for a code by mail. What it says is true of an address without an account too. */
export function EmailCodeStep({ email, onEntered, onBack }: EmailCodeStepProps) {
  const t = useT()
  const { form, problem, submit, suspended } = useCodeForm(email, onEntered)
  const address = <bdi key="email" className="font-semibold wrap-anywhere text-text" />
  return (
    <div className="flex flex-col gap-5">
      <div>
        <StepHeading>{t('accounts.code_title')}</StepHeading>
        <p className="mt-2 text-soft">
          <T id="accounts.code_text" values={{ email }} components={[address]} />
        </p>
      </div>
      <MailboxNote />
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <CodeField {...form.register('otp')} label={t('accounts.code')} error={problem} />
        {suspended && <SuspendedAccount error={suspended} />}
        <Button type="submit" size="lg" wide busy={form.formState.isSubmitting}>
          {t('accounts.sign_in')}
        </Button>
      </form>
      <div className="flex flex-wrap justify-center gap-2.5">
        <SendAgain label={t('accounts.new_code')} send={() => sendSignInCode(email)} />
        <Button variant="ghost" size="sm" icon="arrow-start" onClick={onBack}>
          {t('accounts.back_to_sign_in')}
        </Button>
      </div>
    </div>
  )
}

function useCodeForm(email: string, onEntered: EmailCodeStepProps['onEntered']) {
  const fieldText = useFieldText()
  const errorText = useErrorText()
  const [refused, setRefused] = useState<unknown>()
  const form = useForm({
    resolver: contractResolver<{ otp: string }>(emailCodeSignInBody, ({ otp }) => ({ email, otp })),
    defaultValues: { otp: '' },
  })
  const send = async ({ otp }: { otp: string }) => {
    setRefused(undefined)
    try {
      onEntered(await signInWithCode({ email, otp }))
    } catch (error) {
      if (applyServerErrors(form, error)) return
      setRefused(error)
      form.setFocus('otp')
    }
  }
  const code = form.formState.errors.otp?.message
  const suspended = refused instanceof ApiError && refused.code === 'account_suspended' ? refused : undefined
  const problem = code ? fieldText(code as FieldCode, 'otp') : refused && !suspended ? errorText(refused) : undefined
  return { form, problem, suspended, submit: form.handleSubmit(send) }
}
