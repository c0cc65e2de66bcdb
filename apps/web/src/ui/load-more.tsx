import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'

export interface LoadMoreProps {
  label: string
  busy: boolean
  /** What went wrong: then only the button asks again, or it would ask without end. */
  problem?: ReactNode
  /** `pressed`: by the button, so the focus should go on with what arrives. */
  onMore: (pressed: boolean) => void
  /** Only the button asks: so that a very long list lets one reach what is below it. */
  byButton?: boolean
  className?: string
}

/** The end of a list that goes on: more arrives as one scrolls. The button is for the keyboard, and where nothing tells what is in view. */
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
    // A little before it comes into view, so that whoever reads on need not wait.
    const observer = new IntersectionObserver(look, { rootMargin: '0px 0px 400px' })
    observer.observe(place.current)
    return () => observer.disconnect()
    // A short page may leave the place in view: it is looked at again after each one.
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
