/** Places on waiting lists → responses. */
import type { WaitingEntry } from '@samtur/contract/waiting'
import { presentRide } from '#features/rides/port'
import { isInstant, moveOf } from './rules-waiting.ts'
import type { ShownEntry } from './views-waiting.ts'

const iso = (at: string | null) => at && new Date(at).toISOString()

/** Returns a place as its person sees it. An offer whose time is over looks lapsed, also before the job has written that. */
export function presentEntry(shown: ShownEntry): WaitingEntry {
  const { entry, ride, line, overlap, suspended, now } = shown
  const { id, ride_id, seats_requested } = entry
  const isOver = entry.state === 'offered' && entry.offer_until !== null && new Date(entry.offer_until) <= now
  return {
    id,
    ride_id,
    state: isOver ? 'lapsed' : entry.state,
    seats_requested,
    created_at: new Date(entry.created_at).toISOString(),
    place_in_line: entry.state === 'waiting' ? line : null,
    offer_from: iso(entry.offer_from),
    offer_until: iso(entry.offer_until),
    instant: isInstant(ride.instant_booking, { ...shown, seats: seats_requested, overlaps: overlap !== null }),
    overlap: overlap && {
      from: overlap.from,
      to: overlap.to,
      departure_time: new Date(overlap.departs_at).toISOString(),
    },
    driver_unavailable: suspended,
    ride: presentRide(ride, moveOf(entry)),
  }
}
