// Parts that pages put into slots of other features. Most visits need none of them.
import { lazy, type ComponentProps } from 'react'

const LateWanted = lazy(() =>
  import('./search-part.tsx').then(
    ({ SearchPart }) => ({ default: SearchPart }),
    () => ({ default: () => null }),
  ),
)

/** Renders the card that offers to keep a search, and the ways on after one that found nothing. */
export const renderWanted = (props: ComponentProps<typeof LateWanted>) => <LateWanted {...props} />
