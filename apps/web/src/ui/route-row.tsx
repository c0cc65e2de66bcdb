import type { ReactNode } from 'react'
import { RouteDot } from './route-line.tsx'

export interface RouteRowProps {
  from: ReactNode
  to: ReactNode
  /** Said between the two for screen readers, such as 'til'. */
  toLabel: string
  /** Number of stops between, drawn as small rings (at most three). */
  stops?: number
  className?: string
}

const rowWidths = ['w-12', 'w-16', 'w-20', 'w-24']

/** A ride in one row, for lists and headings: it breaks between the names rather than inside them. */
export function RouteRow({ from, to, toLabel, stops = 0, className = '' }: RouteRowProps) {
  const between = Math.min(stops, 3)
  return (
    <span className={`inline-flex max-w-full flex-wrap items-center gap-x-2.5 ${className}`}>
      <bdi>{from}</bdi>
      <span className="sr-only"> {toLabel} </span>
      <span className="inline-flex max-w-full items-center gap-x-2.5 max-[20rem]:flex-wrap">
        <span
          aria-hidden="true"
          className={`relative inline-flex h-4 items-center justify-between max-[20rem]:w-8 ${rowWidths[between]}`}
        >
          <span className="absolute inset-x-1 border-t-2 border-brand" />
          <span className="relative inline-flex">
            <RouteDot kind="start" />
          </span>
          {Array.from({ length: between }, (_, index) => (
            <span key={index} className="relative inline-flex">
              <RouteDot kind="via" />
            </span>
          ))}
          <span className="relative inline-flex">
            <RouteDot kind="end" />
          </span>
        </span>
        <bdi>{to}</bdi>
      </span>
    </span>
  )
}
