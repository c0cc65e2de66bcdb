import { useEffect, useRef } from 'react'
import { focusSoon } from '#lib/focus'

interface Pressed {
  button: HTMLElement
  box: () => HTMLElement | null
}

/** Returns a function that notes a pressed button. When it leaves the page, also later, and the focus with it, the box gets the focus. */
export function useKeptFocus() {
  const pressed = useRef<Pressed>(undefined)
  // After each rendering, because any of them may be the one without the button.
  useEffect(() => {
    if (!pressed.current || pressed.current.button.isConnected) return
    const { box } = pressed.current
    pressed.current = undefined
    focusSoon(() => (document.activeElement === document.body ? box() : null))
  })
  return (button: HTMLElement, box: Pressed['box']) => {
    pressed.current = { button, box }
  }
}
