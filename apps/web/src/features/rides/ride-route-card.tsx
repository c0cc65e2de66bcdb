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
  /** Stands beside it where the window is wide. */
  map: ReturnType<typeof mapOf>
}

/** Where the ride goes and when: every stop in words. */
export function RideRouteCard({ ride, chosen, map }: RideRouteCardProps) {
  const t = useT()
  const { list } = useFormat()
  const shown = withDetourStop(ride)
  return (
    <Card
      as="section"
      aria-label={t('ride.route')}
      className={`flex flex-col gap-4 ${map ? 'lg:self-stretch lg:rounded-e-none lg:border-e-0' : ''}`}
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
        {map && map.unknown.length > 0 && <p>{t('ride.not_on_map', { places: list(map.unknown) })}</p>}
      </div>
      <Points ride={ride} />
      {canChoose(ride) && (
        <div className="print:hidden">
          <SectionChooser ride={ride} chosen={chosen ?? ride.section} stacked={map !== undefined} />
        </div>
      )}
    </Card>
  )
}

/** The same on a map: the last part of the page, or from 1200 px on one card with the stops, across the columns' gap. */
export function RideMap({ stops, line }: { stops: MapStop[]; line: RideDetail['line'] }) {
  return (
    <Card
      padding="none"
      className="h-72 overflow-hidden sm:h-96 lg:col-start-2 lg:row-start-1 lg:-ms-5 lg:h-auto lg:min-h-96 lg:self-stretch lg:rounded-s-none print:h-64"
    >
      <Suspense fallback={<div className="size-full bg-water" />}>
        <RouteMap stops={stops} line={line} className="absolute inset-0" />
      </Suspense>
    </Card>
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

/** Returns the stops of the map; undefined where there is none: one known place alone leaves no line to draw. */
export function mapOf(ride: Pick<Ride, 'route' | 'section'>) {
  const stops = mapStops(ride)
  return stops.known.length > 1 ? stops : undefined
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
