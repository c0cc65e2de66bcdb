import { Suspense, useEffect, useState } from 'react'
import { optionalPart } from '#lib/optional-part'

const Late = optionalPart(async () => (await import('./late.ts')).Late)

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
