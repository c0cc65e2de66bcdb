import { useEffectEvent, useLayoutEffect, useRef } from 'react'

/** What goes by itself would take the focus with it: then something that stays gets it, and not the whole page. */
export function useFocusKept<Goes extends HTMLElement>(stays: (goes: Goes) => HTMLElement | null | undefined) {
  const goes = useRef<Goes>(null)
  const heir = useEffectEvent(stays)
  useLayoutEffect(() => {
    const { current } = goes
    const other = current && heir(current)
    return () => {
      if (current?.contains(document.activeElement)) other?.focus({ preventScroll: true })
    }
  }, [])
  return goes
}

/** The conversation it stands in. */
export const logAround = (element: HTMLElement) => element.closest<HTMLElement>('[role="log"]')
