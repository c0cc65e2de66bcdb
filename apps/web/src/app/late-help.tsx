import { useEffect, useState } from 'react'
import { useFirstTouch } from '#lib/first-touch'
import { lazyPage } from './lazy-page.ts'

const Corner = lazyPage(() => import('../routes/help-corner.tsx'), ['helpdesk'])

/** The help button of the front page, loaded after the first view. */
export function LateHelp() {
  const touched = useFirstTouch()
  const [ready, setReady] = useState(false)
  useEffect(() => {
    if (!touched) return
    // When loading fails the page does without the button; help also has an address in the menu.
    Corner.preload().then(
      () => setReady(true),
      () => {},
    )
  }, [touched])
  return ready && <Corner />
}
