import { Suspense, type ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router'
import { paths, signInPath } from '@samtur/contract/paths'
import type { Translate } from '@samtur/i18n/translate'
import { optionalPart } from '#lib/optional-part'
import type { SignInState } from '#lib/session'

export const mainLinks = (t: Translate) =>
  [
    { to: paths.search, label: t('nav.rides') },
    { to: paths.reservations, label: t('nav.reservations') },
    { to: paths.myRides, label: t('nav.my_rides') },
    { to: paths.chat, label: t('nav.chat') },
    { to: paths.ownProfile, label: t('nav.profile') },
  ] as const

/** Wanted rides and information pages, in the menu 'More'. */
export const moreLinks = (t: Translate) => [
  { to: paths.wanted, label: t('nav.wanted') },
  { to: paths.helpSupport, label: t('nav.help') },
  { to: paths.lawsRules, label: t('nav.laws') },
  { to: paths.terms, label: t('nav.terms') },
  { to: paths.greenMission, label: t('nav.green') },
]

// Pages that signing in does not return to; an address of /auth has its own target.
const beforeSigningIn: readonly string[] = [paths.home, paths.confirm, paths.resetPassword]

/** Returns the address for signing in and coming back to the current page, or to what a visitor has begun on it. */
export function useSignInPath(): string {
  const { pathname, search, state } = useLocation()
  const { signInNext: begun } = (state ?? {}) as Partial<SignInState>
  if (begun) return signInPath(begun)
  if (pathname === paths.auth) return pathname + search
  return beforeSigningIn.includes(pathname) ? paths.auth : signInPath(pathname + search)
}

interface BarLinkProps {
  to: string
  className?: string
  children: ReactNode
}

/** A link of the bar that marks the current page. */
export const BarLink = (props: BarLinkProps) => <NavLink {...props} end />

// Only people who are signed in load these parts.
const UnreadDot = optionalPart(async () => (await import('../features/chat/unread-mark.tsx')).UnreadDot)
const LoadedBell = optionalPart(async () => (await import('../features/notifications/bell.tsx')).Bell)

/** Reserves the bell's place, so that nothing moves when it loads. */
export function Bell() {
  return (
    <Suspense fallback={<span className="size-11" />}>
      <LoadedBell />
    </Suspense>
  )
}

const LoadedSumMark = optionalPart(async () => (await import('../features/notifications/sum-mark.tsx')).SumMark)

export function SumMark() {
  return (
    <Suspense>
      <LoadedSumMark />
    </Suspense>
  )
}

// Only administrators load it.
const LoadedAdminButton = optionalPart(
  async () => (await import('../features/moderation/admin-button.tsx')).AdminButton,
)

export function AdminButton(props: { wide?: boolean }) {
  return (
    <Suspense>
      <LoadedAdminButton {...props} />
    </Suspense>
  )
}

export function ChatMark(props: { announces?: boolean; className?: string }) {
  return (
    <Suspense>
      <UnreadDot {...props} />
    </Suspense>
  )
}
