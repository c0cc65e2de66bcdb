import type { ReactNode } from 'react'

/** A grey shape in place of loading content; set its size by `className`. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-breathe ${className.includes('rounded-') ? '' : 'rounded-sm'} border border-transparent bg-sunk dark:bg-line/70 ${className}`}
    />
  )
}

/** Wraps the skeletons of a region: announces once what is loading. */
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
