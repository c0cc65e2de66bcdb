/** Pure rules of sections, the parts of a ride between a stop and a later one: which there are, what they cost, and how many seats are free. */

export interface Section {
  from: number
  to: number
}

/** Returns the price for one person in whole kr: the section's share of the way, rounded up, never above the whole price. */
export function sectionPrice(wholePrice: number, fromShare: number, toShare: number): number {
  // Shares are fractions: without the rounding 0.7 × 300 would cost 211.
  const exact = Number((wholePrice * (toShare - fromShare)).toFixed(6))
  return Math.min(wholePrice, Math.ceil(exact))
}

export interface Seats {
  total_seats: number
  /** Seats taken on each leg, in order. */
  taken: readonly number[]
}

/** Returns the free seats of a section: those of its fullest leg. */
export function seatsFree({ total_seats, taken }: Seats, { from, to }: Section): number {
  return total_seats - Math.max(...taken.slice(from, to))
}

/** Seats that are taken on a section; a negative number gives them back. */
export interface SeatMove extends Section {
  seats: number
}

/** Returns the seats taken on each leg after the moves. */
export function takenAfter(taken: readonly number[], moves: readonly SeatMove[]): number[] {
  return taken.map((seats, leg) =>
    moves.reduce((sum, { from, to, seats: moved }) => (from <= leg && leg < to ? sum + moved : sum), seats),
  )
}

/**
 * Returns every stop with every later one. Where a ride passes the same pair of stop texts twice, only the first pair counts, so that a
 * search finds a ride once; the whole ride always counts.
 */
export function sectionsOf(stopTextIds: readonly number[]): Section[] {
  const seen = new Set<string>()
  const sections: Section[] = []
  for (let from = 0; from < stopTextIds.length; from++) {
    for (let to = from + 1; to < stopTextIds.length; to++) {
      const pair = `${stopTextIds[from]}-${stopTextIds[to]}`
      const whole = from === 0 && to === stopTextIds.length - 1
      if (seen.has(pair) && !whole) continue
      seen.add(pair)
      sections.push({ from, to })
    }
  }
  return sections
}

/** Returns for each section whether another one of the ride leads between the same two places. */
export function repeatedSections(places: readonly number[], sections: readonly Section[]): boolean[] {
  const pairs = sections.map(({ from, to }) => `${places[from]}-${places[to]}`)
  return pairs.map((pair) => pairs.indexOf(pair) !== pairs.lastIndexOf(pair))
}

interface SectionedRide extends Seats {
  price: number
  stops: readonly { stop_text_id: number; place_id: number | null; share: number }[]
}

/** A section as a search finds it. */
export interface SearchSection extends Section {
  price: number
  seats_free: number
  repeated: boolean
}

/** Returns the sections of a ride that a search can find. */
export function searchSections(ride: SectionedRide): SearchSection[] {
  const { stops, price } = ride
  const sections = sectionsOf(stops.map(({ stop_text_id }) => stop_text_id))
  const repeated = repeatedSections(
    stops.map(({ stop_text_id, place_id }) => place_id ?? -stop_text_id),
    sections,
  )
  return sections.map((section, nth) => ({
    ...section,
    price: sectionPrice(price, stops[section.from]?.share ?? 0, stops[section.to]?.share ?? 1),
    seats_free: seatsFree(ride, section),
    repeated: repeated[nth] ?? false,
  }))
}
