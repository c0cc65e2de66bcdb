import { lazy, memo, Suspense } from 'react'
import type { Ride, RideDetail } from '@samtur/contract/rides'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Card } from '#ui/card'
import { DetourNotice } from './detour-notice.tsx'
import { withDetourStop, type RidePart } from './detours.ts'
import type { MapStop } from './model.ts'
import { pointStops } from './point-stops.ts'
import { rideState } from './ride-state.ts'
import { RideRoute } from './ride-route.tsx'
import { SectionChooser } from './section-chooser.tsx'

const RouteMap = lazy(() => import('./route-map.tsx'))
const PointList = lazy(async () => ({ default: (await import('../meeting-points/point-list.tsx')).PointList }))

interface RideRouteCardProps {
  ride: RideDetail
  /** The part in the address; the ride's own section follows with the response. */
  chosen?: RidePart
}

/** Where the ride goes and when: every stop in words, and the same on a map: beside them, or on a phone at the end of the page. */
export function RideRouteCard({ ride, chosen }: RideRouteCardProps) {
  const t = useT()
  const { list } = useFormat()
  const shown = withDetourStop(ride)
  const { known, unknown } = mapStops(shown)
  // One known place alone leaves no line to draw.
  const drawn = known.length > 1
  return (
    <div className={`max-lg:contents lg:grid ${drawn ? 'lg:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)]' : ''}`}>
      <Card
        as="section"
        aria-label={t('ride.route')}
        className={`flex flex-col gap-4 ${drawn ? 'lg:rounded-e-none lg:border-e-0' : ''}`}
      >
        {ride.detour && (
          <div className="flex flex-col gap-1.5">
            <DetourNotice ride={ride} />
            <p className="text-sm text-soft">{t('ride.detour_decides')}</p>
          </div>
        )}
        <RideRoute ride={shown} all size="lg" />
        <div className="flex flex-col gap-1 text-sm text-soft empty:hidden">
          {shown.route.length > 2 && <p>{t('ride.estimated_note')}</p>}
          {drawn && unknown.length > 0 && <p>{t('ride.not_on_map', { places: list(unknown) })}</p>}
        </div>
        <Points ride={ride} />
        {canChoose(ride) && (
          <div className="print:hidden">
            <SectionChooser ride={ride} chosen={chosen ?? ride.section} stacked={drawn} />
          </div>
        )}
      </Card>
      {drawn && (
        <Card
          padding="none"
          className="h-72 overflow-hidden max-md:order-3 sm:h-96 lg:h-full lg:min-h-96 lg:rounded-s-none print:h-64"
        >
          <Suspense fallback={<div className="size-full bg-water" />}>
            <RouteMap stops={known} line={ride.line} className="absolute inset-0" />
          </Suspense>
        </Card>
      )}
    </div>
  )
}

/** A full part may be followed by one with seats, so the choice does not depend on what is free. */
function canChoose(ride: RideDetail) {
  const state = rideState(ride)
  return (ride.route.length > 2 || ride.detour !== null) && (state === 'open' || state === 'full')
}

/** Returns the stops with coordinates, with those outside the passenger's section marked, and the names of the others. */
export function mapStops({ route, section }: Pick<Ride, 'route' | 'section'>): { known: MapStop[]; unknown: string[] } {
  const { from_position: from, to_position: to } = section
  const known = route.flatMap(({ position, text, lat, lon }): MapStop[] => {
    if (lat === null || lon === null) return []
    const kind = position === from ? 'start' : position === to ? 'end' : 'via'
    return [{ text, lat, lon, kind, dimmed: position < from || position > to }]
  })
  return { known, unknown: route.filter(({ lat, lon }) => lat === null || lon === null).map(({ text }) => text) }
}

/** React hydrates the points only when nothing above has rendered them anew before they are loaded. */
const Points = memo(function Points({ ride }: { ride: RideDetail }) {
  const points = pointStops(withDetourStop(ride))
  if (!points) return null
  return (
    <Suspense fallback={<div className="h-48" />}>
      <PointList stops={points} drawn className="border-t border-line pt-4" />
    </Suspense>
  )
})
