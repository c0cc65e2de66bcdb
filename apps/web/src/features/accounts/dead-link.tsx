import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { requestResetBody } from '@samtur/contract/accounts'
import type { FieldCode } from '@samtur/contract/errors'
import { paths, signInPath } from '@samtur/contract/paths'
import { useErrorText } from '#lib/error-text'
import { useFieldText } from '#lib/field-text'
import { applyServerErrors } from '#lib/form'
import { contractResolver } from '#lib/forms/contract'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { Alert } from '#ui/alert'
import { Button, ButtonLink } from '#ui/button'
import { Card } from '#ui/card'
import { Field } from '#ui/field'
import { TextInput } from '#ui/text-input'
import { useToast } from '#ui/toast'
import { MailboxNote } from './mailbox-note.tsx'
import { toastKey } from './model.ts'
import { sendConfirmation } from './queries.ts'

/** The mailed link is used, too old or not ours: the way to log in, and to a new mail. */
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

/** The answer is the same whether there is such an account or not. */
function NewMail({ next }: { next: string }) {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const fieldText = useFieldText()
  const [sent, setSent] = useState(false)
  const form = useForm({ resolver, defaultValues: { email: '' } })
  const send = async ({ email }: { email: string }) => {
    try {
      await sendConfirmation(email, next)
      setSent(true)
    } catch (error) {
      if (!applyServerErrors(form, error))
        toast({ tone: 'error', title: t('core.error_title'), text: errorText(error), key: toastKey })
    }
  }
  const code = form.formState.errors.email?.message
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(send)(event)} className="flex flex-col gap-5">
      <Field label={t('accounts.email')} error={code && fieldText(code as FieldCode, 'email')} required>
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
      <Button type="submit" size="lg" wide busy={form.formState.isSubmitting}>
        {t('accounts.send_again')}
      </Button>
    </form>
  )
}
