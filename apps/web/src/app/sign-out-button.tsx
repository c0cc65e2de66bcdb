import { useState } from 'react'
import { useErrorText } from '#lib/error-text'
import { useT } from '#lib/i18n'
import { signOut } from '#lib/session'
import { Button } from '#ui/button'
import { useToast } from '#ui/toast'

export function SignOutButton({ wide }: { wide?: boolean }) {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    try {
      await signOut()
    } catch (error) {
      toast({ tone: 'error', title: t('core.error_title'), text: errorText(error) })
      setBusy(false)
    }
  }
  return (
    <Button variant={wide ? 'quiet' : 'ghost'} icon="logout" wide={wide} busy={busy} onClick={() => void leave()}>
      {t('nav.logout')}
    </Button>
  )
}
