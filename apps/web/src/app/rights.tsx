import { lazy, Suspense, useEffect, useEffectEvent, type ComponentType } from 'react'
import { signInPath } from '@samtur/contract/paths'
import type { Translate } from '@samtur/i18n/translate'
import { Navigate, useLocation } from 'react-router'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { ButtonLink } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Landscape } from '#ui/landscape'
import type { LandscapeScene } from '#ui/landscape-scenery'
import { Page } from '#ui/page'
import { useToast, type ToastMessage } from '#ui/toast'
import { PageSpinner } from './page-spinner.tsx'

/** What a page says to a visitor who is not signed in. */
interface Invitation {
  scene: LandscapeScene
  title: string
  text?: string
  toast?: ToastMessage
}

/** Administrators; or everybody who is signed in, with what a visitor reads instead, or `members` where a visitor is led to the sign-in. */
export type Rights = 'administrators' | 'members' | ((t: Translate, query: URLSearchParams) => Invitation)

const Closing = lazy(() => import('./closing.tsx'))
const AccessDenied = lazy(() => import('./access-denied.tsx'))

interface Guarded {
  Screen: ComponentType
  rights: Rights
  /** People whose account is in deletion may use the page. */
  closing: boolean
}

/** Returns the screen for those who may use it. The server refuses the requests of everybody else all the same. */
export const guard = ({ Screen, rights, closing }: Guarded) =>
  function Guard() {
    const { me } = useSession()
    if (me && (closing || !me.purge_at) && (rights !== 'administrators' || me.role === 'admin')) return <Screen />
    return <Suspense fallback={<PageSpinner />}>{me?.purge_at ? <Closing /> : <Instead rights={rights} />}</Suspense>
  }

function Instead({ rights }: { rights: Rights }) {
  const { pathname, search } = useLocation()
  if (rights === 'administrators') return <AccessDenied />
  if (rights === 'members') return <Navigate to={signInPath(pathname + search)} replace />
  return <SignInFirst invite={rights} />
}

function SignInFirst({ invite }: { invite: Exclude<Rights, string> }) {
  const t = useT()
  const toast = useToast()
  const { pathname, search } = useLocation()
  const { scene, title, text, toast: words } = invite(t, new URLSearchParams(search))
  const tell = useEffectEvent(() => words && toast(words))
  useEffect(() => tell(), [])
  return (
    <Page width="text">
      <EmptyState
        level="h1"
        drawing={<Landscape scene={scene} />}
        title={title}
        text={text}
        action={<ButtonLink to={signInPath(pathname + search)}>{t('core.log_in')}</ButtonLink>}
      />
    </Page>
  )
}
