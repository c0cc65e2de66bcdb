import type { ReactNode } from 'react'

/** The page's main action at the bottom of a phone; from 900 px on it is in the page itself. */
export function BottomBar({ children }: { children: ReactNode }) {
  return (
    <div className="bottom-bar fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] md:hidden">
      <div className="mx-auto flex max-w-[40rem] items-center gap-3">{children}</div>
    </div>
  )
}
