import { lazy, Suspense, type ReactNode } from 'react'
import { NavLink, useLocation } from '#lib/router'
import { paths, signInPath } from '@samtur/contract/paths'
import type { Translate } from '@samtur/i18n/translate'
import { needCatalogues } from '#lib/i18n'
import { preloadPage } from './pages.ts'

export const mainLinks = (t: Translate) =>
  [
    { to: paths.search, label: t('nav.rides') },
    { to: paths.reservations, label: t('nav.reservations') },
    { to: paths.myRides, label: t('nav.my_rides') },
    { to: paths.chat, label: t('nav.chat') },
    { to: paths.ownProfile, label: t('nav.profile') },
  ] as const

/** Pages of reading, behind 'More'. */
export const moreLinks = (t: Translate) => [
  { to: paths.helpSupport, label: t('nav.help') },
  { to: paths.lawsRules, label: t('nav.laws') },
  { to: paths.terms, label: t('nav.terms') },
  { to: paths.greenMission, label: t('nav.green') },
]

// Nobody comes back to these after signing in; an address of /auth already says where to go.
const beforeSigningIn: readonly string[] = [paths.home, paths.confirm, paths.resetPassword]

/** Returns where to sign in and come back to the page that is shown. */
export function useSignInPath(): string {
  const { pathname, search } = useLocation()
  if (pathname === paths.auth) return pathname + search
  return beforeSigningIn.includes(pathname) ? paths.auth : signInPath(pathname + search)
}

interface BarLinkProps {
  to: string
  className?: string
  children: ReactNode
}

/** Tells which page is shown, and starts fetching the page when somebody turns to it. */
export function BarLink({ to, className, children }: BarLinkProps) {
  // A page that cannot be fetched says so when it is opened.
  const prepare = () => void preloadPage(to).catch(() => {})
  return (
    <NavLink to={to} end className={className} onPointerEnter={prepare} onFocus={prepare}>
      {children}
    </NavLink>
  )
}

// Only who is signed in has messages, so only then is any of the chat fetched.
const UnreadDot = lazy(async () => ({ default: (await import('../features/chat/public.tsx')).UnreadDot }))

const LoadedBell = lazy(async () => ({ default: (await import('../features/notifications/public.ts')).Bell }))

/** Its place is there before it is, so that nothing moves. */
export function Bell() {
  return (
    <Suspense fallback={<span className="size-11" />}>
      <LoadedBell />
    </Suspense>
  )
}

// Only administrators fetch it, with its texts.
const LoadedAdminButton = lazy(async () => {
  const [{ AdminButton: Button }] = await Promise.all([
    import('../features/moderation/admin-button.tsx'),
    needCatalogues(['admin']),
  ])
  return { default: Button }
})

export function AdminButton(props: { wide?: boolean }) {
  return (
    <Suspense>
      <LoadedAdminButton {...props} />
    </Suspense>
  )
}

export function ChatMark(props: { announces?: boolean }) {
  return (
    <Suspense>
      <UnreadDot {...props} />
    </Suspense>
  )
}
