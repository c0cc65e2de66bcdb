// Apart from public-late.tsx, so that the first view of a visit does not load it.
import { lazy, type ComponentProps } from 'react'

const LateLine = lazy(() =>
  import('./publish-line.tsx').then(
    ({ PublishLine }) => ({ default: PublishLine }),
    () => ({ default: () => null }),
  ),
)

/** Renders the line below the route of a ride that is being published. */
export const renderWantedLine = (props: ComponentProps<typeof LateLine>) => <LateLine {...props} />
