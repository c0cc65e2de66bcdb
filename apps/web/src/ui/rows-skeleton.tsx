import { Loading, Skeleton } from './skeleton.tsx'

/** Stands in for rows with a picture, two lines and a badge while they load. `label` is read out. */
export function RowsSkeleton({ label, rows = 6 }: { label: string; rows?: number }) {
  return (
    <Loading label={label} className="flex flex-col">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex items-center gap-3 border-t border-line px-4 py-3.5 first:border-t-0">
          <Skeleton className="size-9 shrink-0 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-4 w-56 max-w-full" />
          </div>
          <Skeleton className="h-7 w-20 rounded-full" />
        </div>
      ))}
    </Loading>
  )
}
