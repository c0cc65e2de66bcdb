import type { ReactNode } from 'react'

/** '08:00–15:00' on one line, the earlier time on the left in every language. */
export function TimeRange({ children }: { children: ReactNode }) {
  return (
    <bdi dir="ltr" className="whitespace-nowrap">
      {children}
    </bdi>
  )
}
