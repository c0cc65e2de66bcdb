import { useFailureWithToast, type Retried } from '#lib/failure'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Failure } from '#ui/failure'
import { Loading, Skeleton } from '#ui/skeleton'

interface ListSkeletonProps {
  label: string
  /** Cards as wide as the page. */
  wide?: boolean
}

/** The shape of what is coming, so that nothing jumps when it is there. */
export function ListSkeleton({ label, wide = false }: ListSkeletonProps) {
  return (
    <Loading label={label} className={`grid gap-4 sm:gap-4.5 ${wide ? '' : 'md:grid-cols-2'}`}>
      <CardSkeleton />
      <CardSkeleton />
    </Loading>
  )
}

function CardSkeleton() {
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex items-center justify-between">
        <Skeleton className="h-7 w-28" />
        <Skeleton className="h-7 w-20" />
      </div>
      <Skeleton className="h-5 w-40" />
      <div className="flex flex-col gap-4 py-1">
        <Skeleton className="h-5 w-3/5" />
        <Skeleton className="h-5 w-1/2" />
      </div>
      <div className="flex items-center gap-3 border-t border-line pt-4">
        <Skeleton className="size-11 rounded-full" />
        <Skeleton className="h-5 w-36" />
      </div>
    </Card>
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
