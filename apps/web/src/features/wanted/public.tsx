import { lazy, Suspense } from 'react'

// Where it cannot be loaded the card does without it.
const LateLink = lazy(() =>
  import('./on-way-link.tsx').then(
    ({ OnWayLink }) => ({ default: OnWayLink }),
    () => ({ default: () => null }),
  ),
)

/** How many people look for a ride on the way of an own one. */
export const OnWayLink = (props: { rideId: string; name: string }) => (
  <Suspense>
    <LateLink {...props} />
  </Suspense>
)
