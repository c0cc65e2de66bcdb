import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { MailboxNote } from './mailbox-note.tsx'
import { ResendConfirmation } from './resend-confirmation.tsx'

/** The password was right, but the address is not confirmed yet. */
export function UnconfirmedAddress({ email, next }: { email: string; next: string }) {
  const t = useT()
  return (
    <>
      <Alert
        tone="warning"
        live
        title={t('accounts.unconfirmed_title')}
        action={<ResendConfirmation email={email} next={next} />}
      >
        {t('accounts.unconfirmed_text', { email })}
      </Alert>
      <MailboxNote />
    </>
  )
}
