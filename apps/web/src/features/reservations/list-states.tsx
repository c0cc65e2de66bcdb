import { useFailureWithToast, type Retried } from '#lib/failure'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { Failure } from '#ui/failure'
import { Loading, Skeleton } from '#ui/skeleton'

/** The shape of what is coming, so that nothing jumps when it is there. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label}>
      {/* As high as the window, so that the foot of the page does not come into view and move. */}
      <div className="min-h-svh">
        <div className="divide-y divide-line rounded-card border border-line bg-surface">
          <RowSkeleton />
          <RowSkeleton />
          <RowSkeleton />
          <RowSkeleton />
        </div>
      </div>
    </Loading>
  )
}

function RowSkeleton() {
  return (
    <div className="flex h-22 items-center justify-between gap-3 px-3 sm:px-5">
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <Skeleton className="h-5 w-3/5 max-w-60" />
        <Skeleton className="h-4 w-4/5 max-w-72" />
      </div>
      <Skeleton className="h-7 w-14" />
    </div>
  )
}

interface LoadFailureProps {
  query: Retried & {
    isError: boolean
    /** The next page failed to load; the error is shown at the end of the list. */
    isFetchNextPageError: boolean
  }
  what: string
}

/** The toast says what failed; here stand the reason and the way to try again. */
export function LoadFailure({ query, what }: LoadFailureProps) {
  return query.isError && !query.isFetchNextPageError ? <FailureWithToast query={query} what={what} /> : null
}

function FailureWithToast({ query, what }: LoadFailureProps) {
  return <Failure {...useFailureWithToast(query, what)} className="mb-5" />
}

interface RememberedProps {
  /** Undefined while the list comes from the server. */
  asOf: string | undefined
  query: Pick<Retried, 'isFetching' | 'refetch'>
}

/** The list is what this device remembers, because the server cannot be reached: says so, and of when it is. */
export function Remembered({ asOf, query }: RememberedProps) {
  const t = useT()
  const format = useFormat()
  if (!asOf) return null
  const retry = (
    <Button variant="quiet" size="sm" icon="refresh" busy={query.isFetching} onClick={() => void query.refetch()}>
      {t('core.retry')}
    </Button>
  )
  return (
    <Alert
      tone="warning"
      icon="offline"
      live
      title={t('reservations.as_of', { time: format.dateTime(asOf) })}
      action={retry}
      className="mb-5"
    >
      {t('reservations.as_of_text')}
    </Alert>
  )
}
