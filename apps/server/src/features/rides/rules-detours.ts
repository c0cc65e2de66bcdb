/** Pure rules of detours: which places beside the way a ride can drive by, when it is there, and what such a section costs. */
import {
  type DetourEnd,
  detourPlacesMax,
  lengths,
  price as priceLimits,
  ride as limits,
} from '@samtur/contract/constants'
import { detourBy, detoursAlong, type Insertion, type Place, placeById } from '#features/places/port'
import { passingTime } from './rules.ts'
import { type Section, sectionPrice } from './rules-sections.ts'

const MINUTE = 60_000
export interface DetourStop {
  place_id: number | null
  /** Of the way behind the stop, 0 to 1. */
  share: number
  passes_at: Date | string
}

/** A ride as detours see it. */
export interface DetouredRide {
  /** Whole kr for one person and the whole ride. */
  price: number
  distance_km: number | null
  stops: readonly DetourStop[]
}

/** A place as a new stop on one leg of a ride. */
export interface Detour {
  place: Place
  /** The position of the stop before it. */
  leg: number
  /** By which the trip gets longer: whole minutes, at least 1, rounded up. */
  minutes: number
  /** By which the trip gets longer, fractions of a km. */
  km: number
  share: number
  passes_at: Date
  /** Whole kr for one person: the price of the kilometres. */
  price: number
  /** What a section costs that starts at the place, compared with the one from the stop before it. */
  start_change: number
  /** What a section costs that ends at the place, compared with the one to the stop after it. */
  end_change: number
}

/** A section that begins or ends at the place of a detour. */
export interface DetourSection extends Section {
  detour: Detour
  end: DetourEnd
  departs_at: Date
  arrives_at: Date
  /** Whole kr for one person; `detour_price` is included. */
  price: number
  detour_price: number
}

const timeOf = ({ passes_at }: DetourStop) => new Date(passes_at)

/** Returns the place as a stop on the leg. The driver is there after the same part of the time as of the minutes by road. */
function detourOn(ride: DetouredRide, leg: number, insertion: Insertion): Detour | undefined {
  const [before, after] = [ride.stops[leg], ride.stops[leg + 1]]
  if (!before || !after) return undefined
  const minutes = Math.max(1, Math.ceil(insertion.minutes))
  const next = new Date(timeOf(after).getTime() + minutes * MINUTE)
  const share = before.share + insertion.kmShare * (after.share - before.share)
  return {
    place: insertion.place,
    leg,
    minutes,
    km: insertion.km,
    share,
    passes_at: passingTime(timeOf(before), next, insertion.minutesShare),
    ...pricesOf(ride, insertion.km, { skippedBefore: share - before.share, skippedAfter: after.share - share }),
  }
}

interface Skipped {
  /** Parts of the whole way between the place and its two neighbours, 0 to 1. */
  skippedBefore: number
  skippedAfter: number
}

/**
 * Returns what the detour's km cost at the ride's own price for a km, rounded up like sections, and how the price of a section changes that does
 * not have the part before or after the place. No section costs more than the dearest ride may.
 */
function pricesOf({ price, distance_km }: DetouredRide, km: number, { skippedBefore, skippedAfter }: Skipped) {
  const exact = (kr: number) => Number(kr.toFixed(6))
  const wanted = distance_km ? Math.ceil(exact((price * km) / distance_km)) : 0
  const ofDetour = Math.min(wanted, priceLimits.max - price)
  const change = (skipped: number) => ofDetour - Math.floor(exact(price * skipped))
  return { price: ofDetour, start_change: change(skippedBefore), end_change: change(skippedAfter) }
}

const placeOf = ({ place_id }: DetourStop) => (place_id === null ? undefined : placeById(place_id))

/** Returns whether the ride can have one more stop and still arrives within a day after so many minutes more. */
function hasRoom({ stops }: DetouredRide, { minutes }: Pick<Detour, 'minutes'>): boolean {
  const [start, end] = [stops[0], stops.at(-1)]
  if (!start || !end || stops.length - 2 >= lengths.stops) return false
  return timeOf(end).getTime() + minutes * MINUTE - timeOf(start).getTime() <= limits.maxHours * 60 * MINUTE
}

const stopsAt = ({ stops }: DetouredRide, placeId: number) => stops.some(({ place_id }) => place_id === placeId)

/** Returns the detour to a place on that leg within the section which it lengthens least; undefined where there is none. */
export function detourTo(ride: DetouredRide, { from, to }: Section, place: Place): Detour | undefined {
  if (stopsAt(ride, place.id)) return undefined
  const insertions = ride.stops.slice(from, to).flatMap((stop, nth) => {
    const leg = from + nth
    const [next] = ride.stops.slice(leg + 1)
    const [a, b] = [placeOf(stop), next && placeOf(next)]
    const insertion = a && b && detourBy(a, b, place)
    return insertion ? [{ ...insertion, leg }] : []
  })
  // The same order as in `detoursAlong`, so that a request is for the leg that the search has shown.
  const [best] = insertions.toSorted((a, b) => a.minutes - b.minutes || a.leg - b.leg)
  const detour = best && detourOn(ride, best.leg, best)
  return detour && hasRoom(ride, detour) ? detour : undefined
}

/** Returns the detours of at most these minutes, one for each place; of many places the largest ones. */
export function detoursOf(ride: DetouredRide, mostMinutes: number, along = detoursAlong): Detour[] {
  return along(ride.stops.map(placeOf), mostMinutes)
    .flatMap((insertion) => detourOn(ride, insertion.leg, insertion) ?? [])
    .filter((detour) => hasRoom(ride, detour))
    .slice(0, detourPlacesMax)
}

/** Returns the section from the place to a stop, or from a stop to the place; undefined where the two are not in this order. */
export function sectionBy(
  ride: DetouredRide,
  detour: Detour,
  end: DetourEnd,
  position: number,
): DetourSection | undefined {
  const { stops, price } = ride
  const { leg, passes_at, minutes } = detour
  const [stop, before, after] = [stops[position], stops[leg], stops[leg + 1]]
  const isInOrder = end === 'start' ? position > leg : position <= leg
  if (!stop || !before || !after || !isInOrder) return undefined
  const detour_price = detour.price
  if (end === 'end') {
    const changed = sectionPrice(price, stop.share, after.share) + detour.end_change
    const times = { departs_at: timeOf(stop), arrives_at: passes_at }
    return { detour, end, from: position, to: leg + 1, ...times, price: changed, detour_price }
  }
  const changed = sectionPrice(price, before.share, stop.share) + detour.start_change
  const times = { departs_at: passes_at, arrives_at: new Date(timeOf(stop).getTime() + minutes * MINUTE) }
  return { detour, end, from: leg, to: position, ...times, price: changed, detour_price }
}
