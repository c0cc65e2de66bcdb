import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Returns a function that calls back at once, or at the end of a press while the mouse button is down. A field that changes the layout when it
 * is left would otherwise move the pressed button away, and browsers send no click then. Covers taps too, whose mouse events follow the touch.
 */
export function useAfterPress(callback: () => void): () => void {
  const pressed = useRef(false)
  const waiting = useRef(false)
  const end = useEffectEvent(() => {
    pressed.current = false
    if (waiting.current) callback()
    waiting.current = false
  })
  useEffect(() => {
    const events = new AbortController()
    const listen = { capture: true, signal: events.signal }
    addEventListener('mousedown', () => void (pressed.current = true), listen)
    // Comes before the click reaches a button, so that a form is submitted with what the callback changes.
    addEventListener('click', () => end(), listen)
    // A press that ends on another element, or becomes a drag, has no click.
    for (const type of ['mouseup', 'dragend']) addEventListener(type, () => setTimeout(() => end()), listen)
    return () => events.abort()
  }, [])
  return () => {
    if (pressed.current) waiting.current = true
    else callback()
  }
}
