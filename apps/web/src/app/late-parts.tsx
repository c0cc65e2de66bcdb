import { lazy, Suspense, useEffect, useState } from 'react'

// When loading fails the page does without these parts.
const Late = lazy(() => import('./late.ts').catch(() => ({ default: () => null })))

/** Milliseconds to wait, well after the first view has settled. */
const patience = 2000

/** Loads what no first view needs, after it has settled. */
export function LateParts() {
  const [started, setStarted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStarted(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return (
    started && (
      <Suspense>
        <Late />
      </Suspense>
    )
  )
}
