import { useEffect, useRef, useState, type RefObject } from 'react'
import { useOnServer } from '../../ui/on-server.ts'
import { counting } from '@samtur/contract/constants'
import { countAt } from './model.ts'

const isStill = () => globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false

/**
 * Counts up once; undefined is the figure itself, as the server sends it and as it stays with reduced motion. The style sheet shows zero in its
 * place until the script comes. A figure that was visible already stays too, because it would jump back to zero.
 */
function useCount(face: RefObject<HTMLElement | null>, target: number, duration: number): number | undefined {
  const [sent] = useState(useOnServer())
  const [shown, setShown] = useState(() => (sent || isStill() ? undefined : 0))
  useEffect(() => {
    if (isStill() || (sent && face.current && isSeen(face.current))) return
    const start = performance.now() + counting.delay
    let frame = requestAnimationFrame(function step(now) {
      setShown(countAt(target, now - start, duration))
      if (now - start < duration) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [face, sent, target, duration])
  return shown
}

const isSeen = (element: Element) => getComputedStyle(element).visibility !== 'hidden'

interface CounterProps {
  target: number
  duration: number
  format: (value: number) => string
}

/** Counts visibly, but is read aloud once, as the final figure. Its final width is reserved, so that nothing beside it moves. */
export function Counter({ target, duration, format }: CounterProps) {
  const face = useRef<HTMLElement>(null)
  const shown = useCount(face, target, duration)
  const final = format(target)
  return (
    <>
      <bdi className="sr-only">{final}</bdi>
      <span aria-hidden="true" className="inline-grid justify-items-start tabular">
        <bdi className="invisible col-start-1 row-start-1">{final}</bdi>
        <bdi
          ref={face}
          className={`col-start-1 row-start-1 ${shown === undefined ? 'awaits-counting' : ''}`}
          data-zero={format(0)}
          data-counter
        >
          {format(shown ?? target)}
        </bdi>
      </span>
    </>
  )
}
