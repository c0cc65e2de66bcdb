import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '@samtur/contract/paths'
import { useT } from '#lib/i18n'
import { useMe } from '#lib/session'
import { useNow } from '#lib/use-now'
import { UnreadDot } from '#ui/unread-dot'
import { ButtonLink } from '#ui/button'
import { Page, PageHeader } from '#ui/page'
import { Skeleton } from '#ui/skeleton'
import { Tabs } from '#ui/tabs'
import { useSeeTrips } from '../notifications/seen-trips.ts'
import { ListSkeleton } from './list-states.tsx'
import { firstTab, openRequests, type Tab } from './model.ts'
import { useLiveLists, useMyReservations, useMyRides } from './queries.ts'
import { ReservationLists } from './reservation-lists.tsx'
import { TodayBanner } from './today-banner.tsx'
import { RidesTab } from './rides-tab.tsx'

export function MyRidesPage() {
  const t = useT()
  const me = useMe()
  const publish = (
    // On a phone, and where the bar has room for it, the same button stands there.
    <ButtonLink
      variant="quiet"
      icon="plus"
      to={paths.publishRide}
      className={`max-sm:hidden ${me.profile.is_driver ? 'lg:hidden' : ''}`}
    >
      {t('reservations.publish_ride')}
    </ButtonLink>
  )
  return (
    <Page className="max-sm:pt-2">
      {/* On a phone the tabs say the same. */}
      <div className="max-sm:sr-only">
        <PageHeader title={t('reservations.my_rides')} actions={publish} />
      </div>
      <BothTabs />
    </Page>
  )
}

function BothTabs() {
  const t = useT()
  const now = useNow()
  const [params, setParams] = useSearchParams()
  const reservations = useMyReservations()
  const rides = useMyRides()
  useLiveLists()
  const tab = useTab(params.get('tab'), reservations, rides, now)
  useSeeTrips(tab !== undefined && reservations.data !== undefined && rides.data !== undefined)
  const waiting = openRequests(rides.data ?? [], now).length
  if (!tab) return <TabsSkeleton />

  return (
    <Tabs
      label={t('reservations.tabs_label')}
      value={tab}
      onChange={(next) => setParams({ tab: next }, { replace: true })}
      items={[
        {
          value: 'reservations',
          label:
            reservations.data || reservations.isPending
              ? t('reservations.my_reservations_count', { count: countOf(reservations) })
              : t('reservations.my_reservations'),
        },
        {
          value: 'rides',
          label: (
            <>
              {rides.data || rides.isPending
                ? t('reservations.my_rides_count', { count: countOf(rides) })
                : t('reservations.my_rides')}
              {waiting > 0 && <UnreadDot label={t('reservations.waiting', { count: waiting })} />}
            </>
          ),
        },
      ]}
    >
      <TodayBanner
        reservations={reservations.data}
        rides={rides.data}
        now={now}
        pending={reservations.isPending || rides.isPending}
      />
      {tab === 'rides' ? <RidesTab query={rides} now={now} /> : <ReservationLists query={reservations} now={now} />}
    </Tabs>
  )
}

/** How many there are, or that there are more than have been loaded; the same room while there is none. */
function countOf({ data, hasNextPage }: { data: readonly unknown[] | undefined; hasNextPage: boolean }) {
  if (!data) return '…'
  return hasNextPage ? `${data.length}+` : String(data.length)
}

/** Milliseconds for which a list waits for the other one, so that lists that come together are shown together. */
const patience = 500

/**
 * Returns the tab to show: what the address names; otherwise what the lists ask for, once: nothing that comes later changes it. Undefined
 * until its list is there, and the other one, which may have a trip today, where it is not late.
 */
function useTab(
  named: string | null,
  reservations: ReturnType<typeof useMyReservations>,
  rides: ReturnType<typeof useMyRides>,
  now: number,
): Tab | undefined {
  const [first, setFirst] = useState<Tab>()
  const [ready, setReady] = useState(false)
  const late = useLate()
  const isThere = { reservations: !reservations.isPending, rides: !rides.isPending }
  const both = isThere.reservations && isThere.rides
  const enough = both || (late && (isThere.reservations || isThere.rides))
  if (!first && enough) {
    const instead = !isThere.reservations && rides.data?.length
    setFirst(instead ? 'rides' : firstTab(reservations.data, rides.data, now))
  }
  const tab = named === 'rides' || named === 'reservations' ? named : first
  if (!ready && enough && tab && isThere[tab]) setReady(true)
  return ready ? tab : undefined
}

function useLate() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return late
}

function TabsSkeleton() {
  const t = useT()
  return (
    // As high as the window, so that the footer is not seen to move.
    <div className="min-h-dvh">
      <div className="flex h-12 items-center gap-6 shadow-[inset_0_-1px_0_var(--color-line)] sm:px-3">
        <Skeleton className="h-5 w-36" />
        <Skeleton className="h-5 w-24" />
      </div>
      <div className="pt-5">
        <ListSkeleton label={t('reservations.loading')} />
      </div>
    </div>
  )
}
