import { paths } from '@samtur/contract/paths'
import { useFormat } from '#lib/format'
import { useAction } from '#lib/forms/action'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { signOut } from '#lib/sign-out'
import { Button, ButtonLink } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Landscape } from '#ui/landscape'
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
      <Button busy={busy} onClick={keep}>
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
  const { start, busy } = useAction({ toastKey: 'sign-out', run: signOut })
  return (
    <Button variant="ghost" icon="logout" busy={busy} onClick={() => void start(undefined)}>
      {t('nav.logout')}
    </Button>
  )
}
