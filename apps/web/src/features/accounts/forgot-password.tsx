import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useAction } from '#lib/forms/action'
import { showAtFields } from '#lib/forms/server-errors'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { useNeedsEmail, type SignInValues } from './forms.ts'
import { MailboxNote } from './mailbox-note.tsx'
import { toastKey } from './model.ts'
import { sendPasswordLink } from './queries.ts'

/** Sends a link for a new password. It shows after a wrong password, and to people who came for it; the text is the same with and without an account. */
export function ForgotPassword({ form }: { form: UseFormReturn<SignInValues> }) {
  const t = useT()
  const { send, busy, sentTo } = useReset(form)
  return (
    <>
      <button
        type="button"
        onClick={send}
        aria-busy={busy}
        className="min-h-11 self-start rounded-sm font-semibold text-link hover:underline"
      >
        {t('accounts.forgot_password')}
      </button>
      {sentTo !== undefined && (
        <div className="flex flex-col gap-3">
          <Alert tone="success" live icon="mail">
            {t('accounts.reset_sent_text', { email: sentTo })}
          </Alert>
          <MailboxNote />
        </div>
      )}
    </>
  )
}

function useReset(form: UseFormReturn<SignInValues>) {
  const t = useT()
  const needsEmail = useNeedsEmail(form)
  const [sentTo, setSentTo] = useState<string>()
  const { start, busy } = useAction({
    toastKey,
    run: (email: string) => {
      setSentTo(undefined)
      return sendPasswordLink(email)
    },
    success: () => ({ title: t('accounts.reset_sent') }),
    onDone: (_, email) => setSentTo(email),
    onError: (error) => showAtFields(form, error),
    failure: () => ({ title: t('accounts.reset_failed') }),
  })
  const send = () => {
    const email = needsEmail()
    if (email !== undefined) void start(email)
  }
  return { send, busy, sentTo }
}
