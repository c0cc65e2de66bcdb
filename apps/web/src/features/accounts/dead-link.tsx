import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { requestResetBody } from '@samtur/contract/accounts'
import { paths, signInPath } from '@samtur/contract/paths'
import { contractResolver } from '#lib/forms/contract'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useSubmission } from '#lib/forms/submission'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { Alert } from '#ui/alert'
import { Button, ButtonLink } from '#ui/button'
import { Card } from '#ui/card'
import { Field } from '#ui/field'
import { TextInput } from '#ui/text-input'
import { MailboxNote } from './mailbox-note.tsx'
import { toastKey } from './model.ts'
import { sendConfirmation } from './queries.ts'

/** Shows that the mailed link no longer works, and the ways to sign in and to a new mail. */
export function DeadLink({ next }: { next: string }) {
  const t = useT()
  const { status } = useSession()
  if (status === 'signed-in')
    return (
      <Card padding="lg" className="flex flex-col gap-5">
        <Alert tone="warning" title={t('accounts.link_title')}>
          {t('accounts.confirmed_before')}
        </Alert>
        <ButtonLink to={paths.home} wide>
          {t('core.to_home')}
        </ButtonLink>
      </Card>
    )
  return (
    <Card padding="lg" className="flex flex-col gap-5">
      <Alert tone="warning" title={t('accounts.link_title')}>
        {t('accounts.confirm_invalid_text')}
      </Alert>
      <NewMail next={next} />
      <ButtonLink to={signInPath(next)} variant="ghost">
        {t('accounts.to_sign_in')}
      </ButtonLink>
    </Card>
  )
}

const resolver = contractResolver<{ email: string }>(requestResetBody)

/** Sends another link. The text is the same with and without an account. */
function NewMail({ next }: { next: string }) {
  const t = useT()
  const [sent, setSent] = useState(false)
  const form = useForm({ resolver, defaultValues: { email: '' } })
  const errorOf = useFieldErrors(form)
  const { submit, busy } = useSubmission({
    form,
    toastKey,
    send: ({ email }) => sendConfirmation(email, next),
    onDone: () => setSent(true),
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field label={t('accounts.email')} error={errorOf('email')} required>
        <TextInput {...form.register('email')} type="email" autoComplete="email" dir="ltr" />
      </Field>
      {sent && (
        <>
          <Alert tone="success" live icon="mail" title={t('accounts.sent_again')}>
            {t('accounts.sent_again_text')}
          </Alert>
          <MailboxNote />
        </>
      )}
      <Button type="submit" size="lg" wide busy={busy}>
        {t('accounts.send_again')}
      </Button>
    </form>
  )
}
