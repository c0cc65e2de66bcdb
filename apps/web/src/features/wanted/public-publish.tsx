// Apart from public-late.tsx, so that the first view of a visit does not load it.
import { lazy, type ComponentProps } from 'react'
import { needCatalogues } from '#lib/i18n'

const LateLine = lazy(() =>
  Promise.all([import('./publish-line.tsx'), needCatalogues(['posts'])]).then(
    ([{ PublishLine }]) => ({ default: PublishLine }),
    () => ({ default: () => null }),
  ),
)

/** Renders the line below the route of a ride that is being published. */
export const renderWantedLine = (props: ComponentProps<typeof LateLine>) => <LateLine {...props} />
