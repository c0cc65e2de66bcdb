/** View logic of detours: a section that begins or ends at a place beside the way, which is no stop of the ride. */
import type { DetourEnd } from '@samtur/contract/constants'
import { ridePath } from '@samtur/contract/paths'
import type { RideDetour } from '@samtur/contract/detours'
import type { Ride } from '@samtur/contract/rides'
import { sectionOf, type SectionPositions } from './model.ts'

/** What names a detour in an address and in a request. */
export type DetourPlace = Pick<RideDetour, 'place_id' | 'end'>

/** A part of a ride, as an address names it. */
export interface RidePart extends SectionPositions {
  detour?: DetourPlace | undefined
}

type WithDetour = Pick<Ride, 'route' | 'section' | 'detour'>

/** Returns the end of the section at which the place is. */
const fieldsOf = (end: DetourEnd) =>
  end === 'start'
    ? ({ position: 'from_position', name: 'start_location', time: 'departure_time', offset: 0.5 } as const)
    : ({ position: 'to_position', name: 'end_location', time: 'arrival_time', offset: -0.5 } as const)

/** Returns the name of the place. */
export const detourName = (section: Ride['section'], { end }: Pick<DetourPlace, 'end'>) => section[fieldsOf(end).name]

/**
 * Returns the ride as the detour would make it, to be shown: the place is in the route, with a position between those of the stops around
 * it, the section begins or ends there, and the driver passes the later stops later. Without a detour the ride stays as it is.
 */
export function withDetourStop<Given extends WithDetour>(ride: Given): Given {
  const { detour, route, section } = ride
  if (!detour) return ride
  const { position: field, name, time, offset } = fieldsOf(detour.end)
  const position = section[field] + offset
  const unknown = { lat: null, lon: null, meeting_point_id: null, meeting_point: null }
  const place = { position, text: section[name], place_id: detour.place_id, ...unknown }
  const later = route.map((stop) =>
    stop.position > position ? { ...stop, passes_at: minutesLater(stop.passes_at, detour.minutes) } : stop,
  )
  return {
    ...ride,
    route: [...later, { ...place, passes_at: section[time] }].toSorted((a, b) => a.position - b.position),
    section: { ...section, [field]: position },
  }
}

export const minutesLater = (time: string, minutes: number) =>
  new Date(Date.parse(time) + minutes * 60_000).toISOString()

/** Returns the fields of an address and of a read of the ride. */
export function partFields({ from_position, to_position, detour }: RidePart): Record<string, string> {
  return {
    from_position: String(from_position),
    to_position: String(to_position),
    ...(detour && { detour_place_id: String(detour.place_id), detour_end: detour.end }),
  }
}

/** Returns the address of the ride with the shown part of it. */
export function partPath({ id, section, detour }: Pick<Ride, 'id' | 'section' | 'detour'>): string {
  if (!detour) return ridePath(id, sectionOf(section))
  return `${ridePath(id)}?${new URLSearchParams(partFields({ ...section, detour })).toString()}`
}

/** Returns whether both are the same detour, or none. */
export const isSameDetour = (a: DetourPlace | null | undefined, b: DetourPlace | null | undefined) =>
  a?.place_id === b?.place_id && a?.end === b?.end
