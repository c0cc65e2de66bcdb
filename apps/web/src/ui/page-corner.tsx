import type { ReactNode } from 'react'

/** Style of a button in the corner. In the margin only the icon, because a label would cover the content. */
export const cornerButton = 'rounded-full! min-[79rem]:size-12 min-[79rem]:p-0! min-[79rem]:shadow-float'
/** Style of its text. */
export const cornerText = 'min-[79rem]:sr-only'

/** At the end of the page. Where the margin beside the content has the room, it floats there and is always in reach. */
export const PageCorner = ({ children }: { children: ReactNode }) => (
  <div
    data-corner
    className="mx-auto flex w-full max-w-page justify-end px-4 pt-8 sm:px-8 min-[79rem]:fixed min-[79rem]:end-3 min-[79rem]:bottom-6 min-[79rem]:z-20 min-[79rem]:w-auto min-[79rem]:p-0 print:hidden"
  >
    {children}
  </div>
)
