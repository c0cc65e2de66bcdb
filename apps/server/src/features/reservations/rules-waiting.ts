/** Pure rules of waiting lists: who is offered free seats, and for how long an offer holds them. */
import { type InstantBooking, seatOffer } from '@samtur/contract/constants'
import { type Seats, seatsFree, takenAfter } from '#features/rides/port'
import { afterNight } from './rules-answers.ts'

const MINUTE = 60_000

/** Seats on a section. */
export interface Wanted {
  from_position: number
  to_position: number
  seats_requested: number
}

export const moveOf = ({ from_position: from, to_position: to, seats_requested: seats }: Wanted) => ({
  from,
  to,
  seats,
})

/** Returns whether the seats are free on the whole section. */
export function fits(ride: Seats, wanted: Wanted): boolean {
  const { seats, ...section } = moveOf(wanted)
  return seats <= seatsFree(ride, section)
}

/** Returns who is offered the free seats of a ride: in the order of the list, each whose seats are free after those before. */
export function nextOffers<Entry extends Wanted>(ride: Seats, waiting: readonly Entry[]): Entry[] {
  const offered: Entry[] = []
  let { taken } = ride
  for (const entry of waiting) {
    if (!fits({ ...ride, taken }, entry)) continue
    offered.push(entry)
    taken = takenAfter(taken, [moveOf(entry)])
  }
  return offered
}

export interface Offer {
  /** When it begins to count; in the morning for an offer of the night. */
  from: Date
  until: Date
}

/** Returns from when until when seats that come free now can be taken. */
export function offerOf(now: Date, departure: Date): Offer {
  const from = afterNight(now, departure)
  const left = departure.getTime() - from.getTime()
  const most = Math.min(seatOffer.maxMinutes * MINUTE, Math.floor(left * seatOffer.part))
  const length = Math.max(most, seatOffer.minMinutes * MINUTE)
  return { from, until: new Date(Math.min(from.getTime() + length, departure.getTime())) }
}

interface SeatsAtOnce {
  trusted: boolean
  /** How many seats the person may still get at once; null for any number. */
  instant_seats_left: number | null
  seats: number
  /** The person has another trip at that time. */
  overlaps: boolean
}

/** Returns whether a person gets seats on a ride without the driver's answer. */
export function isInstant(booking: InstantBooking, person: SeatsAtOnce): boolean {
  const { trusted, instant_seats_left: left, seats, overlaps } = person
  if (overlaps || (left !== null && seats > left)) return false
  return booking === 'all' || (booking === 'trusted' && trusted)
}
