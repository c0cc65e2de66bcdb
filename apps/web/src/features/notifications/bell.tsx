import { lazy, Suspense, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router'
import { useT } from '#lib/i18n'
import { onSessionEvent, useSession } from '#lib/session'
import { beforeSignOut } from '#lib/sign-out'
import { Icon } from '#ui/icon'
import { Popover } from '#ui/popover'
import { Spinner } from '#ui/spinner'
import { cappedCount, safePath } from './model.ts'
import { useUnread } from './queries.ts'

// Loads the panel when it is first opened, because few people open it on every page.
const Panel = lazy(async () => ({ default: (await import('./bell-panel.tsx')).BellPanel }))

/** The number of unread notifications, and the newest of them, for a signed-in person. */
export function Bell() {
  const { me } = useSession()
  useOpening()
  usePushLeaving()
  return me && <OwnBell key={me.id} />
}

function OwnBell() {
  const t = useT()
  const unread = useUnread()
  const name = unread > 0 ? t('nav.notifications_unread', { count: unread }) : t('nav.notifications')
  const button = (
    <>
      <Icon name="bell" size={22} />
      <span className="sr-only">{name}</span>
      {unread > 0 && (
        <span aria-hidden="true" className={mark}>
          {cappedCount(unread)}
        </span>
      )}
    </>
  )
  // A region that appears together with its content would not be announced. It is heard also where the bell is hidden.
  const announcement = (
    <span role="status" className="sr-only">
      {unread > 0 && name}
    </span>
  )
  return (
    <>
      <Popover button={button} buttonClassName={bell} align="end" className="w-96">
        <Suspense fallback={<Waiting />}>
          <Panel />
        </Suspense>
      </Popover>
      {createPortal(announcement, document.body)}
    </>
  )
}

const bell =
  'relative inline-flex size-11 items-center justify-center rounded-field text-soft hover:bg-sunk hover:text-text'
const mark =
  'absolute end-0 top-0.5 flex h-5 min-w-5 items-center justify-center rounded-full border-2 border-surface bg-danger px-1 ' +
  'text-[0.6875rem]/none font-semibold text-on-danger tabular'

function Waiting() {
  const t = useT()
  return (
    <div className="flex h-40 items-center justify-center">
      <Spinner label={t('core.loading')} />
    </div>
  )
}

/** Opens a pressed push message in this tab: the service worker sends its path, and gets a confirmation. */
function useOpening() {
  const navigate = useNavigate()
  useEffect(() => {
    const hear = ({ data, ports: [answer] }: MessageEvent<{ open?: unknown } | undefined>) => {
      if (typeof data?.open !== 'string') return
      answer?.postMessage('opened')
      void navigate(safePath(data.open))
    }
    // Missing where the page is not served over https.
    const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
    workers?.addEventListener('message', hear)
    workers?.startMessages()
    return () => workers?.removeEventListener('message', hear)
  }, [navigate])
}

/** Turns push messages off when the session ends, because the next person on this device must not read them. */
function usePushLeaving() {
  useEffect(() => {
    const stopLeaving = beforeSignOut(async () => (await import('./push.ts')).turnOff())
    const stopListening = onSessionEvent((event) => {
      if (event === 'SIGNED_OUT') void import('./push.ts').then(({ fallSilent }) => fallSilent()).catch(() => {})
    })
    return () => {
      stopLeaving()
      stopListening()
    }
  }, [])
}
