import { useState } from 'react'
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
  const waiting = openRequests(rides.data ?? [], now).length
  // The line of the trip today needs both lists, and must not push the open tab down.
  if (!tab || reservations.isPending || rides.isPending) return <TabsSkeleton />

  return (
    <>
      <Tabs
        label={t('reservations.tabs_label')}
        value={tab}
        onChange={(next) => setParams({ tab: next }, { replace: true })}
        items={[
          {
            value: 'reservations',
            label:
              reservations.data === undefined
                ? t('reservations.my_reservations')
                : t('reservations.my_reservations_count', { count: countOf(reservations) }),
          },
          {
            value: 'rides',
            label: (
              <>
                {rides.data === undefined
                  ? t('reservations.my_rides')
                  : t('reservations.my_rides_count', { count: countOf(rides) })}
                {waiting > 0 && <UnreadDot label={t('reservations.waiting', { count: waiting })} />}
              </>
            ),
          },
        ]}
      >
        <TodayBanner reservations={reservations.data} rides={rides.data} now={now} />
        {tab === 'rides' ? <RidesTab query={rides} now={now} /> : <ReservationLists query={reservations} now={now} />}
      </Tabs>
    </>
  )
}

/** How many there are, or that there are more than have been loaded. */
function countOf({ data = [], hasNextPage }: { data?: readonly unknown[]; hasNextPage: boolean }) {
  return hasNextPage ? `${data.length}+` : String(data.length)
}

/** What the address names; otherwise what the lists ask for, once: nothing that comes later changes it. */
function useTab(
  named: string | null,
  reservations: ReturnType<typeof useMyReservations>,
  rides: ReturnType<typeof useMyRides>,
  now: number,
): Tab | undefined {
  const [first, setFirst] = useState<Tab>()
  if (!first && !reservations.isPending && !rides.isPending) setFirst(firstTab(reservations.data, rides.data, now))
  return named === 'rides' || named === 'reservations' ? named : first
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
