import { useLayoutEffect, type RefObject } from 'react'

export interface AnchorOptions {
  /** Which edges align, in the direction of reading. */
  align?: 'start' | 'end'
  /** At least as wide as the anchor. */
  matchWidth?: boolean
}

const gap = 6
const margin = 8

/**
 * Shows a `popover` beside its anchor while `open`: below, or above where there is more room. It lies in the browser's top
 * layer, so nothing clips it, and the page may scroll under it.
 */
export function useAnchored(
  open: boolean,
  anchorRef: RefObject<HTMLElement | null>,
  popupRef: RefObject<HTMLElement | null>,
  { align = 'start', matchWidth = false }: AnchorOptions = {},
) {
  useLayoutEffect(() => {
    // A popup of a field in the search bar is aligned with the field's box.
    const anchor = anchorRef.current?.closest<HTMLElement>('[data-field-box]') ?? anchorRef.current
    const popup = popupRef.current
    if (!open || !anchor || !popup || !('showPopover' in popup)) return
    if (!popup.matches(':popover-open')) popup.showPopover()
    const place = () => position(anchor, popup, align, matchWidth)
    popup.dataset.placed = ''
    place()
    const sizes = new ResizeObserver(place)
    sizes.observe(popup)
    sizes.observe(anchor)
    const events = new AbortController()
    addEventListener('scroll', place, { capture: true, passive: true, signal: events.signal })
    addEventListener('resize', place, { signal: events.signal })
    visualViewport?.addEventListener('resize', place, { signal: events.signal })
    return () => {
      sizes.disconnect()
      events.abort()
      delete popup.dataset.placed
      if (popup.isConnected && popup.matches(':popover-open')) popup.hidePopover()
    }
  }, [open, anchorRef, popupRef, align, matchWidth])
}

function position(anchor: HTMLElement, popup: HTMLElement, align: 'start' | 'end', matchWidth: boolean) {
  const box = anchor.getBoundingClientRect()
  const view = { width: document.documentElement.clientWidth, height: visualViewport?.height ?? innerHeight }
  const rtl = getComputedStyle(anchor).direction === 'rtl'
  popup.style.maxWidth = `${view.width - 2 * margin}px`
  popup.style.minWidth = matchWidth ? `${box.width}px` : ''
  const below = view.height - box.bottom - gap - margin
  const above = box.top - gap - margin
  const wanted = popup.scrollHeight
  const up = wanted > below && above > below
  popup.style.maxHeight = `${Math.max(up ? above : below, 120)}px`
  const height = Math.min(wanted, Math.max(up ? above : below, 120))
  // Measured from the side where reading starts, so that the number means the same in both directions.
  const start = rtl ? view.width - box.right : box.left
  const end = start + box.width - popup.offsetWidth
  const free = view.width - popup.offsetWidth - margin
  popup.style.insetBlockStart = `${up ? box.top - gap - height : box.bottom + gap}px`
  popup.style.insetInlineStart = `${Math.max(margin, Math.min(align === 'end' ? end : start, free))}px`
}
