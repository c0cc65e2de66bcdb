import { useState } from 'react'
import { paths } from '@samtur/contract/paths'
import { useErrorText } from '#lib/error-text'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { signOut, useSession } from '#lib/session'
import { Button, ButtonLink } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Landscape } from '#ui/landscape'
import { useToast } from '#ui/toast'
import { useKeeping } from './closing-section.tsx'

/** Shown in place of personal pages while the account waits for its deletion: what can still be done. */
export function ClosingScreen() {
  const t = useT()
  const format = useFormat()
  const { me } = useSession()
  const { keep, busy } = useKeeping()
  if (!me?.purge_at) return null
  const actions = (
    <>
      <Button busy={busy} onClick={() => void keep()}>
        {t('privacy.keep_account')}
      </Button>
      <ButtonLink to={paths.myData} variant="quiet" icon="download">
        {t('privacy.take_data')}
      </ButtonLink>
      <LeaveButton />
    </>
  )
  return (
    <EmptyState
      level="h1"
      drawing={<Landscape scene="rides" />}
      title={t('privacy.closing_title')}
      text={t('privacy.closing_text', { date: format.longDate(me.purge_at) })}
      action={actions}
    />
  )
}

function LeaveButton() {
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
    <Button variant="ghost" icon="logout" busy={busy} onClick={() => void leave()}>
      {t('nav.logout')}
    </Button>
  )
}
