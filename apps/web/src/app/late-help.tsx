import { useEffect, useState } from 'react'
import { lazyPage } from './lazy-page.ts'

const Corner = lazyPage(() => import('../routes/help-corner.tsx'), ['helpdesk'])

const touches = ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const
/** Long after a first view has settled. */
const patience = 4000

/** The help button of the front page: fetched at the first touch, or when nothing has happened for a while. */
export function LateHelp() {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const events = new AbortController()
    const start = () => {
      events.abort()
      clearTimeout(timer)
      // Without it the page is what it was; help has its own address in the menu.
      Corner.preload().then(
        () => setReady(true),
        () => {},
      )
    }
    const timer = setTimeout(start, patience)
    for (const touch of touches) addEventListener(touch, start, { signal: events.signal, passive: true })
    return () => {
      events.abort()
      clearTimeout(timer)
    }
  }, [])
  return ready && <Corner />
}
