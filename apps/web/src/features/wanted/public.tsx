import { lazy, Suspense } from 'react'
import { needCatalogues } from '#lib/i18n'

// Where it cannot be loaded the card does without it.
const LateLink = lazy(() =>
  Promise.all([import('./on-way-link.tsx'), needCatalogues(['posts'])]).then(
    ([{ OnWayLink }]) => ({ default: OnWayLink }),
    () => ({ default: () => null }),
  ),
)

/** How many people look for a ride on the way of an own one. */
export const OnWayLink = (props: { rideId: string; name: string }) => (
  <Suspense>
    <LateLink {...props} />
  </Suspense>
)
