import { lazy, memo, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ridePath } from '@samtur/contract/paths'
import type { RideDetail } from '@samtur/contract/rides'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Page, PageHeader } from '#ui/page'
import { RouteRow } from '#ui/route-row'
import { PersonMenu } from '../moderation/person-menu.tsx'
import { withDetourStop, type DetourPlace, type RidePart } from './detours.ts'
import { LostDetour } from './lost-detour.tsx'
import { RideAside, RideBottomBar } from './ride-aside.tsx'
import { RideFacts } from './ride-facts.tsx'
import { OsloTime } from './ride-head.tsx'
import { RideNotice } from './ride-notice.tsx'
import { rideState } from './ride-state.ts'
import { mapOf, RideMap, RideRouteCard } from './ride-route-card.tsx'
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
  const map = mapOf(withDetourStop(ride))
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
            concerns={{ what: `${shared.title}, ${format.date(section.departure_time)}`, path: ridePath(ride.id) }}
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
      {/* The document has the order of a phone: who drives and what happens next come before the facts and the map. */}
      <div data-one-page className={`${columns} ${map ? 'lg:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)_21rem]' : ''}`}>
        <RideRouteCard ride={ride} chosen={chosen} map={map} />
        <RideAside ride={ride} reserveAtOnce={reserveAtOnce} className={lastColumn} />
        <RideFacts ride={ride} className={map ? 'lg:col-span-2' : ''} />
        {map && <RideMap stops={map.known} line={ride.line} />}
      </div>
      {leftWithout(ride) && <Similar ride={ride} />}
      {(ride.bookable || ride.can_wait) && <RideBottomBar ride={ride} reserveAtOnce={reserveAtOnce} />}
    </Page>
  )
}

// The last row takes what a long aside has more than the rest, so that no gap opens between them.
const columns =
  'grid gap-4 sm:gap-5 md:grid-cols-[minmax(0,1fr)_21rem] md:grid-rows-[auto_auto_1fr] md:items-start ' +
  'print:grid-cols-[minmax(0,1fr)_17rem] print:grid-rows-[auto_auto_1fr] print:items-start'
const lastColumn =
  'md:sticky md:top-[calc(var(--bar)+1.5rem)] md:-col-start-2 md:row-span-3 md:row-start-1 ' +
  'print:-col-start-2 print:row-span-3 print:row-start-1'

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
