import { lazy, Suspense, type ComponentType } from 'react'
import { Skeleton } from '#ui/skeleton'
import { PickerSkeleton } from './picker-skeleton.tsx'
import type { PointListProps } from './point-list.tsx'
import type { PointPickerProps } from './point-picker.tsx'
import type { ProposalEnd } from './proposal-fields.tsx'
import type { ProposedPointsProps } from './proposed-points.tsx'

export type { PointStop } from './point-list.tsx'
export type { ProposalEnd } from './proposal-fields.tsx'

/** Loads a part. Where that fails the page does without it, because it says nothing that a page needs. */
const late = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    try {
      return { default: await load() }
    } catch {
      return { default: (() => null) as ComponentType<Props> }
    }
  })

const LatePicker = late(async () => (await import('./point-picker.tsx')).PointPicker)
const LateList = late(async () => (await import('./point-list.tsx')).PointList)
const LateFields = late(async () => (await import('./proposal-fields.tsx')).ProposalFields)
const LateProposed = late(async () => (await import('./proposed-points.tsx')).ProposedPoints)

export const PointPicker = (props: PointPickerProps) => (
  <Suspense fallback={<PickerSkeleton />}>
    <LatePicker {...props} />
  </Suspense>
)

export const PointList = (props: PointListProps) => (
  <Suspense fallback={<Skeleton className="h-16" />}>
    <LateList {...props} />
  </Suspense>
)

export const ProposalFields = (props: { ends: readonly ProposalEnd[] }) => (
  <Suspense fallback={<Skeleton className="h-9" />}>
    <LateFields {...props} />
  </Suspense>
)

export const ProposedPoints = (props: ProposedPointsProps) => (
  <Suspense fallback={<Skeleton className="h-16" />}>
    <LateProposed {...props} />
  </Suspense>
)
