import { useState } from 'react'
import { useErrorText } from '#lib/error-text'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { useToast } from '#ui/toast'
import { toastKey } from './model.ts'

interface SendAgainProps {
  label: string
  send: () => Promise<unknown>
}

/** For a mail that has not come. */
export function SendAgain({ label, send }: SendAgainProps) {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const again = async () => {
    setBusy(true)
    try {
      await send()
      toast({ tone: 'success', title: t('accounts.sent_again'), text: t('accounts.sent_again_text'), key: toastKey })
    } catch (error) {
      toast({ tone: 'error', title: t('core.error_title'), text: errorText(error), key: toastKey })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="quiet" size="sm" icon="mail" busy={busy} onClick={() => void again()}>
      {label}
    </Button>
  )
}
