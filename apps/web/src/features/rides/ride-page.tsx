import { lazy, Suspense } from 'react'
import type { RideDetail } from '@samtur/contract/rides'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Card } from '#ui/card'
import { Page, PageHeader } from '#ui/page'
import { RouteRow } from '#ui/route-line'
import { hasDeparted, type SectionPositions } from './model.ts'
import { RideAside, RideBottomBar } from './ride-aside.tsx'
import { RideFacts } from './ride-facts.tsx'
import { RideNotice } from './ride-notice.tsx'
import { RideRoute } from './ride-route.tsx'
import { SectionChooser } from './section-chooser.tsx'

const RouteMap = lazy(() => import('./route-map.tsx'))

interface RidePageProps {
  ride: RideDetail
  /** What the address names; the ride's own section follows when the answer has come. */
  chosen?: SectionPositions
}

/** Everything there is to know of one ride; the same for whoever is sent its address. */
export function RidePage({ ride, chosen }: RidePageProps) {
  const t = useT()
  const format = useFormat()
  const { section, route } = ride
  const heading = (
    <RouteRow from={section.start_location} to={section.end_location} toLabel={t('core.to')} stops={route.length - 2} />
  )
  return (
    <Page>
      <PageHeader
        title={heading}
        lead={
          <time dateTime={section.departure_time} className="inline-block first-letter:uppercase">
            {format.longDate(section.departure_time)}
          </time>
        }
      />
      <RideNotice ride={ride} />
      <div className="grid gap-4 sm:gap-5 md:grid-cols-[minmax(0,1fr)_21rem] md:grid-rows-[auto_auto_1fr] md:items-start">
        <Card as="section" aria-label={t('rides.route')} className="flex flex-col gap-3">
          <RideRoute ride={ride} all size="lg" />
          {canChoose(ride) && <SectionChooser ride={ride} chosen={chosen ?? section} />}
        </Card>
        <RideAside
          ride={ride}
          className="md:sticky md:top-[calc(var(--bar)+1.5rem)] md:col-start-2 md:row-span-3 md:row-start-1"
        />
        <RideFacts ride={ride} />
        <RideMap ride={ride} />
      </div>
      {ride.bookable && <RideBottomBar ride={ride} />}
    </Page>
  )
}

/** A full part may be followed by one with seats, so the choice does not depend on what is free. */
function canChoose(ride: RideDetail) {
  const asked = ride.reservation?.status === 'pending' || ride.reservation?.status === 'accepted'
  return ride.route.length > 2 && ride.status === 'active' && !hasDeparted(ride) && ride.viewer !== 'driver' && !asked
}

const mapClass = 'h-72 w-full rounded-[17px] sm:h-96'

function RideMap({ ride: { route, section } }: { ride: RideDetail }) {
  const stops = route.flatMap(({ position, text, lat, lon }) => {
    if (lat === null || lon === null) return []
    const { from_position: from, to_position: to } = section
    const kind = position === from ? ('start' as const) : position === to ? ('end' as const) : ('via' as const)
    return [{ text, lat, lon, kind, dimmed: position < from || position > to }]
  })
  // A stop nobody knows the place of leaves no line to draw with one other point alone.
  if (stops.length < 2) return null
  return (
    <Card padding="none">
      <Suspense fallback={<div className={`${mapClass} bg-water`} />}>
        <RouteMap stops={stops} className={mapClass} />
      </Suspense>
    </Card>
  )
}
