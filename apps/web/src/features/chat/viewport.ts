/** What the chat has to know of the window, because it fills exactly what is left of it. */
import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Sets `--keyboard` of the element to the height that the phone's keyboard covers. Where the keyboard overlays the page instead of
 * resizing it, only the visual viewport has that height.
 */
export function useKeyboardSpace() {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    const { visualViewport: view } = window
    if (!view) return
    const measure = () => {
      // Zoomed in, the view is smaller for another reason.
      const covered = view.scale > 1.01 ? 0 : window.innerHeight - view.height - view.offsetTop
      element.current?.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`)
    }
    view.addEventListener('resize', measure)
    view.addEventListener('scroll', measure)
    measure()
    return () => {
      view.removeEventListener('resize', measure)
      view.removeEventListener('scroll', measure)
    }
  }, [])
  return element
}

/** Where the element begins on the page, in its `--top`: a line above it may come and go. */
export function useTop() {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const measure = () => {
      const { current } = element
      if (current) current.style.setProperty('--top', `${current.getBoundingClientRect().top + window.scrollY}px`)
    }
    const changes = new ResizeObserver(measure)
    changes.observe(document.body)
    measure()
    return () => changes.disconnect()
  }, [])
  return element
}

/** On a phone they stand below the element, which holds the way back. A line above it may come and go. */
export function useToastsBelow() {
  const element = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const measure = () => {
      const end = element.current?.getBoundingClientRect().bottom
      if (end !== undefined) style.setProperty('--toast-top', `calc(${Math.round(end)}px + 0.5rem)`)
    }
    const changes = new ResizeObserver(measure)
    for (const box of [element.current, element.current?.previousElementSibling]) if (box) changes.observe(box)
    measure()
    return () => {
      changes.disconnect()
      style.removeProperty('--toast-top')
    }
  }, [])
  return element
}

/** Messages of the page float above the element while it is there, and not over it. */
export function useLiftedToasts() {
  const element = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const measure = () => {
      const top = element.current?.getBoundingClientRect().top
      if (top !== undefined) style.setProperty('--bottom-bar', `${Math.max(0, Math.round(window.innerHeight - top))}px`)
    }
    const changes = new ResizeObserver(measure)
    if (element.current) changes.observe(element.current)
    addEventListener('resize', measure)
    // Nothing of the page itself is covered: what gets the focus need not move up.
    style.setProperty('scroll-padding-block-end', '0')
    measure()
    return () => {
      changes.disconnect()
      removeEventListener('resize', measure)
      for (const name of ['--bottom-bar', 'scroll-padding-block-end']) style.removeProperty(name)
    }
  }, [])
  return element
}
