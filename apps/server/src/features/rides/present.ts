/** Ride rows → responses; plate, colour and phone leave only through `presentContact`. */
import type { Contact, Ride, RideSection } from '@samtur/contract/rides'
import { presentPerson } from '#features/profiles/port'
import { passingTime, sectionPrice, type Section } from './rules.ts'
import type { RideRow } from './views.ts'

export const wholeRide = (ride: RideRow): Section => ({ from: 0, to: ride.stops.length - 1 })

/** Answers undefined when the positions are not two stops of the ride in order. */
export function sectionOf(ride: RideRow, from: number | undefined, to: number | undefined): Section | undefined {
  const section = { from: from ?? 0, to: to ?? ride.stops.length - 1 }
  return section.from < section.to && section.to < ride.stops.length ? section : undefined
}

/** `price` overrides the computed one where it was fixed earlier. */
export function presentSection(ride: RideRow, { from, to }: Section, price?: number): RideSection {
  const start = ride.stops[from]
  const end = ride.stops[to]
  if (!start || !end) throw new Error(`ride ${ride.id} has no section ${from}-${to}`)
  const at = (share: number) => passingTime(ride.departure_time, ride.arrival_time, share).toISOString()
  return {
    from_position: from,
    to_position: to,
    start_location: start.text,
    end_location: end.text,
    departure_time: at(start.share),
    arrival_time: at(end.share),
    price: price ?? sectionPrice(ride.price, start.share, end.share),
    available_seats: seatsFree(ride, { from, to }),
    whole: from === 0 && to === ride.stops.length - 1,
  }
}

/** Seats are counted per leg: a section has as many as its fullest leg. */
export function seatsFree(ride: RideRow, { from, to }: Section): number {
  return ride.total_seats - Math.max(...ride.taken.slice(from, to))
}

export function presentRide(ride: RideRow, section: Section = wholeRide(ride), price?: number): Ride {
  return {
    id: ride.id,
    driver: presentPerson(ride.driver),
    start_location: ride.stops[0]?.text ?? '',
    end_location: ride.stops.at(-1)?.text ?? '',
    stops: ride.stops.slice(1, -1).map((stop) => stop.text),
    departure_time: ride.departure_time.toISOString(),
    arrival_time: ride.arrival_time.toISOString(),
    price: ride.price,
    currency: ride.currency,
    available_seats: ride.available_seats,
    total_seats: ride.total_seats,
    pets_allowed: ride.pets_allowed,
    notes: ride.notes,
    car_make: ride.car_make,
    car_model: ride.car_model,
    status: ride.status,
    created_at: ride.created_at.toISOString(),
    route: ride.stops.map(({ position, text, place_id, lat, lon, passes_at }) => ({
      position,
      text,
      place_id,
      lat,
      lon,
      passes_at: new Date(passes_at).toISOString(),
    })),
    section: presentSection(ride, section, price),
  }
}

/** For the driver and an accepted passenger only; policy decides. */
export function presentContact(ride: RideRow, withPhone = true): Contact {
  return { phone: withPhone ? ride.driver.phone : null, license_plate: ride.license_plate, car_color: ride.car_color }
}
