import { Skeleton } from './skeleton.tsx'

/** The lines of a paragraph that is loading. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <span aria-hidden="true" className="flex flex-col gap-2.5">
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} className={`h-4 ${index === lines - 1 ? 'w-3/5' : 'w-full'}`} />
      ))}
    </span>
  )
}
