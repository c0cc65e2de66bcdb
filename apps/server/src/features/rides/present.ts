/** Ride rows → responses. Plate, colour and phone leave only through `presentContact`. */
import type { ReservationStatus } from '@samtur/contract/constants'
import type { Contact, Ride, RideDetail, RideSection } from '@samtur/contract/rides'
import { placeById, presentLine, roadAlong } from '#features/places/port'
import { presentPerson, presentRecord } from '#features/profiles/port'
import { seesContact } from './policy.ts'
import { seatsFree, sectionPrice, type Section } from './rules-sections.ts'
import type { CardRow, FoundCard, FoundRide, RideRow, StopRow, ViewerRow } from './views.ts'

export const wholeRide = (ride: RideRow): Section => ({ from: 0, to: ride.stops.length - 1 })

/** Returns undefined when the positions are not two stops of the ride in order. */
export function sectionOf(ride: RideRow, from: number | undefined, to: number | undefined): Section | undefined {
  const section = { from: from ?? 0, to: to ?? ride.stops.length - 1 }
  return section.from < section.to && section.to < ride.stops.length ? section : undefined
}

/** `price` overrides the computed one where it was fixed earlier. */
export function presentSection(ride: RideRow, section: Section, price?: number): RideSection {
  return presentSectionWith(ride, section, seatsFree(ride, section), price)
}

export function presentSectionWith(ride: CardRow, { from, to }: Section, seats: number, price?: number): RideSection {
  const start = ride.stops[from]
  const end = ride.stops[to]
  if (!start || !end) throw new Error(`ride ${ride.id} has no section ${from}-${to}`)
  return {
    from_position: from,
    to_position: to,
    start_location: start.text,
    end_location: end.text,
    departure_time: new Date(start.passes_at).toISOString(),
    arrival_time: new Date(end.passes_at).toISOString(),
    price: price ?? sectionPrice(ride.price, start.share, end.share),
    available_seats: seats,
    whole: from === 0 && to === ride.stops.length - 1,
  }
}

export function presentRide(ride: RideRow, section: Section = wholeRide(ride)): Ride {
  return { ...presentCard(ride), section: presentSection(ride, section), detour: null }
}

/** Returns the card of a section that a search has found. */
export function presentFound(found: FoundCard): Ride {
  const section = { from: found.from_position, to: found.to_position }
  return { ...presentCard(found), section: presentSectionWith(found, section, found.seats_free), detour: null }
}

/** Returns a card without its section. */
export function presentCard(ride: CardRow): Omit<Ride, 'section' | 'detour'> {
  return {
    id: ride.id,
    version: ride.version,
    start_location: ride.stops[0]?.text ?? '',
    end_location: ride.stops.at(-1)?.text ?? '',
    stops: ride.stops.slice(1, -1).map((stop) => stop.text),
    departure_time: ride.departure_time.toISOString(),
    arrival_time: ride.arrival_time.toISOString(),
    price: ride.price,
    currency: ride.currency,
    total_seats: ride.total_seats,
    pets_allowed: ride.pets_allowed,
    luggage: ride.luggage,
    detour_minutes: ride.detour_minutes,
    instant_booking: ride.instant_booking,
    same_gender: ride.same_gender,
    only_gender: ride.only_gender,
    notes: ride.notes,
    car_make: ride.car_make,
    car_model: ride.car_model,
    status: ride.status,
    created_at: ride.created_at.toISOString(),
    distance_km: ride.distance_km,
    cost_share: ride.cost_share,
    above_cost_share: ride.cost_share !== null && ride.price > ride.cost_share,
    route: ride.stops.map(presentStop),
    driver: { ...presentPerson(ride.driver), record: presentRecord(ride.driver.record) },
    available_seats: ride.available_seats,
  }
}

function presentStop({ share: _, passes_at, ...stop }: StopRow): Ride['route'][number] {
  return { ...stop, passes_at: new Date(passes_at).toISOString() }
}

/** Call it only for the driver and for an accepted passenger. */
export function presentContact(ride: RideRow, withPhone = true): Contact {
  return { phone: withPhone ? ride.driver_phone : null, license_plate: ride.license_plate, car_color: ride.car_color }
}

interface Reader {
  section: Section
  /** The section that a detour makes of it. */
  detour?: Pick<Ride, 'section' | 'detour'> | undefined
  callerId: string | null
  /** The reservation and block of a reader who is signed in; null for visitors and the driver. */
  viewer: ViewerRow | null
  now: Date
}

interface Pending {
  status: ReservationStatus
  answer_by: string | null
}

/** Returns the reservation as it counts now: a pending request ends with its time, also before the job has written that. */
function presentViewersReservation<T extends Pending>({ answer_by, ...reservation }: T, ride: RideRow, now: Date) {
  const isOver = ride.departure_time <= now || (answer_by !== null && new Date(answer_by) <= now)
  return isOver && reservation.status === 'pending' ? { ...reservation, status: 'cancelled' as const } : reservation
}

/** Returns the reader's place on the waiting list; an offer whose time is over counts no more. */
function presentPlace(waiting: ViewerRow['waiting'], now: Date): RideDetail['waiting'] {
  if (!waiting) return null
  const { id, state, offer_until } = waiting
  const until = offer_until === null ? null : new Date(offer_until)
  return until && until <= now ? null : { id, state, offer_until: until && until.toISOString() }
}

/** Returns the ride's page with what the reader may see. */
export function presentDetail(ride: FoundRide, { section, detour, callerId, viewer, now }: Reader): RideDetail {
  const isDriver = callerId === ride.driver.id
  const reservation = viewer?.reservation ? presentViewersReservation(viewer.reservation, ride, now) : null
  const waiting = presentPlace(viewer?.waiting ?? null, now)
  const isPassenger = seesContact(reservation, ride.arrival_time, now)
  const contact = isDriver || (isPassenger && !ride.suspended)
  const shown = { ...presentRide(ride, section), ...detour }
  const open = ride.status === 'active' && !ride.shut && ride.departure_time > now
  const isFull = shown.section.available_seats <= 0
  const active = reservation?.status === 'pending' || reservation?.status === 'accepted'
  return {
    ...shown,
    viewer: callerId === null ? 'visitor' : isDriver ? 'driver' : isPassenger ? 'passenger' : 'other',
    reservation,
    waiting,
    contact: contact ? presentContact(ride, !viewer?.blocked) : null,
    extra_costs: isDriver ? ride.extra_costs : null,
    typed_distance_km: isDriver ? ride.typed_distance_km : null,
    series_id: isDriver ? ride.series_id : null,
    claims: presentClaims(ride),
    line: lineOf(ride),
    cancellation:
      ride.status === 'cancelled'
        ? { at: ride.cancelled_at?.toISOString() ?? null, reason: isDriver || reservation ? ride.cancel_reason : null }
        : null,
    // A block does not show: a blocked reader sees what a visitor sees, and the request is refused.
    bookable: open && !isFull && !isDriver && !active,
    can_wait: open && isFull && !isDriver && !active && !waiting && !shown.detour,
    driver_unavailable: ride.suspended && ride.status === 'active' && ride.departure_time > now,
    name_confirmed: ride.name_confirmed,
    prices: pricesOf(ride),
  }
}

/** Kilometres count up to a part above ours, and each one above is shown; tolls and ferry are shown where they are far above. */
function presentClaims({ typed_distance_km, road_km, extra_costs, road_costs }: RideRow): RideDetail['claims'] {
  const claim = (typed: number | null, ours: number | null) =>
    typed !== null && ours !== null && typed > ours ? { typed, ours } : null
  const claims = { distance_km: claim(typed_distance_km, road_km), extra_costs: claim(extra_costs, road_costs) }
  return claims.distance_km || claims.extra_costs ? claims : null
}

function lineOf({ stops }: RideRow): RideDetail['line'] {
  const legs = roadAlong(stops.map(({ place_id }) => (place_id === null ? undefined : placeById(place_id))))
  return legs && presentLine(legs)
}

/** Returns the prices of all sections, each once, highest first. */
function pricesOf({ price, stops }: RideRow): number[] {
  const all = stops.flatMap((start, from) =>
    stops.slice(from + 1).map((end) => sectionPrice(price, start.share, end.share)),
  )
  return [...new Set(all)].toSorted((a, b) => b - a)
}
