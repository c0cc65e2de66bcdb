import { useEffect, useEffectEvent } from 'react'
import { paths, signInPath } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { useLocation } from 'react-router'
import { useSession } from '#lib/session'
import { ButtonLink } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Landscape } from '#ui/landscape'
import { Page } from '#ui/page'
import { useToast } from '#ui/toast'

/** Shown to everybody but administrators, on the page and as a toast. */
export default function AccessDenied() {
  const t = useT()
  const toast = useToast()
  const { me } = useSession()
  const { pathname, search } = useLocation()
  const tell = useEffectEvent(() => toast({ tone: 'error', title: t('admin.denied_title'), key: 'denied' }))
  useEffect(() => tell(), [])
  return (
    <Page width="text">
      <EmptyState
        level="h1"
        drawing={<Landscape scene="not-found" />}
        title={t('admin.denied_title')}
        text={t('admin.denied_text')}
        action={
          me ? (
            <ButtonLink to={paths.home}>{t('core.to_home')}</ButtonLink>
          ) : (
            <ButtonLink to={signInPath(pathname + search)}>{t('core.log_in')}</ButtonLink>
          )
        }
      />
    </Page>
  )
}
