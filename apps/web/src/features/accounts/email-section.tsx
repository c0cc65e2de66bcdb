import { useState, type Ref } from 'react'
import { useForm } from 'react-hook-form'
import { changeEmailBody, type Me } from '@samtur/contract/accounts'
import { contractResolver } from '#lib/forms/contract'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useSubmission } from '#lib/forms/submission'
import { T, useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { Field } from '#ui/field'
import { Panel } from '#ui/panel'
import { TextInput } from '#ui/text-input'
import { MailboxNote } from './mailbox-note.tsx'
import { changeEmail } from './queries.ts'
import { useReauthentication } from './reauthentication.tsx'
import { useUnfolding } from './unfolding.ts'

/** Shows the address for signing in and changes it. A new address counts once its link was opened. */
export function EmailSection({ me }: { me: Me }) {
  const t = useT()
  const { open, show, hide, opener, form } = useUnfolding()
  const [sentTo, setSentTo] = useState<string>()
  const address = <bdi key="email" className="font-semibold wrap-anywhere text-text" />
  return (
    <Panel
      id="email"
      title={t('security.email')}
      lead={<T id="security.email_lead" values={{ email: me.email }} components={[address]} />}
    >
      {sentTo && sentTo !== me.email && (
        <Alert tone="success" live icon="mail" title={t('security.email_sent')} className="w-full">
          <T id="security.email_sent_text" values={{ email: sentTo, old: me.email }} components={[address, address]} />
        </Alert>
      )}
      {sentTo && sentTo !== me.email && <MailboxNote />}
      {open ? (
        <EmailForm
          ref={form}
          current={me.email}
          onSent={(email) => {
            setSentTo(email)
            hide()
          }}
          onCancel={hide}
        />
      ) : (
        <Button ref={opener} variant="quiet" icon="edit" onClick={show}>
          {t('security.change_email')}
        </Button>
      )}
    </Panel>
  )
}

interface EmailFormProps {
  current: string
  onSent: (email: string) => void
  onCancel: () => void
  ref: Ref<HTMLFormElement>
}

function EmailForm({ current, onSent, onCancel, ref }: EmailFormProps) {
  const t = useT()
  const { form, submit, busy, dialog } = useEmailForm(current, onSent)
  const errorOf = useFieldErrors(form)
  return (
    <>
      <form ref={ref} noValidate onSubmit={submit} className="flex w-full flex-col gap-5 sm:max-w-[26rem]">
        <Field label={t('security.new_email')} hint={t('security.new_email_hint')} error={errorOf('newEmail')} required>
          <TextInput {...form.register('newEmail')} type="email" autoComplete="email" dir="ltr" />
        </Field>
        <div className="flex flex-wrap gap-3 max-sm:*:flex-1 max-[25rem]:flex-col">
          <Button type="submit" busy={busy}>
            {t('security.send_email_link')}
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            {t('core.cancel')}
          </Button>
        </div>
      </form>
      {dialog}
    </>
  )
}

function useEmailForm(current: string, onSent: (email: string) => void) {
  const { run, dialog } = useReauthentication()
  const form = useForm<{ newEmail: string }>({
    resolver: contractResolver(changeEmailBody),
    defaultValues: { newEmail: '' },
  })
  const submission = useSubmission({
    form,
    toastKey: 'email',
    send: async ({ newEmail }) => {
      const email = newEmail.trim()
      if (email.toLowerCase() !== current) return (await run(() => changeEmail(email))) && email
      form.setError('newEmail', { message: 'same_as_before' }, { shouldFocus: true })
      return false
    },
    onDone: onSent,
  })
  return { form, dialog, ...submission }
}
