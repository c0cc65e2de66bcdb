import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { toastKey } from './model.ts'

interface SendAgainProps {
  label: string
  send: () => Promise<unknown>
}

/** Sends a mail once more. */
export function SendAgain({ label, send }: SendAgainProps) {
  const t = useT()
  const { start, busy } = useAction({
    toastKey,
    run: send,
    success: () => ({ title: t('accounts.sent_again'), text: t('accounts.sent_again_text') }),
  })
  return (
    <Button variant="quiet" size="sm" icon="mail" busy={busy} onClick={() => void start(undefined)}>
      {label}
    </Button>
  )
}
