import { useEffect, useEffectEvent } from 'react'
import type { TodayTrip } from '@samtur/contract/travel'
import { paths, ridePath } from '@samtur/contract/paths'
import { useErrorText } from '#lib/error-text'
import { useLoadFailure } from '#lib/failure'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { useNow } from '#lib/use-now'
import { Navigate, useSearchParams } from 'react-router'
import { ButtonLink } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Failure } from '#ui/failure'
import { Icon } from '#ui/icon'
import { Page } from '#ui/page'
import { Loading, Skeleton } from '#ui/skeleton'
import { useToast } from '#ui/toast'
import { presentTrip } from './model.ts'
import { useLiveToday, useRefreshToday, useToday } from './queries.ts'
import { sendWaiting } from './sayings.ts'
import { TripCard } from './trip-card.tsx'
import { useStored } from './use-stored.ts'

/** The one screen for the day of travel: large, few words, and readable without a network once it was opened. */
export function TodayPage() {
  const t = useT()
  const [params] = useSearchParams()
  const rideId = params.get('ride')
  const query = useToday()
  const failure = useLoadFailure(query)
  useLiveToday()
  useSendingWaiting()
  const { items, as_of, loaded_at } = query.data ?? {}
  // A calendar and a reminder lead here; before and after the day the ride's own page says more.
  if (rideId && items && !as_of && !items.some(({ ride_id }) => ride_id === rideId))
    return <Navigate to={ridePath(rideId)} replace />
  return (
    <Page width="form" className="pt-1! sm:pt-8!">
      <DayTitle asOf={as_of} loaded={items?.length ? loaded_at : undefined} />
      {!items && (query.isError ? <Failure {...failure} title={t('travel.load_failed')} /> : <TripSkeleton />)}
      {items && <Trips items={items} />}
    </Page>
  )
}

function Trips({ items }: { items: readonly TodayTrip[] }) {
  const t = useT()
  // By the clock, because without a network nothing is loaded anew.
  const present = presentTrip(items, useNow())
  if (!present)
    return (
      <EmptyState
        title={t('travel.none_title')}
        text={t('travel.none_text')}
        action={<ButtonLink to={paths.myRides}>{t('travel.all_trips')}</ButtonLink>}
      />
    )
  return (
    <ul className="flex flex-col gap-8">
      {items.map((trip) => (
        <li key={trip.reservation_id ?? trip.ride_id}>
          <TripCard trip={trip} present={trip === present} />
        </li>
      ))}
    </ul>
  )
}

interface DayTitleProps {
  /** When the shown copy was stored, while there is no network. */
  asOf: string | undefined
  /** When the trips were loaded, with a network; in milliseconds since 1970. */
  loaded: number | undefined
}

/** The heading, and whether the page works without a network. */
function DayTitle({ asOf, loaded }: DayTitleProps) {
  const t = useT()
  const format = useFormat()
  const stored = useStored(loaded)
  return (
    <header className="mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 sm:mb-4">
      <h1 tabIndex={-1} className="min-w-0 text-xl! sm:text-2xl!">
        {t('travel.title')}
      </h1>
      <p role="status" className={`flex items-center gap-1 text-sm ${asOf ? 'text-warning' : 'text-soft'}`}>
        {asOf ? (
          <>
            <Icon name="offline" size={18} />
            {t('travel.as_of', { time: format.time(asOf) })}
          </>
        ) : (
          stored && (
            <>
              <Icon name="check" size={18} />
              {t('travel.works_offline')}
            </>
          )
        )}
      </p>
    </header>
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
      {['h-24', 'h-18', 'h-33', 'h-26'].map((height) => (
        <Skeleton key={height} className={`mb-3 rounded-card ${height}`} />
      ))}
    </Loading>
  )
}
