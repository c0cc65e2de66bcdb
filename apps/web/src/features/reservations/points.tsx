import type { OwnReservation } from '@samtur/contract/reservations'
import type { Ride, RideSection, RouteStop } from '@samtur/contract/rides'
import { PointList, type PointStop } from '../meeting-points/point-list.tsx'
import { ProposedPoints } from '../meeting-points/proposed-points.tsx'

interface PointsProps {
  reservation: Pick<OwnReservation, 'meeting_points' | 'proposed_points' | 'status'>
  section: RideSection
}

/** The meeting points at both ends of a section; undefined where there are none. */
function endsOf(
  { start, end }: OwnReservation['meeting_points'],
  section: RideSection,
  route: readonly RouteStop[],
): PointStop[] | undefined {
  if (!start && !end) return undefined
  const centreAt = (position: number) => {
    const { lat = null, lon = null } = route.find((stop) => stop.position === position) ?? {}
    return { lat, lon }
  }
  return [
    { key: 'start', text: section.start_location, point: start, ...centreAt(section.from_position) },
    { key: 'end', text: section.end_location, point: end, ...centreAt(section.to_position) },
  ]
}

/** Where passenger and driver meet and part, while the reservation is pending or accepted. */
export function AgreedPoints({
  reservation: { meeting_points, status },
  section,
  route,
  drawn,
}: PointsProps & { route: readonly RouteStop[]; drawn?: boolean }) {
  const stops = endsOf(meeting_points, section, route)
  if (!stops || (status !== 'pending' && status !== 'accepted')) return null
  return <PointList stops={stops} {...(drawn && { drawn })} />
}

/** The meeting points of an own ride: at both ends, and at the stops on the way that have one. Nothing where no stop has one. */
export function DrivenPoints({ route }: { route: readonly RouteStop[] }) {
  const shown = route.filter(({ meeting_point }, index) => meeting_point || index === 0 || index === route.length - 1)
  if (!shown.some(({ meeting_point }) => meeting_point)) return null
  const stops = shown.map(({ position, text, lat, lon, meeting_point: point }) => ({
    key: position,
    text,
    lat,
    lon,
    point,
  }))
  return <PointList stops={stops} drawn />
}

/** The meeting points of the ride at the ends of its section, as the passenger is about to agree to them. */
export function SectionPoints({ ride: { section, route, detour } }: { ride: Ride }) {
  const pointAt = (position: number) => route.find((stop) => stop.position === position)?.meeting_point ?? null
  const stops = endsOf(
    {
      start: detour?.end === 'start' ? null : pointAt(section.from_position),
      end: detour?.end === 'end' ? null : pointAt(section.to_position),
    },
    section,
    route,
  )
  return stops ? <PointList stops={stops} /> : null
}

/** The other points that a pending request asks for. */
export function AskedPoints({
  reservation: { meeting_points, proposed_points },
  section,
  reader,
}: PointsProps & { reader: 'driver' | 'passenger' }) {
  if (!proposed_points.start && !proposed_points.end) return null
  return <ProposedPoints proposed={proposed_points} current={meeting_points} section={section} reader={reader} />
}
