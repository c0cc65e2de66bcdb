/** Sections that begin or end at a place beside the way → responses. */
import type { RideDetour, WantedDetour } from '@samtur/contract/detours'
import type { Ride, RideSection } from '@samtur/contract/rides'
import { placeById } from '#features/places/port'
import { presentCard, presentSectionWith } from './present.ts'
import { detourTo, type DetourSection, sectionBy } from './rules-detours.ts'
import { type Section, seatsFree } from './rules-sections.ts'
import type { CardRow, FoundDetour, RideRow } from './views.ts'

/** A section by a detour, with what it is presented as. */
export interface PresentedDetour {
  /** The detour's own figures, which accepting it needs. */
  found: DetourSection
  section: RideSection
  detour: RideDetour
}

/**
 * Returns the section between two stops of a ride as the detour makes it; undefined where the place is unknown, a stop already or not between
 * the two. It may take more minutes than the driver allows: see `isOffered`. `price` overrides the computed one where it was fixed earlier.
 */
export function sectionByDetour(
  ride: RideRow,
  { from, to }: Section,
  { place_id, end }: WantedDetour,
  price?: number,
): PresentedDetour | undefined {
  const place = placeById(place_id)
  const detour = place && detourTo(ride, { from, to }, place)
  const found = detour && sectionBy(ride, detour, end, end === 'start' ? to : from)
  return found && { found, ...presentBetween(ride, shownOf(found, price), seatsFree(ride, found)) }
}

type Limit = Pick<RideRow, 'detour_minutes' | 'detour_minutes_used'>

/** Returns by how many minutes a detour, with those that were accepted before, goes beyond what the driver allows; 0 where it does not. */
export const minutesOverLimit = ({ detour_minutes, detour_minutes_used }: Limit, { minutes }: RideDetour): number =>
  Math.max(0, detour_minutes_used + minutes - detour_minutes)

/** Returns whether the driver allows so long a detour, after those that were accepted before. */
export const isOffered = (ride: Limit, { detour }: Pick<PresentedDetour, 'detour'>): boolean =>
  minutesOverLimit(ride, detour) === 0

interface Shown extends Section, WantedDetour {
  departs_at: Date
  arrives_at: Date
  minutes: number
  price: number
  detour_price: number
}

const shownOf = ({ detour, ...section }: DetourSection, price = section.price): Shown => ({
  ...section,
  place_id: detour.place.id,
  minutes: detour.minutes,
  price,
})

function presentBetween(ride: CardRow, shown: Shown, seats: number) {
  const { from, to, place_id, end, departs_at, arrives_at, minutes, price, detour_price } = shown
  const section: RideSection = {
    ...presentSectionWith(ride, { from, to }, seats, price),
    [end === 'start' ? 'start_location' : 'end_location']: placeById(place_id)?.name ?? '',
    departure_time: departs_at.toISOString(),
    arrival_time: arrives_at.toISOString(),
    whole: false,
  }
  return { section, detour: { place_id, end, minutes, price: detour_price } }
}

/** Returns the card of a section that a search has found by a detour. */
export function presentFoundDetour(found: FoundDetour): Ride {
  const { from_position: from, to_position: to, at_start, section_price: price, ...rest } = found
  const shown = { ...rest, from, to, price, end: at_start ? 'start' : 'end' } as const
  return { ...presentCard(found), ...presentBetween(found, shown, found.seats_free) }
}
