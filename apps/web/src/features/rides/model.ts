/** View logic of the ride screens. */
import type { SearchAddress } from '@samtur/contract/filters'
import { searchPath } from '@samtur/contract/paths'
import type { OwnRide } from '@samtur/contract/reservations'
import type { Me } from '@samtur/contract/accounts'
import type { Ride, RideSection } from '@samtur/contract/rides'
import { osloDay } from '#lib/oslo-time'

export const hasDeparted = (ride: Pick<Ride, 'departure_time'>, now = Date.now()) =>
  Date.parse(ride.departure_time) <= now

/** Returns whether the reader gets a seat without the driver's answer. A request for a detour always waits for it, and so does one too many of a newcomer. */
export const givesSeatAtOnce = (ride: InstantTerms, me: Me | null): boolean =>
  me?.profile.instant_seats_left !== 0 && isInstantFor(ride, me)

type InstantTerms = Pick<Ride, 'instant_booking'> & Partial<Pick<Ride, 'detour'>>

/** The same, whatever trips and seats the reader has. */
export const isInstantFor = ({ instant_booking: booking, detour }: InstantTerms, me: Me | null): boolean =>
  !detour && (booking === 'all' || (booking === 'trusted' && Boolean(me?.profile.trusted)))

// ---- Search ---------------------------------------------------------------------------------------------------------

/** Reports whether both searches are for the same places and day, with whatever filters. */
export const isSameTrip = (a: SearchAddress, b: SearchAddress) =>
  a.from === b.from && a.to === b.to && a.date === b.date

type Part = Pick<RideSection, 'start_location' | 'end_location' | 'departure_time'>

/** A search for the same part of the way on the same day. */
export const samePartPath = ({ start_location: from, end_location: to, departure_time }: Part) =>
  searchPath({ from, to, date: osloDay(Date.parse(departure_time)) })

/** Where all upcoming rides are. */
export const allRidesPath = searchPath({ sort: 'departure' })

// ---- A ride's route and the passenger's part of it ------------------------------------------------------------------

export interface RouteItem {
  key: string
  /** Several stops in one line where the list would grow too long. */
  places: string[]
  time?: string
  /** Calculated from the distance; the driver gives the first and the last time only. */
  estimated: boolean
  kind: 'start' | 'via' | 'end'
  dimmed: boolean
  /** A place beside the way, which is no stop yet; see `withDetourStop`. */
  dashed: boolean
}

/** Times at stops on the way are estimates. */
export const isEstimated = (position: number, route: readonly unknown[]) => position > 0 && position < route.length - 1

/** Returns whether the section begins or ends between the first and last stop, where times are estimates. */
export const hasEstimate = ({ section: { from_position, to_position }, route }: Pick<Ride, 'route' | 'section'>) =>
  isEstimated(from_position, route) || isEstimated(to_position, route)

/** A place between two stops has a position between theirs. */
const isBetween = (position: number) => position % 1 > 0

const mostItems = 6

/** The stops from first to last; what lies before and after the passenger's section is dimmed. */
export function routeItems({ route, section }: Pick<Ride, 'route' | 'section'>, { all = false } = {}): RouteItem[] {
  const { from_position: from, to_position: to, departure_time, arrival_time } = section
  const items = route.map(({ position, text, passes_at }): RouteItem => {
    const kind = position === from ? 'start' : position === to ? 'end' : 'via'
    const time = { start: departure_time, via: passes_at, end: arrival_time }[kind]
    const dimmed = position < from || position > to
    // All times of a part with a detour are estimates.
    const estimated = isEstimated(position, route) || (!dimmed && isBetween(from + to))
    return { key: String(position), places: [text], time, estimated, kind, dimmed, dashed: isBetween(position) }
  })
  return all || items.length <= mostItems ? items : gather(items)
}

/** Returns the names of the stops between the ends of the passenger's section. */
export const stopsBetween = ({
  route,
  section: { from_position: from, to_position: to },
}: Pick<Ride, 'route' | 'section'>) =>
  route.filter(({ position }) => position > from && position < to).map(({ text }) => text)

/** Neighbouring stops on the way become one line without a time. */
function gather(items: RouteItem[]): RouteItem[] {
  const gathered: RouteItem[] = []
  for (const item of items) {
    const before = gathered.at(-1)
    if (before && item.kind === 'via' && before.kind === 'via' && before.dimmed === item.dimmed) {
      before.places.push(...item.places)
      delete before.time
    } else gathered.push({ ...item, places: [...item.places] })
  }
  return gathered
}

export interface SectionPositions {
  from_position: number
  to_position: number
}

export interface MapStop {
  text: string
  lat: number
  lon: number
  kind: 'start' | 'via' | 'end'
  /** Not the passenger's part. */
  dimmed?: boolean
}

/** Where a link to the passenger's part of a ride leads: the positions only where they say something. */
export const sectionOf = (section: RideSection): SectionPositions | undefined => (section.whole ? undefined : section)

// ---- Own rides ---------------------------------------------------------------------------------------------

/** The fields of an own ride that both the lists and the ride's page have. */
export type ManagedRide = Pick<
  OwnRide,
  | 'id'
  | 'status'
  | 'departure_time'
  | 'start_location'
  | 'end_location'
  | 'series_id'
  | 'available_seats'
  | 'total_seats'
>
