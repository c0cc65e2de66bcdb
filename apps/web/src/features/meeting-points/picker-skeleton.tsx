import { Skeleton } from '#ui/skeleton'

/** As high as the label, the list and the hint that follow, so that what stands below does not move. */
export const PickerSkeleton = () => <Skeleton className="h-25" />
