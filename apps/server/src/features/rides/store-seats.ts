/** The only writer of seat counts: on the legs, on the sections that a search finds, and on the whole ride. */
import { sql, type RawBuilder } from 'kysely'
import { type SeatMove, type Seats, seatsFree, sectionsOf, takenAfter } from './rules-sections.ts'

/**
 * Returns the parts of a `with` clause that move seats, so that the caller writes its own rows in the same statement. `ride` is as it
 * stands now; the caller has locked it before reading it.
 */
export function seatsMoved(ride: Seats & { id: string }, moves: readonly SeatMove[]): RawBuilder<unknown> {
  const { id, total_seats } = ride
  const after = { total_seats, taken: takenAfter(ride.taken, moves) }
  const sections = sectionsOf([...after.taken.keys(), after.taken.length])
  return sql`moved_legs as (
      update ride_leg leg set seats_taken = now.taken
      from unnest(${after.taken}::smallint[]) with ordinality as now(taken, nth)
      where leg.ride_id = ${id} and leg.position = now.nth - 1 and leg.seats_taken <> now.taken),
    moved_sections as (
      update ride_section section set seats_free = now.free
      from unnest(${sections.map(({ from }) => from)}::smallint[], ${sections.map(({ to }) => to)}::smallint[],
        ${sections.map((section) => seatsFree(after, section))}::smallint[]) as now(from_position, to_position, free)
      where section.ride_id = ${id} and section.from_position = now.from_position and section.to_position = now.to_position
        and section.seats_free <> now.free),
    moved_ride as (
      update ride set available_seats = ${seatsFree(after, { from: 0, to: after.taken.length })} where id = ${id})`
}
