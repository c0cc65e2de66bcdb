import { useEffect, useState } from 'react'
import { lazyPage } from './lazy-page.ts'

const load = () => import('./theme-picker.tsx')
const InMenu = lazyPage(load, ['appearance'])

/** The choice of light and dark, loaded when a menu that shows it opens. */
export function LateTheme() {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    // When loading fails the menu does without the choice.
    InMenu.preload().then(
      () => setReady(true),
      () => {},
    )
  }, [])
  return <div className="min-h-39">{ready && <InMenu />}</div>
}
