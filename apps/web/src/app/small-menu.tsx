import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { useSession } from '#lib/session'
import { ButtonLink, IconButton } from '#ui/button'
import { LanguagePicker } from './language-picker.tsx'
import { ThemePicker } from './theme-picker.tsx'
import { AdminButton, BarLink, mainLinks, moreLinks, SumMark, useSignInPath } from './nav-links.tsx'
import { SignOutButton } from './sign-out-button.tsx'

/** The links in windows too narrow for the bar. Esc, a press outside and a change of page close the menu. */
export function SmallMenu() {
  const t = useT()
  const id = useId()
  const { key } = useLocation()
  const { me } = useSession()
  const [openAt, setOpenAt] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const open = openAt === key

  useEffect(() => {
    if (!open) return
    const close = () => setOpenAt(undefined)
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      close()
      button.current?.focus()
    }
    const onPress = (event: PointerEvent) => {
      const at = event.target as Node
      if (!panel.current?.contains(at) && !button.current?.contains(at)) close()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [open])

  return (
    <>
      <IconButton
        ref={button}
        icon={open ? 'close' : 'menu'}
        label={open ? t('nav.close_menu') : t('nav.open_menu')}
        aria-expanded={open}
        aria-controls={id}
        mark={me && <SumMark />}
        onClick={() => setOpenAt(open ? undefined : key)}
      />
      <div ref={panel} id={id} hidden={!open} className={panelClass}>
        <MenuContent open={open} />
      </div>
    </>
  )
}

const panelClass =
  'absolute inset-x-0 top-full max-h-[calc(100dvh-var(--bar))] overflow-y-auto border-y border-line bg-surface px-4 py-4 ' +
  'shadow-float sm:px-8'

const link =
  'flex min-h-12 items-center rounded-field px-3 text-lg no-underline hover:bg-sunk aria-[current=page]:bg-brand-tint ' +
  'aria-[current=page]:font-semibold aria-[current=page]:text-on-tint'

function MenuContent({ open }: { open: boolean }) {
  const t = useT()
  const { me, status } = useSession()
  const signIn = useSignInPath()
  const ownLinks = me ? [{ to: paths.notifications, label: t('nav.notifications') }] : []
  return (
    <div className="mx-auto flex max-w-[40rem] flex-col gap-3">
      <ul>
        {[...mainLinks(t), ...ownLinks, ...moreLinks(t)].map(({ to, label }) => (
          <li key={to}>
            <BarLink to={to} className={link}>
              {label}
            </BarLink>
          </li>
        ))}
      </ul>
      <LanguagePicker className="self-start" />
      {open && <ThemePicker />}
      {me?.profile.is_driver && (
        <ButtonLink to={paths.publishRide} icon="plus" wide>
          {t('nav.publish')}
        </ButtonLink>
      )}
      {me?.role === 'admin' && <AdminButton wide />}
      {me && <SignOutButton wide />}
      {status === 'signed-out' && (
        <ButtonLink to={signIn} wide>
          {t('nav.login')}
        </ButtonLink>
      )}
    </div>
  )
}
