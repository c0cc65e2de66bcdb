import type { ReactNode } from 'react'

/** A grey shape in the place of what is coming; give it the size of the real thing by `className`. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-breathe ${className.includes('rounded-') ? '' : 'rounded-sm'} border border-transparent bg-sunk dark:bg-line/70 ${className}`}
    />
  )
}

/** Wrap the skeletons of a region in this: it says once what is being loaded. */
export function Loading({
  label,
  className = '',
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <div role="status" aria-busy="true" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}
