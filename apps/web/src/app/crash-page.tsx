import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { Button, ButtonLink } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Landscape } from '#ui/landscape'
import { Page } from '#ui/page'
import { usePageTitle } from './page-title.ts'

/** Shown in place of a page that failed; the bar and the footer stay. Without a network it most likely failed to load, so it is opened again when the network returns. */
export function CrashPage() {
  const t = useT()
  const again = useOpenAgain()
  const [offline] = useState(() => !navigator.onLine)
  const title = t(offline ? 'core.offline_title' : 'core.crash_title')
  usePageTitle(title)
  useEffect(() => {
    if (!offline) return
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  })
  const actions = (
    <>
      <Button icon="refresh" onClick={() => (offline ? again() : location.reload())}>
        {t(offline ? 'core.retry' : 'core.reload')}
      </Button>
      <ButtonLink variant="quiet" to={offline ? paths.myRides : paths.home} reloadDocument={!offline}>
        {t(offline ? 'nav.my_rides' : 'core.to_home')}
      </ButtonLink>
    </>
  )
  return (
    <Page width="text">
      <EmptyState
        level="h1"
        drawing={offline && <Landscape scene="offline" />}
        title={title}
        text={t(offline ? 'core.offline_page' : 'core.crash_text')}
        action={actions}
      />
    </Page>
  )
}

function useOpenAgain() {
  const here = useLocation()
  const navigate = useNavigate()
  return () => void navigate(here, { replace: true, state: here.state as unknown })
}
