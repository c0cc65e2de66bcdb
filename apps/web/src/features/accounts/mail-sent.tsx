import { T, useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Landscape } from '#ui/landscape'
import { MailboxNote } from './mailbox-note.tsx'
import { ResendConfirmation } from './resend-confirmation.tsx'
import { StepHeading } from './step-heading.tsx'

interface MailSentProps {
  email: string
  /** Where the mailed link leads on to. */
  next: string
  onSignIn: () => void
  /** The address was mistyped. */
  onBack: () => void
}

/** After signing up: what to do now. */
export function MailSent({ email, next, onSignIn, onBack }: MailSentProps) {
  const t = useT()
  return (
    <div className="flex flex-col gap-5">
      <div className="mx-auto w-full max-w-64">
        <Landscape scene="done" />
      </div>
      <div className="text-center">
        <StepHeading>{t('accounts.mail_sent_title')}</StepHeading>
        <p className="mt-2 text-soft">
          <T
            id="accounts.mail_sent_text"
            values={{ email }}
            components={[<bdi key="email" className="font-semibold text-text" />]}
          />
        </p>
      </div>
      <MailboxNote />
      <Button wide onClick={onSignIn}>
        {t('accounts.to_sign_in')}
      </Button>
      <div className="flex flex-wrap justify-center gap-2.5">
        <ResendConfirmation email={email} next={next} />
        <Button variant="ghost" size="sm" icon="edit" onClick={onBack}>
          {t('accounts.other_address')}
        </Button>
      </div>
    </div>
  )
}
