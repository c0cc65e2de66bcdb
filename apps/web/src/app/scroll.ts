import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType, type Location } from 'react-router'
import { readTab, writeTab } from '#lib/tab-storage'

const storageKey = 'scroll'
const patience = 3_000

/** Returns the name under which a position is stored: the key of the history entry; the address for the first one, which has no key. */
const nameOf = ({ key, pathname, search }: Location) => (key === 'default' ? pathname + search : key)

/** Returns whether the page was opened by a link or an address, not by a reload or by going back. */
const arrivedAnew = () => {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return arrival?.type === 'navigate'
}

/** Shows a new page from its top, and restores the position after going back, also when the content arrives a little later. */
export function useScrollRestoration() {
  const location = useLocation()
  const { pathname, hash } = location
  const name = nameOf(location)
  const type = useNavigationType()
  const positions = useRef<Record<string, number>>(undefined)
  const shown = useRef<string>(undefined)

  useLayoutEffect(() => {
    const all = (positions.current ??= readTab<Record<string, number>>(storageKey) ?? {})
    const note = () => void (all[name] = window.scrollY)
    const keep = () => writeTab(storageKey, all)
    history.scrollRestoration = 'manual'
    addEventListener('scroll', note, { passive: true })
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('scroll', note)
      removeEventListener('pagehide', keep)
    }
  }, [name])

  useLayoutEffect(() => {
    const before = shown.current
    shown.current = pathname
    const first = before === undefined
    if (type === 'POP' && !(first && arrivedAnew())) return returnTo(positions.current?.[name] ?? 0)
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
    else if (!first && before !== pathname) window.scrollTo(0, 0)
  }, [name, pathname, hash, type])
}

/** Scrolls to the position as soon as the page is tall enough, unless the visitor scrolls first. */
function returnTo(position: number) {
  const attempt = () => {
    window.scrollTo(0, position)
    if (Math.abs(window.scrollY - position) < 2) stop()
  }
  const growth = new ResizeObserver(attempt)
  const timer = setTimeout(stop, patience)
  const ownMoves = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
  for (const move of ownMoves) addEventListener(move, stop, { passive: true })
  function stop() {
    growth.disconnect()
    clearTimeout(timer)
    for (const move of ownMoves) removeEventListener(move, stop)
  }
  growth.observe(document.body)
  attempt()
  return stop
}
