import { useT } from '#lib/i18n'
import { sendConfirmation } from './queries.ts'
import { SendAgain } from './send-again.tsx'

export function ResendConfirmation({ email, next }: { email: string; next: string }) {
  const t = useT()
  return <SendAgain label={t('accounts.send_again')} send={() => sendConfirmation(email, next)} />
}
