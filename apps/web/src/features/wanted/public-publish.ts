// Apart from public-late.ts, so that the first view of a visit does not load it.
import { lazy } from 'react'
import { needCatalogues } from '#lib/i18n'

/** The line below the route of a ride that is being published. */
export const LateLine = lazy(() =>
  Promise.all([import('./publish-line.tsx'), needCatalogues(['posts'])]).then(
    ([{ PublishLine }]) => ({ default: PublishLine }),
    () => ({ default: () => null }),
  ),
)
