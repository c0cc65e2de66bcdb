import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { shell } from '#lib/boot'
import { useSession } from '#lib/session'

// When loading fails the page does without these parts.
const Late = lazy(() => import('./late.ts').catch(() => ({ default: () => null })))

/** Returns whether the person has, or may want, the app on the device. Other browsers store and load nothing for it. */
const isInstalled = () =>
  Boolean(navigator.serviceWorker?.controller) || globalThis.matchMedia?.('(display-mode: standalone)').matches

/** Milliseconds to wait, well after the first view has settled. */
const patience = 2000

/** Loads what no first view needs: after it has settled, and for a visitor when they come back to the tab. */
export function LateParts() {
  const { me } = useSession()
  const { search } = useLocation()
  const [started, setStarted] = useState(false)
  const confirmed = new URLSearchParams(search).has('confirmed')
  const member = me !== null

  useEffect(() => {
    if (started) return
    const start = () => setStarted(true)
    const soon = member || shell || isInstalled()
    const timer = soon ? setTimeout(start, patience) : undefined
    const onReturn = () => document.visibilityState === 'visible' && start()
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [member, started])

  return (
    (started || confirmed) && (
      <Suspense>
        <Late />
      </Suspense>
    )
  )
}
