import type { Ride } from '@samtur/contract/rides'

/**
 * Returns the stops of the passenger's section at which to show meeting points: both ends, and those on the way that have one. Undefined
 * where no stop has one.
 */
export function pointStops({ route, section }: Pick<Ride, 'route' | 'section'>) {
  const { from_position: from, to_position: to } = section
  const shown = route.filter(
    ({ position, meeting_point }) =>
      position === from || position === to || (meeting_point !== null && position > from && position < to),
  )
  if (!shown.some(({ meeting_point }) => meeting_point)) return undefined
  return shown.map(({ position, text, lat, lon, meeting_point: point }) => ({ key: position, text, lat, lon, point }))
}
