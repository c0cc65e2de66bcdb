import { lazy, memo, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { RideDetail } from '@samtur/contract/rides'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Page, PageHeader } from '#ui/page'
import { RouteRow } from '#ui/route-row'
import { PersonMenu } from '../moderation/person-menu.tsx'
import type { DetourPlace, RidePart } from './detours.ts'
import { LostDetour } from './lost-detour.tsx'
import { RideAside, RideBottomBar } from './ride-aside.tsx'
import { RideFacts } from './ride-facts.tsx'
import { OsloTime } from './ride-head.tsx'
import { RideNotice } from './ride-notice.tsx'
import { rideState } from './ride-state.ts'
import { RideRouteCard } from './ride-route-card.tsx'
import { useSharedRide } from './share-button.tsx'

const SimilarRides = lazy(() => import('./similar-rides.tsx'))

interface RidePageProps {
  ride: RideDetail
  /** The part in the address; the ride's own section follows with the response. */
  chosen?: RidePart
  /** The detour in the address that the ride is read with. */
  detour?: DetourPlace
}

/** The page of one ride; the same for everyone with its address. */
export function RidePage({ ride, chosen, detour }: RidePageProps) {
  const t = useT()
  const format = useFormat()
  const { section } = ride
  const reserveAtOnce = useReserveAtOnce()
  const shared = useSharedRide(ride)
  const heading = (
    <RouteRow
      from={section.start_location}
      to={section.end_location}
      toLabel={t('core.to')}
      stops={section.to_position - section.from_position - 1}
    />
  )
  return (
    <Page>
      <PageHeader
        title={heading}
        actions={
          <PersonMenu
            person={ride.driver}
            shared={shared}
            concerns={`${shared.title}, ${format.date(section.departure_time)}`}
          />
        }
        lead={
          <>
            <time
              suppressHydrationWarning
              dateTime={section.departure_time}
              className="inline-block first-letter:uppercase"
            >
              {format.longDate(section.departure_time)}
            </time>
            <OsloTime at={section.departure_time} />
          </>
        }
      />
      <RideNotice ride={ride} />
      <LostDetour ride={ride} detour={detour} />
      {/* On a phone who drives and what happens next come before the facts and the map. */}
      <div className="grid gap-4 sm:gap-5 md:grid-cols-[minmax(0,1fr)_21rem] md:items-start print:grid-cols-[minmax(0,1fr)_17rem] print:items-start">
        <div className="max-md:contents md:flex md:min-w-0 md:flex-col md:gap-5">
          <RideRouteCard ride={ride} chosen={chosen} />
          <RideFacts ride={ride} className="max-md:order-2" />
        </div>
        <RideAside
          ride={ride}
          reserveAtOnce={reserveAtOnce}
          className="max-md:order-1 md:sticky md:top-[calc(var(--bar)+1.5rem)] print:col-start-2 print:row-span-3 print:row-start-1"
        />
      </div>
      {leftWithout(ride) && <Similar ride={ride} />}
      {(ride.bookable || ride.can_wait) && <RideBottomBar ride={ride} reserveAtOnce={reserveAtOnce} />}
    </Page>
  )
}

/** React hydrates these rides only when nothing above has rendered them anew before they are loaded. */
const Similar = memo(function Similar({ ride }: { ride: RideDetail }) {
  return (
    <div className="print:hidden">
      <Suspense>
        <SimilarRides ride={ride} />
      </Suspense>
    </div>
  )
})

/** Returns whether the ride has left without the reader, who looks for another one. */
const leftWithout = (ride: RideDetail) =>
  rideState(ride) === 'departed' && ride.viewer !== 'driver' && ride.reservation?.status !== 'accepted'

/**
 * Returns whether the request for a seat is to be open from the start: for who comes back from signing in, or has pressed the button before
 * the scripts ran. The address then loses that, so that a reload does not open it again.
 */
function useReserveAtOnce(): boolean {
  const [params, setParams] = useSearchParams()
  const reserves = params.has('reserve')
  const [atOnce] = useState(reserves)
  useEffect(() => {
    if (!reserves) return
    setParams(
      (before) => {
        before.delete('reserve')
        return before
      },
      { replace: true },
    )
  }, [reserves, setParams])
  return atOnce
}
