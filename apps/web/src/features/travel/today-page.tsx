import { useEffect, useEffectEvent } from 'react'
import { paths, ridePath } from '@samtur/contract/paths'
import { useErrorText } from '#lib/error-text'
import { useLoadFailure } from '#lib/failure'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Navigate, useSearchParams } from 'react-router'
import { Alert } from '#ui/alert'
import { ButtonLink } from '#ui/button'
import { Card } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { Failure } from '#ui/failure'
import { Page, PageHeader } from '#ui/page'
import { Loading, Skeleton } from '#ui/skeleton'
import { useToast } from '#ui/toast'
import { useLiveToday, useRefreshToday, useToday } from './queries.ts'
import { sendWaiting } from './sayings.ts'
import { TripCard } from './trip-card.tsx'

/** The one screen for the day of travel: large, few words, and readable without a network once it was opened. */
export function TodayPage() {
  const t = useT()
  return (
    <Page width="form">
      <PageHeader title={t('travel.title')} />
      <Trips />
    </Page>
  )
}

function Trips() {
  const t = useT()
  const [params] = useSearchParams()
  const rideId = params.get('ride')
  const format = useFormat()
  const query = useToday()
  const failure = useLoadFailure(query)
  useLiveToday()
  useSendingWaiting()
  if (!query.data && query.isError) return <Failure {...failure} title={t('travel.load_failed')} />
  if (!query.data) return <TripSkeleton />
  const { items, as_of } = query.data
  // A calendar and a reminder lead here; before and after the day the ride's own page says more.
  if (rideId && !as_of && !items.some(({ ride_id }) => ride_id === rideId))
    return <Navigate to={ridePath(rideId)} replace />
  return (
    <>
      {as_of && (
        <Alert tone="warning" icon="offline" live className="mb-4">
          {t('travel.as_of', { time: format.time(as_of) })}
        </Alert>
      )}
      {items.length === 0 ? (
        <EmptyState
          title={t('travel.none_title')}
          text={t('travel.none_text')}
          action={<ButtonLink to={paths.myRides}>{t('travel.all_trips')}</ButtonLink>}
        />
      ) : (
        <ul className="flex flex-col gap-5">
          {items.map((trip) => (
            <li key={trip.reservation_id ?? trip.ride_id}>
              <TripCard trip={trip} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const every = 15_000

/** Sends what was said without a network, as soon as there is one; what the server refuses is said in a toast. */
function useSendingWaiting() {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  const refresh = useRefreshToday()
  const attempt = useEffectEvent(async () => {
    const refused = await sendWaiting()
    for (const { error } of refused)
      toast({ tone: 'error', title: t('core.error_title'), text: errorText(error), stays: true })
    await refresh()
  })
  useEffect(() => {
    const run = () => {
      if (document.visibilityState === 'visible') void attempt()
    }
    run()
    addEventListener('online', run)
    const timer = setInterval(run, every)
    return () => {
      removeEventListener('online', run)
      clearInterval(timer)
    }
  }, [])
}

function TripSkeleton() {
  const t = useT()
  return (
    <Loading label={t('travel.loading')}>
      <Card className="flex flex-col gap-5">
        <Skeleton className="h-12 w-36" />
        <Skeleton className="h-7 w-3/4" />
        <Skeleton className="h-16" />
        <Skeleton className="h-24" />
        <Skeleton className="h-12" />
      </Card>
    </Loading>
  )
}
