import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'

export interface LoadMoreProps {
  label: string
  busy: boolean
  /** The error: then only the button loads more, to avoid endless retries. */
  problem?: ReactNode
  /** `pressed`: by the button, so the focus should move to the new items. */
  onMore: (pressed: boolean) => void
  /** Only the button loads more, so that content below a very long list can be reached. */
  byButton?: boolean
  className?: string
}

/** The end of a list that loads more on scrolling. The button is for the keyboard, and for browsers without IntersectionObserver. */
export function LoadMore({ label, busy, problem, onMore, byButton = false, className = '' }: LoadMoreProps) {
  const place = useRef<HTMLDivElement>(null)
  const seen = useEffectEvent(() => {
    if (!busy && !problem && !byButton) onMore(false)
  })
  useEffect(() => {
    if (!place.current || typeof IntersectionObserver === 'undefined') return
    const look = (entries: IntersectionObserverEntry[]) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) seen()
    }
    // Loads a little before it comes into view.
    const observer = new IntersectionObserver(look, { rootMargin: '0px 0px 400px' })
    observer.observe(place.current)
    return () => observer.disconnect()
    // After a short page the end may still be in view, so it is checked again after each page.
  }, [busy])
  return (
    <div ref={place} className={`flex flex-col items-center gap-2 ${className}`}>
      {problem && <p className="text-center text-soft">{problem}</p>}
      <Button variant="quiet" busy={busy} onClick={() => onMore(true)}>
        {label}
      </Button>
    </div>
  )
}
