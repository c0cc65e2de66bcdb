import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType, type Location } from 'react-router'

const storageKey = 'scroll'
const patience = 3_000

function stored(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}

function store(positions: Record<string, number>) {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(positions))
  } catch {
    // Forbidden by the browser's settings: coming back then starts at the top.
  }
}

/** A step of this visit has a key of its own; the addresses it may begin at have not. */
const nameOf = ({ key, pathname, search }: Location) => (key === 'default' ? pathname + search : key)

/** Typed, followed or chosen, as against reloaded or come back to. */
const arrivedAnew = () => {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return arrival?.type === 'navigate'
}

/** A new page starts at its top; going back returns to where one was, also when the content arrives a little later. */
export function useScrollRestoration() {
  const location = useLocation()
  const { pathname, hash } = location
  const name = nameOf(location)
  const type = useNavigationType()
  const positions = useRef<Record<string, number>>(undefined)
  const shown = useRef<string>(undefined)

  useLayoutEffect(() => {
    const all = (positions.current ??= stored())
    const note = () => void (all[name] = window.scrollY)
    const keep = () => store(all)
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

/** Scrolls there as soon as the page is tall enough, unless the visitor scrolls first. */
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
