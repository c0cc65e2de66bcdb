import { useForm } from 'react-hook-form'
import { emailCodeSignInBody } from '@samtur/contract/identities'
import { ApiError } from '#lib/api'
import { contractResolver } from '#lib/forms/contract'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useSubmission } from '#lib/forms/submission'
import { T, useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { CodeField } from './code-field.tsx'
import { MailboxNote } from './mailbox-note.tsx'
import { toastKey } from './model.ts'
import { sendSignInCode, signInWithCode, type Entered } from './queries.ts'
import { SendAgain } from './send-again.tsx'
import { StepHeading } from './step-heading.tsx'
import { SuspendedAccount } from './suspended-account.tsx'

interface EmailCodeStepProps {
  email: string
  onEntered: (entered: Entered) => void
  onBack: () => void
}

/** Asks for the mailed code. Its words are also true for an address without an account. */
export function EmailCodeStep({ email, onEntered, onBack }: EmailCodeStepProps) {
  const t = useT()
  const { form, problem, submit, busy, suspended } = useCodeForm(email, onEntered)
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
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <CodeField {...form.register('otp')} label={t('accounts.code')} error={problem} />
        {suspended && <SuspendedAccount error={suspended} />}
        <Button type="submit" size="lg" wide busy={busy}>
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
  const form = useForm({
    resolver: contractResolver<{ otp: string }>(emailCodeSignInBody, ({ otp }) => ({ email, otp })),
    defaultValues: { otp: '' },
  })
  const errorOf = useFieldErrors(form)
  const { error, problem, ...submission } = useSubmission({
    form,
    toastKey,
    send: ({ otp }) => signInWithCode({ email, otp }),
    onDone: onEntered,
    onError: () => {
      form.setFocus('otp')
      return true
    },
  })
  const suspended = error instanceof ApiError && error.code === 'account_suspended' ? error : undefined
  return { form, problem: errorOf('otp') ?? (suspended ? undefined : problem), suspended, ...submission }
}
