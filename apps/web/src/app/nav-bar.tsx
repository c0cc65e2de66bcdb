import { Link, useLocation } from 'react-router'
import type { Me } from '@samtur/contract/accounts'
import { PRODUCT_NAME } from '@samtur/contract/basics'
import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { Avatar } from '#ui/avatar'
import { ButtonLink } from '#ui/button'
import { DisclosureMenu, type MenuItem } from '#ui/disclosure-menu'
import { Icon } from '#ui/icon'
import { Logo } from '#ui/logo'
import { LanguagePicker } from './language-picker.tsx'
import { ThemePicker } from './theme-picker.tsx'
import { AdminButton, BarLink, Bell, ChatMark, mainLinks, moreLinks, useSignInPath } from './nav-links.tsx'
import { SignOutButton, useSignOut } from './sign-out-button.tsx'
import { SmallMenu } from './small-menu.tsx'

export function NavBar() {
  const t = useT()
  const { me } = useSession()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface">
      <nav
        aria-label={t('nav.main')}
        className="mx-auto flex h-(--bar) w-full max-w-page items-center gap-1 ps-4 pe-2 sm:px-8"
      >
        <Link to={paths.home} className="me-3 inline-flex min-h-11 items-center rounded-sm no-underline">
          <Logo name={PRODUCT_NAME} shrinks />
        </Link>
        <WideLinks />
        <span className="flex-1" />
        {/* With very large text there is room for one mark: the menu's has the sum, and its words. */}
        {me && (
          <span className="contents max-[20rem]:hidden">
            <Bell />
          </span>
        )}
        <WideActions />
        <NarrowActions />
      </nav>
    </header>
  )
}

// Where not everything fits on one line, labels break into two lines; the button's first.
const link =
  'relative inline-flex min-h-11 items-center gap-1 rounded-field px-2 leading-tight text-soft no-underline hover:bg-sunk hover:text-text ' +
  'aria-[current=page]:font-semibold aria-[current=page]:text-text'

function WideLinks() {
  const t = useT()
  const { me } = useSession()
  const { pathname } = useLocation()
  const { leave } = useSignOut()
  const more: MenuItem[] = moreLinks(t).map((item) => ({ ...item, current: pathname.startsWith(item.to) }))
  const here = more.some(({ current }) => current)
  if (me) more.push({ key: 'logout', icon: 'logout', label: t('nav.logout'), onSelect: leave })
  return (
    <ul className="hidden items-center lg:flex">
      {mainLinks(t).map(({ to, label }) => (
        <li key={to}>
          <BarLink to={to} className={link}>
            {to === paths.ownProfile && me && <Self me={me} className="max-[79.99rem]:hidden" />}
            {label}
            {to === paths.ownProfile && me && <span className="sr-only"> {me.profile.full_name}</span>}
            {to === paths.chat && me && <ChatMark announces />}
          </BarLink>
        </li>
      ))}
      <li>
        <DisclosureMenu
          label={t('nav.more')}
          items={more}
          buttonClassName={here ? `${link} font-semibold text-text!` : link}
          footer={<ThemePicker />}
        />
      </li>
    </ul>
  )
}

/** The picture of the signed-in person; the link around it has the name. Between 1200 and 1280 px the longest bar has no room for it. */
function Self({ me, className = '' }: { me: Me; className?: string }) {
  const { full_name, profile_picture } = me.profile
  return (
    <span title={full_name} className={`me-0.5 inline-flex ${className}`}>
      <Avatar name={full_name} src={profile_picture} size="xs" />
    </span>
  )
}

function WideActions() {
  const t = useT()
  const signIn = useSignInPath()
  const { me, status } = useSession()
  return (
    <div className="hidden shrink-99 items-center gap-1.5 lg:flex">
      <LanguagePicker compact={me !== null} className="shrink-0" />
      {me?.role === 'admin' && <AdminButton />}
      {me && <SignOutButton compact />}
      {me?.profile.is_driver && (
        <ButtonLink to={paths.publishRide} icon="plus" className="shrink! py-0!">
          {t('nav.publish')}
        </ButtonLink>
      )}
      {status === 'signed-out' && (
        <ButtonLink to={signIn} className="shrink! py-0!">
          {t('nav.login')}
        </ButtonLink>
      )}
    </div>
  )
}

function NarrowActions() {
  const t = useT()
  const signIn = useSignInPath()
  const { me, status } = useSession()
  return (
    <div className="flex items-center lg:hidden">
      {/* Where the bar at the bottom does not have them, see styles.css. The smallest phones have room for the first. */}
      {me && (
        <div className="[display:var(--top-links)] max-[20rem]:hidden">
          <BarLink to={paths.chat} className={`${link} size-11 justify-center`}>
            <span className="sr-only">{t('nav.chat')}</span>
            <Icon name="chat" size={22} />
            <ChatMark />
          </BarLink>
          <BarLink to={paths.ownProfile} className={`${link} size-11 justify-center max-[21rem]:hidden`}>
            <Self me={me} />
            <span className="sr-only">
              {me.profile.full_name} {t('nav.profile')}
            </span>
          </BarLink>
        </div>
      )}
      {status === 'signed-out' && (
        <ButtonLink to={signIn} size="sm" className="me-1 max-[20rem]:hidden">
          {t('nav.login_short')}
        </ButtonLink>
      )}
      <SmallMenu />
    </div>
  )
}
