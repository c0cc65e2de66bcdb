import { useEffect, useState } from 'react'

/** A screen reader sends a click alone, and a password manager focuses a field without a key. The browser's Back changes the address only. */
const touches = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'focusin', 'click', 'popstate'] as const
/** Milliseconds to wait, well after the first view has settled. */
const patience = 4000

/** Returns whether the pointer has not moved. A browser sends such an event when the layout below the pointer changes. */
const isResting = (event: Event) =>
  event.type === 'pointermove' && (event as PointerEvent).movementX === 0 && (event as PointerEvent).movementY === 0

/** Calls back once, at the reader's next touch, or after a while without one. Returns a function that stops it. */
export function onFirstTouch(callback: () => void, wait = patience): () => void {
  const events = new AbortController()
  const stop = () => {
    events.abort()
    clearTimeout(timer)
  }
  const start = () => {
    stop()
    callback()
  }
  const onTouch = (event: Event) => void (isResting(event) || start())
  const timer = wait < Infinity ? setTimeout(start, wait) : undefined
  for (const touch of touches) addEventListener(touch, onTouch, { signal: events.signal, passive: true, capture: true })
  return stop
}

/** Returns true from the reader's first touch on, or after a while without one. For parts of a page that the first view does without. */
export function useFirstTouch(): boolean {
  const [touched, setTouched] = useState(false)
  useEffect(() => onFirstTouch(() => setTouched(true)), [])
  return touched
}
