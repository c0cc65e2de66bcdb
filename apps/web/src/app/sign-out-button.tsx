import { useState } from 'react'
import { useErrorText } from '#lib/error-text'
import { useT } from '#lib/i18n'
import { signOut } from '#lib/sign-out'
import { Button, IconButton } from '#ui/button'
import { useClearToast, useToast } from '#ui/toast'

export function useSignOut() {
  const t = useT()
  const toast = useToast()
  const clearToast = useClearToast()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    clearToast('sign-out')
    try {
      await signOut()
    } catch (error) {
      toast({ tone: 'error', title: t('core.error_title'), text: errorText(error), key: 'sign-out' })
      setBusy(false)
    }
  }
  return { busy, leave: () => void leave() }
}

/** `compact` shows an icon, where the bar has little room. */
export function SignOutButton({ wide, compact }: { wide?: boolean; compact?: boolean }) {
  const t = useT()
  const { busy, leave } = useSignOut()
  if (compact)
    return <IconButton icon="logout" label={t('nav.logout')} title={t('nav.logout')} disabled={busy} onClick={leave} />
  return (
    <Button variant={wide ? 'quiet' : 'ghost'} icon="logout" wide={wide} busy={busy} onClick={leave}>
      {t('nav.logout')}
    </Button>
  )
}
