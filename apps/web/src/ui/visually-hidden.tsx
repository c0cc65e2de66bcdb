import type { ReactNode } from 'react'

/** Text for screen readers only; `focusable` shows it while it holds the focus (skip links). */
export function VisuallyHidden({ children, focusable = false }: { children: ReactNode; focusable?: boolean }) {
  return <span className={focusable ? 'sr-only focus-within:not-sr-only' : 'sr-only'}>{children}</span>
}
