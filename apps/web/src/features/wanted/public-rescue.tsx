// Apart from public.tsx, because few pages show it.
import { lazy, Suspense } from 'react'
import { Skeleton } from '#ui/skeleton'
import type { RescueProps } from './rescue.tsx'

export type { Lost, LostTrip } from './model.ts'

const LateRescue = lazy(() =>
  import('./rescue.tsx').then(
    ({ Rescue: Loaded }) => ({ default: Loaded }),
    () => ({ default: ({ search }: RescueProps) => <div className="relative z-1">{search}</div> }),
  ),
)

/** Other ways to travel, in place of a trip that ended without the person's doing. */
export const Rescue = (props: RescueProps) => (
  <Suspense fallback={<Skeleton className="h-44 rounded-field" />}>
    <LateRescue {...props} />
  </Suspense>
)
