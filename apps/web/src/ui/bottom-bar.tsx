import type { ReactNode } from 'react'

interface BottomBarProps {
  /** From 900 px on it stands at its place in the page, instead of not at all. So it does with text so large that it would cover half of a phone. */
  staysFrom900?: boolean
  children: ReactNode
}

/** The page's main action at the bottom of a phone; from 900 px on it is in the page itself. */
export function BottomBar({ staysFrom900 = false, children }: BottomBarProps) {
  const wide = staysFrom900
    ? 'pt-2 pb-2 max-[16rem]:static max-[16rem]:border-0 max-[16rem]:p-0 md:static md:border-0 md:bg-transparent md:p-0'
    : 'pt-3 pb-3 md:hidden'
  return (
    <div className={`bottom-bar fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface px-4 ${wide}`}>
      <div className="mx-auto flex max-w-[40rem] items-center gap-3 pb-[env(safe-area-inset-bottom)]">{children}</div>
    </div>
  )
}
