import { Suspense, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '@samtur/contract/paths'
import type { Translate } from '@samtur/i18n/translate'
import { useT } from '#lib/i18n'
import { optionalPart } from '#lib/optional-part'
import { useSession } from '#lib/session'
import { Icon, type IconName } from '#ui/icon'
import { ChatMark, useSignInPath } from './nav-links.tsx'

interface Way {
  to: string
  icon: IconName
  label: string
  /** Other pages that belong to it. */
  also?: readonly string[]
  mark?: ReactNode
}

/** The pages used most, in reach of the thumb on a phone. A page with a bar of its own there hides it, see styles.css. */
export function BottomNav() {
  const t = useT()
  const { me, status } = useSession()
  const { pathname } = useLocation()
  const signIn = useSignInPath()
  const ways = me ? memberWays(t) : visitorWays(t, signIn)
  return (
    <nav aria-label={t('nav.shortcuts')} className="bottom-nav">
      <ul className="mx-auto flex h-full max-w-[40rem] justify-between px-1">
        {status !== 'loading' && ways.map((way) => <WayLink key={way.icon} way={way} pathname={pathname} />)}
      </ul>
    </nav>
  )
}

function WayLink({ way: { to, icon, label, also, mark }, pathname }: { way: Way; pathname: string }) {
  const main = icon === 'plus'
  return (
    <li className="flex min-w-[44px] flex-auto">
      <Link to={to} aria-current={pathname === to ? 'page' : also?.includes(pathname) || undefined} className={link}>
        <span className={`${pill} ${main ? 'bg-brand text-on-brand' : 'group-aria-[current]:bg-brand-tint'}`}>
          <Icon name={icon} size={24} />
        </span>
        <span className="max-[18rem]:sr-only">{label}</span>
        {mark}
      </Link>
    </li>
  )
}

const link =
  'group relative flex flex-1 flex-col items-center justify-center gap-0.5 rounded-field px-1 text-[0.75rem]/tight whitespace-nowrap ' +
  'text-soft no-underline focus-visible:-outline-offset-2 aria-[current]:font-semibold aria-[current]:text-on-tint'
const pill = 'inline-flex w-[min(3rem,16vw)] justify-center rounded-full py-0.5'

const memberWays = (t: Translate): Way[] => [
  { to: paths.search, icon: 'search', label: t('nav.find'), also: [paths.home] },
  { to: paths.myRides, icon: 'car', label: t('nav.my_rides'), also: [paths.reservations], mark: <TripMark /> },
  { to: paths.publishRide, icon: 'plus', label: t('nav.publish_short') },
  { to: paths.chat, icon: 'chat', label: t('nav.chat'), mark: <ChatMark className={dot} /> },
  { to: paths.ownProfile, icon: 'user', label: t('nav.profile'), also: ownPages },
]

/** For visitors: what they can do without an account, and the way to one. */
const visitorWays = (t: Translate, signIn: string): Way[] => [
  { to: paths.search, icon: 'search', label: t('nav.find'), also: [paths.home] },
  { to: paths.publishRide, icon: 'plus', label: t('nav.publish_short') },
  { to: paths.helpSupport, icon: 'help', label: t('nav.help_short') },
  { to: signIn, icon: 'user', label: t('nav.login_short'), also: [paths.auth] },
]

const ownPages = [paths.editProfile, paths.security, paths.blocked, paths.myData, paths.notifications]

// Where the drawing of the icon ends.
const dot = 'start-[calc(50%+0.25rem)] top-2.5'

const LoadedTripMark = optionalPart(async () => (await import('../features/notifications/trip-mark.tsx')).TripMark)

function TripMark() {
  return (
    <Suspense>
      <LoadedTripMark className={dot} />
    </Suspense>
  )
}
