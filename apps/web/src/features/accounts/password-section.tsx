import { useState, type Ref } from 'react'
import type { Me } from '@samtur/contract/accounts'
import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { Panel } from '#ui/panel'
import { MailboxNote } from './mailbox-note.tsx'
import { PasswordField } from './password-field.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { usePasswordForm } from './password-form.ts'
import { sendPasswordLink } from './queries.ts'
import { useUnfolding } from './unfolding.ts'

interface PasswordSectionProps {
  me: Me
  /** False for an account that was made through another service. */
  hasPassword: boolean
}

export function PasswordSection({ me, hasPassword }: PasswordSectionProps) {
  const t = useT()
  const { open, show, hide, opener, form } = useUnfolding()
  if (!hasPassword) return <NoPassword email={me.email} />
  return (
    <Panel id="password" title={t('security.password')} lead={t('security.password_lead')}>
      {open ? (
        <PasswordForm ref={form} email={me.email} onDone={hide} />
      ) : (
        <Button ref={opener} variant="quiet" icon="lock" onClick={show}>
          {t('security.change_password')}
        </Button>
      )}
    </Panel>
  )
}

interface PasswordFormProps {
  email: string
  onDone: () => void
  ref: Ref<HTMLFormElement>
}

function PasswordForm({ email, onDone, ref }: PasswordFormProps) {
  const t = useT()
  const { form, errorOf, submit, busy } = usePasswordForm(onDone)
  return (
    <form ref={ref} noValidate onSubmit={submit} className="flex w-full flex-col gap-5 sm:max-w-[26rem]">
      <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
      <PasswordField
        {...form.register('currentPassword')}
        label={t('security.current_password')}
        error={errorOf('currentPassword')}
        autoComplete="current-password"
        dir="ltr"
      />
      <NewPasswordFields register={form.register} errorOf={errorOf} />
      <p className="text-sm text-soft">
        {t('security.others_end')} {t('security.calendar_changes')}
      </p>
      <div className="flex flex-wrap gap-3 max-sm:*:flex-1 max-[25rem]:flex-col">
        <Button type="submit" busy={busy}>
          {t('accounts.save_password')}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {t('core.cancel')}
        </Button>
      </div>
    </form>
  )
}

/** Sends a link for the first password to an account that has none. */
function NoPassword({ email }: { email: string }) {
  const t = useT()
  const [sent, setSent] = useState(false)
  const { start, busy } = useAction({
    toastKey: 'password',
    run: () => sendPasswordLink(email),
    onDone: () => setSent(true),
  })
  return (
    <Panel id="password" title={t('security.password')} lead={t('security.no_password_lead')}>
      {sent && (
        <Alert tone="success" live title={t('security.link_sent')} className="w-full">
          {t('security.password_link_sent', { email })}
        </Alert>
      )}
      {sent && <MailboxNote />}
      <Button variant="quiet" icon="mail" busy={busy} onClick={() => void start(undefined)}>
        {t(sent ? 'security.send_link_again' : 'security.send_password_link')}
      </Button>
    </Panel>
  )
}
