import { useEffect, useState } from 'react'

const touches = ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const
/** Milliseconds to wait, well after the first view has settled. */
const patience = 4000

/** Returns true from the reader's first touch on, or after a while without one. For parts of a page that the first view does without. */
export function useFirstTouch(): boolean {
  const [touched, setTouched] = useState(false)
  useEffect(() => {
    const events = new AbortController()
    const start = () => {
      events.abort()
      clearTimeout(timer)
      setTouched(true)
    }
    const timer = setTimeout(start, patience)
    for (const touch of touches) addEventListener(touch, start, { signal: events.signal, passive: true })
    return () => {
      events.abort()
      clearTimeout(timer)
    }
  }, [])
  return touched
}
