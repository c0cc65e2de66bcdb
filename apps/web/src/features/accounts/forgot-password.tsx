import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useErrorText } from '#lib/error-text'
import { showAtFields } from '#lib/forms/server-errors'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { useToast } from '#ui/toast'
import { useNeedsEmail, type SignInValues } from './forms.ts'
import { MailboxNote } from './mailbox-note.tsx'
import { toastKey } from './model.ts'
import { sendPasswordLink } from './queries.ts'

/** Sends a link for a new password. It shows after a wrong password, and to people who came for it; the text is the same with and without an account. */
export function ForgotPassword({ form }: { form: UseFormReturn<SignInValues> }) {
  const t = useT()
  const { ask, busy, sentTo } = useReset(form)
  return (
    <>
      <button
        type="button"
        onClick={() => void ask()}
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
  const toast = useToast()
  const errorText = useErrorText()
  const needsEmail = useNeedsEmail(form)
  const [busy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState<string>()
  const ask = async () => {
    const email = needsEmail()
    if (email === undefined || busy) return
    setBusy(true)
    setSentTo(undefined)
    try {
      await sendPasswordLink(email)
      setSentTo(email)
      toast({ tone: 'success', title: t('accounts.reset_sent'), key: toastKey })
    } catch (error) {
      if (!showAtFields(form, error))
        toast({ tone: 'error', title: t('accounts.reset_failed'), text: errorText(error), key: toastKey })
    } finally {
      setBusy(false)
    }
  }
  return { ask, busy, sentTo }
}
