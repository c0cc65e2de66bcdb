import { useEffect, useState } from 'react'
import { lazyPage } from './lazy-page.ts'

const Corner = lazyPage(() => import('../routes/help-corner.tsx'), ['helpdesk'])

const touches = ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const
/** Milliseconds to wait, well after the first view has settled. */
const patience = 4000

/** The help button of the front page, loaded at the first touch or after a while without one. */
export function LateHelp() {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const events = new AbortController()
    const start = () => {
      events.abort()
      clearTimeout(timer)
      // When loading fails the page does without the button; help also has an address in the menu.
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
