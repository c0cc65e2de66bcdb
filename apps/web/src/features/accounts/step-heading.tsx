import { useEffect, useRef, type ReactNode } from 'react'

/** Of what has just taken the place of a form: it takes the focus, so that it is read and the next Tab goes on from it. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 ref={heading} tabIndex={-1} className="text-xl">
      {children}
    </h2>
  )
}
