import type { ReactNode } from 'react'

/** Style of a button in the corner. On a phone only the icon, because a label would cover the content. */
export const cornerButton = 'rounded-full! shadow-float max-sm:size-12 max-sm:p-0!'

/** The corner at the end of the page, above its content. */
export const PageCorner = ({ children }: { children: ReactNode }) => (
  <div data-corner className="fixed end-4 bottom-4 z-20 flex gap-2.5 sm:end-6 sm:bottom-6 print:hidden">
    {children}
  </div>
)
