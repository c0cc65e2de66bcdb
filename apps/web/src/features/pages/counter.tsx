import { useEffect, useState } from 'react'
import { useOnServer } from '../../ui/on-server.ts'
import { countAt, countingDelay } from './model.ts'

const isStill = () => globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false

/** Counts up once; the figure at once for whoever wants nothing to move. */
function useCount(target: number, duration: number): number {
  const onServer = useOnServer()
  const [shown, setShown] = useState(() => (isStill() ? target : 0))
  useEffect(() => {
    if (isStill()) return
    const start = performance.now() + countingDelay
    let frame = requestAnimationFrame(function step(now) {
      setShown(countAt(target, now - start, duration))
      if (now - start < duration) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [target, duration])
  // Where no script runs, the figure stands there as it is.
  return onServer ? target : shown
}

interface CounterProps {
  target: number
  duration: number
  format: (value: number) => string
}

/** Seen counting, but read aloud once, as what it comes to. Its final width is kept, so that nothing beside it moves. */
export function Counter({ target, duration, format }: CounterProps) {
  const shown = useCount(target, duration)
  const final = format(target)
  return (
    <>
      <bdi className="sr-only">{final}</bdi>
      <span aria-hidden="true" className="inline-grid justify-items-start tabular">
        <bdi className="invisible col-start-1 row-start-1">{final}</bdi>
        <bdi className="col-start-1 row-start-1" data-counter>
          {format(shown)}
        </bdi>
      </span>
    </>
  )
}
